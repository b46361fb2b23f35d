"""The proposer behind every model: fit the context, ask, read, and say what it cost. Nothing of it depends on which model."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from agent.context import Context
from agent.context_text import LEAN_TOKENS, ContextText, full_text, lean_text
from agent.perceive import Perception
from agent.prompts import Prompt, language_of, load_prompt
from agent.proposal import Decision, ModelUse, Proposal
from agent.propose.backend import Backend, Completion, Image, Message, Request
from agent.propose.errors import ModelError, WindowTooSmall
from agent.propose.evidence import evidence_for
from agent.propose.formats import OutputFormat, output_schema
from agent.propose.images import IMAGE_TOKENS, cost_of, scaled
from agent.propose.model_name import ModelName
from agent.propose.output import Output, read_output
from agent.propose.prompting import system_text, user_text
from agent.propose.screens import Shots, from_folder, screen_lines
from agent.propose.taint import taints_of
from api_pool import Pool
from device import BadInput

KEPT_OUTPUT = 4000  # characters of an output in the trace
LEAST_CONTEXT = 60  # tokens; with less there is nothing to decide on
SLACK = 32  # tokens that chat templates add
IMAGES = 2


@dataclass(frozen=True)
class Asking:
    """How a model is asked. `context_tokens` bounds the lean text; `language` is the user's where it is None."""

    form: OutputFormat = OutputFormat.REC_FUNC
    lean: bool = True
    language: str | None = None
    context_tokens: int = LEAN_TOKENS
    max_tokens: int = 320
    temperature: float = 0.0
    seed: int = 0
    deadline_s: float = 120.0
    images: int = IMAGES
    image_tokens: int = IMAGE_TOKENS

    @classmethod
    def of(cls, name: ModelName) -> Asking:
        """The settings in a model string."""
        return cls(
            form=OutputFormat(name.word("format", OutputFormat.REC_FUNC.value)),
            lean=name.word("text", "lean") == "lean",
            language=name.word("lang") or None,
            context_tokens=int(name.number("context_tokens", LEAN_TOKENS)),
            max_tokens=int(name.number("max_tokens", 320)),
            temperature=name.number("temperature", 0.0),
            seed=int(name.number("seed", 0)),
            deadline_s=name.number("deadline", 120.0),
            images=int(name.number("images", IMAGES)),
            image_tokens=int(name.number("image_tokens", IMAGE_TOKENS)),
        )


@dataclass(frozen=True)
class Asked:
    """A request, what of the context was cut for it, how many pictures go with it, and what OCR read off them."""

    request: Request
    cut: tuple[str, ...] = ()
    images: int = 0
    seen: tuple[str, ...] = ()


