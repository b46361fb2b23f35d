# ruff: noqa: E501 (a table of words)
"""Words by which the arguments of a call are read out of a text: names, things, codes, states."""

from __future__ import annotations

import re

_I = re.IGNORECASE

_END = (
    r"(?= (?:on|in|at|from|for|when|if|while|before|after|with|by|until|because|then|instead|to|via|as|every|each|there|and|so|or|"
    r"during|right|the same|a day)\b|[.,;:!?()]|$)"
)
_HAN_END = r"(?=[，。；！？、（）]|的?时候|$)"

# "…listen to X", "…watch X": what is named as the deed's object.
OBJECTS: dict[str, tuple[re.Pattern[str], ...]] = {
    "play_music": (
        re.compile(r"[《“「\"]([^》”」\"]{1,40})[》”」\"]"),
        re.compile(
            rf"\b(?:listen(?:s|ing)? to|play(?:s|ing)?|hear|put(?:ting)? on|edit to|run to|work to|cook to|asleep to|like|relax (?:to|with))"
            rf" (?:some |the |my |a |an |our )?(?:podcast |radio |playlist |album |show )?(.{{2,50}}?){_END}",
            _I,
        ),
        re.compile(rf"\b(?:is|with|need) (?:some |the |my )?([A-Z][\w' ]{{2,40}}?){_END}"),
        re.compile(
            rf"(?:听|播放|放|来)(?:点|首|些|一?段)?(?:播客|电台|歌单)?《?([^，。；！？》]{{1,24}}?)》?{_HAN_END}"
        ),
    ),
    "play_video": (
        re.compile(
            r"\b((?-i:[A-Z])[\w'&-]+(?: (?-i:[A-Z])[\w'&-]+){0,4}) on (?:youtube|netflix|bbc|disney|prime|bilibili)\b",
            _I,
        ),
        re.compile(r"[《“「\"]([^》”」\"]{1,40})[》”」\"]"),
        re.compile(
            rf"\bwatch(?:es|ing)? (?:some |the |my |a |an |every |each )?(?:series |show |episode of |match(?:es)? of |film )?(.{{2,50}}?){_END}",
            _I,
        ),
        re.compile(
            r"跟(?:着)?(?:视频|教程|直播)(?:打|做|练|跳|学)(?:一?[套遍组段会])?(?:儿)?([㐀-鿿]{2,8}?)(?=[，。；！？]|$)"
        ),
        re.compile(rf"(?:看|追|放)(?:一?集|一会儿?|点|的)?(?:视频|直播|剧)?《?([^，。；！？》]{{2,20}}?)》?{_HAN_END}"),
    ),
    "order_food": (
        re.compile(rf"\border(?:s|ing)? (?:in |us |me |myself )?(?:some |the |my |a |an )?(.{{2,50}}?){_END}", _I),
        re.compile(r"\b(?:get|have|fetch) (?:some |the |a |an )?(.{2,40}?) (?:delivered|in for dinner)", _I),
        re.compile(
            r"(?:点|叫)(?:一?份|个|杯|碗|些|点|上)?(?:外卖)?([㐀-鿿A-Za-z]{1,10}?)(?:外卖|吃)?(?=[，。；！？]|吃|外卖|$)"
        ),
    ),
    "search_product": (
        re.compile(
            rf"\b(?:buy|reorder|re-order|order|shop for|stock up on|look for|look up|get) (?:us |me |some |the |a |an |new |more |another |her |him )*(.{{2,50}}?){_END}",
            _I,
        ),
        re.compile(
            rf"(?:买|下单|网购|囤|补|搜|找)(?:一?[点些个包袋瓶盒箱条件双桶]|新的?|几[个包])?([㐀-鿿A-Za-z0-9]{{2,12}}?)(?:回来|寄)?{_HAN_END}"
        ),
    ),
    "search_nearby": (
        re.compile(r"\b(?:nearest|closest|next best|nearby) ([a-z][a-z -]{2,30}?)" + _END, _I),
        re.compile(
            r"\b(?:an?|the|some|any) ([a-z][a-z -]{2,30}?) (?:nearby|close by|near (?:me|here|you)|around (?:here|me|the corner)|in walking distance)",
            _I,
        ),
        re.compile(
            r"\b(?:find|look for|search for|want|need|get|go to|grab|fetch|have|buy)\w* (?:myself )?(?:an?|the|some) ([a-z][a-z -]{2,30}?)"
            + _END,
            _I,
        ),
        re.compile(
            r"(?:最近|附近|周边|周围)(?:的|有没有|哪里有|找)?(?:一?[个家]|什么)?([㐀-鿿]{2,8}?)(?=[，。；！？吗呢吧]|在哪|$)"
        ),
        re.compile(r"(?:找|买|去)(?:个|一?家|杯|最近的|附近的)?([㐀-鿿]{2,8}?)(?=[，。；！？吗呢吧]|$)"),
    ),
    "close_app": (
        re.compile(r"\b(?:close|stop|kill|quit) (?:the )?([A-Z]\w+(?: \w+)?)"),
        re.compile(r"(?:关|退)(?:掉|闭|出)([㐀-鿿A-Za-z]{2,10})"),
    ),
    "open_app": (
        re.compile(r"\b(?:open|launch|start|use|with|in|on) (?:the )?([A-Z][\w+]+(?: [A-Z]\w+)?)"),
        re.compile(
            r"(?:打?开|用|在|上)([A-Za-z][A-Za-z ]{1,18}|[㐀-鿿]{2,8}?)(?=应用|里|上|打卡|签到|练|学|记|背|，|。|$)"
        ),
    ),
    "create_note": (re.compile(r"[:：]\s*(.{4,400})$", re.DOTALL),),
}
POLITE = re.compile(
    r"^(?:some|a|an|the|my|our|more|new|another|us|me|few|couple of|one|two|three|good|nice|any)\s+", _I
)
ALTERNATIVE = {
    "rest": "",
    "it": "",
    "them": "",
    "one": "",
    "that": "",
    "this": "",
    "something": "",
    "there": "",
    "music": "",
    "home": "",
    "online": "",
    "time": "",
    "day": "",
}

