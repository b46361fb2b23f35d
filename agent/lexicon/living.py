"""Words about home, workouts, media, health, money and the phone itself."""

from __future__ import annotations

import re

_I = re.IGNORECASE

SCENE = re.compile(r"\bscene\b|场景|情景", _I)
SCENE_NAME = (
    re.compile(r"(?:scene|场景|情景)s?\s*[\"“「『'‘]([^\"”」』'’]{1,40})[\"”」』'’]", _I),
    re.compile(r"[\"“「『'‘]([^\"”」』'’]{1,40})[\"”」』'’]\s*(?:\w+ )?(?:scene|场景|情景|模式)", _I),
    re.compile(r"\bthe ([A-Z]\w+(?: \w+)?) scene\b"),
)
COMES_HOME = re.compile(
    r"\b(?:get|come|arrive|am|return|getting|coming|arriving|back)\b.{0,12}\bhome\b|到家|回家|回到家", _I
)
IN_DARK = re.compile(r"\b(?:dark|after sunset|night)\b|天黑|夜", _I)
IN_EVENING = re.compile(r"\b(?:evenings?|after work)\b|晚上|傍晚|下班", _I)

# What a workout is called in habits → what a workout app calls it.
WORKOUTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"boulder|climb|攀岩|攀爬", _I), "climbing"),
    (re.compile(r"\b(?:run|runs|running|jog|jogging)\b|跑步|慢跑|晨跑|夜跑", _I), "running"),
    (re.compile(r"\bswim|游泳", _I), "swimming"),
    (re.compile(r"\b(?:cycl\w*|bike|biking|spinning)\b|骑行|骑车|单车", _I), "cycling"),
    (re.compile(r"\b(?:walk|walking|stroll)\b|散步|健走|快走|遛弯", _I), "walking"),
    (re.compile(r"\b(?:hike|hiking)\b|徒步|登山|爬山", _I), "hiking"),
    (
        re.compile(r"\b(?:strength|weights?|lifting|gym|workout|crossfit)\b|力量|举铁|健身|撸铁", _I),
        "strength_training",
    ),
    (re.compile(r"\byoga\b|瑜伽", _I), "yoga"),
    (re.compile(r"\bpilates\b|普拉提", _I), "pilates"),
    (re.compile(r"\brow(?:ing)?\b|划船", _I), "rowing"),
    (re.compile(r"\btennis\b|网球", _I), "tennis"),
    (re.compile(r"\bbadminton\b|羽毛球", _I), "badminton"),
    (re.compile(r"\bbasketball\b|篮球", _I), "basketball"),
    (re.compile(r"\b(?:soccer|football)\b|足球", _I), "soccer"),
    (re.compile(r"\b(?:dance|dancing|zumba)\b|跳舞|舞蹈", _I), "dancing"),
)
WORKOUT_DONE = re.compile(
    r"\b(?:run|ride|walk|swim|workout|hike|activity)\b.{0,12}\b(?:finished|completed?|done|saved|recorded)\b"
    r"|(?:运动|跑步|骑行|步行|训练)(?:已)?(?:完成|结束)",
    _I,
)
DISTANCE = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)\s?(km|kilometers?|mi|miles?|公里|千米)(?![a-z])", _I)
POSTS = re.compile(r"\b(?:post|tweet|share)s?\b|发(?:一?条|个)?(?:动态|朋友圈|微博)", _I)
PAYS_BY_CODE = re.compile(r"\b(?:pay|paying)\b.{0,60}\b(?:code|wallet|qr)\b|付款码|支付码|扫码付|出示.{0,4}码", _I)

DO_NOT_DISTURB = re.compile(
    r"do not disturb|\bdnd\b|quiet hours|no (?:calls|sound|notifications) (?:at night|after)|勿扰|免打扰", _I
)
ALARMS_ONLY = re.compile(r"alarms? only|only alarms?|alarms (?:may|can|still)|只留闹钟|仅闹钟|只(?:响|有|让)闹钟", _I)
DARK_MODE = re.compile(r"dark (?:mode|theme)|night mode|深色|夜间模式|暗色|黑暗模式", _I)
BRIGHT = re.compile(r"\b(?:bright|brightness|dim|glare)\b|刺眼|太亮|亮度|调暗", _I)
NIGHT = re.compile(r"\b(?:night|evening|bed|dark|late|sleep|after (?:nine|ten|eleven))\b|晚上|夜|睡前|床上", _I)
VIBRATE = re.compile(r"\bvibrate|\bvibration|震动|振动", _I)
SILENT = re.compile(r"\bsilent|\bmute|\bquiet|静音", _I)

