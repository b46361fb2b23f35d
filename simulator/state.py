"""The one state of a simulated phone: everything that its services print, its apps show and its shell changes.

Plain data only (pydantic), so that a snapshot is one `model_dump_json`. Times are milliseconds since the epoch on the
phone's own clock. Who changes a field is the service that owns it (see `simulator.services`); nobody else writes it.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Part(BaseModel):
    """Base of all parts of the state: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class DeviceInfo(Part):
    """Who the phone is; fixed for its life but for locale and time zone."""

    serial: str = "emulator-5554"
    manufacturer: str = "Google"
    brand: str = "google"
    model: str = "Pixel 8"
    device: str = "shiba"
    product: str = "shiba"
    api_level: int = Field(default=34, ge=28, le=36)
    build_type: Literal["user", "userdebug"] = "user"
    locale: str = "en-US"
    timezone: str = "Europe/Berlin"
    width: int = 1080
    height: int = 2400
    density: int = 420
    phone_number: str = "+4915112345678"
    ui_language: Literal["en", "zh"] = "en"

    @property
    def release(self) -> str:
        """Android's release name of the API level (ro.build.version.release)."""
        return {28: "9", 29: "10", 30: "11", 31: "12", 32: "12", 33: "13", 34: "14", 35: "15", 36: "16"}[self.api_level]


class Battery(Part):
    """BatteryService. Status and health are Android's numbers; temperature in tenths of a degree; voltage in mV."""

    level: int = Field(default=80, ge=0, le=100)
    status: int = 3  # 1 unknown, 2 charging, 3 discharging, 4 not charging, 5 full
    health: int = 2  # 2 good, 3 overheat, 4 dead, 5 over voltage, 6 failure, 7 cold
    ac: bool = False
    usb: bool = False
    wireless: bool = False
    dock: bool = False
    present: bool = True
    temperature: int = 270
    voltage: int = 4060
    technology: str = "Li-ion"
    overridden: bool = False  # `dumpsys battery set …`: real updates stopped until reset
    real: dict[str, Any] | None = None  # while overridden: what the hardware says


class Power(Part):
    """PowerManagerService and the keyguard."""

    wakefulness: Literal["Awake", "Dreaming", "Dozing", "Asleep"] = "Awake"
    keyguard_locked: bool = False
    secure_lock: bool = False
    battery_saver: bool = False
    stay_on_while_plugged: int = 0
    last_wake_ms: int = 0
    last_sleep_ms: int = 0
    last_user_activity_ms: int = 0
    device_idle: Literal["ACTIVE", "INACTIVE", "IDLE_PENDING", "SENSING", "LOCATING", "IDLE"] = "ACTIVE"


class Display(Part):
    """DisplayManagerService: brightness is a share 0 to 1 as the display controller has it, not the setting."""

    brightness: float = 0.4
    auto_brightness: bool = True
    rotation: int = Field(default=0, ge=0, le=3)
    size_override: tuple[int, int] | None = None
    density_override: int | None = None


class UiMode(Part):
    """UiModeManagerService."""

    night_mode: Literal["auto", "custom", "no", "yes"] = "no"
    car_mode: bool = False
    custom_start: str = "22:00"
    custom_end: str = "06:00"


class WifiNetwork(Part):
    """A network in reach (`visible`) or saved."""

    ssid: str
    bssid: str = "02:00:00:11:22:33"
    rssi: int = -55
    frequency: int = 5180
    link_speed: int = 433
    security: Literal["open", "wpa2-psk", "wpa3-sae"] = "wpa2-psk"
    internet: bool = True
    metered: bool = False


class Wifi(Part):
    """WifiService. `connected` is the SSID in use or None."""

    enabled: bool = True
    connected: str | None = None
    ip: str = "192.168.1.23"
    saved: list[str] = Field(default_factory=list)
    visible: list[WifiNetwork] = Field(default_factory=list)


