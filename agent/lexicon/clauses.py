# ruff: noqa: E501 (a table of words)
"""Words that join the parts of what people say about themselves: when, where and on which days they do something."""

from __future__ import annotations

import re

_I = re.IGNORECASE

_SUBJECT = (
    r"(?:I|I'm|I'd|I'll|we|(?:my|the) (?:phone|mobile|screen|music|volume|media|alarm|ringer|fan|heat\w*|lights?|lamps?|apps?|"
    r"theme|display|brightness|battery|sound|notifications|robot|air ?con\w*|purifier|blinds|smart \w+|living ?room|bedroom)|"
    r"please|remind me|tell me|nothing|only|everything|music|no (?:calls|notifications|sound))\b"
)
# "When …, I …": the first part is the condition; a subordinate clause has two words or more.
LEADING = (
    re.compile(
        r"^(?:(?:please|also|and|so),? )?(?P<when>(?:when(?:ever)?|if|once|as soon as|while|until|unless|in case|every time|"
        r"each time|the moment|because|since|before|after|what|whoever|where(?:ver)?)\s[^,;:]{3,90})[,;:]\s*(?P<main>.{4,})$",
        _I,
    ),
    re.compile(
        r"^(?:(?:please|also|and|so),? )?(?P<when>(?:when(?:ever)?|if|once|as soon as|while|every time|before|after)"
        rf"(?:\s\S+){{2,16}})\s(?P<main>{_SUBJECT}\s.{{3,}})$",
        _I,
    ),
    re.compile(
        r"^(?P<when>(?:on|in|at|from|for|during|with|without|away from|to|before|after|around|past|every|by)\s[^,;:]{2,70})"
        r"[,;:]\s*(?P<main>.{4,})$",
        _I,
    ),
    re.compile(
        r"^(?P<when>(?:on|in|at|from|for|during|with|away from|before|after|around|past|every|by|to)(?:\s\S+){1,9})\s"
        rf"(?P<main>{_SUBJECT}\s.{{3,}})$",
        _I,
    ),
)
LOOSE = LEADING[2:]  # those that begin with a preposition
TRAILING = re.compile(
    r"^(?P<main>.{4,}?)[,;]?\s(?P<when>(?:when(?:ever)?|if|once|as soon as|while|until|unless|in case|every time|before|"
    r"after|because|on the (?:way|day|train|bus)|during|whenever)\s.{3,})$",
    _I,
)
HAN = re.compile(
    r"^(?P<when>[^，。；：]{1,28}?(?:的时候|时候|以后|之后|之前|以前|的话|时(?![间长刻常候])|(?<![今最])后(?![面来台])|(?<![提目以之])前(?![面台往])))"
    r"[，：]?\s*(?P<main>.{2,})$"
    r"|^(?P<when2>[^，。；：]{2,28})[，；：]\s*(?P<main2>.{2,})$"
    r"|^(?P<when3>[^，。；：]{2,24}?)(?P<main3>(?:我?就|我(?:会|都|要|一般|常|总|喜欢|习惯|只|先|才|马上|尽快|立刻|"
    r"(?=[听看放开点订叫去用拍记付买查发关告给回]))|请|要(?!是)|得).{2,})$"
)
SENTENCE = re.compile(r"(?<=[.!?。！？；])\s*(?=\S)")

