"""The table that grows while a run goes on."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.markup import escape

from agent.moment import Moment
from benchmarks.proactive_mobile.moments import Judged

_MARKS = {
    "served": "[green]served[/]",
    "wrong": "[yellow]wrong[/]",
    "false_trigger": "[red]false trigger[/]",
    "quiet": "[dim]right to be silent[/]",
    "held": "[dim]silent in a window[/]",
    "invalid": "[magenta]invalid output[/]",
    "missed": "[yellow]missed[/]",
}
_PROOF = {"verified": "[green]proved[/]", "unverified": "[yellow]not proved[/]"}


class LiveTable:
    """Prints a line a moment (silent ones only with `verbose`): time, silent or spoke, intent, calls, consent, proof."""

    def __init__(self, console: Console, timezone: str, *, verbose: bool = False) -> None:
        self._console = console
        self._zone = ZoneInfo(timezone)
        self._verbose = verbose

    def row(self, moment: Moment, judged: Judged | None) -> None:
        """Print a moment."""
        at = datetime.fromtimestamp(moment.time_ms / 1000, self._zone)
        verdict = _MARKS[judged.verdict] if judged else ""
        if moment.proposal is None:
            if self._verbose:
                self._console.print(f"[dim]{at:%H:%M}  silent  {escape(moment.why)}[/]  {verdict}")
            return
        self._console.print(f"[bold]{at:%H:%M}[/]  spoke   {escape(moment.proposal.intent)}  {verdict}")
        proofs = {step.call.canonical(): step for step in moment.steps}
        for call in moment.proposal.calls:
            step = proofs.get(call.canonical())
            proof = f" → {_PROOF.get(step.status, f'[red]{step.status}[/]')}: {escape(step.why)}" if step else ""
            self._console.print(f"               {escape(str(call))}  [cyan]{moment.answer}[/]{proof}")