class BluetoothDevice(Part):
    """A bonded device."""

    name: str
    address: str
    transport: Literal["classic", "le", "dual"] = "classic"
    connected: bool = False
    kind: Literal["headset", "car", "watch", "speaker", "keyboard", "other"] = "other"


class Bluetooth(Part):
    """BluetoothManagerService."""

    enabled: bool = True
    name: str = "Pixel 8"
    address: str = "02:00:00:AA:BB:CC"
    bonded: list[BluetoothDevice] = Field(default_factory=list)


class Call(Part):
    """A call in progress."""

    number: str
    name: str | None = None
    direction: Literal["incoming", "outgoing"] = "incoming"
    state: Literal["ringing", "dialing", "active", "held"] = "ringing"
    started_ms: int = 0
    answered_ms: int | None = None


class Telephony(Part):
    """Phone, radio and mobile data of the one SIM."""

    data_enabled: bool = True
    operator: str = "Telekom.de"
    mcc_mnc: str = "26201"
    country: str = "de"
    network_type: str = "LTE"
    signal_level: int = Field(default=3, ge=0, le=4)
    in_service: bool = True
    roaming: bool = False
    call: Call | None = None


class Location(Part):
    """LocationManagerService. `place` is the simulator's own word for where the user is; Android never prints it."""

    enabled: bool = True
    latitude: float = 52.52
    longitude: float = 13.405
    accuracy_m: float = 12.0
    fix_ms: int = 0
    place: str = "home"


class Stream(Part):
    """An audio stream: index in steps of its own range."""

    index: int
    max: int
    min: int = 0
    muted: bool = False


def _streams() -> dict[str, Stream]:
    return {
        "voice_call": Stream(index=4, max=7, min=1),
        "system": Stream(index=5, max=7),
        "ring": Stream(index=5, max=7),
        "music": Stream(index=6, max=15),
        "alarm": Stream(index=6, max=7, min=1),
        "notification": Stream(index=5, max=7),
    }


class Audio(Part):
    """AudioService."""

    ringer_mode: Literal["normal", "vibrate", "silent"] = "normal"
    streams: dict[str, Stream] = Field(default_factory=_streams)
    device: Literal["speaker", "headphone", "bt_a2dp"] = "speaker"
    focus_owner: str | None = None


class MediaSession(Part):
    """A media session; position counts on while playing, from `updated_ms` (clock) at `speed`."""

    package: str
    tag: str = "session"
    active: bool = True
    state: Literal["none", "stopped", "paused", "playing", "buffering"] = "none"
    position_ms: int = 0
    duration_ms: int = 0
    speed: float = 1.0
    title: str | None = None
    artist: str | None = None
    album: str | None = None
    updated_ms: int = 0


class NotificationAction(Part):
    """A button of a notification. `reply` says that it takes text; `command` is for the app that posted it."""

    title: str
    reply: bool = False
    command: str = ""


class Message(Part):
    """A line of a messaging-style notification."""

    sender: str
    text: str
    time_ms: int


class Notification(Part):
    """A posted notification. `key` is Android's: user|package|id|tag|uid."""

    key: str
    package: str
    id: int
    tag: str | None = None
    channel: str = "default"
    importance: int = Field(default=3, ge=0, le=5)
    category: str | None = None
    title: str = ""
    text: str = ""
    big_text: str | None = None
    sub_text: str | None = None
    ticker: str | None = None
    messages: list[Message] = Field(default_factory=list)
    actions: list[NotificationAction] = Field(default_factory=list)
    ongoing: bool = False
    clearable: bool = True
    group: str | None = None
    post_ms: int = 0
    when_ms: int = 0
    update_ms: int = 0
    sensitive: bool = False  # Android 15+ hides its text from those without the right
    open_uri: str | None = None  # where a tap leads (a deep link of the app), else its launcher
    snoozed_until_ms: int | None = None


