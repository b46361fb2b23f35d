"""Words about journeys, lines, weather and parcels."""

from __future__ import annotations

import re

_I = re.IGNORECASE

WE_ARE_AT = re.compile(
    r"\b(?:we(?:'re| are)|i(?:'m| am)|everyone(?:'s| is)) (?:all )?(?:already |now |here |waiting "
    r"|standing )*(?:at|by|in front of|outside|near|here)\b"
    r"|waiting (?:at|for you at)|我们(?:都)?(?:已经)?(?:到|在).{0,12}(?:了|等)|在.{1,12}(?:等你|门口|集合)",
    _I,
)
LEAVE_NOW = re.compile(
    r"\b(?:time to leave|leave (?:now|by|at)|you should leave|head out)\b|该出发|出发时间|建议.{0,8}出发", _I
)
CINEMA = re.compile(r"\b(?:cinema|movies?|film|imax|multiplex)\b|电影|影院|影城", _I)
DISRUPTED = re.compile(
    r"\b(?:interrupted|suspended|no (?:service|trains?|buses|trams)|not running|closed|closure|severe delays?"
    r"|cancell?ed|strike|signal failure|"
    r"part suspended|major delays?|disruption|delays? of (?:up to )?\d+|delayed)\b|故障|停运|限速|中断|晚点|延误"
    r"|封闭|暂停|改乘|事故|拥堵|封路",
    _I,
)
MINOR = re.compile(r"\bminor delays?\b|轻微", _I)
SLOWER = re.compile(
    r"\b\d{1,3} min(?:utes)? (?:longer|slower|more)|heavy traffic|slower than usual|longer than usual|比平时多"
    r"|严重拥堵|路况拥堵",
    _I,
)
DELAYED = re.compile(r"\b(?:late|delayed|delays?)\b|晚点|延误", _I)
LATE_BY = re.compile(
    r"(\d{1,3}) ?min(?:utes?)? late|late by (\d{1,3})|delay(?:ed)? (?:of |by )?(?:about |up to )?(\d{1,3})"
    r"|(?:晚点|延误)(?:约|预计)?(\d{1,3})分",
    _I,
)
COMMUTE = re.compile(
    r"commut|drive to|ride to|way to (?:work|school|uni)|bus to|train to (?:work|school)|通勤|上班|上学|去公司"
    r"|去学校",
    _I,
)
TAKES_RIDE = re.compile(
    r"(?:take|get|order|call|use) (?:a |an )?(?:ride|taxi|cab|uber|lyft)|打车|叫车|网约车|出租车", _I
)
RAIN = re.compile(r"\b(?:rain(?:s|ing|y)?|showers?|storms?|thunderstorms?|pouring|snow(?:s|ing)?)\b|下雨|雨|雪", _I)
STATION = re.compile(r"\b(?:station|airport)\b|高铁站|火车站|机场|车站", _I)
ELSEWHERE = re.compile(r"\bsaved (?:places|cities|locations)\b|收藏|关注的城市|saved place", _I)
WEATHER = re.compile(r"\bweather\b|天气", _I)
ALERT = re.compile(
    r"\b(?:heavy|severe|strong|warning|alert|thunderstorms?|storms?|gusts?|hail|flood|heat|ice|icy|snow|blizzard"
    r"|hurricane|tornado|gale|frost|uv)\b"
    r"|暴雨|雷|预警|大风|台风|冰雹|高温|暴雪|寒潮|大雾|沙尘|冻雨|强对流",
    _I,
)
OUTDOOR = re.compile(
    r"\b(?:runs?|running|jog|walk|hike|hiking|cycling|ride|bike|soccer|football|baseball|tennis|golf|practice"
    r"|training|picnic|garden|park|field|beach|"
    r"pier|seafront|bbq|barbecue|camping|outdoor|market|zoo|trip|climb|sail|ski|excursion|marathon|parade"
    r"|festival|stadium|terrace|playground|"
    r"sightseeing|construction|building site|shoot|match|kick-?off|fair|tour|race|lake"
    r"|boat)\b|户外|写生|公园|跑步|骑行|足球|野餐|爬山|徒步|烧烤|露营|郊游|春游|秋游"
    r"|动物园|马拉松|遛|散步|网球|操场|海边|湖|运动会|浇筑|施工|工地|外景|搬家|集市|球赛|晾晒|采摘|钓鱼",
    _I,
)
PICKUP_CODE = re.compile(
    r"\b(?:pick-?up|collection|locker|access) code\b|\bcode[: ]+[A-Z0-9-]{4,10}\b|取件码|提货码|取货码|自提码", _I
)
READY = re.compile(
    r"\bready (?:for pick-?up|to collect|for collection)\b|\barrived at\b|\bwaiting\b|待取|已到|可取|请取", _I
)
COLLECTED = re.compile(r"\b(?:collected|picked up|delivered)\b|已取|已签收|签收", _I)
PARCEL = re.compile(
    r"\b(?:parcel|package|shipment|deliver(?:y|ed)|courier|tracking|order)s?\b|ship|快递|包裹|物流|派送|配送"
    r"|快件|驿站|取件",
    _I,
)
PARCEL_TROUBLE = re.compile(
    r"\b(?:delayed|delay|exception|failed|not delivered|undeliver\w*|attempt(?:ed)?|held|on hold|missed delivery"
    r"|problem|returned|address (?:issue|problem)|customs)\b"
    r"|延误|延迟|异常|失败|滞留|退回|问题件|未送达|改派|无法派送|清关",
    _I,
)
TRANSIT = re.compile(r"\bin transit\b|\bon its way\b|\bwe have your\b|运输中|已发货|已揽", _I)
_TRAIN_NAME = re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,4})[ ]?(\d{2,5})(?!\d|:\d)")
_LINES = (
    re.compile(r"(?<![A-Za-z0-9])([A-Z]{1,3}\d{1,3})(?![A-Za-z0-9])"),
    re.compile(r"(?<!\d)(\d{1,2}号线)"),
    re.compile(r"\b((?:[A-Z][a-z]+(?: & [A-Z][a-z]+)?|[A-Z]) [Ll]ine)\b"),
    re.compile(r"\b([A-Z]{3,5})(?=:|\b)"),
    re.compile(r"\b((?:line|route|bus|tram) \d{1,3})\b", _I),
    re.compile(r"\b([IAM]-?\d{1,3})\b"),
    re.compile(r"(?<!\d)(\d{1,3}路)"),
)


