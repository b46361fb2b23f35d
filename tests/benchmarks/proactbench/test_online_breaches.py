"""Dialogues whose agents try to break the rules: each breach is caught and named."""

from __future__ import annotations

import pytest

from benchmarks.proactbench.online import Breach
from benchmarks.proactbench.online.rules import ADVICE, ALWAYS
from tests.benchmarks.proactbench.sabotage import SABOTAGE, fresh


@pytest.mark.parametrize("name", SABOTAGE)
def test_every_breach_is_caught_and_named(name: str) -> None:
    outcome = fresh(name).play()
    breach = SABOTAGE[name][1]
    assert breach in {one.breach for one in outcome.breaches}
    if breach in ALWAYS:
        assert outcome.status == "broken"
        assert breach.value in outcome.reason


@pytest.mark.parametrize("name", SABOTAGE)
def test_strict_gives_up_a_dialogue_whose_agent_insists(name: str) -> None:
    outcome = fresh(name).play(strict=True)
    assert SABOTAGE[name][1] in {one.breach for one in outcome.breaches}
    assert outcome.status == ("complete" if SABOTAGE[name][1] in ADVICE else "broken")


ONCE = [
    name
    for name, (_, breach) in SABOTAGE.items()
    if breach not in ADVICE | {Breach.TOO_FEW_TRIGGERS, Breach.WINDOW_MISSED}
]


@pytest.mark.parametrize("name", ONCE)
def test_strict_asks_again_and_goes_on_where_the_agent_mends_it(name: str) -> None:
    outcome = fresh(name, repents=True).play(strict=True)
    assert outcome.status == "complete", outcome.reason
    assert [one.mended for one in outcome.breaches if one.breach is SABOTAGE[name][1]] == [True]