class ArchivedNotification(Part):
    """A notification that is gone: reason as Android names it (CLICK, CANCEL, CANCEL_ALL, APP_CANCEL, SNOOZED…)."""

    notification: Notification
    reason: str
    time_ms: int


class Notifications(Part):
    """NotificationManagerService."""

    posted: list[Notification] = Field(default_factory=list)
    snoozed: list[Notification] = Field(default_factory=list)
    archive: list[ArchivedNotification] = Field(default_factory=list)  # at most 100
    zen_mode: Literal["off", "priority", "none", "alarms"] = "off"
    listeners: list[str] = Field(default_factory=list)


class PendingAlarm(Part):
    """An alarm of AlarmManagerService. `clock` marks setAlarmClock (a user-visible alarm)."""

    id: int
    package: str
    tag: str
    kind: Literal["RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP", "ELAPSED"] = "RTC_WAKEUP"
    when_ms: int
    interval_ms: int = 0
    clock: bool = False
    data: dict[str, Any] = Field(default_factory=dict)


class InstalledFilter(Part):
    """An intent filter of an APK's manifest."""

    actions: list[str] = Field(default_factory=list)
    categories: list[str] = Field(default_factory=list)
    schemes: list[str] = Field(default_factory=list)
    hosts: list[str] = Field(default_factory=list)
    types: list[str] = Field(default_factory=list)


class InstalledActivity(Part):
    """An activity of an APK's manifest; the class in full."""

    cls: str
    exported: bool
    filters: list[InstalledFilter] = Field(default_factory=list)


class Installed(Part):
    """What the manifest of an APK declares. `instrumentation`: runner class → target package."""

    activities: list[InstalledActivity] = Field(default_factory=list)
    services: list[str] = Field(default_factory=list)
    receivers: list[str] = Field(default_factory=list)
    instrumentation: dict[str, str] = Field(default_factory=dict)
    input_methods: list[str] = Field(default_factory=list)  # services that are keyboards; the class in full


class Package(Part):
    """An installed package. Permissions: name → granted. `installed` and `signer` (SHA-256 of the certificate, hex)
    are set where it came as an APK."""

    package: str
    label: str
    version_name: str = "1.0"
    version_code: int = 1
    uid: int
    system: bool = True
    enabled: bool = True
    stopped: bool = False
    installer: str | None = None
    first_install_ms: int = 0
    last_update_ms: int = 0
    min_sdk: int = 26
    target_sdk: int = 34
    permissions: dict[str, bool] = Field(default_factory=dict)
    appops: dict[str, str] = Field(default_factory=dict)
    refused: list[str] = Field(default_factory=list)  # permissions that the user said no to, which are not asked again
    installed: Installed | None = None
    signer: str | None = None


class Intent(Part):
    """An Android intent as `am` builds it. Extras keep their types: str, bool, int, float, list of str or int."""

    action: str | None = None
    data: str | None = None
    type: str | None = None
    categories: list[str] = Field(default_factory=list)
    package: str | None = None
    component: str | None = None  # package/class, the class in full
    flags: int = 0
    extras: dict[str, Any] = Field(default_factory=dict)


class Activity(Part):
    """An activity of a task. `ui` is what its screen remembers: fields typed into, page, scroll positions."""

    token: str  # the hash that dumps show, e.g. 4f2c1a7
    package: str
    cls: str  # in full
    intent: Intent = Field(default_factory=Intent)
    created_ms: int = 0
    ui: dict[str, Any] = Field(default_factory=dict)


class Task(Part):
    """A task: its last activity is the one on top."""

    id: int
    package: str
    activities: list[Activity] = Field(default_factory=list)
    last_active_ms: int = 0


class Process(Part):
    """A running process of a package."""

    pid: int
    package: str
    started_ms: int = 0