HEADPHONES = re.compile(
    r"headset|headphone|earbud|earphone|buds|pods|\bwh-|\bwf-|jabra|bose|qc ?\d\d|freebuds|airdots|momentum|耳机"
    r"|耳麦",
    _I,
)
LISTEN = re.compile(
    r"\b(?:listen|podcast|music|jazz|radio|audiobook|songs?|playlist|album|sounds?|noise)\b|听|播客|音乐|歌"
    r"|有声书|白噪音",
    _I,
)
WATCH = re.compile(r"\b(?:watch|video|series|show|episode|documentary)\b|看(?:视频|剧|片|番)|视频|纪录片|追剧", _I)
RIDE = re.compile(r"\b(?:train|rides?|flight|bus|journey|plane|trip)s?\b|高铁|火车|坐车|飞机|路上|动车|地铁", _I)
IN_CAR = re.compile(r"\b(?:car|drive|driving)\b|开车|车上|车里", _I)
SLEEP = re.compile(r"\b(?:sleep|asleep|bed|bedtime)\b|睡|入睡|助眠", _I)

BILL = re.compile(
    r"\b(?:overdue|outstanding|bill|invoice|amount due|payment (?:due|is due|request)|balance due|rent|premium"
    r"|tuition|fee"
    r"|statement)\b|requests? [€$£¥]|requested [€$£¥]"
    r"|账单|缴费|电费|水费|燃气费|煤气费|物业费|房租|话费|学费|还款|应缴|应付|欠费|收款",
    _I,
)
DUE_TODAY = re.compile(
    r"\bdue (?:today|now|immediately)\b|\btoday,? (?:is )?(?:the )?(?:last|due)\b|\b(?:last|final) day\b"
    r"|\boverdue\b|\bfinal (?:notice|reminder)\b|\bpast due\b|by (?:the end of )?(?:today|tonight|midnight)\b"
    r"|today is the (?:last|due)|due date:? today|今[日天](?:为|是)?.{0,6}(?:最后|截止|到期)|(?:最后|截止"
    r"|到期).{0,8}今[日天]|今[日天].{0,6}(?:前|内|缴|还)|已逾期|逾期未",
    _I,
)
AUTOMATIC = re.compile(
    r"\b(?:direct debit|auto-?pay|automatic(?:ally)?|standing order|will be (?:collected|charged|debited"
    r"|deducted|paid)|was paid|has been paid|paid (?:in full|by|from)|no action|"
    r"nothing you need to do|need not do|do not need to|payment received|thank you for your payment|already paid"
    r"|refund)\b"
    r"|自动扣款|自动(?:缴|还|续)|代扣|无需操作|无需|已缴|已付|已还|缴清|支付成功|已扣|退款",
    _I,
)
SIGNED = re.compile(r"^\s*[【\[]([^】\]]{2,20})[】\]]")
REQUESTS_MONEY = re.compile(
    r"^(.{2,40}?) (?:requests?|requested|is requesting|wants) ([€$£¥]\s?\d[\d.,]*\d|\d[\d.,]* ?(?:EUR|USD|GBP"
    r"|CNY))|^(.{2,20}?)(?:向你|请求)(?:收款|付款)",
    _I,
)
CART = re.compile(r"\b(?:in your (?:cart|basket|bag)|your (?:cart|basket))\b|购物车", _I)
CHEAPER_THAN = re.compile(
    r"(?:less than|under|below|cheaper than|drops? (?:to|below)|down to|低于|少于|降到|跌破"
    r"|不到|(?:价位|价格)(?:是|为)?)\s?[€$£¥]?\s?(\d{1,6}(?:[.,]\d{1,2})?)",
    _I,
)

