"""Words by which advertising, cancellations and requests are told apart."""

from __future__ import annotations

import re
from functools import lru_cache

PROMOTION = re.compile(
    r"(?-i:\bReply (?!YES|Y\b|OK|CONFIRM|C\b|NO\b)[A-Z]{3,}\b)|unsubscribe|opt out|reply stop"
    r"|view in browser|because you subscribed|voucher|\b\d{1,2}\s?% off\b|\bsale\b"
    r"|\bdeals?\b"
    r"|\boffers?\b|special price|\bdiscount|newsletter|members only|book (?:now|until|by)|sign up|order now"
    r"|tickets for"
    r"|free (?:delivery|webinar|trial)|on sale|from \d+ (?:pounds|euros?|dollars?)|prices? from|from [$€£]\d"
    r"|for \d+ (?:pounds|euros?|dollars?)|pay less|our picks|recommended for you"
    r"|退订|拒收|优惠|折|满\d+减|特惠|促销|秒杀|会员日|开抢|领取|红包|限时|报名|快贷|贷款|资金需要|借款额度|预售|现已开售|周年庆|立减",
    re.IGNORECASE,
)
CANCELLED = re.compile(r"^(?:declined|cancell?ed|rejected)\b|^(?:已拒绝|已取消|取消)", re.IGNORECASE)
FRAUD = re.compile(
    r"(?:phone|mobile) (?:broke|is broken|is lost|fell)|new number.{0,80}(?:payment|money|transfer|urgent|help)"
    r"|gift card|(?:手机|号码)(?:坏了|丢了).{0,40}(?:新号|转账|钱)|转账|汇款|验证码",
    re.IGNORECASE | re.DOTALL,
)
PAST = re.compile(
    r"\b(?:yesterday|last (?:week|night|sunday|monday|tuesday|wednesday|thursday|friday|saturday|month|year)"
    r"|remember (?:when|that|how|those)|"
    r"we (?:ate|had|were|went)|i (?:ate|had|went)|back then)\b|昨天|昨晚|上周|上次|上个月|那年|去年",
    re.IGNORECASE,
)
DONE_BY_THEM = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:already |just )?(?:booked|reserved|ordered|bought|sent|got (?:us )?(?:a|the))\b"
    r"|已经?(?:订|买|点|发|约)|(?:订|买|点|发)好了|订好位",
    re.IGNORECASE,
)
# What is done already, takes care of itself, or is somebody else's: nothing is left to do.
SETTLED = re.compile(
    r"\b(?:no action|nothing (?:else |more )?(?:to do|you need|is due)|no need to|need not"
    r"|(?:do|does)n'?t need to|already (?:paid|done|booked|sent|logged|"
    r"saved|translated|picked up|collected|handled|taken)|has been (?:paid|collected|picked up"
    r"|saved|logged|cancell?ed|delivered|resolved|fixed)|"
    r"was (?:paid|collected|picked up|cancell?ed|saved|logged|delivered)|direct debit|auto-?pay"
    r"|automatically|taken care of|all (?:good|set|done)|"
    r"never mind|false alarm|back to normal|runs? (?:on time|normally)|again as usual|is sorted"
    r"|got it|found it|thanks for)\b"
    r"|无需|不用(?:管|了|操作|处理)|已(?:经)?(?:付|缴|还|取|签收|处理|完成|取消|解决|恢复"
    r"|记录|保存|翻译|找到)|自动(?:扣|缴|还|续)|没事了|搞定|恢复正常|正常运行"
    r"|\b(?:goal (?:is )?reached|skipped|not affected|unaffected|welcome back|has ended"
    r"|closed today|moved to (?:next|another)|how was|feedback"
    r"|delivered to your (?:home|door)|will be delivered|no need)\b|\bno day off\b|目标达成"
    r"|已跳过|不受影响|欢迎回来|已结束|闭馆|改到下|满意吗|送到家|没批|全部(?:学完|完成)"
    r"|不用回",
    re.IGNORECASE,
)
# Somebody says that they have done it, know it or have it themselves.
DONE_BY_SENDER = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:already |just |now )?(?:filmed|photographed|recorded"
    r"|looked|found|ordered|booked|bought|sent|saved|paid|cooked|"
    r"fixed|solved|called|told|posted|took|made|got|bring|brought|picked|cleaned|closed"
    r"|locked|turned|switched|fed|walked|watered|collected|know)\b"
    r"|^got (?:the|it|your|them)\b|(?:已经?|都)(?:给|发|转|寄|送)(?:给)?(?:我|他|她|你"
    r"|过来)|(?:存档|找着|找到|联系上|收到|弄好|搞定|发给\w{1,6})了|我(?:已经?|都|刚)?(?:拍"
    r"|录|买|订|付|发|查|取|点|做|锁|关|开|喂|浇|打)(?:好|过|完|到|下来)?了|我(?:现在)?知道",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"\b(?:can|could|would|will) (?:you|u|we|someone)\b|\bplease\b|\bpls\b|\bplz\b|\bmind\b|\bwould be great\b"
    r"|\b(?:do|did|have) you\b|\bneed you to\b|请|麻烦|帮|能不能|可以.{0,12}吗|吧|一下|能.{0,12}吗|给我|发我",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def promotes(text: str) -> bool:
    """Whether a text reads like advertising."""
    return bool(PROMOTION.search(text))


@lru_cache(maxsize=1024)
def over(text: str) -> bool:
    """Whether a text tells of what is past, or of what the sender has done already."""
    return bool(PAST.search(text) or DONE_BY_THEM.search(text))
