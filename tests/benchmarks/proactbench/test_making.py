"""Styles, personas, blueprints by a model, batches that resume, deviations of published rows, and the command line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as evaluate
from inspect_ai.model import get_model

from benchmarks.proactbench.assistants import OpenAIAssistant
from benchmarks.proactbench.attempts import Patience
from benchmarks.proactbench.errors import BadData, MissingLibrary, RunMismatch
from benchmarks.proactbench.inspect_tasks import proactbench_online
from benchmarks.proactbench.online import STYLES, Cast
from benchmarks.proactbench.online.batch import Batch, Settings, pieces
from benchmarks.proactbench.online.blueprint import Blueprint
from benchmarks.proactbench.online.deviations import deviations
from benchmarks.proactbench.online.generate import AUDITOR_SYSTEM, Maker, make
from benchmarks.proactbench.online.personas import DOMAINS, own, read
from benchmarks.proactbench.online.styles import Trait, word_count
from benchmarks.proactbench.online.text import copied, holds, mentions
from benchmarks.proactbench.records import Dialogue, read_rows, write_rows
from proactdroid.cli import invoke

DRAFT = {
    "surface_request": "How long do I proof rye bread in a warm room",
    "hidden_goal": "Keep a guest who is coeliac safe from crumbs at the table on Thursday",
    "anchors": [
        {"id": "guest", "fact": "A coeliac guest joins the table", "marks": ["coeliac guest"]},
        {"id": "board", "fact": "There is one wooden board for everything", "marks": ["one wooden board"]},
        {"id": "oven", "fact": "The oven runs hot at the back", "marks": ["hot at the back"]},
    ],
    "ideal_path": ["answers", "notices the guest", "proposes a second board"],
}


def test_there_are_24_styles_with_their_word_limits() -> None:
    assert len(STYLES) == 24
    assert len({style.traits for style in STYLES.values()}) == 24
    for style in STYLES.values():
        assert (style.least, style.most) == ((40, 100) if Trait.EXPRESSIVE in style.traits else (5, 25))
        if Trait.PRECISE in style.traits:
            assert not style.traits & {Trait.EXPRESSIVE, Trait.AGGRESSIVE, Trait.EMOTIONAL}
        if Trait.MANIPULATING in style.traits:
            assert not style.traits & {Trait.AGGRESSIVE, Trait.EMOTIONAL}
    assert word_count("Well — it's a two-part thing … ok?") == 6


def test_own_personas_cover_the_five_domains() -> None:
    personas = own()
    assert {domain for one in personas for domain in one.domains} == set(DOMAINS)
    assert len({one.uuid for one in personas}) == len(personas)
    with pytest.raises(BadData, match="no domain"):
        personas[0].text("culinary")


NEMOTRON = {
    "uuid": "531a",
    "professional_persona": "Runs, a shop",
    "sports_persona": "",
    "arts_persona": 'Paints "walls"',
    "age": 41,
    "occupation": "clerk",
    "zipcode": "1",
}


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_nemotron_files_are_read(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"personas.{form}"
    if form == "csv":
        quoted = ",".join('"' + str(value).replace('"', '""') + '"' for value in NEMOTRON.values())
        path.write_text(",".join(NEMOTRON) + "\n" + quoted + "\n", encoding="utf-8")
    else:
        path.write_text(json.dumps(NEMOTRON) + "\n\n" + json.dumps({**NEMOTRON, "uuid": "2"}) + "\n", encoding="utf-8")
    persona = read(path, limit=1)[0]
    assert persona.domains == {"professional": "Runs, a shop", "arts": 'Paints "walls"'}
    assert persona.text("arts") == 'Paints "walls"\n(age: 41; occupation: clerk)'


@pytest.mark.parametrize(
    ("name", "text"), [("a.jsonl", "{"), ("a.jsonl", '{"uuid": 1}'), ("a.csv", ""), ("a.jsonl", "[]")]
)
def test_files_that_are_no_personas_are_refused(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadData):
        read(tmp_path / name)


def test_parquet_is_read_or_the_missing_library_named(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    with pytest.raises((BadData, MissingLibrary)):
        read(tmp_path / "a.parquet")


def test_texts_are_compared_by_their_words() -> None:
    assert holds("She has OLD camera batteries!", "old camera battery")
    assert not holds("old batteries", "old camera batteries")
    assert mentions(
        "we use large batches of DSLR photos from sunset shoots", [], "large batches of DSLR photos, sunset shoots"
    )
    assert copied("x one two three four five six seven y", "one two three four five six seven")
    assert not copied(
        "x one two three four five six seven y",
        "one two three four five six seven",
        ["one two three four five six seven"],
    )


def test_published_rows_deviate_as_the_data_sheet_says(shared: Path) -> None:
    rows = read_rows(shared / "proactbench" / "sample_dialogues.jsonl", Dialogue)
    found = [{(one.breach.value, one.turn) for one in deviations(row)} for row in rows]
    assert found[0] == set()
    assert {("outside_window", 3), ("outside_window", 7)} <= found[2]


@pytest.fixture
def maker(endpoint: Any) -> Iterator[Any]:
    def answer(request: dict[str, Any]) -> str:
        if request["messages"][0]["content"] == AUDITOR_SYSTEM:
            return json.dumps({"status": "PASS", "findings": []})
        if "Invent" in request["messages"][1]["content"]:
            return json.dumps({"scenarios": ["Bread for Thursday.", "Bread for Friday.", "More."]})
        return json.dumps(DRAFT)

    endpoint.models["maker"] = answer
    yield endpoint


def test_blueprints_are_made_and_audited(maker: Any) -> None:
    async def work() -> Any:
        model = OpenAIAssistant("maker", maker.url)
        try:
            return await make(Maker(model, patience=Patience(1, 0)), own()[1:2], 2, 1)
        finally:
            await model.close()

    found = asyncio.run(work())
    assert [one.blueprint.blueprint_id for one in found] == [
        "BP_ARTS_OWN_02_01_01",
        "BP_ARTS_OWN_02_02_01",
        "BP_CULINARY_OWN_02_01_01",
        "BP_CULINARY_OWN_02_02_01",
    ]
    assert {one.status for one in found} == {"PASS"}


def blueprint(**other: Any) -> Blueprint:
    base = {"blueprint_id": "BP1", "scenario_id": "S1", "uuid": "own-02", "domain": "culinary", "scenario": "Bread."}
    return Blueprint.model_validate({**base, **DRAFT, **other})


def test_pieces_need_their_persona_a_sound_blueprint_and_a_style() -> None:
    assert [one.name for one in pieces([blueprint()], own(), [1, 24])] == [
        "BP1__style1__own-02",
        "BP1__style24__own-02",
    ]
    with pytest.raises(BadData, match="needs persona"):
        pieces([blueprint(uuid="nobody")], own(), [1])
    with pytest.raises(BadData, match="no style 25"):
        pieces([blueprint()], own(), [25])
    with pytest.raises(BadData, match="at least"):
        pieces([blueprint(anchors=DRAFT["anchors"][:1])], own(), [1])
    with pytest.raises(BadData, match="twice"):
        pieces([blueprint()], own(), [1, 1])


PLAN = {2: ("EMERGENT", ["guest"]), 5: ("CRITICAL", ["guest", "board"]), 8: ("RECOVERY", ["oven"])}
ANCHORS = {2: "guest", 4: "board", 6: "oven"}
FACTS = {"guest": "a coeliac guest joins", "board": "there is one wooden board", "oven": "it runs hot at the back"}


def planner(request: dict[str, Any]) -> str:
    """Keeps the rules over HTTP, reading the turn from the directive."""
    text = request["messages"][1]["content"]
    turn, placed = int(text.split("This is turn ")[1].split()[0]), int(text.split("Triggers placed: ")[1].split()[0])
    kind, anchors = PLAN.get(turn, (None, []))
    part = {"pass_criteria": "Adds it.", "partial_criteria": "Hints at it.", "fail_criteria": "Neither."}
    audit = {
        "current_turn": turn,
        "previous_trigger_count": placed,
        "is_max_reached": False,
        "goal_completed": turn > 7,
    }
    payload = [FACTS[ANCHORS[turn]]] if turn in ANCHORS else ["Go on."]
    return json.dumps(
        {
            "state_audit": audit,
            "is_trigger_point": kind is not None,
            "stop_conversation": turn == 9,
            "evaluation_rubric": {"type": kind, **part} if kind else None,
            "tactical_order": {"intent": "Go on.", "content_payload": payload, "behavioral_directive": "Closed."},
            "new_anchor": ANCHORS.get(turn),
            "rubric_anchors": anchors,
        }
    )


def user(request: dict[str, Any]) -> str:
    """Says the payload; scores when it is shown a rubric."""
    text = request["messages"][1]["content"]
    if "Trigger turn:" in text:
        quote = text.rsplit("[Assistant]: ", 1)[1][:20]
        return json.dumps({"status": "EVALUATED", "score": "FAIL", "rationale": "r", "evidence": quote})
    payload = json.loads(text.split("Order:\n")[1])["content_payload"]
    return f"So then, go on with the bread, {payload[0]}"


@pytest.fixture
def cast(endpoint: Any) -> Any:
    endpoint.models.update(planner=planner, user=user)
    return endpoint


def play(endpoint: Any, folder: Path, styles: list[int], strict: bool = True) -> dict[str, Any]:
    async def work() -> dict[str, Any]:
        models = [OpenAIAssistant(name, endpoint.url) for name in ("planner", "user", "tested")]
        settings = Settings(planner="p", user="u", assistant="a", strict=strict, blueprints_sha256="x", styles=[1])
        try:
            batch = Batch(folder, Cast(*models, patience=Patience(1, 0)), settings)
            return await batch.run(pieces([blueprint()], own(), styles))
        finally:
            for one in models:
                await one.close()

    return asyncio.run(work())


def test_a_batch_plays_over_http_and_resumes(cast: Any, tmp_path: Path) -> None:
    summary = play(cast, tmp_path, [1, 4])
    assert summary["by_status"] == {"complete": 2}
    assert summary["breaches"] == {}
    asked = len(cast.requests)
    with (tmp_path / "trace.jsonl").open("ab") as file:
        file.write(b'{"torn')
    summary = play(cast, tmp_path, [1, 4, 12])
    assert summary["by_status"] == {"complete": 3}
    assert len(cast.requests) == asked + asked // 2
    rows = read_rows(tmp_path / "dialogues.jsonl", Dialogue)
    assert [row.style_combination_index for row in rows] == [1, 4, 12]
    assert all(deviations(row) == [] for row in rows)
    with pytest.raises(RunMismatch):
        play(cast, tmp_path, [1], strict=False)


def test_a_dialogue_that_breaks_is_named_and_is_no_row(cast: Any, tmp_path: Path) -> None:
    summary = play(cast, tmp_path, [1, 15])
    assert summary["by_status"] == {"complete": 1, "broken": 1}
    assert summary["ended"]["BP1__style15__own-02"].startswith("word_limit at turn 1")
    assert summary["breaches"] == {"word_limit": 3}
    assert len(read_rows(tmp_path / "dialogues.jsonl", Dialogue)) == 1


def test_the_online_task_plays_with_model_roles(cast: Any, tmp_path: Path) -> None:
    write_rows(tmp_path / "b.jsonl", [blueprint()])
    models = {
        name: get_model(f"proactdroid/openai:{name}", base_url=cast.url, memoize=False)
        for name in ("planner", "user", "tested")
    }
    task = proactbench_online(str(tmp_path / "b.jsonl"), styles="1,15", strict=True, attempts=1, wait_s=0)
    roles = {name: models[name] for name in ("planner", "user")}
    log = evaluate(task, model=models["tested"], model_roles=roles, log_dir=str(tmp_path / "logs"), display="none")[0]
    assert log.status == "success"
    found = {sample.id: sample.scores["placed"] for sample in log.samples or [] if sample.scores}
    assert found["BP1__style1__own-02"].value == 0
    assert found["BP1__style15__own-02"].reason == "broken"


def test_the_commands_make_blueprints_and_play_them(
    maker: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    maker.models.update(planner=planner, user=user)
    file, spec = tmp_path / "b.jsonl", f"@{maker.url}"
    words = ["blueprints", "--model", f"openai:maker{spec}", "--people", "2", "--out", str(file), "--wait", "0"]
    assert invoke(["proactbench", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["written"] == 4
    roles = ["--planner", f"openai:planner{spec}", "--user", f"openai:user{spec}", "--model", f"openai:tested{spec}"]
    played = [
        "play",
        "--blueprints",
        str(file),
        *roles,
        "--styles",
        "1,4-5",
        "--strict",
        "--out",
        str(tmp_path / "run"),
    ]
    assert invoke(["proactbench", *played, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["by_status"] == {"complete": 12}
    assert invoke(["proactbench", *played]) == 0
    assert "12 of 12 dialogues: 12 complete" in capsys.readouterr().out
    assert invoke(["proactbench", *played[:-4], "--styles", "many", "--out", str(tmp_path / "other")]) == 2
    assert invoke(["proactbench", "deviations", str(tmp_path / "run" / "dialogues.jsonl")]) == 0