BOOKING = re.compile(
    r"\b(?:booking|reference|ref|PNR|reservation|confirmation|order|ticket|locator)\b[\s.:#]*(?:no\.?|number|code|ref(?:erence)?|is|号)?[\s.:#]*([A-Z0-9]*\d[A-Z0-9]{3,}|[A-Z]{5,7})\b"
    r"|(?:订单号?|取票号|票号|预订号|订座号|编号)[:：\s]*([A-Z0-9]{5,})",
)
MEETING_ID = re.compile(
    r"\b(?:meeting|zoom|conference|session|room)?\s?(?:id|number|code|no\.?)[:\s]*(\d[\d -]{7,13}\d)|(?:会议号|会议id|房间号)[:：\s]*(\d[\d -]{7,13}\d)",
    _I,
)
PHONE = re.compile(r"(?<![\w/])\+?\d[\d ()-]{6,16}\d(?!\w)")
CALLED = (
    re.compile(r"\b(?:this is|my name is|it's|I am|I'm|here is|here's) ([A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2})"),
    re.compile(
        r"(?:^|[,.!] ?)(?:(?:hi|hello|hey|dear|good \w+)(?: [A-Z][\w'-]+){0,2}[,!.]? )?([A-Z][\w'’-]+(?: [A-Z][\w'’-]+){1,2}),? (?:here|speaking|from|of|\()"
    ),
    re.compile(r"[-–—] ?([A-Z][\w'’-]+ [A-Z][\w'’-]+)\s*$"),
    re.compile(
        r"我(?:是|叫)(?:[^，。,！]{0,12}的)?(?:[㐀-鿿]{0,4}(?:师傅|阿姨|老师|经理|医生|司机))?([㐀-鿿]{2,4})(?=[，,。！!（(\s]|$)"
    ),
    re.compile(r"(?:^|[，。！])(?:您好|你好)?[，,]?([㐀-鿿]{2,4})(?:这边|在此)"),
)
SOCIAL = (
    ("Twitter", re.compile(r"twitter|\bx\b|tweet|推特|推文", _I)), ("Instagram", re.compile(r"instagram|\binsta\b", _I)),
    ("Facebook", re.compile(r"facebook", _I)), ("微博", re.compile(r"微博|weibo", _I)), ("微信", re.compile(r"朋友圈|微信", _I)),
    ("WhatsApp", re.compile(r"whatsapp", _I)), ("Slack", re.compile(r"slack", _I)),
)  # fmt: skip
KINDS = (
    ("flight", re.compile(r"\b(?:flight|boarding|airport|gate [A-Z]?\d+|plane|airline|security)\b|航班|登机|机场|飞机|安检", _I)),
    ("train", re.compile(r"\b(?:train|rail\w*|platform|station|ICE|TGV)\b|高铁|火车|动车|列车|检票|车站|进站|[GDCKTZ]\d{2,4}(?!\d)", _I)),
    ("bus", re.compile(r"\b(?:bus|coach)\b|大巴|客车|公交|长途", _I)),
    ("cinema", re.compile(r"\b(?:cinema|movies?|film|imax|screening|multiplex)\b|电影|影院|影城", _I)),
    ("parking", re.compile(r"\bparking\b|停车", _I)),
    ("event", re.compile(r"\b(?:concert|show|event|theatre|theater|museum|exhibition|match|festival|opera|gig|entry|admission|doors)\b|演出|音乐会|演唱会|展|话剧|门票|比赛|入场|相声|剧", _I)),
)  # fmt: skip
DEVICES = re.compile(
    r"\b((?:washing machine|coffee (?:machine|maker)|fairy lights|air ?con\w*|a/c|air purifier|front door|back door|garage door|"
    r"heating|heater|radiator|lights?|lamps?|oven|stove|iron|fan|tv|television|ac|dryer|dishwasher|kettle|plug|humidifier|dehumidifier|"
    r"purifier|robot vacuum|vacuum|robot|boiler|sprinklers?|irrigation|blinds?|curtains?|shutters?|garage|gate|lock|thermostat|windows?|pump|door|camera))\b"
    r"|(空调|暖气|取暖器|热水器|风扇|加湿器|除湿机|净化器|台灯|夜灯|灯|扫地机器人|扫地机|洗衣机|电饭煲|烤箱|电视|窗帘|大门|房门|门锁|门|地暖|新风|咖啡机|插座|摄像头|熨斗|窗户|窗)",
    _I,
)
ROOMS = re.compile(
    r"\b(living ?room|bedroom|kitchen|bathroom|nursery|hall(?:way)?|office|study|garage|garden|balcony|cellar|basement|terrace|kids'? room)\b|(客厅|卧室|厨房|卫生间|浴室|婴儿房|儿童房|书房|车库|花园|阳台)",
    _I,
)
STATES = (
    ("locked", re.compile(r"\block(?:s|ed|ing)?\b|锁(?!屏)", _I)), ("closed", re.compile(r"\b(?:clos\w+|shut|down)\b(?=.{0,20}(?:blind|curtain|shutter|window|door|gate|garage)?)(?<!turn down)|拉上|关窗|关门|拉好", _I)),
    ("off", re.compile(r"\b(?:off|out)\b|关", _I)), ("open", re.compile(r"\b(?:blinds?|curtains?|shutters?) (?:\w+ )?(?:open|up)|\bopen (?:the )?(?:blinds?|curtains?|shutters?|gate|garage)|拉开", _I)),
    ("on", re.compile(r"\b(?:on|start\w*|runs?|up|warm\w*|cool\w*)\b|开|启动|扫|运行", _I)),
)  # fmt: skip
MEANS = (
    re.compile(
        r"\bwhat (?:does |is |are |do )?(?:an? |the )?[\"“'‘]?([\w][\w' -]{2,50}?)[\"”'’]? (?:means?|stands? for|is\b|are\b)",
        _I,
    ),
    re.compile(r"\bwhat (?:is|are|does|was)\b (?:an? |the )?[\"“'‘]?([\w][\w' -]{2,50}?)[\"”'’]?(?= mean|\?|$)", _I),
    re.compile(
        r"\b(?:heard of|know about|meaning of|look up|google|search for|find out about|read about) (?:an? |the )?[\"“'‘]?([\w][\w' -]{2,60}?)[\"”'’]?(?=[?.,!]|$)",
        _I,
    ),
    re.compile(
        r"(?:知道|什么是|啥是|听说过|查(?:一下|下|查)?)[“「《]?([㐀-鿿A-Za-z0-9 ]{2,16}?)[”」》]?(?:是什么|是啥|什么意思|吗|[，。？?！]|$)"
    ),
)
ASKED_OF = (
    re.compile(r"\bIs (?:the )?([A-Z][\w'&-]+(?: [A-Z][\w'&-]+){0,3}) (?:even |still |also )?(?:open|closed|free)"),
    re.compile(r"([㐀-鿿A-Za-z0-9]{2,12}?)(?:今天|明天|现在|还|几点)*(?:开门|开放|营业|开着|关门)"),
)
THING_LISTED = (
    re.compile(r"\b(?:(?:run|ran|running|all|nearly|almost) )?(?:out of|low on|no more) ([a-z][^.,;!?:]{2,50})", _I),
    re.compile(
        r"\b(?:bring|need|buy|replace(?: soon)?|running (?:low|out) (?:on|of)|out of|low on|new)\b[^:.]{0,24}:\s*([^.;!\n|]{2,60})",
        _I,
    ),
    re.compile(r"\b(?:this week|today'?s|your) ?(?:box|order|item|dish|veg\w*)?:\s*([^.;!\n|]{2,60})", _I),
    re.compile(r"(?:请带|需要|更换|换|买|缺|本周是|本周|这周是)[:：]?\s*([㐀-鿿A-Za-z0-9]{2,16})"),
    re.compile(r"\b(?:bought|own|purchased|have) (?:the|an?|your) ([\w][\w -]{2,50}?)(?=[:.,;]| is\b| was\b|$)", _I),
    re.compile(r"(?:购买的|买的)([㐀-鿿A-Za-z0-9]{2,20}?)(?=正在|已|将|被|，|。|$)"),
    re.compile(
        r"\b(?:bring|replace|buy|get|need|pack)\w* (?:the |an? |some |your |new |more |us |me )*([a-z][\w -]{2,40}?)(?= (?:for|on|by|before|at|tomorrow|today|please|soon|in|from)\b|[.,;!?|]|$)",
        _I,
    ),
    re.compile(r"([㐀-鿿A-Za-z]{2,12}?)(?:快|已|都)?(?:没了|用完|见底|不足|不多了|需更换|到期更换)"),
)
METRICS = (
    ("blood_pressure", re.compile(r"(\d{2,3}\s?/\s?\d{2,3})\s?(mmHg)?", _I)),
    ("blood_glucose", re.compile(r"(\d{1,3}(?:\.\d)?)\s?(mg/dL|mmol/L|mmol)", _I)),
    ("temperature", re.compile(r"(\d{2,3}(?:\.\d)?)\s?(°\s?[CF]|℃|℉|度|degrees)", _I)),
    ("weight", re.compile(r"(\d{2,3}(?:\.\d{1,2})?)\s?(kg|kilos?|公斤|千克|lbs?|pounds|斤|st)", _I)),
    ("heart_rate", re.compile(r"(\d{2,3})\s?(bpm|beats|次/分)", _I)),
    ("water", re.compile(r"(\d{2,4})\s?(ml|毫升|litres?|l\b|cl)", _I)),
    ("steps", re.compile(r"(\d{1,2}[,.]?\d{3})\s?(steps|步)", _I)),
    ("sleep", re.compile(r"(\d{1,2}(?:[.:]\d{1,2})?)\s?(h\b|hours?|hrs?|小时)", _I)),
)  # fmt: skip
METRIC_NAMES = (
    ("blood_glucose", re.compile(r"gluc|sugar|diabet|mmol|mg/dl|血糖", _I)), ("blood_pressure", re.compile(r"blood pressure|mmhg|\bcuff\b|血压", _I)),
    ("temperature", re.compile(r"temperature|fever|thermom|体温|发烧", _I)), ("weight", re.compile(r"weigh|scale|体重|秤|\bkg\b", _I)),
    ("heart_rate", re.compile(r"heart|pulse|\bbpm\b|心率|脉搏", _I)), ("water", re.compile(r"water|drink|glass|hydrat|水|毫升|\bml\b", _I)),
    ("sleep", re.compile(r"sleep|slept|睡眠", _I)), ("steps", re.compile(r"\bsteps\b|步数", _I)),
)  # fmt: skip
DURATION = re.compile(
    r"(\d{1,3}(?:\.\d)?|half an|an?|one|two|three|five|ten|fifteen|twenty|thirty|forty(?:-five)?|sixty)\s?(hours?|hrs?|h|minutes?|mins?|min|seconds?|secs?)\b"
    r"|(\d{1,3}|半个?|一|两|三|五|十|十五|二十|三十|四十五|四十)\s?(?:个)?(小时|钟头|分钟|分|秒)",
    _I,
)
NUMBER_WORDS = {
    "half an": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30,
    "forty": 40, "forty-five": 45, "sixty": 60, "半": 0.5, "半个": 0.5, "一": 1, "两": 2, "三": 3, "五": 5, "十": 10, "十五": 15,
    "二十": 20, "三十": 30, "四十": 40, "四十五": 45,
}  # fmt: skip
PRICE_WORDS = re.compile(r"\b(?:free|offer|discount|save)\b", _I)
