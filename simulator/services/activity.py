"""ActivityManagerService and ActivityTaskManager: tasks, processes, intents."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from simulator.services.activity_start import FLAG_NEW_TASK, Launcher, StartResult, is_launcher_intent
from simulator.services.formats import app_id, object_hash, short_component
from simulator.services.permission_prompts import ask
from simulator.services.processes import ProcessTable
from simulator.services.service import Service
from simulator.shell.command import Invocation
from simulator.state import Activity, Intent, Notification, Task

if TYPE_CHECKING:
    from simulator.phone import Phone

HOME_PACKAGE = "com.google.android.apps.nexuslauncher"
RESOLVER = "com.android.internal.app.ResolverActivity"
PROTECTED_BROADCASTS = frozenset(
    f"android.intent.action.{name}"
    for name in (
        "AIRPLANE_MODE", "BATTERY_CHANGED", "BATTERY_LOW", "BATTERY_OKAY", "ACTION_POWER_CONNECTED",
        "ACTION_POWER_DISCONNECTED", "BOOT_COMPLETED", "SCREEN_ON", "SCREEN_OFF", "USER_PRESENT", "TIME_SET",
        "TIMEZONE_CHANGED", "LOCALE_CHANGED", "PACKAGE_ADDED", "PACKAGE_REMOVED", "PACKAGE_REPLACED", "PHONE_STATE",
        "NEW_OUTGOING_CALL", "MASTER_CLEAR", "REBOOT", "DEVICE_STORAGE_LOW", "DREAMING_STARTED", "HEADSET_PLUG",
    )
) | {
    "android.provider.Telephony.SMS_RECEIVED", "android.provider.Telephony.SMS_DELIVER",
    "android.net.conn.CONNECTIVITY_CHANGE", "android.net.wifi.WIFI_STATE_CHANGED", "android.net.wifi.STATE_CHANGE",
    "android.bluetooth.adapter.action.STATE_CHANGED", "android.app.action.NEXT_ALARM_CLOCK_CHANGED",
}  # fmt: skip


class ActivityService(Service):
    """ActivityManagerService and ActivityTaskManager: tasks, processes, intents.

    The state holds tasks front first and each task's activities top last. After every change `settle` compares what is
    resumed with what was, and tells the app and the usage events.
    """

    name = "activity"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self._resumed: Activity | None = None
        self.process_table = ProcessTable(phone)
        self._launcher = Launcher(phone)

    def adopt(self) -> None:
        """Take what a loaded state shows as resumed, without events (the phone has booted)."""
        self._resumed = self.resumed()
        for package in (HOME_PACKAGE, "com.android.systemui", "com.android.inputmethod.latin", "com.android.phone"):
            if package in self.state.packages:
                self.process_table.ensure(package)

    # What is on the screen

    def top(self) -> Activity | None:
        """The last activity of the front task, whether the screen is on or not; None if there are no tasks."""
        front = self.state.tasks[0] if self.state.tasks else None
        return front.activities[-1] if front and front.activities else None

    def resumed(self) -> Activity | None:
        """The activity that the user faces; None while asleep or behind the keyguard."""
        if not self.phone.power.interactive or self.state.power.keyguard_locked:
            return None
        return self.top()

    def task_of(self, activity: Activity) -> Task | None:
        """The task that holds an activity (found by its token)."""
        for task in self.state.tasks:
            if any(a.token == activity.token for a in task.activities):
                return task
        return None

    def shown_tasks(self) -> list[Task]:
        """The tasks front first as dumps print them: with the chooser's or the in-call screen's own task, if one of
        those has the focus (they are windows here, but activities on a phone)."""
        title, top = self.phone.windows.focused(), self.top()
        if title is None or "/" not in title or (top is not None and title == f"{top.package}/{top.cls}"):
            return self.state.tasks
        package, _, cls = title.partition("/")
        token = object_hash(self.state.seed, "over", title)
        over = Activity(token=token, package=package, cls=cls, created_ms=self.clock.now_ms)
        number = self.state.counters.get("task", 0) + 1
        return [
            Task(id=number, package=package, activities=[over], last_active_ms=self.clock.now_ms),
            *self.state.tasks,
        ]

    def shown_resumed(self) -> tuple[Activity, Task] | None:
        """The activity that dumps call resumed, and its task; None while asleep or behind the keyguard."""
        tasks = self.shown_tasks()
        own = len(tasks) == len(self.state.tasks)
        if not tasks or not tasks[0].activities or not self.phone.power.interactive or (own and self.resumed() is None):
            return None
        return tasks[0].activities[-1], tasks[0]

    def settle(self) -> None:
        """Tell usage events and the app if another activity is resumed than before."""
        now, old = self.resumed(), self._resumed
        if (now.token if now else None) == (old.token if old else None):
            return
        self._resumed = now
        self.state.ui.focused_field = None
        self.state.ui.ime_shown = False
        if old:
            self.phone.usage.record("ACTIVITY_PAUSED", old.package, old.cls)
        if now:
            self.process_table.ensure(now.package)
            task = self.task_of(now)
            if task:
                task.last_active_ms = self.clock.now_ms
            self.phone.usage.record("ACTIVITY_RESUMED", now.package, now.cls)
        if old:
            self.phone.usage.record("ACTIVITY_STOPPED", old.package, old.cls)
        self.phone.changed()
        if now and now.package in self.phone.apps:
            self.phone.app(now.package).on_resume(now)
            ask(self.phone)

    # Starting

    def start(
        self, intent: Intent, *, caller_uid: int = 2000, flags: int = 0, wait: bool = False, new_task: bool = True
    ) -> StartResult:
        """Start what an intent asks for. Nothing is raised: the result says what happened.

        `caller_uid` decides about exported activities and permissions (an app passes its own uid). `flags` are added to
        the intent's. Without `new_task` an activity of the caller's own package goes on the caller's task.
        """
        del wait  # a start is over when it returns
        asked = intent.model_copy(
            update={"flags": intent.flags | flags | (FLAG_NEW_TASK if new_task else 0)}, deep=True
        )
        result = self._launcher.start(asked, caller_uid)
        self.settle()
        self.phone.changed()
        return result

    def choose(self, component: str) -> StartResult:
        """The user's choice in the open chooser (`package/class`). ValueError if none is open."""
        dialog = self.state.ui.dialog
        if not dialog or dialog.get("kind") != "resolver":
            raise ValueError("no chooser is open")
        self.state.ui.dialog = None
        intent = Intent.model_validate(dialog["intent"])
        return self.start(intent.model_copy(update={"component": component}), caller_uid=1000)

    def launch(self, package: str) -> StartResult:
        """Start an app as a tap on its icon does."""
        component = self.phone.packages.launcher_activity(package)
        if component is None:
            return StartResult("unresolved", message=f"{package} has no launcher activity")
        intent = Intent(
            action="android.intent.action.MAIN",
            categories=["android.intent.category.LAUNCHER"],
            component=component,
            flags=0x10200000,
        )
        return self.start(intent, caller_uid=1000)

    def open_from_notification(self, notification: Notification) -> StartResult:
        """What a tap on a notification opens: its `open_uri`, else its app."""
        self.state.ui.shade = "closed"
        if notification.open_uri:
            view = Intent(action="android.intent.action.VIEW", data=notification.open_uri, package=notification.package)
            uid = self.state.packages[notification.package].uid if notification.package in self.state.packages else 1000
            result = self.start(view, caller_uid=uid)
            if result.status != "unresolved":
                return result
            result = self.start(view.model_copy(update={"package": None}), caller_uid=uid)
            if result.status != "unresolved":
                return result
        return self.launch(notification.package)

    # Moving about

    def locked(self) -> bool:
        """Whether a task is pinned (`am task lock`) and still there."""
        return any(task.id == self.state.ui.locked_task for task in self.state.tasks)

    def lock(self, task_id: int) -> bool:
        """Pin a task and bring it to the front; False if there is no such task."""
        if not self.to_front(task_id):
            return False
        self.state.ui.locked_task = task_id
        return True

    def home(self) -> None:
        """Go to the home screen (nothing happens if no home app is installed, or while a task is pinned)."""
        if self.locked():
            return
        self.state.ui.shade = "closed"
        self.state.ui.dialog = None
        task = self._home_task()
        if task is None:
            component = self._home_component()
            if component:
                self.start(self._home_intent(component), caller_uid=1000)
            return
        for activity in task.activities:
            activity.ui.pop("recents", None)
        self._to_front(task)
        self.settle()

    def recents(self) -> None:
        """Show the overview: the home app's screen with `ui["recents"]` set."""
        self.home()
        top = self.top()
        if top is not None and self._is_home(top.package):
            top.ui["recents"] = True
        self.phone.changed()

    def back(self) -> None:
        """The back key on an activity (dialogs, shade and keyboard are the screen's business)."""
        top = self.top()
        if top is None or self._is_home(top.package):
            if top is not None:
                top.ui.pop("recents", None)
            self.phone.changed()
            return
        app = self.phone.apps.get(top.package)
        if app is not None and app.on_back(top):
            self.phone.changed()
            return
        task = self.task_of(top)
        if task and len(task.activities) == 1 and self.api >= 31 and is_launcher_intent(top.intent):
            # From Android 12 on the root of a launched task is kept and goes to the back.
            self.state.tasks.remove(task)
            self.state.tasks.append(task)
            if self.state.tasks[0] is task:
                self.home()
            self.settle()
            return
        self.finish(top)

    def finish(self, activity: Activity) -> None:
        """Finish an activity; what lies under it comes back, the home screen at last."""
        task = self.task_of(activity)
        if task is None:
            return
        task.activities = [a for a in task.activities if a.token != activity.token]
        if not task.activities:
            self.state.tasks.remove(task)
        if not self.state.tasks:
            self.home()
        self.settle()
        self.phone.changed()

    def to_front(self, task_id: int) -> bool:
        """Bring a task to the front (the overview's tap); False if there is no such task."""
        task = next((t for t in self.state.tasks if t.id == task_id), None)
        if task is None:
            return False
        self._to_front(task)
        self.settle()
        return True

    def remove_task(self, task_id: int) -> bool:
        """Swipe a task away; its process stays. False if there is no such task."""
        task = next((t for t in self.state.tasks if t.id == task_id), None)
        if task is None:
            return False
        self.state.tasks.remove(task)
        if not self.state.tasks:
            self.home()
        self.settle()
        self.phone.changed()
        return True

    def _to_front(self, task: Task) -> None:
        self.state.tasks.remove(task)
        self.state.tasks.insert(0, task)
        task.last_active_ms = self.clock.now_ms
        self.phone.changed()

    def _home_intent(self, component: str) -> Intent:
        return Intent(
            action="android.intent.action.MAIN",
            categories=["android.intent.category.HOME"],
            component=component,
            flags=0x10000100,
        )

    def _home_component(self) -> str | None:
        intent = Intent(action="android.intent.action.MAIN", categories=["android.intent.category.HOME"])
        found = self.phone.packages.query(intent)
        if found:
            return f"{found[0][0].package}/{found[0][1].cls}"
        app = self.phone.apps.get(HOME_PACKAGE)
        return f"{HOME_PACKAGE}/{app.manifest.activities[0].cls}" if app and app.manifest.activities else None

    def _is_home(self, package: str) -> bool:
        component = self._home_component()
        return component is not None and component.startswith(package + "/")

    def _home_task(self) -> Task | None:
        return next((t for t in self.state.tasks if self._is_home(t.package)), None)

    def task_kind(self, task: Task) -> str:
        """The task's activity type: `home` or `standard`."""
        return "home" if self._is_home(task.package) else "standard"

    # Processes

    def force_stop(self, package: str) -> None:
        """Stop an app as `am force-stop` does: tasks, process, alarms, notifications and playback go."""
        found = self.state.packages.get(package)
        if found is not None and package not in ("android", "com.android.shell"):
            found.stopped = True
        was_running = self.pid_of(package) is not None
        self.process_table.kill(package)
        self.state.tasks = [t for t in self.state.tasks if t.package != package]
        for task in self.state.tasks:
            task.activities = [a for a in task.activities if a.package != package]
        for alarm in list(self.phone.alarms.of(package)):
            self.phone.alarms.cancel(alarm.id)
        for notification in [n for n in self.state.notifications.posted if n.package == package]:
            self.phone.notifications.cancel(notification.key, reason="PACKAGE_CHANGED")
        if any(s.package == package for s in self.state.media_sessions):
            self.phone.media.stop(package)
        if was_running:
            self.phone.log(
                "ActivityManager", f"Force stopping {package} appid={found.uid if found else 0} user=0: from pid"
            )
        if not self.state.tasks:
            self.home()
        if package in ("com.android.systemui", HOME_PACKAGE):
            self.process_table.ensure(package)
        self.settle()
        self.phone.changed()

    def kill(self, package: str) -> bool:
        """Kill an app's process if it is in the background (`am kill`); tasks stay. False if nothing was killed."""
        top = self.resumed()
        if top is not None and top.package == package:
            return False
        killed = self.process_table.kill(package)
        self.phone.changed()
        return killed

    def pid_of(self, package: str) -> int | None:
        """The pid of a package's process, or None."""
        return self.process_table.pid_of(package)

    def processes(self) -> list[tuple[int, str, str]]:
        """All processes as (pid, user, name), system ones included."""
        return self.process_table.listing()

    def process_record(self, package: str) -> str:
        """`ProcessRecord{hash pid:name/u0aN}` or `null`."""
        pid = self.pid_of(package)
        found = self.state.packages.get(package)
        if pid is None:
            return "null"
        uid = found.uid if found else 1000
        return f"ProcessRecord{{{object_hash('proc', pid, package)} {pid}:{package}/{app_id(uid)}}}"

    def broadcast(self, intent: Intent, *, caller_uid: int = 2000) -> int:
        """Send a broadcast; returns its result's code. Raises as `deliver` does."""
        return self.deliver(intent, caller_uid=caller_uid)[0]

    def deliver(self, intent: Intent, *, caller_uid: int = 2000) -> tuple[int, str | None]:
        """Send a broadcast; returns its result's code and data: 0 and None where no app takes it. PermissionError with
        Android's message if the action is protected and the caller is not the system."""
        if intent.action in PROTECTED_BROADCASTS and caller_uid not in (0, 1000):
            raise PermissionError(
                f"Permission Denial: not allowed to send broadcast {intent.action} from pid="
                f"{self.process_table.shell_pid()}, uid={caller_uid}"
            )
        self.phone.log("BroadcastQueue", f"Enqueued broadcast {intent.action}", "D")
        target = intent.component.partition("/")[0] if intent.component else intent.package
        for package in [target] if target else list(self.state.packages):
            app = self.phone.apps.get(package)
            found = self.state.packages.get(package)
            result = app.on_broadcast(intent) if app is not None and found is not None and found.enabled else None
            if result is not None:
                return result
        return 0, None

    def record(self, activity: Activity, task: Task) -> str:
        """`ActivityRecord{hash u0 pkg/.Cls t4}`."""
        name = short_component(activity.package, activity.cls)
        return f"ActivityRecord{{{activity.token} u0 {name} t{task.id}}}"

    def dump(self, args: list[str]) -> str:
        """`dumpsys activity [activities|top|recents|services|processes|broadcasts|…]`."""
        from simulator.services.activity_dump import dump_activity

        return dump_activity(self.phone, args)

    def command(self, call: Invocation) -> int | Awaitable[int]:
        """`cmd activity …`, the same as `am`."""
        from simulator.services.am import am_command

        return am_command(call)