@dataclass
class ModelProposer:
    """A model as proposer. It is asked only when the gate opens; `gated=False` asks it at every moment."""

    backend: Backend
    pool: Pool
    asking: Asking = field(default_factory=Asking)
    shots: Shots = field(default_factory=lambda: from_folder(Path()))
    gated: bool = True
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.backend.name

    def propose(self, context: Context, perception: Perception) -> Decision:
        """Ask the model about a moment. A failure of the model is this decision's error, never an exception."""
        started = time.monotonic()
        prompt = load_prompt("propose", self.asking.language or language_of(context.user_profile.language))
        try:
            asked = self.asked(context, prompt)
            completion = self.backend.complete(asked.request)
        except ModelError as error:
            return Decision(
                reason="the model gave no answer",
                error=f"{type(error).__name__}: {error}",
                proposer=self.name,
                took_ms=_since(started),
                model=ModelUse(name=self.name, prompt=prompt.label, form=self.asking.form.value),
            )
        output = read_output(completion.text, self.pool, self.asking.form, finish=completion.finish)
        use = self._use(prompt, completion, output, asked)
        return self._decision(context, perception, asked, output, use, _since(started))

    def close(self) -> None:
        """Let go of the model."""
        self.backend.close()

    def asked(self, context: Context, prompt: Prompt) -> Asked:
        """What the model is asked about a context. Raises WindowTooSmall, and ModelError where tokens cannot be counted."""
        asking = self.asking
        system = system_text(prompt, self.pool, asking.form)
        pictures, notes = self._pictures(context)
        now = f"{context.now:%Y-%m-%d %H:%M %A}"
        lines = [] if self.backend.eyes else self._screens(context)
        room = self._room(system, user_text(prompt, "", now), pictures, lines)
        text = self._context_text(context, prompt.language, room)
        shown = "\n".join([text.text, *(f"- {line}" for line in lines)])
        messages = (Message("system", system), Message("user", user_text(prompt, shown, now), pictures))
        request = Request(
            messages=messages,
            schema=output_schema(self.pool, asking.form),
            max_tokens=asking.max_tokens,
            temperature=asking.temperature,
            seed=asking.seed,
            deadline_s=asking.deadline_s,
        )
        return Asked(request, (*text.cut, *notes), len(pictures), tuple(lines))

    def _room(self, system: str, frame: str, pictures: tuple[Image, ...], lines: list[str]) -> int | None:
        """Tokens that are left for the context, None where the window is not known."""
        if not self.backend.window:
            return None
        fixed = sum(self.backend.count([system, frame, *lines])) + sum(cost_of(picture) for picture in pictures)
        room = self.backend.window - fixed - self.asking.max_tokens - SLACK
        if room < LEAST_CONTEXT:
            raise WindowTooSmall(
                f"rules and functions take {fixed} of {self.backend.window} tokens", mend="a larger ctx=, fewer images="
            )
        return room

    def _context_text(self, context: Context, language: str, room: int | None) -> ContextText:
        count = self.backend.count
        if not self.asking.lean:
            whole = full_text(context, language=language, count=count)
            if room is None or whole.tokens <= room:
                return whole
            return lean_text(context, language=language, budget=room, count=count)
        budget = self.asking.context_tokens if room is None else min(room, self.asking.context_tokens)
        return lean_text(context, language=language, budget=budget, count=count)

    def _pictures(self, context: Context) -> tuple[tuple[Image, ...], list[str]]:
        """The newest screenshots, oldest first, where the model has eyes."""
        if not self.backend.eyes or not self.asking.images:
            return (), []
        pictures: list[Image] = []
        notes = []
        for name in context.screenshots[-self.asking.images :]:
            png = self.shots(name)
            if png is None:
                notes.append(f"screenshot {name} is not there")
                continue
            try:
                pictures.append(scaled(png, tokens=self.asking.image_tokens, name=name))
            except BadInput as error:
                notes.append(f"screenshot {name}: {error.cause}")
        return tuple(pictures), notes

    def _screens(self, context: Context) -> list[str]:
        try:
            return screen_lines(context.screenshots, self.shots, context.device_status.screen_texts or ())
        except BadInput:
            return []

    def _use(self, prompt: Prompt, completion: Completion, output: Output, asked: Asked) -> ModelUse:
        times = {"load": completion.load_ms, "prompt": completion.prompt_ms, "generate": completion.generate_ms}
        return ModelUse(
            name=self.name,
            prompt=prompt.label,
            form=self.asking.form.value,
            method=completion.method,
            finish=completion.finish,
            valid=output.valid,
            repaired=output.repaired,
            flaw=output.flaw,
            tokens_in=completion.tokens_in,
            evaluated=completion.evaluated,
            warmed=completion.warmed,
            tokens_out=completion.tokens_out,
            attempts=completion.attempts,
            cost=completion.cost,
            images=asked.images,
            cut=asked.cut,
            notes=completion.notes,
            output=completion.text[:KEPT_OUTPUT].replace("\0", "␀"),
            times_ms={key: value for key, value in times.items() if value},
        )

    def _decision(
        self,
        context: Context,
        perception: Perception,
        asked: Asked,
        output: Output,
        use: ModelUse,
        took_ms: float,
    ) -> Decision:
        decision = Decision(
            reason=output.intent or output.thought or "the model sees no need",
            proposer=self.name,
            took_ms=took_ms,
            tokens_in=use.tokens_in,
            tokens_out=use.tokens_out,
            model=use,
        )
        if output.flaw is not None:
            reason = "the model's output cannot be used"
            return decision.model_copy(update={"reason": reason, "invalid": f"{output.flaw}: {output.why}"})
        if not output.calls:
            return decision
        # What opened the gate is what it is about: so the gate rests after it, and it is not proposed twice.
        about = perception.best.subject if perception.best else ""
        subject = about or "; ".join(sorted(call.canonical() for call in output.calls))
        proposal = Proposal(
            intent=output.intent or "; ".join(str(call) for call in output.calls),
            calls=output.calls,
            subject=subject,
            evidence=evidence_for(output.calls, context),
            taints=taints_of(output.calls, context, self.pool, seen=asked.seen, pictures=asked.images > 0),
        )
        return decision.model_copy(update={"proposal": proposal, "reason": output.thought or proposal.intent})


def _since(started: float) -> float:
    return (time.monotonic() - started) * 1000
