"""Health: workouts with an ongoing notification, metrics that are logged and listed, goals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import DEFAULT, extra, parse_link, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View
from simulator.state import NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Intent, Notification

TRACK = "vnd.google.fitness.TRACK"
WORKOUT_ID = 1
NAMES_ZH = {
    "running": "跑步", "walking": "步行", "biking": "骑行", "yoga": "瑜伽", "strength_training": "力量训练", "swimming": "游泳",
    "weight": "体重", "water": "饮水", "heart_rate": "心率", "blood_pressure": "血压", "blood_glucose": "血糖", "steps": "步数",
    "sleep": "睡眠",
}  # fmt: skip


class FitnessApp(PagedApp):
    """`data`: `workout` (activity, since_ms) or None, `workouts`, `metrics` (kind, value, unit, ms), `goals`."""

    package = "com.google.android.apps.fitness"
    manifest = Manifest(
        "Fit",
        "运动健康",
        (
            ActivitySpec("com.google.android.apps.fitness.welcome.WelcomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.android.apps.fitness.activemode.ActiveModeActivity",
                (IntentFilter((TRACK,), (DEFAULT,), types=("vnd.google.fitness.activity/*",)),),
            ),
            ActivitySpec("com.google.android.apps.fitness.deeplink.DeepLinkActivity", (view_filter("gfit"),)),
        ),
        permissions=("android.permission.ACTIVITY_RECOGNITION", "android.permission.POST_NOTIFICATIONS"),
        version_name="2024.04.18.00.arm64",
        version_code=202404180,
        color="#e91e63",
        channels={"workout": 2, "goals": 3, "reminders": 3},
    )

    def initial_data(self) -> dict[str, Any]:
        """Nothing tracked."""
        return {"workout": None, "workouts": [], "metrics": [], "steps": 0}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if intent.action == TRACK:
            kind = unquote((intent.type or "").partition("/")[2]) or "other"
            if "Completed" in extra(intent, "actionStatus"):
                self.stop()
            else:
                self.track(kind)
            return "workout", {}
        if link.host == "log":
            kind, value, unit = link.get("kind"), link.get("value"), link.get("unit")
            if kind and value:
                self.log(kind, value, unit)
                return "metric", {"kind": kind}
            return "entry", {"kind": kind, "value": value, "unit": unit}
        return None

    def name(self, kind: str) -> str:
        """An activity's or metric's name as it is shown: also as it was asked for."""
        plain = kind.replace("_", " ")
        return f"{NAMES_ZH[kind]} · {plain}" if self.zh and kind in NAMES_ZH else plain

    def _type(self, kind: str) -> list[View]:
        return [self.line(kind, id="type", font_size=13)] if kind != kind.replace("_", " ") else []

    def track(self, kind: str) -> None:
        """Start a workout (one that runs is ended)."""
        if self.data["workout"] and self.data["workout"]["activity"] == kind:
            return
        self.stop()
        self.data["workout"] = {"activity": kind, "since_ms": self.now}
        self._post_workout()
        self.phone.changed()

    def _post_workout(self) -> None:
        workout = self.data["workout"]
        since = self.hhmm(workout["since_ms"])
        self.post(
            self.name(workout["activity"]),
            self.say(f"Workout since {since}", f"运动开始于 {since}"),
            id=WORKOUT_ID,
            channel="workout",
            category="workout",
            ongoing=True,
            clearable=False,
            actions=[NotificationAction(title=self.say("Finish", "结束"), command="stop")],
        )

    def on_boot(self) -> None:
        """A workout goes on after a restart."""
        if self.data["workout"] and not self.posted(WORKOUT_ID):
            self._post_workout()

    def stop(self) -> None:
        """End the workout and keep it."""
        workout = self.data["workout"]
        if workout:
            self.data["workouts"].append({**workout, "minutes": (self.now - workout["since_ms"]) // 60_000})
            self.data["workout"] = None
            self.withdraw(WORKOUT_ID)
            self.phone.changed()

    def _action_stop(self, _: str, __: Notification, ___: str | None) -> None:
        self.stop()

    def log(self, kind: str, value: str, unit: str) -> None:
        """Keep a measured value."""
        self.data["metrics"].append({"kind": kind, "value": value, "unit": unit, "ms": self.now})
        self.phone.changed()

    def _event_goal(self, data: dict[str, Any]) -> None:
        """A goal is reached or near: `title`, `text`, maybe `steps`."""
        self.data["steps"] = int(data.get("steps", self.data["steps"]))
        self.post(str(data["title"]), str(data.get("text", "")), id=2, channel="goals")

    def _event_reminder(self, data: dict[str, Any]) -> None:
        """It is time to measure, drink, move …: `title`, `text`."""
        self.post(str(data["title"]), str(data.get("text", "")), id=3, channel="reminders")

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        kinds = list(dict.fromkeys(one["kind"] for one in self.data["metrics"]))
        workout = self.data["workout"]
        running = []
        if workout:
            open_ = self.to(activity, "workout")
            running.append(self.item(self.name(workout["activity"]), self.say("Running", "进行中"), open_))
        starts = ("running", "walking", "biking", "yoga", "strength_training", "swimming")
        return self.screen(
            activity,
            self.label,
            self.line(self.say(f"{self.data['steps']} steps today", f"今日{self.data['steps']}步"), id="steps"),
            *running,
            self.head(self.say("Metrics", "健康数据")),
            *[self._metric_row(activity, kind) for kind in kinds],
            self.item(self.say("Add measurement", "添加记录"), "", self.to(activity, "entry"), id="add"),
            self.head(self.say("Start a workout", "开始运动")),
            *[self.item(self.name(kind), "", self.then(self._begin, activity, kind), id="start") for kind in starts],
            self.head(self.say("Workouts", "运动记录")),
            *[
                self.item(
                    self.name(one["activity"]), self.minutes(one["minutes"]), trailing=self.moment(one["since_ms"])
                )
                for one in reversed(self.data["workouts"])
            ],
        )

    def _metric_row(self, activity: Activity, kind: str) -> View:
        last = [one for one in self.data["metrics"] if one["kind"] == kind][-1]
        return self.item(
            self.name(kind), f"{last['value']} {last['unit']}", self.to(activity, "metric", kind=kind), id="metric"
        )

    def _begin(self, activity: Activity, kind: str) -> None:
        self.track(kind)
        self.go(activity, "workout")

    def _page_workout(self, activity: Activity, here: dict[str, Any]) -> View:
        workout = self.data["workout"]
        if not workout:
            done = self.data["workouts"][-1:]
            rows = [self.item(self.name(one["activity"]), self.minutes(one["minutes"])) for one in done]
            return self.screen(activity, self.say("Workout finished", "运动已结束"), *rows)
        seconds = (self.now - workout["since_ms"]) // 1000
        return self.screen(
            activity,
            self.name(workout["activity"]),
            *self._type(workout["activity"]),
            self.line(self.say("Tracking", "正在记录"), id="state"),
            self.line(f"{seconds // 3600}:{seconds % 3600 // 60:02d}:{seconds % 60:02d}", id="timer", font_size=44),
            bottom=(self.foot(self.say("Finish", "结束"), self.stop, id="finish"),),
        )

    def _page_metric(self, activity: Activity, here: dict[str, Any]) -> View:
        rows = [
            self.item(f"{one['value']} {one['unit']}".strip(), self.moment(one["ms"]), id="entry")
            for one in reversed(self.data["metrics"])
            if one["kind"] == here["kind"]
        ]
        add = self.foot(self.say("Add", "添加"), self.to(activity, "entry", kind=here["kind"]), id="add")
        return self.screen(activity, self.name(here["kind"]), *self._type(here["kind"]), *rows, bottom=(add,))

    def _page_entry(self, activity: Activity, here: dict[str, Any]) -> View:
        def save() -> None:
            kind, value, unit = (here.get(key, "").strip() for key in ("kind", "value", "unit"))
            if kind and value:
                self.log(kind, value, unit)
                self.turn(activity, "metric", kind=kind)

        return self.screen(
            activity,
            self.say("Add measurement", "添加记录"),
            self.field(here, "kind", self.say("Kind", "类型")),
            self.field(here, "value", self.say("Value", "数值")),
            self.field(here, "unit", self.say("Unit", "单位")),
            bottom=(self.foot(self.say("Save", "保存"), save, id="save"),),
        )
