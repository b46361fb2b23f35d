"""How a start goes: resolution, exported and permission checks, tasks and launch flags (ActivityStarter)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from simulator.services.formats import full_component, intent_text, object_hash, short_component
from simulator.state import Activity, Intent, Task

if TYPE_CHECKING:
    from simulator.apps.app import ActivitySpec, App
    from simulator.phone import Phone

FLAG_NEW_TASK = 0x10000000
FLAG_MULTIPLE_TASK = 0x08000000
FLAG_CLEAR_TOP = 0x04000000
FLAG_SINGLE_TOP = 0x20000000
FLAG_REORDER_TO_FRONT = 0x00020000
FLAG_CLEAR_TASK = 0x00008000

Status = Literal["ok", "delivered", "unresolved", "not_exported", "denied", "chooser"]


@dataclass(frozen=True)
class StartResult:
    """What came of a start. `message` is Android's text for a refusal. `to_front`: an existing task came forward and no
    new activity was made. `launch` is the LaunchState of `am start -W`; `total_ms` how long drawing took."""

    status: Status
    activity: Activity | None = None
    message: str = ""
    candidates: list[str] = field(default_factory=list)
    to_front: bool = False
    launch: Literal["COLD", "WARM", "HOT", "UNKNOWN (0)"] = "UNKNOWN (0)"
    total_ms: int = 0


def is_launcher_intent(intent: Intent) -> bool:
    """Whether an intent is what a tap on the icon sends (MAIN, no data, no extras), or names only a component."""
    return intent.data is None and intent.action in (None, "android.intent.action.MAIN") and not intent.extras


class Launcher:
    """Carries out starts on the phone's tasks."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def start(self, intent: Intent, caller_uid: int) -> StartResult:
        """Resolve, check and start."""
        candidates = self.phone.packages.resolve(intent)
        if not candidates:
            return StartResult("unresolved", message=self._unresolved(intent))
        if len(candidates) > 1:
            names = [f"{app.package}/{spec.cls}" for app, spec in candidates]
            self.phone.state.ui.dialog = {"kind": "resolver", "intent": intent.model_dump(), "candidates": names}
            return StartResult("chooser", candidates=names, launch="WARM", total_ms=self._time(120, 260))
        app, spec = candidates[0]
        resolved = intent.model_copy(update={"component": f"{app.package}/{spec.cls}"})
        refusal = self._refusal(resolved, app, spec, caller_uid)
        if refusal:
            return refusal
        self.phone.log("ActivityTaskManager", f"START u0 {{{self._text(resolved)[9:-2]}}} from uid {caller_uid}")
        return self._launch(resolved, app, spec)

    def _text(self, intent: Intent) -> str:
        return intent_text(intent, api=self.phone.state.device.api_level)

    def _unresolved(self, intent: Intent) -> str:
        name = full_component(intent.component) if intent.component else None
        if name:
            return f"Error: Activity class {{{name[0]}/{name[1]}}} does not exist."
        return f"Error: Activity not started, unable to resolve {self._text(intent)}"

    def _refusal(self, intent: Intent, app: App, spec: ActivitySpec, caller_uid: int) -> StartResult | None:
        uid = self.phone.state.packages[app.package].uid
        if caller_uid in (0, 1000, uid):
            return None
        who = f"from null (pid={self.phone.activities.process_table.shell_pid()}, uid={caller_uid})"
        start = f"Permission Denial: starting {self._text(intent)} {who}"
        if not spec.exported:
            return StartResult("not_exported", message=f"{start} not exported from uid {uid}")
        needed = spec.permission
        if intent.action == "android.intent.action.CALL":
            needed = needed or "android.permission.CALL_PHONE"
        if needed and not self.phone.packages.uid_holds(caller_uid, needed):
            return StartResult("denied", message=f"{start} requires {needed}")
        return None

    def _time(self, low: int, high: int) -> int:
        serial = self.phone.state.next_id("start")
        return low + (serial * 7919 + self.phone.state.seed * 104729) % (high - low)

    def _launch(self, intent: Intent, app: App, spec: ActivitySpec) -> StartResult:
        state, package = self.phone.state, app.package
        found = state.packages[package]
        found.stopped = False
        state.ui.dialog = None
        self.phone.screen.give_way()
        cold = self.phone.activities.pid_of(package) is None
        self.phone.activities.process_table.ensure(package, f"for activity {{{short_component(package, spec.cls)}}}")
        if spec.no_ui:
            return self._trampoline(intent, app, spec, cold)
        task = next((t for t in state.tasks if t.package == package), None)
        if intent.flags & FLAG_MULTIPLE_TASK and intent.flags & FLAG_NEW_TASK:
            task = None
        was_front = bool(state.tasks) and state.tasks[0] is task
        if task is None:
            task = Task(id=state.next_id("task", 1), package=package)
        else:
            state.tasks.remove(task)
        state.tasks.insert(0, task)
        task.last_active_ms = self.phone.clock.now_ms
        if intent.flags & FLAG_CLEAR_TASK:
            task.activities.clear()
        reused = self._reuse(task, intent, spec, app)
        if reused is not None:
            if was_front:
                return StartResult("delivered", reused)
            return StartResult("ok", reused, to_front=True, launch="HOT", total_ms=self._time(60, 180))
        activity = self._create(intent, app, spec)
        task.activities.append(activity)
        total = self._time(450, 1300) if cold else self._time(150, 420)
        shown = short_component(package, spec.cls)
        self.phone.log("ActivityTaskManager", f"Displayed {shown}: +{total}ms")
        app.on_intent(activity, intent)
        return StartResult("ok", activity, launch="COLD" if cold else "WARM", total_ms=total)

    def _reuse(self, task: Task, intent: Intent, spec: ActivitySpec, app: App) -> Activity | None:
        """The activity of the task that takes the intent instead of a new one."""
        if not task.activities:
            return None
        top = task.activities[-1]
        if is_launcher_intent(intent) and task.activities[0].cls == spec.cls and not intent.flags & FLAG_CLEAR_TOP:
            return top
        existing = next((a for a in reversed(task.activities) if a.cls == spec.cls), None)
        if existing is None:
            return None
        if intent.flags & FLAG_CLEAR_TOP:
            del task.activities[task.activities.index(existing) + 1 :]
        elif intent.flags & FLAG_REORDER_TO_FRONT:
            task.activities.remove(existing)
            task.activities.append(existing)
        elif existing is not top or not (spec.single_top or intent.flags & FLAG_SINGLE_TOP):
            return None
        existing.intent = intent
        app.on_intent(existing, intent)
        return existing

    def _create(self, intent: Intent, app: App, spec: ActivitySpec) -> Activity:
        serial = self.phone.state.next_id("activity")
        token = object_hash(self.phone.state.seed, "activity", serial)
        now = self.phone.clock.now_ms
        return Activity(token=token, package=app.package, cls=spec.cls, intent=intent, created_ms=now)

    def _trampoline(self, intent: Intent, app: App, spec: ActivitySpec, cold: bool) -> StartResult:
        activity = self._create(intent, app, spec)
        app.on_intent(activity, intent)
        total = self._time(350, 800) if cold else self._time(80, 220)
        return StartResult("ok", activity, launch="COLD" if cold else "WARM", total_ms=total)
