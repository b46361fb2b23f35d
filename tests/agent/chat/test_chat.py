"""The core in a conversation: anchors, what follows from them, silence, and a model behind it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from agent.chat import ChatCore, ChatMessage, History, perceive_dialogue
from agent.chat.filters import is_generic, is_repeat
from agent.propose.backend import Completion, Request, estimated
from agent.propose.errors import ModelCrashed, ModelError
from device import BadInput

SCRIPTS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("conversations.yaml").read_text(encoding="utf-8")
)


@dataclass
class Bare:
    """A bare model that says what it is told to."""

    answers: list[str | ModelError]
    asked: list[Request] = field(default_factory=list)
    name: str = "bare"
    eyes: bool = False
    window: int = 0

    def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        return Completion(answer, tokens_in=10, tokens_out=5)

    def count(self, texts: Sequence[str]) -> list[int]:
        return estimated(texts)

    def close(self) -> None:
        return


def user(*texts: str) -> list[dict[str, str]]:
    """The user's messages, with a neutral reply between."""
    turns: list[dict[str, str]] = []
    for text in texts:
        turns += [{"role": "user", "content": text}, {"role": "assistant", "content": "Ok."}]
    return turns[:-1]


def said(reply: str = "", follow_up: str = "", noticed: Sequence[str] = ()) -> str:
    return json.dumps({"noticed": list(noticed), "reply": reply, "follow_up": follow_up}, ensure_ascii=False)


# -- scripted conversations


def test_there_are_at_least_thirty_in_both_languages() -> None:
    chinese = [one for one in SCRIPTS if any("\u3400" <= char <= "\u9fff" for char in one["say"][0])]
    assert len(SCRIPTS) >= 30 and len(chinese) >= 12


@pytest.mark.parametrize("script", SCRIPTS, ids=[one["name"] for one in SCRIPTS])
def test_a_conversation_has_its_known_follow_ups(script: dict[str, Any]) -> None:
    core, dialogue = ChatCore(), []
    for text, expected in zip(script["say"], script["expect"], strict=True):
        dialogue.append(ChatMessage(role="user", content=text))
        reply = core.reply(dialogue)
        if expected == "-":
            assert reply.follow_up is None, reply.text
            assert reply.silent or not reply.done
        else:
            need, kinds, word = expected
            assert reply.follow_up is not None, (text, reply.why, reply.anchors)
            assert (reply.follow_up.need, {a.kind for a in reply.follow_up.anchors}) == (need, set(kinds)), reply.text
            assert word.casefold() in reply.follow_up.text.casefold()
            assert all(anchor.quote in "\n".join(script["say"]) for anchor in reply.anchors)
            assert not is_generic(reply.text)
        if reply.text:
            dialogue.append(ChatMessage(role="assistant", content=reply.text))
    delivered = [message.content for message in dialogue if message.role == "assistant"]
    looked_ahead = [text for text in delivered if not text.startswith(("Noted", "Without", "记下了", "没有语言模型"))]
    assert len(set(looked_ahead)) == len(looked_ahead)  # nothing is said twice


def test_what_was_said_already_is_not_repeated() -> None:
    first = ChatCore().reply([{"role": "user", "content": "My son has a nut allergy, which cake?"}])
    turns = user("My son has a nut allergy, which cake?", "And which drinks, given the nut allergy?")
    turns[1]["content"] = first.text
    again = ChatCore().reply(turns)
    assert first.follow_up is not None and (again.follow_up is None or again.follow_up.text != first.follow_up.text)


def test_anchors_are_the_users_own_words_and_turns() -> None:
    found = perceive_dialogue([ChatMessage(**m) for m in user("We go camping.", "Is my dog fine?")]).anchors  # type: ignore[arg-type]
    assert [(anchor.kind, anchor.turn) for anchor in found] == [("outdoor", 0), ("pet", 1)]


@given(st.lists(st.text(max_size=200), min_size=1, max_size=6))
def test_no_dialogue_makes_the_core_raise_and_it_is_deterministic(texts: list[str]) -> None:
    core = ChatCore()
    first, second = core.reply(user(*texts)), core.reply(user(*texts))
    assert first == second
    if first.follow_up is not None:
        whole = " ".join(" ".join(texts).split())
        assert all(anchor.quote in whole or anchor.quote in " ".join(texts) for anchor in first.follow_up.anchors)