class Ui(Part):
    """What lies over the apps."""

    shade: Literal["closed", "notifications", "quick_settings"] = "closed"
    focused_field: str | None = None  # id of the edit field that has the input focus
    ime_shown: bool = False
    ime: str = "com.android.inputmethod.latin/.LatinIME"
    toast: str | None = None
    toast_until_ms: int = 0
    replying_to: str | None = None  # notification key whose inline reply is open
    reply_text: str = ""
    row_menu: str | None = None  # notification key whose row was half swiped: its icons show
    snoozing: str | None = None  # notification key whose snooze panel is open; closing the panel snoozes it
    snooze_minutes: int = 60
    snooze_choices: bool = False  # whether the panel's list of durations is unfolded
    dialog: dict[str, Any] | None = None  # a system dialog (resolver, permission): {"kind": …, …}
    shade_scroll: int = 0
    clipboard: str | None = None  # gone with a restart, as on a phone
    locked_task: int | None = None  # the task that is pinned: home and overview do not leave it


class UsageEvent(Part):
    """An event of UsageStatsService, e.g. ACTIVITY_RESUMED, SCREEN_INTERACTIVE, NOTIFICATION_SEEN."""

    time_ms: int
    type: str
    package: str
    cls: str | None = None


class Contact(Part):
    """A row of the contacts provider with its data rows."""

    id: int
    name: str
    phones: list[str] = Field(default_factory=list)
    emails: list[str] = Field(default_factory=list)
    starred: bool = False
    relation: str | None = None
    types: dict[str, int] = Field(default_factory=dict)  # number or address → its data2 (2 mobile, 1 home, 3 work)
    notes: list[dict[str, Any]] = Field(default_factory=list)  # data rows of other kinds, by column


class RawContact(Part):
    """A raw contact that `content insert` made and whose data rows may still come."""

    id: int
    contact_id: int


class SmsRow(Part):
    """A row of the SMS provider; type 1 inbox, 2 sent, 4 outbox, 5 failed, 6 queued."""

    id: int
    thread_id: int
    address: str
    body: str
    date_ms: int
    type: int
    read: bool = True


class CallRow(Part):
    """A row of the call log; type 1 incoming, 2 outgoing, 3 missed, 4 voicemail, 5 rejected."""

    id: int
    number: str
    name: str | None = None
    date_ms: int
    duration_s: int = 0
    type: int
    is_new: bool = False


class Calendar(Part):
    """A calendar of the calendar provider."""

    id: int
    name: str
    account: str
    access_level: int = 700


class Event(Part):
    """An event of the calendar provider; reminders are minutes before."""

    id: int
    calendar_id: int = 1
    title: str
    begin_ms: int
    end_ms: int
    location: str = ""
    description: str = ""
    all_day: bool = False
    timezone: str = "UTC"
    rrule: str | None = None
    reminders: list[int] = Field(default_factory=list)
    attendees: list[str] = Field(default_factory=list)
    organizer: str | None = None
    deleted: bool = False


class MediaRow(Part):
    """A row of the media store."""

    id: int
    path: str
    mime: str
    date_ms: int
    size: int
    title: str = ""
    artist: str | None = None
    duration_ms: int | None = None
    width: int | None = None
    height: int | None = None


class Providers(Part):
    """The tables behind `content query`."""

    contacts: list[Contact] = Field(default_factory=list)
    raw_contacts: list[RawContact] = Field(default_factory=list)
    sms: list[SmsRow] = Field(default_factory=list)
    calls: list[CallRow] = Field(default_factory=list)
    calendars: list[Calendar] = Field(default_factory=list)
    events: list[Event] = Field(default_factory=list)
    media: list[MediaRow] = Field(default_factory=list)
    blocked_numbers: list[str] = Field(default_factory=list)


class LogEntry(Part):
    """A line of logcat."""

    time_ms: int
    pid: int
    tid: int
    level: Literal["V", "D", "I", "W", "E", "F"]
    tag: str
    message: str
    buffer: str = "main"