READING = re.compile(
    r"\b(?:reading|measured?|measurement|taken|result|recorded|your (?:weight|temperature|blood pressure"
    r"|glucose))\b|测量|读数|结果|记录",
    _I,
)
METRICS: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = (
    ("blood_glucose", re.compile(r"(\d{1,3}(?:\.\d)?)\s?(mg/dL|mmol/L)", _I), re.compile(r"gluc|sugar|read|血糖"
        r"|测", _I)),
    ("blood_pressure", re.compile(r"(\d{2,3}\s?/\s?\d{2,3})\s?(mmHg)?", _I), re.compile(r"blood pressure|mmhg"
        r"|血压", _I)),
    ("temperature", re.compile(r"(\d{2,3}(?:\.\d)?)\s?(°\s?[CF]|℃|℉)", _I), re.compile(r"temperature (?:taken"
        r"|reading|measured)|thermometer|fever|体温", _I)),
    ("weight", re.compile(r"(\d{2,3}(?:\.\d{1,2})?)\s?(kg|公斤|千克|lbs?|斤)", _I), re.compile(r"weigh|scale"
        r"|体重|称重", _I)),
    ("heart_rate", re.compile(r"(\d{2,3})\s?(bpm|次/分)", _I), re.compile(r"heart|pulse|心率|脉搏", _I)),
    ("sleep", re.compile(r"(\d{1,2}(?:[.:]\d{1,2})?)\s?(h|hours?|小时)(?![a-z])", _I), re.compile(r"\bslept\b"
        r"|sleep (?:recorded|result)|睡眠(?:记录|测量)", _I)),
)  # fmt: skip
METRIC_WORDS = {
    "blood_glucose": r"gluc|sugar|diabet|血糖", "blood_pressure": r"blood pressure"
        r"|血压", "temperature": r"temperature|fever|体温|发烧",
    "weight": r"weigh|scale|体重|秤", "heart_rate": r"heart|pulse|心率", "sleep": r"sleep|睡眠",
}  # fmt: skip
LOGS = re.compile(r"\b(?:log|record|track|note|write down|enter)\b|记|登记", _I)

NO_INTERNET = re.compile(
    r"no internet|without internet|pages do not load|can'?t (?:connect to|reach) the internet"
    r"|limited connectivity|无法(?:访问|连接)(?:互联网|网络)|无互联网|没有网络|无网络",
    _I,
)
STORAGE = re.compile(r"\bstorage\b|存储|内存|空间", _I)
FULL = re.compile(r"\b(?:almost full|nearly full|full|running out|low|left)\b|不足|已满|将满|快满", _I)
SYSTEM = re.compile(
    r"^android$|systemui|\.settings|com\.android\.|\.gms|filesgo|nbu\.files|securitycenter|\.files\b", _I
)

