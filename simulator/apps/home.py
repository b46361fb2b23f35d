"""The smart home: devices by room, scenes; what opens a door waits for a tap on Confirm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import make_link, parse_link, view_filter
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

ROOMS = (
    ("Living room light", "客厅灯", "Living room", "客厅", "light", "off"),
    ("Bedroom light", "卧室灯", "Bedroom", "卧室", "light", "off"),
    ("Thermostat", "空调", "Living room", "客厅", "thermostat", "20"),
    ("Front door lock", "门锁", "Hallway", "玄关", "lock", "locked"),
    ("Living room blinds", "客厅窗帘", "Living room", "客厅", "blinds", "open"),
    ("Robot vacuum", "扫地机器人", "Living room", "客厅", "vacuum", "docked"),
    ("Coffee machine", "咖啡机", "Kitchen", "厨房", "plug", "off"),
    ("Washing machine", "洗衣机", "Bathroom", "浴室", "appliance", "off"),
)
STATES = {
    "light": ("on", "off"),
    "plug": ("on", "off"),
    "appliance": ("on", "off"),
    "lock": ("locked", "unlocked"),
    "door": ("closed", "open"),
    "blinds": ("open", "closed"),
    "vacuum": ("cleaning", "docked"),
}
GUARDED = ("lock", "door")
WORDS = {
    "on": "开", "off": "关", "locked": "已上锁", "unlocked": "已开锁", "open": "打开", "closed": "关闭",
    "cleaning": "清扫中", "docked": "充电座",
}  # fmt: skip
_SWITCH = {"open": "on", "closed": "off", "close": "off", "start": "on", "stop": "off", "true": "on", "false": "off"}
SAME = {
    "light": _SWITCH,
    "plug": _SWITCH,
    "appliance": _SWITCH,
    "lock": {
        "lock": "locked", "unlock": "unlocked", "on": "locked", "off": "unlocked", "close": "locked", "closed": "locked",
        "open": "unlocked",
    },
    "door": {"close": "closed"},
    "blinds": {"close": "closed", "off": "closed", "on": "open", "up": "open", "down": "closed"},
    "vacuum": {
        "on": "cleaning", "start": "cleaning", "clean": "cleaning", "off": "docked", "stop": "docked", "dock": "docked",
    },
}  # fmt: skip
ALIKE = {
    "开启": "on", "启动": "start", "关上": "close", "停止": "stop", "上锁": "lock", "锁上": "lock", "锁定": "lock",
    "解锁": "unlock",
    "开锁": "unlock", "拉开": "open", "拉上": "close", "清扫": "clean", "打扫": "clean", "回充": "dock",
}  # fmt: skip
SCENES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Good night", "晚安", {"light": "off", "blinds": "closed", "lock": "locked"}),
    ("Good morning", "早安", {"blinds": "open", "plug": "on"}),
    ("Leaving home", "离家", {"light": "off", "plug": "off", "lock": "locked", "vacuum": "cleaning"}),
    ("Arriving home", "回家", {"light": "on", "vacuum": "docked"}),
    ("Movie night", "观影", {"light": "off", "blinds": "closed"}),
)


class HomeApp(PagedApp):
    """`data`: `devices` (name, room, kind, state), `scenes` (name, sets: kind or device → state), `started` (scene).

    `also` holds a device's or scene's name in the other language, by which it is found too.
    """

    package = "com.google.android.apps.chromecast.app"
    manifest = Manifest(
        "Home",
        "米家",
        (
            ActivitySpec("com.google.android.apps.chromecast.app.main.MainActivity", (LAUNCHER,), launcher=True),
            ActivitySpec("com.google.android.apps.chromecast.app.deeplink.DeepLinkActivity", (view_filter("ghome"),)),
        ),
        permissions=("android.permission.ACCESS_FINE_LOCATION", "android.permission.POST_NOTIFICATIONS"),
        version_name="3.15.1.4",
        version_code=31501004,
        color="#1a73e8",
        channels={"devices": 3, "security": 4},
    )

    def initial_data(self) -> dict[str, Any]:
        """A flat with eight devices and five scenes."""
        return {
            "devices": [
                {
                    "name": self.say(en, zh),
                    "room": self.say(room, raum),
                    "kind": kind,
                    "state": state,
                    "also": f"{self.say(zh, en)} / {self.say(raum, room)}",
                }
                for en, zh, room, raum, kind, state in ROOMS
            ],
            "scenes": [
                {"name": self.say(en, zh), "also": self.say(zh, en), "sets": dict(sets)} for en, zh, sets in SCENES
            ],
            "started": "",
        }

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.host == "scene" and link.get("name"):
            return self._scene_page(link.get("name"))
        if link.host == "device" and link.get("name"):
            return self._device_page(link.get("name"), link.get("state"), link.get("room"))
        return None

    def _device_page(self, name: str, state: str, room: str) -> Page:
        device = self.device(name, room)
        if device is None:
            return "missing", {"name": name, "room": room}
        wanted = self.normal(device["kind"], state)
        if not wanted or wanted == device["state"]:
            return "device", {"name": device["name"], "asked": name, "wish": state}
        if device["kind"] in GUARDED:
            return "confirm", {"name": device["name"], "state": wanted, "asked": name, "wish": state}
        self.set_state(device, wanted)
        return "device", {"name": device["name"], "asked": name, "wish": state}

    def _scene_page(self, name: str) -> Page:
        scene = self.scene(name)
        if scene is None:
            return "missing", {"name": name, "room": ""}
        opens = [
            device["name"]
            for device, state in self._changes(scene)
            if device["kind"] in GUARDED and state in ("unlocked", "open")
        ]
        if opens:
            return "confirm_scene", {"name": scene["name"], "opens": opens, "asked": name}
        self.run_scene(scene)
        return "scene", {"name": scene["name"], "asked": name}

    # -- devices and scenes

    def device(self, name: str, room: str = "") -> dict[str, Any] | None:
        """The device that a name (and room) means: by its whole name, else by words of name, room and kind."""
        devices: list[dict[str, Any]] = self.data["devices"]
        wanted, place = name.strip().casefold().replace("_", " "), room.strip().casefold().replace("_", " ")
        inside = [one for one in devices if not place or place in f"{one['room']} {one.get('also', '')}".casefold()]
        inside = inside or devices
        for one in inside:
            if wanted in (one["name"].casefold(), one.get("also", "").casefold().partition(" / ")[0]):
                return one
        for one in inside:
            if wanted and (wanted in one["name"].casefold() or one["name"].casefold() in wanted):
                return one
        words = wanted.split()
        for one in inside:
            text = f"{one['name']} {one['room']} {one['kind']} {one.get('also', '')}".casefold()
            if words and all(word in text or word.rstrip("s") in text for word in words):
                return one
        return None

    def normal(self, kind: str, state: str) -> str:
        """A state as devices of that kind have it (`lock` → `locked`); a thermostat's is a number of degrees."""
        plain = state.strip().casefold().replace("turn_", "").replace("turn ", "")
        plain = {**{zh: en for en, zh in WORDS.items()}, **ALIKE}.get(plain, plain)
        if kind == "thermostat":
            degrees = re.search(r"-?\d+(\.\d+)?", plain)
            return degrees[0] if degrees else plain
        return SAME.get(kind, {}).get(plain, plain)

    def set_state(self, device: dict[str, Any], state: str) -> None:
        """Set a device's state."""
        device["state"] = state
        self.phone.changed()

    def shown(self, device: dict[str, Any]) -> str:
        """A state in words."""
        state = str(device["state"])
        if device["kind"] == "thermostat":
            return f"{state} °C" if state.replace(".", "", 1).isdigit() else state
        return self.say(state, WORDS.get(state, state))

    def scene(self, name: str) -> dict[str, Any] | None:
        """The scene of a name (case and underscores do not count), or None."""
        wanted = name.strip().casefold().replace("_", " ")
        scenes: list[dict[str, Any]] = self.data["scenes"]
        exact = [one for one in scenes if wanted in (one["name"].casefold(), one.get("also", "").casefold())]
        near = [
            one for one in scenes if wanted and (wanted in one["name"].casefold() or one["name"].casefold() in wanted)
        ]
        return next(iter(exact or near), None)

    def _changes(self, scene: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        sets = scene["sets"]
        return [
            (device, sets.get(device["name"]) or sets[device["kind"]])
            for device in self.data["devices"]
            if device["name"] in sets or device["kind"] in sets
        ]

    def run_scene(self, scene: dict[str, Any]) -> None:
        """Set every device of a scene."""
        for device, state in self._changes(scene):
            device["state"] = state
        self.data["started"] = scene["name"]
        self.phone.changed()

    # -- what happens

    def _event_device(self, data: dict[str, Any]) -> None:
        """A device says something: `name`, maybe `state`, `room`, `kind`, and `title`, `text` of a notification."""
        name = str(data["name"])
        device = self.device(name, str(data.get("room", "")))
        if device is None:
            kind, room = str(data.get("kind", "appliance")), str(data.get("room", ""))
            device = {"name": name, "room": room, "kind": kind, "state": "off"}
            self.data["devices"].append(device)
        if data.get("state"):
            self.set_state(device, self.normal(device["kind"], str(data["state"])))
        if data.get("title") or data.get("text"):
            self.post(
                str(data.get("title") or device["name"]),
                str(data.get("text", "")),
                id=1 + stable(device["name"], 100_000),
                channel="security" if device["kind"] in GUARDED else "devices",
                open_uri=make_link("ghome://device", name=device["name"]),
            )

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        body: list[View] = [self.head(self.say("Scenes", "场景"))]
        body += [
            self.item(
                one["name"],
                self.say("Started", "已启动") if self.data["started"] == one["name"] else "",
                self.then(self._tap_scene, activity, one["name"]),
                id="scene",
            )
            for one in self.data["scenes"]
        ]
        for room in dict.fromkeys(one["room"] for one in self.data["devices"]):
            body.append(self.head(room))
            body += [
                self.item(one["name"], self.shown(one), self.to(activity, "device", name=one["name"]), id="device")
                for one in self.data["devices"]
                if one["room"] == room
            ]
        return self.screen(activity, self.label, *body)

    def _tap_scene(self, activity: Activity, name: str) -> None:
        page, arguments = self._scene_page(name)
        self.go(activity, page, **arguments)

    def _page_device(self, activity: Activity, here: dict[str, Any]) -> View:
        device = self.device(here["name"])
        if device is None:
            return self._page_missing(activity, {**here, "room": ""})

        def wish(state: str) -> None:
            page, arguments = self._device_page(device["name"], state, device["room"])
            if page == "confirm":
                self.go(activity, page, **arguments)

        kind = device["kind"]
        if kind == "thermostat":
            now = float(device["state"]) if device["state"].replace(".", "", 1).isdigit() else 20.0
            buttons = [
                self.foot("−", lambda: wish(f"{now - 1:g}"), id="down"),
                self.foot("+", lambda: wish(f"{now + 1:g}"), id="up_degrees"),
            ]
        else:
            states = STATES.get(kind, ("on", "off"))
            buttons = [
                self.foot(self.say(state, WORDS.get(state, state)), self.then(wish, state), id=f"set_{state}")
                for state in states
            ]
        return self.screen(
            activity,
            device["name"],
            *self._asked(here),
            self.line(device["room"], id="room"),
            self.line(self.shown(device), id="state", font_size=28),
            bottom=(self.feet(*buttons),),
        )

    def _asked(self, here: dict[str, Any]) -> list[View]:
        """What was asked for, where it was said in other words; a state only while the device has it."""
        asked, wish = here.get("asked", ""), here.get("wish", "")
        parts = [asked] if asked and asked != here["name"] else []
        device = self.device(here["name"])
        if device is not None and wish and self.normal(device["kind"], wish) == device["state"]:
            parts += [wish] if wish not in self.shown(device) else []
        return [self.line(" · ".join(parts), id="asked", font_size=13)] if parts else []

    def _page_confirm(self, activity: Activity, here: dict[str, Any]) -> View:
        def confirm() -> None:
            device = self.device(here["name"])
            if device is not None:
                self.set_state(device, here["state"])
            self.turn(activity, "device", name=here["name"], asked=here.get("asked", ""), wish=here.get("wish", ""))

        state = self.say(here["state"], WORDS.get(here["state"], here["state"]))
        return self.screen(
            activity,
            self.say("Confirm", "请确认"),
            *self._asked(here),
            self.line(here["name"], id="device_name", bold=True),
            self.line(self.say(f"Set to {state}?", f"设为“{state}”？"), id="question"),
            bottom=(
                self.feet(
                    self.foot(self.say("Confirm", "确认"), confirm, id="confirm"),
                    self.foot(
                        self.say("Cancel", "取消"),
                        lambda: self.turn(activity, "device", name=here["name"]),
                        id="cancel",
                    ),
                ),
            ),
        )

    def _page_confirm_scene(self, activity: Activity, here: dict[str, Any]) -> View:
        def confirm() -> None:
            scene = self.scene(here["name"])
            if scene is not None:
                self.run_scene(scene)
            self.turn(activity, "scene", name=here["name"])

        return self.screen(
            activity,
            self.say("Confirm", "请确认"),
            self.line(here["name"], bold=True),
            self.line(self.say("This opens: ", "将打开：") + ", ".join(here["opens"]), id="question"),
            bottom=(self.foot(self.say("Confirm", "确认"), confirm, id="confirm"),),
        )

    def _page_scene(self, activity: Activity, here: dict[str, Any]) -> View:
        scene = self.scene(here["name"])
        changes = self._changes(scene) if scene else []
        return self.screen(
            activity,
            here["name"],
            *self._asked(here),
            self.line(self.say("Started", "已启动"), id="scene_state"),
            *[self.item(device["name"], self.shown(device), id="device") for device, _ in changes],
        )

    def _page_missing(self, activity: Activity, here: dict[str, Any]) -> View:
        return self.screen(
            activity,
            here["name"],
            self.line(self.say("Nothing of this name is set up", "没有此名称的设备或场景"), id="missing"),
        )
