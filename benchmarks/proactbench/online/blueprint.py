"""Blueprints: what a dialogue is about, which facts drip in, what stays hidden; and the audit that code can do."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from benchmarks.proactbench.online.personas import DOMAINS
from benchmarks.proactbench.online.text import content, copied, holds, mentions
from benchmarks.proactbench.records import Record

AuditStatus = Literal["PASS", "NEEDS_REFINEMENT", "FAIL"]
LEAST_ANCHORS = 3


class Anchor(BaseModel):
    """A fact that the user lets slip once. `marks` are phrases by which a message that tells it is known."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(pattern=r"^[A-Za-z0-9_]{1,24}$")
    fact: str
    marks: list[str]


class Blueprint(Record):
    """The plan of a dialogue. The hidden goal, the anchors to come and the ideal path are the Planner's alone."""

    blueprint_id: str
    scenario_id: str
    uuid: str
    domain: Literal["professional", "sports", "arts", "travel", "culinary"]
    scenario: str
    surface_request: str
    hidden_goal: str
    anchors: list[Anchor]
    ideal_path: list[str]

    def anchor(self, name: str) -> Anchor | None:
        """An anchor by its id."""
        return next((one for one in self.anchors if one.id == name), None)

    def told(self, text: str) -> set[str]:
        """The ids of the anchors that a text mentions."""
        return {one.id for one in self.anchors if mentions(text, one.marks, one.fact)}

    def text(self) -> str:
        """What the Planner reads."""
        anchors = "\n".join(f"- {one.id}: {one.fact}" for one in self.anchors)
        path = "\n".join(f"{number}. {step}" for number, step in enumerate(self.ideal_path, 1))
        return (
            f"Scenario: {self.scenario}\nSurface request: {self.surface_request}\nHidden goal: {self.hidden_goal}\n"
            f"Anchors:\n{anchors}\nIdeal path of an assistant:\n{path}"
        )


class Audit(BaseModel):
    """What an audit found: FAIL cannot be used, NEEDS_REFINEMENT should not."""

    status: AuditStatus
    findings: list[str]


def audit(blueprint: Blueprint) -> Audit:
    """Check what code can check: enough distinct anchors, marks that tell one anchor only, nothing given away."""
    fatal, minor = _anchor_findings(blueprint)
    if blueprint.domain not in DOMAINS:
        fatal.append(f"domain {blueprint.domain} is none of the five")
    for name, text in (("surface request", blueprint.surface_request), ("scenario", blueprint.scenario)):
        if not text.strip():
            fatal.append(f"the {name} is empty")
    if early := sorted(blueprint.told(blueprint.surface_request)):
        fatal.append(f"the surface request already tells {', '.join(early)}")
    goal = content(blueprint.hidden_goal)
    if not goal:
        fatal.append("there is no hidden goal")
    elif copied(blueprint.surface_request, blueprint.hidden_goal) or goal <= content(blueprint.surface_request):
        fatal.append("the surface request tells the hidden goal")
    if len(blueprint.ideal_path) < 3:
        minor.append("the ideal path has fewer than three steps")
    status: AuditStatus = "FAIL" if fatal else "NEEDS_REFINEMENT" if minor else "PASS"
    return Audit(status=status, findings=[*fatal, *minor])


def _anchor_findings(blueprint: Blueprint) -> tuple[list[str], list[str]]:
    fatal: list[str] = []
    minor: list[str] = []
    names = [one.id for one in blueprint.anchors]
    if len(set(names)) != len(names):
        fatal.append("two anchors have the same id")
    if len(names) < LEAST_ANCHORS:
        fatal.append(f"{len(names)} anchors; a dialogue needs {LEAST_ANCHORS} at least")
    for anchor in blueprint.anchors:
        if not anchor.marks or not all(mark.strip() for mark in anchor.marks):
            fatal.append(f"anchor {anchor.id} has no marks")
        elif not any(holds(anchor.fact, mark) for mark in anchor.marks):
            minor.append(f"no mark of anchor {anchor.id} stands in its own fact")
        for other in blueprint.anchors:
            if other.id != anchor.id and mentions(other.fact, anchor.marks, anchor.fact):
                fatal.append(f"anchors {anchor.id} and {other.id} cannot be told apart")
    return fatal, minor