LOCK_OPEN = re.compile(r"\b(?:unlocked|left open|is open|still open|has been open)\b|未锁|没锁|未关|没关|开着", _I)
LEFT_ON = re.compile(
    r"\b(?:left on|still on|is on|has been on|running for|been on for)\b|还开着|未关闭|仍在运行|忘(?:了|记)关", _I
)
NOBODY = re.compile(
    r"\bnobody(?:'s| is)? (?:at )?home\b|\bno one(?:'s| is)? (?:at )?home\b|everyone (?:has )?left|you(?:'re"
    r"| are) away|when you left|无人在家|家中无人|没人在家|家里没人",
    _I,
)
FOR_LONG = re.compile(
    r"\b(?:still|left|forgot\w*)\b.{0,20}\b(?:open|on|unlocked)\b|\bfor \d+ (?:min|h)|(?:仍|还)(?:未|没|开)"
    r"|已(?:打开|开启)\d+|忘(?:了|记)关",
    _I,
)
LOCKED_BY = re.compile(r"\blocked by\b|已上锁|已锁", _I)
LOCKABLE = re.compile(r"door|lock|门", _I)
SHUTTABLE = re.compile(r"door|window|gate|garage|curtain|blind|门|窗|车库$", _I)
COLDER_THAN = re.compile(
    r"(?:colder than|below|under|less than|低于|不到|冷于)\s?(\d{1,2})(?:\s?(?:degrees|°|度|℃))?", _I
)
WARMER_THAN = re.compile(
    r"(?:warmer than|hotter than|above|over|more than|高于|超过)\s?(\d{1,2})(?:\s?(?:degrees|°|度|℃))?", _I
)
SWITCH_ON = re.compile(
    r"(?:switch|turn) (?:on )?(?:the |my )?([a-z][a-z ]{1,24}?)(?: on)?(?=[.,;]|$)|(?:打开|开)(?:一下)?(空调"
    r"|暖气|加热器|电暖气|取暖器|热水器|风扇|加湿器|净化器|灯)",
    _I,
)
DEGREES = re.compile(r"(-?\d{1,2}(?:\.\d)?)\s?(?:°\s?C|℃|度|°)", _I)
IN_CLASS = re.compile(
    r"\b(?:in class|teach(?:ing)?|in (?:a )?meetings?|at work|in (?:a )?lectures?|on shift|driving|in surgery"
    r"|with a (?:patient|client))\b|上课|开会|上班|讲课|开车",
    _I,
)
TEXTS = re.compile(r"\b(?:text|message|write|sms)\b|发短信|发消息|发信息|回短信|回消息", _I)
FILMS = re.compile(r"\b(?:i|we|to|and) (?:always |usually )?(?:film|record|video)\b|录像|录视频|拍视频|录下", _I)
PHOTOS = re.compile(r"\b(?:photograph|take (?:a )?(?:photos?|pictures?))\b|拍照", _I)

_THING = (
    r"(?:heating|heater|radiator|light|lights|lamp|oven|fan|tv|television|air ?con\w*|ac|washing machine|washer"
    r"|dryer|dishwasher|coffee (?:machine|maker)|"
    r"kettle|plug|humidifier|purifier|vacuum|robot|boiler|sprinkler|blinds|curtains|fairy lights)"
)
_HAN_THING = "空调|暖气|取暖器|热水器|风扇|加湿器|净化器|灯|扫地机器人|扫地机|洗衣机|电饭煲|烤箱|电视|窗帘|大门|门锁"
SWITCH_ASKED = re.compile(
    rf"\b(?:turn|switch|put) (?P<verb>on|off) (?:the |our |my )?(?P<device>(?:[a-z]+ ){{0,2}}{_THING})\b"
    rf"|\b(?:turn|switch|put) (?:the |our |my )?(?P<after>(?:[a-z]+ ){{0,2}}?{_THING}) (?P<verb2>on|off)\b"
    r"|\block (?:the |our )?(?P<door>(?:front |back |garage )?door)\b"
    rf"|(?P<hanverb>打开|开一下|开下|关掉|关一下|关上|关了|关下|锁上|锁一下)(?:家里的?|客厅的?"
    rf"|卧室的?)?(?P<han>{_HAN_THING})"
    rf"|(?P<hanthing>{_HAN_THING})(?:都|也|给|先)?(?P<hanverb2>打开|开一下|开开|关掉|关一下|关上|关了|锁上|锁一下)",
    _I,
)
LEAVES_HOME = re.compile(
    r"\b(?:leave|leaving|go out of)\b.{0,16}\b(?:home|house|flat|apartment)\b|出门|离家"
    r"|离开家",
    _I,
)
TO_BED = re.compile(r"\b(?:go(?:ing)? to bed|bedtime|before (?:i )?(?:sleep|bed))\b|睡前|睡觉前|上床", _I)
BIRTHDAY = re.compile(r"\bbirthday\b|生日", _I)
LOUD_WANTED = re.compile(
    r"\b(?:keep|have|put|turn) (?:your )?(?:phone|ringer|sound)(?: on| loud| up)+\b|\b(?:turn"
    r"|switch) (?:on )?your (?:ringer|sound)(?: on| up)?\b|don'?t (?:put|have) (?:it|your phone) on silent"
    r"|别(?:开)?静音|(?:手机)?开(?:着|一下)?(?:声音|铃声)|保持(?:电话|手机)?畅通",
    _I,
)
VOLUME = re.compile(r"\bvolume\b|\bloud(?:er|ly)?\b|音量|声音(?:太大|小)|小声", _I)
