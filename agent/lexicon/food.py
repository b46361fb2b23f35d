"""Words about eating out and ordering in."""

from __future__ import annotations

import re

_I = re.IGNORECASE

TABLE = re.compile(
    r"\b(?:book|reserve) (?-i:[A-Z])[\w' ]{1,40} for (?:two|three|four|five|six|seven|eight|\d{1,2})\b|"
    r"\b(?:reserve|book|get us|get|grab|arrange)\b.{0,24}\b(?:table|reservation|spot)\b|\bcan you (?:book|reserve)\b"
    r"|\b(?:make|do) a reservation\b|订(?!好|了|到)[^，。,.]{0,6}?(?:位|座|桌|包间|餐厅)|预(?:订|定|约)(?:个"
    r"|一下)?(?:位|座|桌|包间|餐厅)|先订|订[^，。]{2,12}[，,][^。]{0,8}[一两二三四五六七八九十\d](?:个人|人|位)",
    _I,
)
RESTAURANT = (
    re.compile(r"\b(?i:book|reserve) (?:us )?([A-Z][\w'’&]*(?: [A-Z][\w'’&]*){0,3})(?= for\b)"),
    re.compile(
        r"\b(?:to|at) ([A-Z][\w'’&]*(?: [A-Z][\w'’&]*){0,3})(?= (?:at|tomorrow|tonight|on|for|this|next|\d{1,2}[:.]\d\d"
        r"|\d{1,2} ?[ap]m)\b|[,.?!]|$)"
    ),
    re.compile(r"(?:^|[.?!:,;]\s+)([A-Z][\w'’&]*(?: [A-Z][\w'’&]*){0,3}) (?:at|tomorrow|tonight|on) "),
    re.compile(r"\b(?:table|reservation|book) (?:us )?(?:a table )?(?:at|in) ([A-Z][\w'’&]*(?: [A-Z][\w'’&]*){0,3})"),
    re.compile(
        r"(?:^|[\s，,。！!])(?!今|明|后天|周|星期|礼拜|下周|晚|早|中午|下午|上午|公司|部门|我们|咱|大家|一起|全家|家庭|同学|年会|一块)"
        r"([㐀-鿿A-Za-z·]{2,10}?)(?=聚餐|聚一下|吃饭|吃晚饭|吃午饭|见面)"
    ),
    re.compile(
        r"(?:去|到|在|订|约在)《?([㐀-鿿A-Za-z0-9·]{2,10}?)》?(?=吧|吃|聚|见|怎么样|好不好|如何|订|的?位|，|,|。)"
    ),
)
NOT_A_NAME = frozenset(
    [
        "Dinner",
        "Lunch",
        "Brunch",
        "Breakfast",
        "Can",
        "Could",
        "We",
        "Let",
        "Hi",
        "Hey",
        "Hello",
        "Ok",
        "Okay",
        "Tonight",
        "Tomorrow",
        "I",
        "Mum",
        "Mom",
        "Dad",
        "Please",
        "Just",
        "How",
        "Maybe",
        "What",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "And",
        "The",
    ]
)
MEAL_HOURS = {"breakfast": 9, "brunch": 11, "lunch": 12, "dinner": 19, "supper": 19}
ORDER_FOOD = re.compile(
    r"(?i:\b(?:can|could|please|would|will) (?:you |we |u )?(?:please )?(?:order|get|have) (?:us |me "
    r"|in )?(?:some |a |an |the |another )?)"
    r"([^.?!\n]{3,70}?)(?: from ([A-Z][\w'’&]*(?: [A-Z][\w'’&]*){0,2}))?(?= (?:before|for|to|tonight|now|at|on"
    r"|by|please)\b|[.?!\n,]|$)",
)
ORDER_HAN = re.compile(
    r"外卖.{0,6}?(?:我要|想吃|来(?:一?份)?)([㐀-鿿]{2,8}?)(?=[，。；！？,.! ]|$)|(?:点"
    r"|叫|订)(?:个|份|一份|两份|几份|点|些)?([㐀-鿿]{0,10}?)外卖|(?:点|叫)(?:两|一|三|几)?(?:份"
    r"|个|只|杯"
    r"|碗)([㐀-鿿]{2,10})"
    r"|点(?:些|点)([㐀-鿿]{2,8})(?:吃|吧)",
)
FOOD = re.compile(
    r"\b(?:pizza|deep dish|burgers?|sushi|ramen|noodles?|falafel|curry|tacos?|burritos?|salads?|sandwich(?:es)?"
    r"|pasta|wings|"
    r"kebab|d[oö]ner|dumplings?|thai|indian|chinese|takeaway|takeout|take-out|food|dinner|lunch|soup|fries"
    r"|chicken|pho|"
    r"bowls?|wraps?|cake|ice cream|coffee|plates?|breakfast|bagels?|gyros|biryani|daal|pad thai|fish and chips"
    r"|meal|bibimbap)\b",
    _I,
)
COUNT = re.compile(r"^(?:(?:one|two|three|four|five|six|\d{1,2}|a|an|some|the|us|me|couple of)\s+)+", _I)
NEARBY = re.compile(
    r"\b(?:find|know|search|look for|suggest|recommend)\b.{0,24}?\b(?:a|an|some"
    r"|any)?\s?([a-z][a-z -]{2,30}? (?:place|restaurant|caf[eé]|"
    r"bar|pub|shop|spot|pharmacy|bakery|supermarket|atm|toilet|parking|petrol station|gas station|hotel))\b.{0,40}\b"
    r"(?:near|nearby|around|close by|here)\b"
    r"|\b(?:an?|any|some) ([a-z][a-z -]{1,30}? (?:place|restaurant|caf[eé]|bar|pub|shop|pharmacy|bakery"
    r"|supermarket|hotel)) "
    r"(?:nearby|around here|near (?:here|you|us)|close by)\b"
    r"|(?:找|搜|看看)(?:个|一?家|一下|找)?(?:附近|周围|旁边)的?([㐀-鿿]{2,10})|附近(?:找|有)(?:个|一?家"
    r"|没有)?(?:什么)?([㐀-鿿]{2,10})",
    _I,
)
CANTEEN = re.compile(r"\b(?:canteen|cafeteria|mensa|lunch ?room)\b|食堂|餐厅", _I)
CLOSED_TODAY = re.compile(
    r"\b(?:closed|no lunch|not (?:open|serving|available)|out of service|shut)\b|不供餐|停餐|关闭|不开|停业|暂停", _I
)