AFTER = re.compile(r"\b(?:from|after|past|since|later than|as of)\b|以后|之后|过了|开始|起(?!床)|后", _I)
BEFORE_EVENT = re.compile(r"\bbefore\b|\bahead of\b|\bon the (?:morning|day) of\b|之前|以前|前(?!面|台)|那天", _I)
WEEKDAYS = re.compile(r"\b(?:weekdays?|work(?:ing)? ?days?|week ?days|school days)\b|工作日|平日|上班日", _I)
WEEKENDS = re.compile(r"\bweekends?\b|周末", _I)
DAY_NAMES = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:days?|sdays?|nesdays?|rsdays?|urdays?)?\b", _I)
HAN_DAYS = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])(?:[、和到至]?(?:周|星期)?([一二三四五六日天]))?")
FIRST_OF_MONTH = re.compile(r"\bon the (?:first|1st)\b|\bfirst of (?:the|each|every) month|每月(?:一|1)[号日]", _I)
PARTS = (
    (
        "morning",
        re.compile(r"\bmornings?\b|\bbreakfast\b|\bearly\b|早上|早晨|清早|一早|清晨|上午|早餐|早饭|晨", _I),
        5,
        11,
    ),
    ("noon", re.compile(r"\bnoon\b|\blunch(?:time|es)?\b|中午|午饭|午餐|午休", _I), 11, 15),
    ("afternoon", re.compile(r"\bafternoons?\b|下午", _I), 12, 19),
    ("evening", re.compile(r"\bevenings?\b|\btonight\b|\bsupper\b|晚上|傍晚|晚间|下班", _I), 16, 24),
    (
        "night",
        re.compile(r"\bnights?\b|\bbed(?:time)?\b|\bfall asleep\b|夜里|夜间|深夜|睡前|入睡|半夜|睡觉", _I),
        20,
        29,
    ),
)
ARRIVES = re.compile(
    r"\b(?:get|come|arrive|reach|am|walk in|getting|coming|arriving|back|enter|step)\w*\b.{0,14}\b(?:home|at|to|in|into|there|"
    r"back)\b|到(?:了|家|达)|回(?:到)?家|进(?:了|到|入|站)",
    _I,
)
AT_HOME = re.compile(
    r"\b(?:at|get|come|back|am|arrive|reach|coming|getting|return)\w*\s(?:\w+\s)?home\b|(?:到|回|在)(?:了)?家(?!里人)",
    _I,
)
LEAVES_HOME = re.compile(
    r"\b(?:leav\w*|go out|going out|head out|step out|out of)\b.{0,14}\b(?:home|house|flat|door|apartment)?\b|出门|离(?:开)?家|出去",
    _I,
)
AWAY = re.compile(
    r"\b(?:away from home|on the (?:go|road)|not (?:at )?home|out and about|outside)\b|在外面?|不在家|外出", _I
)
AT_WORK = re.compile(
    r"\b(?:at (?:work|the office|my desk|the shop|the studio)|in the office|office)\b|在?(?:公司|单位|办公室)", _I
)
TO_WORK = re.compile(
    r"\b(?:way (?:to|into) (?:work|school|the office|uni\w*)|commut\w*|to work|to school)\b|上班路上|上学路上|通勤|去(?:公司|上班|学校)的?路",
    _I,
)
ON_THE_WAY = re.compile(r"\bon the (?:way|train|bus|tram|metro|tube|ride)\b|路上|车上|地铁上|火车上|飞机上", _I)
PERCENT = re.compile(
    r"\b(?:below|under|less than|drops? (?:to|below)|falls? (?:to|below)|at|reaches|down to)\s(\d{1,2})\s?(?:%|percent|per cent)"
    r"|(?:低于|不到|少于|剩|降到|只有|不足)\s?(?:百分之)?(\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?)\s?%?",
    _I,
)
PUTS_ON = re.compile(
    r"\b(?:headphones?|earbuds?|buds|airpods|headset|hearing aids?)\b|\b(?:speaker|car|stereo|soundbar)\b.{0,12}\bconnect\w*|\bconnect\w*\b.{0,12}"
    r"\b(?:speaker|car|stereo)\b|\bin the car\b|\bget in(?:to)? (?:my|the) car\b|耳机|(?:音箱|车载|车机).{0,6}连|连(?:上|接).{0,6}(?:音箱|车)|上车|车里",
    _I,
)
NOT_DONE = re.compile(
    r"\b(?:never|don'?t want|do not want|not before|no need|hate when|rather not)\b|从不|不要自动", _I
)
GENERIC = re.compile(r"\b(?:always|usually|often|every)\b|总是|每次|一直", _I)
EXPLICIT_HOUR = re.compile(
    r"\d:\d\d|\b[ap]\.?m\b|\bmorning\b|\bnoon\b|\bnight\b|\bevening\b|\bafternoon\b|早|上午|下午|晚|中午|夜|凌晨", _I
)
STARTS = re.compile(
    r"\b(?:starts?|started|begins?|began|begun|goes on|switch(?:ed)? on|turn(?:ed)? on|running|opens?)\b|开始|启动|打开|运行",
    _I,
)
