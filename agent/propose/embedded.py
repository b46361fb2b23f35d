"""The embedded proposers: the gate's best finding as it stands, and the two baselines. They need no download."""

from __future__ import annotations

from typing import Protocol

from agent.context import Context
from agent.perceive import Perception
from agent.proposal import Decision, Proposal
from api_pool import Call


class Proposer(Protocol):
    """A context in, a decision out. `gated` proposers are asked only when the gate opens."""

    name: str
    gated: bool

    def propose(self, context: Context, perception: Perception) -> Decision:
        """Decide."""
        ...


class EmbeddedProposer:
    """Says what the gate's best finding says."""

    name = "embedded"
    gated = True

    def propose(self, context: Context, perception: Perception) -> Decision:
        """The best finding as a proposal; silence when there is none."""
        if perception.best is None:
            return Decision(reason="no cue found anything", proposer=self.name)
        return Decision(proposal=perception.best.proposal(), reason=perception.best.topic, proposer=self.name)


class SilentProposer:
    """The baseline that never speaks."""

    name = "silent"
    gated = True

    def propose(self, context: Context, perception: Perception) -> Decision:
        """Silence."""
        return Decision(reason="the silent baseline", proposer=self.name)


class AlwaysProposer:
    """The baseline that speaks at every moment: the best guess, however poor."""

    name = "always"
    gated = False

    def propose(self, context: Context, perception: Perception) -> Decision:
        """The best guess."""
        return Decision(proposal=best_guess(context, perception), reason="the always baseline", proposer=self.name)


def best_guess(context: Context, perception: Perception) -> Proposal:
    """What an agent without restraint would say: the best finding even if it is at rest or scores low, else to open
    the app of the newest notification, else to show the weather."""
    findings = perception.findings or perception.all_findings
    if findings:
        return findings[0].proposal()
    posted = context.device_status.posted
    if posted:
        newest = max(posted, key=lambda record: record.posted_ms or record.when_ms or 0)
        call = Call(name="open_app", arguments={"app": newest.package})
        return Proposal(intent=f"Open {newest.package}?", calls=(call,), confidence=0.1)
    return Proposal(intent="Show the weather?", calls=(Call(name="show_weather"),), confidence=0.1)