class Place(Part):
    """A place in the simulated world: the user's own places, shops, stations."""

    name: str
    kind: str
    latitude: float
    longitude: float
    address: str = ""
    wifi: str | None = None


class Weather(Part):
    """The weather at the phone's place, now and by the hour (the weather app shows and posts it)."""

    condition: str = "Cloudy"
    temperature_c: float = 15.0
    rain_chance: int = 10
    high_c: float = 18.0
    low_c: float = 9.0
    hourly: list[tuple[int, str, float, int]] = Field(default_factory=list)  # hour, condition, °C, rain chance
    alert: str | None = None
    tomorrow: str = ""


class World(Part):
    """What surrounds the phone: places and weather. Apps show it; nothing prints it as such."""

    places: list[Place] = Field(default_factory=list)
    weather: Weather = Field(default_factory=Weather)
    city: str = "Berlin"


def _settings() -> dict[str, dict[str, str]]:
    return {"system": {}, "secure": {}, "global": {}}


# Sensors that the emulator console sets, and where they stand at first (a phone upright and still).
SENSORS: dict[str, list[float]] = {
    "acceleration": [0.0, 9.77631, 0.812349],
    "gyroscope": [0.0, 0.0, 0.0],
    "magnetic-field": [0.0, 9.9, -47.75],
    "orientation": [0.0, 0.0, 0.0],
    "temperature": [0.0],
    "proximity": [1.0],
    "light": [0.0],
    "pressure": [0.0],
    "humidity": [0.0],
}


class Emulator(Part):
    """What only the emulator console sets: limits of the link (kbit/s up and down, ms least and most), sensors."""

    network_speed_kbps: tuple[float, float] = (0.0, 0.0)  # 0: unlimited
    network_delay_ms: tuple[float, float] = (0.0, 0.0)
    sensors: dict[str, list[float]] = Field(default_factory=dict)


class State(Part):
    """Everything."""

    seed: int = 0
    clock_ms: int = 0  # only in a snapshot: where the clock stood
    device: DeviceInfo = Field(default_factory=DeviceInfo)
    battery: Battery = Field(default_factory=Battery)
    power: Power = Field(default_factory=Power)
    display: Display = Field(default_factory=Display)
    ui_mode: UiMode = Field(default_factory=UiMode)
    wifi: Wifi = Field(default_factory=Wifi)
    bluetooth: Bluetooth = Field(default_factory=Bluetooth)
    telephony: Telephony = Field(default_factory=Telephony)
    airplane_mode: bool = False
    location: Location = Field(default_factory=Location)
    audio: Audio = Field(default_factory=Audio)
    media_sessions: list[MediaSession] = Field(default_factory=list)
    notifications: Notifications = Field(default_factory=Notifications)
    alarms: list[PendingAlarm] = Field(default_factory=list)
    packages: dict[str, Package] = Field(default_factory=dict)
    removed_packages: list[str] = Field(default_factory=list)  # apps that the user uninstalled
    tasks: list[Task] = Field(default_factory=list)  # front first
    processes: list[Process] = Field(default_factory=list)
    ui: Ui = Field(default_factory=Ui)
    usage: list[UsageEvent] = Field(default_factory=list)  # at most 2000
    providers: Providers = Field(default_factory=Providers)
    settings: dict[str, dict[str, str]] = Field(default_factory=_settings)
    properties: dict[str, str] = Field(default_factory=dict)  # setprop, over the computed ones
    app_data: dict[str, dict[str, Any]] = Field(default_factory=dict)  # package → what its app keeps
    log: list[LogEntry] = Field(default_factory=list)  # at most 5000
    world: World = Field(default_factory=World)
    emulator: Emulator = Field(default_factory=Emulator)
    counters: dict[str, int] = Field(default_factory=dict)

    def next_id(self, name: str, start: int = 1) -> int:
        """The next number of a named counter (notification ids, rows, tasks, pids …)."""
        value = self.counters.get(name, start - 1) + 1
        self.counters[name] = value
        return value
