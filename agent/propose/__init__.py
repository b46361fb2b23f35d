"""Proposers: a context in, a decision out."""

from __future__ import annotations

from agent.propose.embedded import AlwaysProposer, EmbeddedProposer, Proposer, SilentProposer, best_guess
from device import BadInput

_BUILT_IN: dict[str, type[EmbeddedProposer] | type[SilentProposer] | type[AlwaysProposer]] = {
    "embedded": EmbeddedProposer,
    "silent": SilentProposer,
    "always": AlwaysProposer,
}


def open_proposer(name: str) -> Proposer:
    """The proposer of that name. Raises BadInput for an unknown one."""
    if name not in _BUILT_IN:
        raise BadInput(f"no model {name!r}", mend=f"one of {', '.join(_BUILT_IN)}")
    return _BUILT_IN[name]()


__all__ = ["AlwaysProposer", "EmbeddedProposer", "Proposer", "SilentProposer", "best_guess", "open_proposer"]