@pytest.mark.parametrize("messages", [[], [{"role": "system", "content": "x"}], [{"role": "assistant", "content": "b"}],
                                      [{"role": "user"}], ["hi"]])  # fmt: skip
def test_what_is_no_dialogue_is_refused(messages: list[Any]) -> None:
    with pytest.raises(BadInput):
        ChatCore().reply(messages)


# -- a model behind the core


def test_bare_the_model_sees_the_dialogue_and_nothing_else() -> None:
    model = Bare(["A plain answer. Let me know if you need anything else!"])
    reply = ChatCore(model, proactive=False).reply(user("We go camping.", "What about my dog?"))
    sent = [(message.role, message.content) for message in model.asked[0].messages]
    assert sent == [("user", "We go camping."), ("assistant", "Ok."), ("user", "What about my dog?")]
    assert model.asked[0].schema is None and reply.text.endswith("anything else!") and reply.follow_up is None


def test_behind_the_core_it_sees_no_more_than_rules_and_what_the_user_said() -> None:
    model = Bare([said("Bring a leash.", "Camping with my dog: ask the site first.")])
    ChatCore(model).reply(user("We go camping on Sunday.", "What about my dog?"))
    other = Bare([said("x", "y")])
    ChatCore(other).reply(user("Hello.", "There."))
    (system, *turns, last), (plain, *_, short) = model.asked[0].messages, other.asked[0].messages
    assert system == plain, "the rules are the same for everybody, so that they stay in a model's cache"
    assert [turn.content for turn in turns] == ["We go camping on Sunday.", "Ok."]
    assert last.content.startswith("What about my dog?")
    new = set(last.content.split("\n")) - set(short.content.split("\n")) - {"What about my dog?"}
    details = [line for line in new if line.startswith("- ")]
    assert details and all(line[2:] in "We go camping on Sunday. What about my dog?" for line in details)
    assert len(new - set(details)) <= 1  # the phase


def test_a_models_follow_up_is_kept_with_the_anchors_it_rests_on() -> None:
    model = Bare([said("Bring a leash.", "Your dog needs a tick collar before camping.", ["my dog"])])
    reply = ChatCore(model).reply(user("We go camping.", "What about my dog?"))
    assert reply.text == "Bring a leash.\n\nYour dog needs a tick collar before camping."
    assert reply.follow_up is not None and reply.follow_up.source == "model"
    assert {anchor.kind for anchor in reply.follow_up.anchors} >= {"pet"}
    assert reply.model is not None and reply.model.prompt.startswith("chat.en v")


def test_after_the_end_courtesy_repeats_and_loose_advice_fall_away() -> None:
    delivered = "Book the campsite online and bring a leash for the dog."
    turns = user("We go camping with friends.", "That's all, thanks.")
    turns[1]["content"] = delivered
    model = Bare(
        [said("You're welcome! Have a great trip!", "Book the campsite online and bring a leash. Stocks are rising.")]
    )
    reply = ChatCore(model).reply(turns)
    assert reply.done and "welcome" not in reply.text and "leash" not in reply.text and "Stocks" not in reply.text
    assert reply.follow_up is not None and (reply.follow_up.source, reply.follow_up.need) == ("embedded", "recovery")
    assert {words.split(":")[0] for words in reply.dropped} >= {"courtesy", "said before"}


def test_with_nothing_grounded_to_say_after_the_end_it_is_silent() -> None:
    model = Bare([said("Great! Let me know if you need anything else.", "Feel free to reach out any time.")])
    reply = ChatCore(model).reply(user("What is seven times eight?", "Perfect, thanks."))
    assert reply.silent and reply.why.startswith("courtesy")


def test_a_detail_the_user_never_said_is_no_anchor() -> None:
    reply = ChatCore(Bare([said("Yes.", "", ["my cat Minka", "two tents"])])).reply(user("We take two tents, ok?"))
    assert [anchor.quote for anchor in reply.anchors if anchor.kind == "said"] == ["two tents"]
    assert any("Minka" in words for words in reply.dropped)


