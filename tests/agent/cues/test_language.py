"""Which language a message is in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.cues.language import detect


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Could you please tell me when you will be at the office tomorrow?", "en"),
        ("Guten Tag, können Sie mir bitte die Unterlagen bis Freitag schicken? Vielen Dank!", "de"),
        ("Bonjour, je dois changer la serrure de l'entrée. Êtes-vous à la maison jeudi soir ?", "fr"),
        ("Olá, o eletricista vem amanhã às nove. Podes deixar a chave com a vizinha?", "pt"),
        ("Hola, ¿puede usted venir mañana por la tarde a la oficina para firmar?", "es"),
        ("你好，明天下午能来一趟吗？", "zh"),
        ("明日の午後、来てもらえますか？", "ja"),
        ("Bonjour tout le monde haha, croissants in the kitchen", None),
        ("Danke! Have a nice evening", None),
        ("ok 👍", None),
        ("", None),
    ],
)
def test_languages(text: str, code: str | None) -> None:
    assert detect(text) == code


@given(st.text(max_size=400))
def test_no_text_breaks_it(text: str) -> None:
    assert detect(text) is None or len(detect(text) or "") == 2
