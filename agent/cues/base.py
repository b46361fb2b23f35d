"""What a cue is: a transparent rule that finds a need in a context and says how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from agent.context import Context
from agent.proposal import Proposal, Taint
from api_pool import Call


@dataclass(frozen=True)
class Finding:
    """A need that a cue sees. `score` is 0 to 1; `subject` names this very need (so that it is proposed once);
    `topic` names its kind (so that a no to one rests the others). `taints` are (argument, origin) of strangers' text;
    `source` is the message that it rests on: one message makes one proposal."""

    topic: str
    score: float
    subject: str
    intent: str
    calls: tuple[Call, ...]
    evidence: tuple[str, ...] = ()
    taints: tuple[tuple[str, str], ...] = field(default=())
    source: str = ""

    @property
    def deed(self) -> str:
        """What would be done: two cues may see one need under other names."""
        return " + ".join(_signature(call) for call in self.calls)

    def proposal(self) -> Proposal:
        """The finding as a proposal."""
        taints = tuple(
            Taint(call=index, argument=argument, source="stranger", origin=origin)
            for index, call in enumerate(self.calls)
            for argument, origin in self.taints
            if argument in call.arguments
        )
        return Proposal(
            intent=self.intent,
            calls=self.calls,
            confidence=self.score,
            subject=self.subject,
            deed=self.deed,
            evidence=self.evidence,
            taints=taints,
        )


# Arguments that do not make it another deed: the words of a message, the mode of a switch.
_LOOSE = frozenset({"text", "body", "mode", "app", "level", "subject", "label", "title", "reference", "date"})


def _signature(call: Call) -> str:
    words = (f"{value}" for key, value in sorted(call.arguments.items()) if key not in _LOOSE)
    return " ".join((call.name, *words)).casefold()


Cue = Callable[[Context], Iterable[Finding]]


def one(name: str, /, **arguments: object) -> tuple[Call, ...]:
    """A sequence of one call; arguments that are None are left out."""
    return (Call(name=name, arguments={key: value for key, value in arguments.items() if value is not None}),)
