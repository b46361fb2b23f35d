# ruff: noqa: E501 (a table of words)
"""Words by which people ask: the request itself, and what they ask about. What they ask for is in deeds."""

from __future__ import annotations

import re

_I = re.IGNORECASE

# A clause that wants something done.
REQUEST = re.compile(
    r"\bkindly\b|\b(?:can|could|would|will|cd|wd) (?:you|u|ya|we|someone|somebody|i (?:have|get|see|borrow))\b|\bplease\b|\bpls\b|\bplz\b|\bmind (?:\w+ing)\b|\bmay i (?:have|get|see)\b"
    r"|\b(?:need|want|like) you to\b|\bdo me a favou?r\b|\b(?:any chance|is it possible|would it be possible|be a dear|be so kind|do you (?:have|still have|mind))\b"
    r"|\bi (?:still |really |also )?(?:need|could use|could do with)\b|\bwe (?:still |really )?need\b|\bgot (?:the|a|any|that)\b.*\?|\bhave you got\b|\byou(?:'re| are) (?:on \w+ duty|in charge of|the one)\b"
    r"|\b(?:don'?t forget|remember|make sure|be sure)\b|\b(?:would|it'?d) be (?:great|lovely|nice|good|super|cool)\b|🙏"
    r"|请|麻烦|帮(?:我|忙|个忙|一下|他|她)|能不能|能否|可不可以|可以.{0,14}[吗么]|能.{0,14}[吗么]|给我|发我|替我|记得|别忘|劳驾|拜托|一下|好吗|行吗|方便.{0,8}吗|要不你|你去|你来|还差|缺",
    _I,
)
# An imperative at the start of a clause.
IMPERATIVE = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|so|and|also|oh|then|btw|fyi|right|quick one|love|darling|honey|babe|mate|mum|mom|dad|\w{2,12}[,!:])[,!]?\s+){0,3}"
    r"(?:just |quickly |then )?(?:send|share|forward|call|ring|phone|text|book|reserve|order|buy|get|grab|pick|bring|find|search|google|look|check|open|read|fill|sign|join|come|meet|"
    r"turn|switch|put|set|start|stop|close|lock|take|film|record|photograph|snap|play|watch|listen|note|write|save|add|remind|tell|let|pay|transfer|show|track|navigate|drive|post|translate|"
    r"keep|wake|move|cancel|dim|charge|water|feed|leave|hop|jump|dial)\b",
    _I,
)
SENTENCES = re.compile(
    r"(?<=[.!?。！？;；\n])\s*|(?<=[,，]) (?=(?:can|could|please|pls|would|so can)\b)|(?<=[，])(?=帮|请|麻烦|能|记得|你)",
    _I,
)

