"""Words about appointments, deadlines, journeys and getting up."""

from __future__ import annotations

import re

_I = re.IGNORECASE

APPOINTMENT = re.compile(
    r"\b(?:appointment|check-?up|booked for|scheduled (?:for|on)|meeting|visit|interview|viewing|consultation"
    r"|session|"
    r"see you (?:on|at|then)|is confirmed for|will take place|takes place|rehearsal|exam|parent(?:s"
    r"|-teacher)? (?:evening|meeting)|"
    r"inspection|hearing|vaccination|surgery|reservation is|your booking|delivery slot|installation|technician"
    r"|engineer|"
    r"recital|ceremony|workshop|training|orientation|graduation|haircut|party|wedding)\b"
    r"|预约|家长会|会议|开会|面试|体检|复诊|就诊|看牙|门诊|手术|定于|考试|答辩|面谈|上门|安装|培训|讲座|典礼"
    r"|婚礼|聚会|彩排|演出安排|接种|疫苗",
    _I,
)
ATTEND = re.compile(
    r"\b(?:please (?:be|come|attend|join|arrive|call)|be there|see you|is booked|are booked|is confirmed"
    r"|you are expected|your (?:\w+ )?(?:appointment|check-?up|visit|booking|"
    r"interview|session)|attendance|mandatory|please note)\b|请(?:准时|按时|务必|提前|您|携带)|参加|准时|出席"
    r"|到场|您已|已为您|您的|定于",
    _I,
)
MEET = re.compile(
    r"\b(?:let'?s meet|meet(?:ing)?(?: up)?|come over|birthday|party|dinner|lunch|brunch|coffee|drinks|picnic"
    r"|movie|concert|game night|barbecue|bbq|"
    r"pick (?:me|him|her|them) up|see you)\b|见面|碰面|聚餐|聚会|聚一聚|吃饭|生日|聚|喝咖啡|看电影|接我|接他"
    r"|接她|来家里|(?<![再回看听意点分半])见(?=[！!~～。.，,\s]|$)|不见不散|集合",
    _I,
)
MOVED = re.compile(
    r"\b(?:moved|move|rescheduled|reschedule|postponed|brought forward|instead of|changed (?:to|from)"
    r"|new (?:time|date)|shifted|pushed (?:to|back))\b"
    r"|改(?:到|为|至|期|在)|推迟|提前到|延期|调整(?:到|为|至)|挪到|变更",
    _I,
)
DEADLINE = re.compile(
    r"\b(?:due|deadline|closes|submit(?:ted)?\b.{0,40}?\b(?:by|before|until)|hand in|must be (?:in|submitted)"
    r"|last day|expires"
    r"|register by|rsvp by|"
    r"return (?:it |them )?by|application closes)\b|截止|到期|提交|最后一天|逾期|过期",
    _I,
)
DONE = re.compile(
    r"\b(?:received|nothing (?:else )?is due|submitted successfully|completed|thank you for (?:submitting"
    r"|your submission)|graded)\b"
    r"|已提交|已收到|已完成|提交成功",
    _I,
)
PAYMENT_WORDS = re.compile(
    r"\b(?:bill|invoice|payment|amount|pay|rent|fee|statement|parcel|delivery|subscription|voucher|points)\b"
    r"|账单|缴费|付款|还款|包裹|积分|话费|电费|水费",
    _I,
)
FLIGHT = re.compile(
    r"\b(?:flight|boarding (?:pass|time)?|airport|gate [A-Z]?\d+|terminal)\b|航班|登机|机场|飞机|起飞", _I
)
TRAIN = re.compile(
    r"\b(?:train|rail|railway|ICE ?\d+|IC ?\d+|TGV|Amtrak|eurostar|platform \d+)\b|高铁|火车|动车|列车|车票|检票"
    r"|[GDCKTZ]\d{2,4}(?!\d)",
    _I,
)
BUS = re.compile(r"\b(?:bus|coach) (?:to|from|ticket)|flixbus|greyhound|大巴|汽车票|长途车", _I)
AT_AIRPORT_BY = re.compile(
    r"(?:be at the airport|arrive|check in|bag drop closes?)\D{0,20}(?:by |before |at )?(\d{1,2}):(\d{2})", _I
)
TRAVEL_LEAD = re.compile(
    r"提前.{0,4}?([一二两三四五]|\d)(?:个)?(半)?(?:小时|钟头)|([a-z]+|\d) hours? (?:before|earlier|ahead)", _I
)
LATE_START = re.compile(
    r"\b(?:\d[- ]hour delay|delayed (?:opening|start)|starts? late|late start|(?:school|class(?:es)?|lecture"
    r"|office|work|shift|train|flight|meeting) "
    r"(?:is |are |has been |have been )?(?:cancell?ed|closed|postponed)|snow day|no (?:school|class(?:es)?"
    r"|work) today|closed today|first class is)\b"
    r"|停课|放假一天|延迟(?:上课|上班|开学|到校)|推迟(?:上课|上班|到校)|今天不上(?:课|班)|居家办公",
    _I,
)
TOMORROW = re.compile(r"\btomorrow\b|明天|明早|明日|明晨", _I)
STARTS = re.compile(
    r"\b(?:starts?|begins?|resumes?|departs?|departure|leaves?|boarding|flight|train|period 1|first (?:class"
    r"|period|shift)|be (?:there|at)|meet|pick you up|"
    r"check-?in|shift|kick-?off|tutorial|lecture|exam|class|meeting)\b|出发|开始|集合|发车|起飞|登机|上课|上班"
    r"|开会|检票|早班|考试|[GDCKTZ]\d{2,4}(?!\d)",
    _I,
)
ONLINE = re.compile(
    r"https?://|\b(?:online|zoom|teams|google meet|webex|phone|call|virtual|room|floor|level)\b|线上|会议室|电话"
    r"|腾讯会议|楼层|教室|\d+楼",
    _I,
)
LINK_IN_CALENDAR = re.compile(r"https?://\S+")
PERFORMANCE = re.compile(
    r"\b(?:theatre|theater|opera|concert|cinema|movie|film (?:screening|night)|play|ballet|musical|recital"
    r"|symphony|philharmon\w+|"
    r"performance|lecture|exam|library|funeral|wedding|ceremony|mass|church|service|seminar|premiere"
    r"|\w{0,20}bühne|\w{0,20}oper|screening|show)\b"
    r"|剧|音乐会|演唱会|话剧|电影|演出|歌剧|讲座|考试|典礼|葬礼|婚礼|音乐厅|剧场|剧院|影院|图书馆|课堂|相声|舞蹈",
    _I,
)
HATES_RINGING = re.compile(
    r"\b(?:phone|ring\w*|mobile)\b.{0,60}(?:not ring|silent|quiet|vibrate|mute|hate|embarrass|off)"
    r"|hate.{0,30}ring\w*|(?:silence|mute).{0,30}phone"
    r"|手机.{0,10}(?:静音|震动|振动|关|不能响|别响)|静音",
    _I,
)
TICKETED = re.compile(r"\b(?:seats?|tickets?|order|row|booking|admission|gate|section)\b|票|座位|订单|排\d|取票", _I)
REMINDER_READY = re.compile(
    r"\b(?:is|are) ready(?: for (?:pick-?up|collection))?(?:\s+(?:now|today))?\s+(?:at|in|from)\s+([^.\n]{4,80})"
    r"|(?:已(?:经)?(?:可以?取|配好|备好|做好|修好|到货)).{0,12}?(?:地址|在)[:：]?\s?([^。，\n]{3,40})",
    _I,
)
TIMER_START = re.compile(r"\b(?:started|remaining|running|left|to go)\b|开始|剩余|还剩|运行中", _I)
APPLIANCE = re.compile(
    r"\b(?:washer|washing machine|dryer|dishwasher|oven|laundry|cooker|rice cooker|bread maker|cycle)\b|洗衣机"
    r"|烘干机|洗碗机|烤箱|电饭煲|面包机",
    _I,
)
OVER = re.compile(r"\b(?:finished|done|complete[d]?|ended|ready)\b|完成|结束|已停", _I)
