"""Making blueprints: a model proposes scenarios and blueprints for a persona, code and an auditing model check them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from benchmarks.proactbench.assistants import Assistant, Message, sampling_for
from benchmarks.proactbench.attempts import Patience, attempt
from benchmarks.proactbench.judge import ModelT, parse, strict_schema
from benchmarks.proactbench.online.blueprint import Anchor, Audit, AuditStatus, Blueprint, audit
from benchmarks.proactbench.online.personas import Persona

MAKER_SYSTEM = """You invent material for dialogues in which a user asks an assistant for something narrow while circumstances
that slip out in passing point to something larger that the user needs and does not ask for. Answer with one JSON object."""

AUDITOR_SYSTEM = """You audit the blueprint of a dialogue between a user and an assistant. Check: the surface request is narrow
and everyday and does not tell the hidden goal; each anchor is one plain fact that a user could let slip in passing, and none
tells the goal by itself; at least two anchors together allow a conclusion that neither allows alone; something remains worth
saying after the surface request is done; the persona and the scenario fit together.
Answer with one JSON object: status ("PASS", "NEEDS_REFINEMENT" or "FAIL") and findings (sentences, none for PASS)."""


class Scenarios(BaseModel):
    """A model's proposals."""

    model_config = ConfigDict(extra="forbid")

    scenarios: list[str]


class Draft(BaseModel):
    """A model's blueprint before it gets its ids."""

    model_config = ConfigDict(extra="forbid")

    surface_request: str
    hidden_goal: str
    anchors: list[Anchor]
    ideal_path: list[str]


@dataclass(frozen=True)
class Audited:
    """A blueprint with what code and model found."""

    blueprint: Blueprint
    by_code: Audit
    by_model: Audit | None

    @property
    def status(self) -> AuditStatus:
        """The worse of both; a missing audit by the model counts as NEEDS_REFINEMENT."""
        order: tuple[AuditStatus, ...] = ("FAIL", "NEEDS_REFINEMENT", "PASS")
        second: AuditStatus = self.by_model.status if self.by_model is not None else "NEEDS_REFINEMENT"
        return min(self.by_code.status, second, key=order.index)


class Maker:
    """Asks a model for scenarios, blueprints and audits; answers that are no such thing are asked for again."""

    def __init__(self, model: Assistant, auditor: Assistant | None = None, patience: Patience | None = None) -> None:
        self._model, self._auditor = model, auditor if auditor is not None else model
        self._patience = patience if patience is not None else Patience()

    async def scenarios(self, persona: Persona, domain: str, number: int) -> list[str]:
        """Up to `number` scenarios; none where the model failed. Raises ModelRefused."""
        text = (
            f"Persona: {persona.text(domain)}\nDomain: {domain}\n\nInvent {number} different everyday scenarios, two sentences "
            "each, in which this person would turn to an assistant. JSON: scenarios (a list of strings)."
        )
        found = await self._ask(self._model, MAKER_SYSTEM, text, Scenarios)
        return [one for one in found.scenarios if one.strip()][:number] if found is not None else []

    async def blueprint(
        self, persona: Persona, domain: str, scenario_id: str, scenario: str, at: int
    ) -> Blueprint | None:
        """A blueprint; None where the model failed. Raises ModelRefused."""
        text = (
            f"Persona: {persona.text(domain)}\nScenario: {scenario}\n\n"
            "Write the blueprint of a dialogue of at most ten turns. JSON: surface_request (the narrow request it opens with), "
            "hidden_goal (what the person needs and does not say), anchors (four to six objects: id, one lower-case word; fact "
            "in one sentence; marks, two or three phrases of two to four words copied from the fact by which a message that "
            "tells it is recognised, in no other anchor), ideal_path (four to six sentences: what a good assistant does)."
        )
        draft = await self._ask(self._model, MAKER_SYSTEM, text, Draft)
        if draft is None:
            return None
        return Blueprint.model_validate(
            {
                "blueprint_id": f"BP_{scenario_id}_{at:02d}",
                "scenario_id": scenario_id,
                "uuid": persona.uuid,
                "domain": domain,
                "scenario": scenario,
                **draft.model_dump(),
            }
        )

    async def audited(self, blueprint: Blueprint, persona: Persona) -> Audited:
        """The blueprint with both audits; the model's is not asked for where code already says FAIL."""
        by_code = audit(blueprint)
        if by_code.status == "FAIL":
            return Audited(blueprint, by_code, None)
        text = f"Persona: {persona.text(blueprint.domain)}\n\n{blueprint.text()}"
        return Audited(blueprint, by_code, await self._ask(self._auditor, AUDITOR_SYSTEM, text, Audit))

    async def _ask(self, model: Assistant, system: str, text: str, kind: type[ModelT]) -> ModelT | None:
        async def once() -> ModelT:
            messages = [Message("system", system), Message("user", text)]
            reply = await model.reply(messages, sampling_for(model.name), strict_schema(kind))
            return parse(reply.text, kind)

        return (await attempt(once, self._patience)).value


async def make(maker: Maker, personas: Sequence[Persona], scenarios: int, per_scenario: int) -> list[Audited]:
    """Blueprints for every persona and domain, in their order; what the model failed to give is left out."""
    found = []
    for persona in personas:
        for domain in persona.domains:
            for number, scenario in enumerate(await maker.scenarios(persona, domain, scenarios), 1):
                name = re.sub(r"[^A-Z0-9]+", "_", f"{domain}_{persona.uuid}_{number:02d}".upper())
                for at in range(1, per_scenario + 1):
                    blueprint = await maker.blueprint(persona, domain, name, scenario, at)
                    if blueprint is not None:
                        found.append(await maker.audited(blueprint, persona))
    return found