WHERE_ARE_YOU = re.compile(
    r"\bwhere (?:exactly )?(?:are|r) (?:you|u|ya)\b|\bwhere(?:'ve| have) you (?:got to|parked)|\bhow far (?:away |out |off )?are you\b|\bare you (?:close|near|nearly here|almost here|lost)\b|\bcan'?t (?:find|see) you\b"
    r"|\bwhich (?:entrance|exit|side|corner|platform|table) are you\b|\bwhat'?s your location\b|\b(?:location|pin) (?:please|pls)\b|\bshare (?:your )?location|\bdrop (?:me )?a pin"
    r"|[你您](?:人)?(?:现在)?(?:在|到)哪|^(?:现在)?到哪(?:儿|里)?了|走到哪|(?:找|看)不(?:到|见)你|还有多远|哪个(?:门|出口|口)|位置发|发(?:个|下|一下)?(?:位置|定位)|共享位置",
    _I,
)
WHERE_IS_PARCEL = re.compile(
    r"\b(?:when|is|has|did|does|where|any (?:news|sign)|what happened)\b[^.!]{0,40}\b(?:parcel|package|delivery|shipment|order|box|post|mail|arriv\w*|come|coming|deliver\w*|shipped|tracking|get here)\b[^.!]{0,30}\?"
    r"|[㐀-鿿]{2,10}到哪(?:儿|里)?了|(?:快递|包裹|快件|货)[^。！]{0,14}(?:到|哪|发|送|几时|什么时候|没)[^。！]{0,8}[？?吗了呢]|(?:什么时候|几时|哪天)[^。！]{0,8}(?:到货|送到|寄到|能到)",
    _I,
)
MEET_AT = re.compile(
    r"\b(?:meet(?:ing)?|see|find|join|come (?:over )?to|we(?:'re| are)(?: all| now)?|i(?:'m| am)(?: now)?|waiting|get to|come straight to|pick (?:me|us|him|her) up)\b(?: (?:me|us|you|up|here|there|already|now|straight|waiting))* "
    r"(?:at|in front of|outside|by|near|from|to)\s(?:the )?(?P<place>(?-i:[A-Z])[\w'’&-]+(?:[ ,]+(?:(?-i:[A-Z0-9])[\w'’&.-]*|of|the|and|st\.?|street|road|gate|cafe|station|park|\d+)){0,5})"
    r"|(?:来|到|去|在)(?P<han>[㐀-鿿A-Za-z0-9]{2,16}?)(?:等|找|接|见|汇合|碰头|集合|碰面|门口)",
    _I,
)
NOW = re.compile(
    r"\b(?:now|already|right away|asap|waiting|here|come|straight|quick(?:ly)?|on (?:your|my) way|in (?:\d+|ten|five|fifteen|twenty) min)\b|现在|已经|马上|快|等你|到了|过来|直接",
    _I,
)
CALLED_OFF = re.compile(
    r"\b(?:call(?:ed|ing)? (?:it )?off|cancel\w*|(?:is|are|'s) off\b|no (?:need|longer)|not happening|skip|scrap|sleep in|postpon\w*|won'?t (?:happen|be|make)|rather not|closed (?:today|tomorrow)|day off|no (?:school|class(?:es)?|work|lecture|shift|training|practice)|"
    r"can'?t make it|don'?t (?:have|need) to (?:come|be|get up)|free day|take the day off|work(?:ing)? from home|later start|starts? later|lie[- ]in)\b"
    r"|取消|不(?:用|去|开|上|来|办)了|改(?:天|期|到下)|延期|放假|停课|停工|调休|居家|在家办公|多睡|不用(?:来|早起|去|上)|批了",
    _I,
)
TOMORROW = re.compile(r"\btomorrow\b|\bdawn\b|\bin the morning\b|\btonight\b|\bearly\b|明(?:天|早|日|晨)|早上|一早", _I)
WEATHER_ASKED = re.compile(
    r"\b(?:will|is|does|gonna|going to)\b[^.?!]{0,20}\b(?:rain|snow|dry|sunny|cold|warm|hot|windy|storm|wet|freez\w+)\b[^.!]{0,40}\?|\b(?:need|take|bring|pack|wear)\b[^.!?]{0,20}\b(?:umbrella|raincoat|jacket|coat|sunscreen|wellies)\b[^.!]{0,40}\?|\b(?:weather|forecast)\b[^.!]{0,40}\?|(?:下雨|冷|热|天气|带伞|下雪|降温|晒)[^。！]{0,14}[？?吗呢]",
    _I,
)
TICKETS_ASKED = re.compile(
    r"\b(?:have|got|where are|bring|need|show|ready)\b[^.!]{0,20}\b(?:tickets?|boarding pass(?:es)?|booking|qr)\b|票(?:在|带|呢|准备|有)|出票|取票|拿票",
    _I,
)
DEVICE_DOUBT = re.compile(
    r"\bdid (?:you|we|i)\b[^.?!]{0,20}\b(?:lock|close|shut|turn off|switch off|leave)\b|\b(?:left|forgot)\b[^.?!]{0,30}\b(?:on|open|unlocked|running)\b|\bis the \w+ (?:still )?(?:on|off|locked|open|unlocked)\b|(?:门|窗|灯|空调|煤气|电器?|热水器|烤箱|熨斗)[^。！]{0,8}(?:关|锁)(?:了)?(?:没|吗|好)|忘(?:了|记)?(?:关|锁)",
    _I,
)
OWES = re.compile(
    r"\b(?:you owe|owe me|your (?:share|half|part)|pay me back|send me (?:the )?(?:money|[€$£¥]|\d+)|transfer (?:me|your|the)|split(?:ting)?|chip in|per person|each\b)\b|(?:转|付|给|还)(?:我|一下)[^。]{0,6}(?:钱|\d|元|块)|AA|你(?:那份|的份|应付)|每人\d|分摊|平摊",
    _I,
)
CALL_MY = re.compile(
    r"\b(?:call|ring|phone|facetime|video call) (?:me|us|him|her|them|your? \w+|(?-i:[A-Z])\w+)\b|\bgive (?:me|us|him|her|\w+) a (?:call|ring|bell|buzz|shout)\b|(?:打|回|给)[^。，]{0,6}(?:个|一个)?(?:电话|视频)|回电|语音(?:一下)?",
    _I,
)
PLACE_CHANGED = re.compile(
    r"\b(?:come to|meet (?:at|in)|moved? to|instead|different (?:room|place|venue|entrance|gate)|new (?:room|venue|place|address|location)|now in|relocated|changed to)\b|改(?:到|在|成)|换(?:到|成|地方|教室|地点)|地点(?:改|变|换)",
    _I,
)
DUTY = re.compile(
    r"\b(?:take|turn|switch|get|check|flip|stir|remove|pull|move|swap|call|wake|out|off|needs?|ready|done|ring|back|leave)\b|拿|取|关|翻|搅|看|好|熟|叫|出锅",
    _I,
)
SHOPPING = re.compile(r"\b(?:shopping|grocer(?:y|ies)|list)\b|购物|清单|菜单", _I)
INFO_WORTH_NOTE = re.compile(
    r"\b(?:wi-?fi|door|gate|alarm|entry|access|locker|building|safe|key ?box)\s?(?:password|code|pin|combination)\b|\bpassword (?:is|:)|\bcode (?:is|:|for the)\b|\b(?:the )?(?:address|recipe|dosage|measurements?|size|list|instructions|ingredients|licence plate|registration) (?:is|are|:)"
    r"|(?:密码|门禁|口令|车牌|尺码|地址|配方|用量|门锁|暗号)(?:是|为|：|:)|(?:清单|要买的|要带的)[:：]",
    _I,
)
CODE_ASKED = re.compile(
    r"\b(?:what(?:'s| is| was)|send|need|have|got|tell)\b[^.!]{0,20}\b(?:code|pin)\b|(?:取件码|提货码|密码|码)(?:是|多少|发|给|呢)",
    _I,
)
IN_CART = re.compile(r"\b(?:in|into|from) (?:your|the|our|my) (?:\w+ )?(?:cart|basket|bag)\b|购物车", _I)
PAY_ASKED = re.compile(r"\b(?:pay|settle|transfer)\b|付|缴|交(?:钱|费|一下)|还款", _I)
RINGER_OFF = re.compile(
    r"\b(?:still|phone|ringer|thing)\b[^.?!]{0,16}\b(?:muted?|silent|on vibrate)\b|\b(?:didn'?t|don'?t|couldn'?t) (?:you )?hear (?:it|me|the phone|your phone)|\bcan'?t (?:reach|get hold of) you|\bturn (?:up )?your ring\w*|(?:手机|电话)?(?:是不是|还)?(?:静音|震动)|打不通|没(?:人)?接|听不到",
    _I,
)
MUST_DO = re.compile(
    r"\b(?:please|everyone|all of you|must|required|mandatory|by \d|before \d|deadline|closes?|until|today|asap)\b|必须|务必|请|截止|尽快|各位|大家|全员|\d点前|今天",
    _I,
)
ANSWER_DUE = re.compile(
    r"\b(?:are you|you) (?:in|coming|joining|up for it)\b[^.!]{0,30}\?|\bcoming or not|\b(?:need|have) to know\b|\b(?:rsvp|let (?:me|us) know (?:if|whether|by|asap|today|tonight) (?!you need|anything|something|it|there)|yes or no|in or out|waiting for (?:your|an) (?:answer|reply))\b|\bcan (?:i|we) count (?:on )?you\b"
    r"|来不来|去不去|参不参加|能来吗|来吗|去吗|给(?:个|句)话|给个准信|等你(?:回复|回话|消息|一句话)|报个?名|就差你|回(?:个|一)?(?:话|复)|怎么说",
    _I,
)
NUMBER_WANTED = re.compile(
    r"\b(?:number|contact|phone) (?:of|for)\b|\b\w+'s (?:phone )?(?:number|contact)\b|\b(?:number|contact details)\b[^.!]{0,30}\?|(?:电话|号码|手机号|联系方式)(?:号码?)?(?:给我|发我|发一下|给一?个|多少|是多少|有吗|有没有|推我|发过来)|(?:要|求|给我|发我)[^，。]{0,10}(?:电话|号码|联系方式)",
    _I,
)
ARRIVAL_CHANGED = re.compile(
    r"\b(?:arriv\w*|get(?:ting)? (?:there|in)|be there|make it|running late|late|later|delayed|not (?:before|until)|instead|push\w*|check(?:ing)?[- ]in)\b|到(?:店|达|那|您|你)?(?:大概|大约|要|可能|得)|改(?:坐|乘|签|到)|晚(?:点|到|一?些)|赶不上|推迟|才(?:能)?到",
    _I,
)
# The sender does it, or has begun to.
DOES_IT_THEMSELVES = re.compile(
    r"\bi(?:'ll| will| can)\b[^.!?,;]{0,20}\b(?:take|turn|get|check|pull|do|stir|switch|remove)\b|我(?:来|会|去)|我已经",
    _I,
)
