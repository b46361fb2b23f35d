"""Words by which people ask the user for something."""

from __future__ import annotations

import re

_I = re.IGNORECASE

LOCATION = re.compile(
    r"(?:send|share|drop|give)(?: me| us)?(?: your| the| a| ur)?(?: live| current| exact)? (?:location|position"
    r"|pin)\b"
    r"|where (?:exactly )?are you (?:exactly|right now|now)?\??.{0,40}(?:find you|come over|looking for you"
    r"|location|pick you up)"
    r"|发(?:个|一下|下|我)?(?:你的|实时)?(?:位置|定位)|共享(?:一下)?(?:实时)?位置|(?:位置|定位)(?:发|给)(?:我"
    r"|一下|过来)",
    _I,
)
SEND = re.compile(
    r"\b(?:send|share|forward|mail|email|pass|show)\b.{0,20}\b(?:me|us|it|over|along)\b|\bsend (?:the|that|your)\b"
    r"|\bshare (?:the|that|your)\b|发(?:给)?我|发给|发一下|传(?:给)?我|传一下|发我一下|转我|转给我|发过来|传过来"
    r"|发来",
    _I,
)
SEND_ME = re.compile(
    r"^(?:[\w']{1,12}[,!.]? ){0,4}(?:send|forward|share) (?:me|us)\b|[.!?,] ?(?:send|forward) (?:me|us)\b|发我"
    r"|发给我|传我",
    _I,
)
PICTURE = re.compile(
    r"\b(?:photos?|pictures?|pics?|images?|selfies?|snaps?|screenshots?)\b|照片|合照|合影|图片|那张|相片|截图"
    r"|自拍",
    _I,
)
VIDEO = re.compile(r"\b(?:videos?|clips?|recordings?)\b|视频|录像", _I)
DOCUMENT = re.compile(
    r"\b(?:pdf|files?|documents?|docs?|worksheets?|agenda|slides?|deck|report|sheet|spreadsheet|contract|notes|form|"
    r"presentation|invoice|resume|cv|paper|draft|scan|ticket|lease|plan|list)\b"
    r"|文件|文档|表格|合同|报告|课件|资料|方案|简历|讲义|议程|发票|扫描件|幻灯片|作业",
    _I,
)
JUST_NOW = re.compile(r"\bjust (?:took|shot|made|taken)\b|\bfrom (?:just now|today)\b|刚才|刚刚|刚拍|今天拍", _I)
PHOTO_OF = re.compile(
    r"\b(?:photo|picture|pic|snap) of (?:the|your|that|this|my|our)\b|拍(?:一?张|个)?.{0,10}(?:发|给)我", _I
)
SCREENSHOT = re.compile(r"\b(?:take|send|make|share)\b.{0,20}\bscreenshots?\b|截(?:个|一张|一下)?(?:屏|图)", _I)
MAIL_NAME = re.compile(r"\b(?:[Ee]-?mail|[Ww]rite(?: a mail)? to|mail to) ([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)")
ABOUT = re.compile(r"\babout ([^.?!\n]{3,70})|关于([^。？！，\n]{2,30})", _I)
TAKE_PHOTO = re.compile(
    r"\btake (?:the|a|our|some|another)?\s?(?:group )?(?:photo|picture|pic|selfie|shot)s?\b"
    r"|拍(?:个|张|一张|几张)?(?:合照|合影|照|照片|集体照)|(?:帮|给)(?:我们|大家|我).{0,6}拍",
    _I,
)
TAKE_VIDEO = re.compile(
    r"\b(?:film|record|take a video of|video)\b (?:it|this|us|the|her|him)|(?:录|拍)(?:个|段|一段)?(?:视频|像)", _I
)
NOTE = re.compile(
    r"\b(?:note (?:it|this|that|them|these) down|write (?:it|this|that|them|these) down|make a note|take a note"
    r"|jot .{0,12}down|put (?:it|this|them) (?:in|on) (?:a|your|the) (?:note|list)s?|save (?:it|this) as a note"
    r"|note down|write down (?:the|this|my|our|these))\b"
    r"|记(?:一下|下来|个笔记|在备忘录|到备忘录)|写(?:下来|到备忘录)|备忘一下",
    _I,
)
OPEN = re.compile(
    r"\b(?:open|read|look at|check(?: out)?|see|have a look|take a look|fill (?:\w+ )?(?:in|out)|sign|watch)\b"
    r"|看一下|看看|看下|打开|点开|瞧瞧|填一下|过目",
    _I,
)
JOIN_NOW = re.compile(
    r"\b(?:join|jump in|hop on|hop in|come say|we(?:'re| are) (?:starting|on|live|waiting|in|all here)"
    r"|call is on|dial in"
    r"|started|starting now|come in)\b|开始了|进来|上线|加入会议|进会|快来|在线等|等你",
    _I,
)
BUY = re.compile(
    r"\b(?:buy|order|get|find|look for|search for|pick)\b.{0,40}\b(?:online|on (?:amazon|the internet|your phone))\b"
    r"|\bcan you (?:order|buy)\b|\b(?:out of|ran out of|running (?:low|out) (?:of|on)|need(?: some| a| new"
    r"| more)?)\b.{1,60}"
    r"\b(?:buy|order|look|search|find)\b|\b(?:buy|order)(?: us| me| some| a| another| new)\b"
    r"|(?:买|下单|网购|订)(?:一|点|些|两|几|个|包|袋|瓶)|网上(?:找|买|搜)|手机上(?:找|买|搜|看看)",
    _I,
)
RUN_OUT = (
    re.compile(r"(?:out of|ran out of|running (?:low on|out of)|almost out of|no more) ([^.!?;\n]{2,60})", _I),
    re.compile(
        r"(?:buy|order|get|look for|search for|need)(?: us| me| some| a| an| the| new| more| another| few"
        r"| couple| of)* "
        r"([^.!?;\n]{2,60}?)(?: online| on (?:amazon|the internet|your phone)|[.!?;\n]|$)",
        _I,
    ),
    re.compile(r"(?:家里|咱家|家)?(?:的)?([㐀-鿿A-Za-z0-9]{1,10}?)(?:都)?(?:快)?(?:没了|没有了|用完了|吃完了"
        r"|不多了|喝完了)"),
    re.compile(r"买(?:一|两|几|点|些|个|包|袋|瓶|盒|箱|条|件|双|新的?)*([㐀-鿿A-Za-z0-9]{2,10})"),
)  # fmt: skip
YES_WANTED = re.compile(
    r"(?i:answer|reply|respond|text back|confirm)\b.{0,40}\b(?:with )?[\"'“‘]?(YES|Y|OK|CONFIRM|1"
    r"|C)\b[\"'”’]?(?! to (?:stop|opt|unsub))"
    r"|\b(yes) is enough\b|\bjust (?:say|reply|write) (yes|ok)\b|\byes or no\b"
    r"|回复[“\"「『]?(是|确认|好的?|1|Y|同意|参加)[”\"」』]?|回(?:个|一个)?[“\"「]?(好|是|1|确认)[”\"」]?(?:就行"
    r"|即可)",
)
LET_ME_KNOW = re.compile(r"\blet me know\b|\btell me\b|告诉我|跟我说|说一声|回我", _I)
COVER = re.compile(r"\b(?:can|could|would|are) you\b[^?]{3,80}\?|(?:能|可以|行|方便)[^？?]{1,40}[吗么]?[？?]", _I)
CALL_ME = re.compile(
    r"\b(?:call|ring|phone) me(?: back)?\b|\bgive me a (?:call|ring)\b|\bcan you call\b"
    r"|给我(?:回|打)?(?:个)?电话|回(?:我)?(?:个)?电话|打给我|打我电话",
    _I,
)
NOT_CALL = re.compile(r"(?:don'?t|no need to|not) call|call me (?:crazy|old)|(?:不用|别)(?:给我)?(?:打|回)", _I)
LATE_ASK = re.compile(
    r"\b(?:tell|text|let|message|write|call) me (?:know )?(?:if|when) you(?:'re| are|'ll be"
    r"| will be)? ?(?:going to be |running )?(?:late|delayed|"
    r"on your way|there|home|back|leaving|land)\b|\bwhen (?:are|will) you (?:be )?(?:home|back|here|there|arrive"
    r"|coming)\b"
    r"|\bwhat time (?:are|will|do) you (?:be |get )?(?:home|back|here|arrive|coming)"
    r"|晚了.{0,6}(?:告诉|说|跟)|(?:几点|什么时候|啥时候)(?:能)?(?:到|回)|晚点.{0,4}(?:告诉|说)|到了.{0,4}(?:告诉|说)",
    _I,
)
POST = re.compile(
    r"\b(?:can|could|please|would|will) (?:you )?(?:post|tweet|share a post"
    r"|put (?:up )?a post)\b.{0,12}?(?:about|on|for)? ?(?:about )?"
    r"([^.?!\n]{3,90})|发(?:条|个|一条)(?:朋友圈|动态|微博|帖子|推文)",
    _I,
)
NUMBER_OF = re.compile(
    r"\b(?i:do you have|can you (?:send|give|text) me|send me|what(?:'s"
    r"| is)) ([A-Z][\w.'-]*(?: [A-Z][\w.'-]*)?)(?:'s|’s)? "
    r"(?:phone )?(?:number|contact|cell)\b|(?:有|发我|给我|要)(?:一下)?([㐀-鿿]{2,4}?)的?(?:电话|手机号?|号码|联系方式)"
    r"|([㐀-鿿]{2,4}?)的?(?:电话|手机号?|号码|联系方式)(?:给我|发我|多少|是多少|有吗|有没有|给一个|发一下)",
)
LOOK_UP = re.compile(
    r"\b(?:can|could|please|would) (?:you )?(?:please )?(?:google|look up|search (?:the web )?for"
    r"|find out) ([^.?!\n]{3,90})"
    r"|(?:查一下|搜一下|百度一下|查查|搜搜)([^。？！，\n]{2,40})",
    _I,
)
FREE_ON = re.compile(
    r"\b(?:are you free|do you have time|are you available|got time|any plans|are you busy)\b|有空[吗么]"
    r"|有空没|有没有空|得空|有时间没|有没有时间|(?:行|方便|可以)不(?:行|方便|可以)?|有时间[吗么]"
    r"|方便[吗么]|有安排[吗么]",
    _I,
)
MAIL_TO = re.compile(r"\b(?:e-?mail|write (?:a mail )?to|send (?:an? )?e?-?mail to)\b|发(?:个|封)?邮件", _I)
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
MY_NUMBER = re.compile(
    r"\b(?:this is my (?:new )?number|my new number|save (?:my|this) number|please save (?:it|this|me)"
    r"|add me to your contacts)\b"
    r"|(?:这是|换)我?的?(?:新)?(?:号码|手机号|电话)|存一下|新号码",
    _I,
)
NAME_OF_SENDER = (
    re.compile(r"\b(?:this is|my name is|it's|it is|I am|I'm|here is) ([A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2})"),
    re.compile(r"我(?:是|叫)(?:[^，。,！!]{0,12}的)?([㐀-鿿]{2,4})(?=[，,。！!（(\s]|$)"),
)
REMEMBER = re.compile(
    r"\b(?:don'?t forget|remember|make sure|remind (?:me|yourself)|please bring|be sure)\b(?: to)? ([^.?!\n]{3,100})"
    r"|(?:别忘了|记得|不要忘了|提醒)([^。？！\n]{2,40})",
    _I,
)
SET_TIMER = re.compile(
    r"\b(?:set|start) (?:a|the) timer\b|\btake (?:it|them) out (?:in|after)\b|定(?:个|一个)?时|倒计时|计时", _I
)
PLAY_VIDEO = re.compile(
    r"\b(?:play|start|watch|put on)\b.{0,60}\bvideo\b|\bvideo\b.{0,60}\b(?:play|start|watch|put (?:it )?on)\b"
    r"|(?:看|放|播)(?:一下|个|那个)?.{0,16}(?:视频|教程)|(?:视频|教程).{0,20}(?:打开|放|播|看)",
    _I,
)
PLAY_MUSIC = re.compile(
    r"\b(?:play|put on|start)\b (?:some |the |that |our )?([^.?!\n]{2,50}?)(?: (?:song|playlist|album|music))\b"
    r"|(?:放|播|来)(?:点|首|一首|些)(?:音乐|歌)?《?([^》。？！，\n]{1,20})》?",
    _I,
)
COOKING = re.compile(
    r"\b(?:cook|make|bake|prepare) (?!(?:sure|it|a note|the)\b)([a-z][\w' -]{2,40}?)(?= tonight| today| tomorrow"
    r"| for |[,.?!\n]|$)"
    r"|(?:做|煮|烧|烤)(?:个|一?道|点)?([㐀-鿿]{2,8}?)(?=[，,。！？吧的]|$)",
    _I,
)
QUOTED = re.compile(r"[\"“「『《']([^\"”」』》']{2,60})[\"”」』》']")
IN_MINUTES = re.compile(
    r"\b(?:set|start) (?:a|the) timer\b|\b(?:take|turn|switch|check|get|stir|remove|flip)\b.{0,40}\b(?:in"
    r"|after) \d{1,3} ?min"
    r"|\d{1,3}分钟(?:后|以后|之后)(?:记得|把|关|拿|取|翻|帮|看)|定(?:个|一个)?(?:时|\d{1,3}分钟)|倒计时",
    _I,
)
