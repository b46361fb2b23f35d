"""Words so common that they tell nothing, and words that must not be taken apart."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# English words that carry no meaning of their own.
PLAIN = _words(
    """
    when where what which with from that this them they then there their have into about after before
    while until every always usually often some more most much very just like want need needs does make
    makes gets goes come comes things thing people something someone anything everything soon once right
    away please first last next time times week month year minutes hours hour half past only also than
    over under again still because without straight same each other another will would should must could
    shall been being were your mine ours days daily
    """
)
# Pairs of characters that do so.
PLAIN_HAN = _words(
    """
    我的 的时 时候 一个 个人 的话 今天 明天 晚上 早上 上午 下午 中午 就是 可以 什么
    没有 自己 我们 他们 都要 要是 一次 一下 的人 了我 我就 我会 会我 的我 不用 时间
    已经 现在 需要 一般 有时 有人 喜欢 每天 每次 周末 这个 那个 以后 之后 之前 以前
    的东 东西 的事 事情 如果 到了 了就 请帮 帮我 提醒 记得 通知
    """
)
# Words that are written large and name nobody.
NO_NAMES = _words(
    """
    I I'm I'd I'll Mon Tue Wed Thu Fri Sat Sun Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    January February March April May June July August September October November December Twitter
    WhatsApp Fit Slack Spotify YouTube
    """
)
# Nouns of their own: a meeting is more than to meet.
WHOLE = _words(
    """
    meeting note reading training living building evening morning wedding parking boarding heating washing
    booking listing clothing cutting lightning during something nothing anything everything king ring
    spring string thing bring
    """
)