def test_in_chinese_the_chinese_prompt_is_used() -> None:
    model = Bare([said("带上牵引绳。", "露营前先问营地能不能带狗。不客气，祝您玩得开心！")])
    reply = ChatCore(model).reply(user("周日去露营，我家狗怎么办？"))
    assert reply.model is not None and reply.model.prompt.startswith("chat.zh v")
    assert reply.text == "带上牵引绳。\n\n露营前先问营地能不能带狗。"


def test_prose_instead_of_json_is_the_reply_and_half_json_is_not() -> None:
    assert ChatCore(Bare(["Bring a leash."])).reply(user("What for a walk?")).text == "Bring a leash."
    broken = ChatCore(Bare(['{"noticed": ["x"], "reply": "Bri'])).reply(user("What for a walk?"))
    assert broken.silent and "not readable" in broken.why


def test_a_failure_of_the_model_is_the_replys_error() -> None:
    core = ChatCore(Bare([ModelCrashed("gone"), said("Fine.")]))
    assert core.reply(user("Hi?")).error == "ModelCrashed: gone"
    assert core.reply(user("Hi?")).text == "Fine."


def test_a_long_dialogue_is_cut_at_its_old_end_to_the_models_window() -> None:
    model = Bare([said("Fine."), "Fine."], window=1600)
    turns = user("My dog comes along.", *[f"And what about number {i}? " + "word " * 60 for i in range(30)])
    for proactive in (True, False):
        reply = ChatCore(model, proactive=proactive, max_tokens=300).reply(turns)
        sent = [m for m in model.asked[-1].messages if m.role != "system"]
        assert sent[0].role == "user" and sent[-1].content.startswith(turns[-1]["content"])
        assert 1 < len(sent) < len(turns)
        assert any("earlier messages" in words for words in reply.dropped)
    assert "my dog" in model.asked[0].messages[-1].content.casefold()  # what was left out stays among the anchors
    assert ChatCore(Bare([], window=64)).reply(user("x " * 400)).error is not None


def test_only_language_models_and_the_rules_can_hold_a_conversation() -> None:
    for name in ("silent", "always", "nobody"):
        with pytest.raises(BadInput):
            ChatCore(name)


# -- filters and history


@pytest.mark.parametrize(
    "text",
    [
        "Let me know if anything changes!",
        "Have a great day.",
        "You're welcome!",
        "祝您旅途愉快！",
        "如有问题请随时联系我。",
    ],
)
def test_courtesy_is_known(text: str) -> None:
    assert is_generic(text)


@pytest.mark.parametrize(
    "text", ["Check the tyres before Friday.", "Let your sister know the gate code.", "出发前检查胎压。"]
)
def test_advice_is_no_courtesy(text: str) -> None:
    assert not is_generic(text)


def test_a_sentence_said_in_other_order_is_a_repeat() -> None:
    assert is_repeat("Bring the leash and book the campsite.", ["Book the campsite, then bring the leash."])
    assert not is_repeat("Ask about a tick collar.", ["Book the campsite, then bring the leash."])


def test_a_history_is_kept_resumed_and_exported(tmp_path: Path) -> None:
    path, core = tmp_path / "deep" / "chat.jsonl", ChatCore()
    told = History(path)
    for text in ("We go camping.", "That's all.", "That's all."):
        told.user(text)
        told.assistant(core.reply(told.dialogue))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"role": "user", "conte')  # killed while writing
    again = History(path)
    assert again.messages == told.messages and len(again.messages) == 6
    assert [m.role for m in again.dialogue] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]  # the last was silence
    again.user("And my dog?")
    assert len(History(path).messages) == 7
    again.export(tmp_path / "chat.md")
    again.export(tmp_path / "chat.json")
    assert (
        "**user**" in (tmp_path / "chat.md").read_text() and len(json.loads((tmp_path / "chat.json").read_text())) == 6
    )
    with pytest.raises(BadInput, match="cannot export"):
        again.export(tmp_path / "chat.doc")


def test_a_file_that_is_no_history_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n{"b": 2}\n')
    with pytest.raises(BadInput, match=":1 is no message"):
        History(path)
