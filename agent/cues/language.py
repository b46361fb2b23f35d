"""Which language is a text in? Scripts and stop words; enough to tell a message that the user cannot read."""

from __future__ import annotations

import re
from functools import lru_cache

_STOP = {
    "en": "the and you to of is it in for that on are with have this be at we not your can will from was just do me",
    "de": "der die das und ich nicht ist sie wir ein eine zu den mit auf für im es sich bitte haben können uns wird um "
    "bis ihnen ihr guten vielen dank hallo herr frau noch auch aber oder wenn heute morgen dem des von schicken",
    "fr": "le la les et je vous est un une des pour pas que dans en du ce qui sur au nous il elle avec bonjour merci "
    "votre mon ma êtes pouvez suis plus mais demain matin soir lui à doit avez",
    "es": "el la los las y que de en un una por para con no es está usted su mi se lo hola gracias mañana puede "
    "tiene muy pero como esta buenos días del al casa favor",
    "pt": "o a os as e que de em um uma por para com não é você seu sua se bom dia obrigada obrigado amanhã pode "
    "às da do na no podes está mas como deixar vem à",
    "it": "il lo la gli le e che di in un una per con non è sono si ciao grazie domani può della del al mi ti buongiorno "
    "questo anche ma come casa sera alle",
    "nl": "de het een en ik je niet is dat op te van met voor zijn we kunt hallo dank morgen maar ook naar wij u",
    "pl": "i w na nie to się z do jest że proszę dzień dobry dziękuję jutro czy pan pani jak ale dla od przez",
    "tr": "ve bir bu için de da ne çok merhaba teşekkür ederim lütfen yarın var mı değil ile gibi",
    "sv": "och att det i på är som en jag inte för med till av hej tack imorgon du vi kan om har ska",
}
_SETS = {code: frozenset(words.split()) for code, words in _STOP.items()}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SCRIPTS = (
    ("ja", re.compile(r"[぀-ヿ]")),
    ("ko", re.compile(r"[가-힯]")),
    ("zh", re.compile(r"[㐀-鿿]")),
    ("ru", re.compile(r"[Ѐ-ӿ]")),
    ("ar", re.compile(r"[؀-ۿ]")),
    ("hi", re.compile(r"[ऀ-ॿ]")),
    ("th", re.compile(r"[฀-๿]")),
    ("el", re.compile(r"[Ͱ-Ͽ]")),
)
NAMES: dict[str, tuple[str, ...]] = {
    "en": ("english", "英文", "英语"),
    "de": ("german", "deutsch", "德语", "德文"),
    "fr": ("french", "français", "法语", "法文"),
    "es": ("spanish", "español", "西班牙语"),
    "pt": ("portuguese", "葡萄牙语"),
    "it": ("italian", "意大利语"),
    "nl": ("dutch", "荷兰语"),
    "pl": ("polish", "波兰语"),
    "tr": ("turkish", "土耳其语"),
    "sv": ("swedish", "瑞典语"),
    "ja": ("japanese", "日语", "日文"),
    "ko": ("korean", "韩语", "韩文"),
    "zh": ("chinese", "mandarin", "中文", "汉语"),
    "ru": ("russian", "俄语", "俄文"),
    "ar": ("arabic", "阿拉伯语"),
    "hi": ("hindi", "印地语"),
    "th": ("thai", "泰语"),
    "el": ("greek", "希腊语"),
}
_SHORTEST = 5
_MARGIN = 1.5


@lru_cache(maxsize=512)
def detect(text: str) -> str | None:
    """The language's code, or None when the text is short, mixed or in none that is known."""
    text = re.sub(r"https?://\S+", " ", text[:1000])
    letters = sum(char.isalpha() for char in text)
    for code, script in _SCRIPTS:
        if (found := len(script.findall(text))) and found >= max(3, letters * 0.3):
            return code
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < _SHORTEST:
        return None
    hits = sorted(((sum(word in known for word in words), code) for code, known in _SETS.items()), reverse=True)
    (best, code), (second, _) = hits[0], hits[1]
    if best < 3 or best < len(words) * 0.2 or (best < second * _MARGIN and best - second < 3):
        return None
    english = sum(word in _SETS["en"] for word in words)
    return None if code != "en" and english >= best * 0.5 else code
