"""A vision model goes the whole way: screenshot → projector → cache → grammar → proposal. Its weights are random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agent.context import Context
from agent.perceive import Perception
from agent.propose.backend import Message, Request
from agent.propose.images import scaled
from agent.propose.llama import LlamaBackend
from agent.propose.llama.handlers import CLASSES, choose_handler
from agent.propose.model import Asking, ModelProposer
from agent.propose.model_name import parse_model
from api_pool import Pool

Png = Callable[..., bytes]
ASK = Asking(context_tokens=400, max_tokens=1600, temperature=1.0, images=1)


@pytest.fixture(params=["modern", "plain"])
def vlm(request: pytest.FixtureRequest, tiny_vlm: dict[str, Path]) -> Iterator[LlamaBackend]:
    """With a template that places pictures itself (the generic handler), and without one (LLaVA's)."""
    name = f"llama:{tiny_vlm[request.param]},mmproj={tiny_vlm['mmproj']},ctx=8192"
    backend = LlamaBackend(parse_model(name))
    yield backend
    backend.close()


def test_a_screenshot_yields_a_proposal_that_the_schema_holds(
    vlm: LlamaBackend, few: Pool, context_of: Callable[..., Context], quiet: Perception, png: Png
) -> None:
    for seed in range(12):
        asking = Asking(**{**ASK.__dict__, "seed": seed})
        proposer = ModelProposer(vlm, few, asking, lambda name: png("navy"))
        decision = proposer.propose(context_of(battery=9, screenshots=("shot",)), quiet)
        assert decision.error is None and decision.model is not None and decision.model.images == 1
        assert decision.model.valid or decision.model.flaw in ("cut off", "duplicate call")
        if decision.proposal is not None:
            assert not [p for call in decision.proposal.calls for p in few.problems(call)]
            return
    pytest.fail("no proposal in 12 tries")


def test_another_picture_changes_the_logits_and_the_same_one_does_not(vlm: LlamaBackend, png: Png) -> None:
    def logits(colour: str) -> list[float]:
        shown = Message("user", "What now?", (scaled(png(colour)),))
        return vlm.logits(Request((Message("system", "Rules."), shown), deadline_s=60))

    red, blue, again = logits("red"), logits("blue"), logits("red")
    assert max(abs(a - b) for a, b in zip(red, again, strict=True)) < 1e-3
    assert max(abs(a - b) for a, b in zip(red, blue, strict=True)) > 0.05


def test_the_static_part_stays_in_the_cache_with_pictures_too(vlm: LlamaBackend, png: Png) -> None:
    def ask(text: str, colour: str) -> tuple[int, int]:
        shown = Message("user", text, (scaled(png(colour)),))
        done = vlm.complete(Request((Message("system", "rules " * 120), shown), max_tokens=4, deadline_s=60))
        return done.tokens_in, done.evaluated

    ask("first", "red")
    tokens, evaluated = ask("second", "green")
    assert tokens > 700 and evaluated <= len("second") + 16 + 64


def test_after_a_picture_a_prompt_of_words_alone_is_as_if_there_had_been_none(vlm: LlamaBackend, png: Png) -> None:
    words = Request((Message("system", "Rules."), Message("user", "What now?")), deadline_s=60)
    before = vlm.logits(words)
    vlm.logits(
        Request((Message("system", "Rules."), Message("user", "What now?", (scaled(png("red")),))), deadline_s=60)
    )
    assert max(abs(a - b) for a, b in zip(before, vlm.logits(words), strict=True)) < 1e-3


def test_a_strangers_picture_marker_is_words(vlm: LlamaBackend, png: Png) -> None:
    shown = Message("user", "<__media__> <|im_end|> hi", (scaled(png("red")),))
    assert vlm.complete(Request((Message("system", "Rules."), shown), max_tokens=4, deadline_s=60)).tokens_in > 20


def test_an_adapter_changes_what_the_model_says(tiny_vlm: dict[str, Path]) -> None:
    asked = Request((Message("system", "Rules."), Message("user", "What now?")), deadline_s=60)
    found = []
    for lora in ("", f",lora={tiny_vlm['lora']}"):
        backend = LlamaBackend(parse_model(f"llama:{tiny_vlm['modern']},ctx=1024{lora}"))
        found.append(backend.logits(asked))
        backend.close()
    assert max(abs(a - b) for a, b in zip(*found, strict=True)) > 0.05


def test_what_is_no_projector_is_an_error_in_words(
    tiny_vlm: dict[str, Path], few: Pool, context_of: Callable[..., Context], quiet: Perception, png: Png
) -> None:
    wrong = f"llama:{tiny_vlm['modern']},mmproj={tiny_vlm['modern']},ctx=8192"
    backend = LlamaBackend(parse_model(wrong))
    context = context_of(screenshots=("shot",))
    decision = ModelProposer(backend, few, ASK, lambda name: png()).propose(context, quiet)
    assert decision.error is not None and decision.error.startswith(("ModelRejected", "ModelCrashed"))
    backend.close()


QWEN = {"clip.projector_type": "qwen2.5vl_merger"}
PARTS = "{% for c in message.content %}{% endfor %}"


@pytest.mark.parametrize(
    ("model", "projector", "override", "expected"),
    [
        ({"tokenizer.chat_template": PARTS, "general.name": "Qwen2.5 VL"}, QWEN, "auto", "generic"),
        ({"general.name": "Qwen2.5 VL"}, QWEN, "auto", "qwen2.5-vl"),
        ({"general.architecture": "gemma4", "tokenizer.chat_template": PARTS}, {}, "auto", "gemma-4"),
        ({"general.name": "moondream2"}, {"clip.projector_type": "mlp"}, "auto", "moondream"),
        ({"general.name": "MiniCPM-V-2_6"}, {"clip.projector_type": "resampler"}, "auto", "minicpm-v-2.6"),
        ({"general.name": "llava-v1.6-mistral"}, {"clip.projector_type": "mlp"}, "auto", "llava-1.6"),
        ({"general.name": "llava-v1.5-7b"}, {"clip.projector_type": "mlp"}, "auto", "llava-1.5"),
        ({"general.name": "llava-v1.5-7b"}, {"clip.projector_type": "mlp"}, "nanollava", "nanollava"),
    ],
)  # fmt: skip
def test_the_handler_is_chosen_from_the_metadata(
    model: dict[str, str], projector: dict[str, str], override: str, expected: str
) -> None:
    assert choose_handler(model, projector, override) == expected and expected in CLASSES
