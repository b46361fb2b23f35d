"""The translator: a small table of phrases; any other text is tagged with the target language, plainly untranslated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, DEFAULT, extra, parse_link, send_filter, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View, image

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

LANGUAGES = {
    "en": ("English", "英语"),
    "zh": ("Chinese", "中文"),
    "de": ("German", "德语"),
    "fr": ("French", "法语"),
    "es": ("Spanish", "西班牙语"),
    "it": ("Italian", "意大利语"),
    "ja": ("Japanese", "日语"),
    "ko": ("Korean", "韩语"),
    "pt": ("Portuguese", "葡萄牙语"),
    "ru": ("Russian", "俄语"),
    "ar": ("Arabic", "阿拉伯语"),
    "tr": ("Turkish", "土耳其语"),
    "nl": ("Dutch", "荷兰语"),
    "pl": ("Polish", "波兰语"),
    "th": ("Thai", "泰语"),
    "vi": ("Vietnamese", "越南语"),
}
PHRASES: tuple[dict[str, str], ...] = (
    {"en": "Hello", "zh": "你好", "de": "Hallo", "fr": "Bonjour", "es": "Hola", "it": "Ciao", "ja": "こんにちは"},
    {
        "en": "Thank you",
        "zh": "谢谢",
        "de": "Danke",
        "fr": "Merci",
        "es": "Gracias",
        "it": "Grazie",
        "ja": "ありがとう",
    },
    {
        "en": "Good morning",
        "zh": "早上好",
        "de": "Guten Morgen",
        "fr": "Bonjour",
        "es": "Buenos días",
        "ja": "おはよう",
    },
    {"en": "Good night", "zh": "晚安", "de": "Gute Nacht", "fr": "Bonne nuit", "es": "Buenas noches"},
    {"en": "Yes", "zh": "是", "de": "Ja", "fr": "Oui", "es": "Sí", "it": "Sì", "ja": "はい"},
    {"en": "No", "zh": "不", "de": "Nein", "fr": "Non", "es": "No", "it": "No", "ja": "いいえ"},
    {"en": "Where is the station?", "zh": "车站在哪里？", "de": "Wo ist der Bahnhof?", "fr": "Où est la gare ?"},
    {"en": "How much is it?", "zh": "多少钱？", "de": "Wie viel kostet das?", "fr": "Combien ça coûte ?"},
    {"en": "The bill, please", "zh": "请结账", "de": "Die Rechnung, bitte", "fr": "L'addition, s'il vous plaît"},
    {"en": "I am lost", "zh": "我迷路了", "de": "Ich habe mich verlaufen", "fr": "Je suis perdu"},
    {"en": "Help", "zh": "救命", "de": "Hilfe", "fr": "Au secours", "es": "Socorro", "ja": "助けて"},
    {
        "en": "Emergency exit",
        "zh": "紧急出口",
        "de": "Notausgang",
        "fr": "Sortie de secours",
        "es": "Salida de emergencia",
    },
)


def _plain(text: str) -> str:
    return text.strip().strip(".!?。！？ ").casefold()


def code_of(language: str) -> str:
    """The two-letter code of a language given by code (`zh-CN`) or by name in English or Chinese."""
    wanted = language.strip().casefold()
    for code, names in LANGUAGES.items():
        if wanted in (code, *(name.casefold() for name in names)) or wanted.partition("-")[0] == code:
            return code
    return wanted


def translation(text: str, target: str) -> str:
    """A phrase of the table in the target language, else the text behind the language's tag, word for word."""
    code = code_of(target)
    for phrase in PHRASES:
        if code in phrase and any(_plain(text) == _plain(known) for known in phrase.values()):
            return phrase[code]
    return f"[{code}] {text}"


class TranslateApp(PagedApp):
    """`data["history"]`: text and target, newest first."""

    package = "com.google.android.apps.translate"
    manifest = Manifest(
        "Translate",
        "翻译",
        (
            ActivitySpec(
                "com.google.android.apps.translate.TranslateActivity",
                (
                    LAUNCHER,
                    view_filter("http", "https", hosts=("translate.google.com", "translate.google.cn")),
                    IntentFilter((AA + "PROCESS_TEXT", AA + "TRANSLATE"), (DEFAULT,), types=("text/plain",)),
                    IntentFilter((AA + "TRANSLATE",)),
                    send_filter("text/plain"),
                ),
                launcher=True,
            ),
        ),
        version_name="8.7.27.626516567",
        version_code=80000708,
        color="#4285f4",
    )

    def initial_data(self) -> dict[str, Any]:
        """Nothing translated; the target is English, or Chinese on an English phone's first start."""
        return {"history": [], "target": "en" if self.zh else "zh"}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        text = link.get("text", "q") or extra(intent, "PROCESS_TEXT", "TEXT")
        if not text:
            return None
        return "home", {"text": text, "target": link.get("tl") or self.data["target"], "source": link.get("sl")}

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """What was asked for is kept in the history."""
        super().on_intent(activity, intent)
        self._keep(self.here(activity))

    def _keep(self, here: dict[str, Any]) -> None:
        if here.get("text"):
            one = {"text": here["text"], "target": here["target"]}
            self.data["history"] = [one, *[old for old in self.data["history"] if old != one]][:50]
            self.data["target"] = here["target"]

    def name(self, language: str) -> str:
        """A language's name in the phone's language."""
        names = LANGUAGES.get(code_of(language))
        return self.say(*names) if names else language

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        target = here.setdefault("target", self.data["target"])
        source = here.get("source") or "auto"
        text = here.get("text", "")
        body: list[View] = [
            self.line(
                self.say("Detect language", "检测语言") if source == "auto" else self.name(source), id="source_lang"
            ),
            self.field(here, "text", self.say("Enter text", "输入文字"), id="edit_input"),
            self.item(self.name(target), target, self.to(activity, "languages"), id="target_lang"),
        ]
        if text:
            body.append(self.line(translation(text, target), id="result", font_size=22, color="primary"))
        body += [
            self.item(one["text"], translation(one["text"], one["target"]), id="history")
            for one in self.data["history"]
            if one["text"] != text
        ]
        return self.screen(activity, self.label, *body)

    def _page_languages(self, activity: Activity, here: dict[str, Any]) -> View:
        def choose(code: str) -> None:
            self.on_back(activity)
            below = self.here(activity)
            self.set(below, "target", code)
            self._keep(below)

        rows = [self.item(self.name(code), code, self.then(choose, code), id="language") for code in LANGUAGES]
        return self.screen(activity, self.say("Translate to", "翻译成"), image("globe", height=48), *rows)