def train_names(text: str) -> set[str]:
    """Train and flight numbers in a text, without blanks."""
    return {letters + number for letters, number in _TRAIN_NAME.findall(text[:2000])}


def lines(text: str) -> set[str]:
    """The lines of public transport that a text names."""
    return {name for pattern in _LINES for name in pattern.findall(text[:2000])}


def mentions(line: str, text: str) -> bool:
    """Whether a text names that line (12号线 does not name 2号线)."""
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(line)}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None


BOARDING = re.compile(
    r"\b(?:boarding (?:now|has (?:started|begun)|starts?|begins?|time|soon)|now boarding|gate (?:change|is now"
    r"|has changed)|final call|last call)\b"
    r"|开始登机|正在登机|登机口(?:变更|更改)|最后(?:登机)?广播|催促登机",
    _I,
)
TANK = re.compile(
    r"\b(?:low fuel|fuel (?:is |level )?(?:low|almost empty)|tank (?:is )?(?:low|almost empty)|low range"
    r"|range (?:is )?low|only \d+ (?:km|mi|miles) (?:of range )?left)\b"
    r"|油量(?:不足|低|过低)|燃油不足|续航(?:不足|低|仅剩)|电量不足.{0,6}(?:车|续航)",
    _I,
)
ELECTRIC = re.compile(r"\brange\b|\bcharg|\bEV\b|续航|电", _I)
RIDE_ASKED = re.compile(
    r"\b(?:order|get|call|book)\b.{0,12}\b(?:a|an|the) (?:taxi|cab|ride|uber"
    r"|lyft)(?: to (?:the )?(?P<to>[^.,?!\n]{2,60}))?"
    r"|(?:叫|打)(?:个|辆|一辆)?(?:车|的|出租车|网约车)(?:去|到)?(?P<han>[㐀-鿿A-Za-z0-9]{2,12})?",
    _I,
)
TRAVELS = re.compile(
    r"\b(?:flight|fly|ferry|drive to|sailing|departs?|airport|[A-Z]{2} ?\d{3,4})\b|航班"
    r"|飞往|飞机|轮渡|自驾|[A-Z]{2}\d{4}",
    re.IGNORECASE,
)
LATER_DAYS = re.compile(
    r"\btomorrow\b|\bovernight\b|\btonight\b|\bweekend\b|\b(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day\b|明[天日早晚]|今夜|夜间|\d{1,2}[日号]",
    re.IGNORECASE,
)
TRAFFIC = re.compile(
    r"\btraffic\b|\bdelay|\bjam|\bslow|\bcongest|\baccident|\bmin(?:utes)? (?:longer|more"
    r"|slower)|拥堵|堵|事故|缓行|延误|比平时",
    re.IGNORECASE,
)
