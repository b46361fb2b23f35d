"""What `dumpsys alarm` prints: batches up to Android 11, one flat list from Android 12 "
"(AlarmManagerService.dumpImpl)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import duration, local_time, object_hash, uid_of, user_uid
from simulator.state import PendingAlarm

if TYPE_CHECKING:
    from simulator.phone import Phone

_TYPES = {"RTC_WAKEUP": 0, "RTC": 1, "ELAPSED_WAKEUP": 2, "ELAPSED": 3}
_WINDOW_SHARE = 0.75  # an inexact alarm may come within three quarters of its time to go


def _label(alarm: PendingAlarm) -> str:
    if alarm.tag.startswith("*"):
        return alarm.tag
    kind = "walarm" if alarm.kind.endswith("WAKEUP") else "alarm"
    return f"*{kind}*:{alarm.tag}"


def _elapsed(phone: Phone, alarm: PendingAlarm) -> int:
    return alarm.when_ms - phone.clock.boot_ms


def _origin(phone: Phone, alarm: PendingAlarm) -> int:
    return alarm.when_ms if alarm.kind.startswith("RTC") else _elapsed(phone, alarm)


def _when_text(phone: Phone, alarm: PendingAlarm) -> str:
    if alarm.kind.startswith("RTC"):
        return local_time(phone, alarm.when_ms)
    return duration(alarm.when_ms - phone.clock.now_ms)


def _window(alarm: PendingAlarm) -> int:
    return 0 if alarm.clock or not alarm.interval_ms else int(alarm.interval_ms * _WINDOW_SHARE)


def _operation(alarm: PendingAlarm) -> str:
    one, two = object_hash("pending", alarm.id), object_hash("record", alarm.id)
    return f"PendingIntent{{{one}: PendingIntentRecord{{{two} {alarm.package} broadcastIntent}}}}"


def _flags(alarm: PendingAlarm) -> str:
    return "0x3" if alarm.clock else "0x9" if not alarm.interval_ms else "0x0"


def _clock_lines(phone: Phone, alarm: PendingAlarm, at: str) -> list[str]:
    if not alarm.clock:
        return []
    one, two = object_hash("show", alarm.id), object_hash("show record", alarm.id)
    show = f"PendingIntent{{{one}: PendingIntentRecord{{{two} {alarm.package} startActivity}}}}"
    lines = [f"{at}Alarm clock:", f"{at}  triggerTime={local_time(phone, alarm.when_ms)}"]
    return [*lines, f"{at}  showIntent={show}"]


def _flat_alarm(phone: Phone, alarm: PendingAlarm, number: int) -> list[str]:
    api = phone.state.device.api_level
    to_go = duration(alarm.when_ms - phone.clock.now_ms)
    window = _window(alarm)
    latest = duration(alarm.when_ms + window - phone.clock.now_ms)
    window_text = duration(window)
    reason = " exactAllowReason=policy_permission" if api >= 33 and not window else ""
    lines = [
        f"    {alarm.kind} #{number}: Alarm{{{object_hash('alarm', alarm.id)} type {_TYPES[alarm.kind]} origWhen "
        f"{_origin(phone, alarm)} whenElapsed {_elapsed(phone, alarm)} {alarm.package}}}",
        f"      tag={_label(alarm)}",
        f"      type={alarm.kind} origWhen={_when_text(phone, alarm)} window={window_text}{reason} "
        f"repeatInterval={alarm.interval_ms} count=0 flags={_flags(alarm)}",
    ]
    lines += _clock_lines(phone, alarm, "      ")
    lines += [
        f"      policyWhenElapsed: requester={to_go} app_standby=-1s0ms device_idle=-- battery_saver=-1s0ms",
        f"      whenElapsed={to_go} maxWhenElapsed={latest}",
        f"      operation={_operation(alarm)}",
    ]
    return lines


def _batch(phone: Phone, alarm: PendingAlarm) -> list[str]:
    api = phone.state.device.api_level
    start, window = _elapsed(phone, alarm), _window(alarm)
    to_go = duration(alarm.when_ms - phone.clock.now_ms)
    latest = duration(alarm.when_ms + window - phone.clock.now_ms)
    flags = _flags(alarm)
    if api >= 30:
        detail = (
            f" flags {int(flags, 16)} windowLength {window} whenElapsed {start} maxWhenElapsed {start + window} "
            f"repeatInterval {alarm.interval_ms}"
        )
        batch = f"Batch{{{object_hash('batch', alarm.id)} num=1 start={start} end={start + window} flgs={flags}}}:"
    else:
        detail = ""
        batch = f"Batch{{{object_hash('batch', alarm.id)} num=1 start={start} end={start + window} flgs={flags}}}:"
    lines = [
        batch,
        f"    {alarm.kind} #0: Alarm{{{object_hash('alarm', alarm.id)} type {_TYPES[alarm.kind]} when "
        f"{_origin(phone, alarm)}{detail} {alarm.package}}}",
        f"      tag={_label(alarm)}",
        f"      type={_TYPES[alarm.kind]} expectedWhenElapsed={to_go} expectedMaxWhenElapsed={latest} "
        f"whenElapsed={to_go} maxWhenElapsed={latest} when={_when_text(phone, alarm)}",
        f"      window={duration(window)} repeatInterval={alarm.interval_ms} count=0 flags={flags}",
    ]
    lines += _clock_lines(phone, alarm, "      ")
    return [*lines, f"      operation={_operation(alarm)}"]


def dump(phone: Phone) -> str:
    """The whole dump."""
    api = phone.state.device.api_level
    clock = phone.clock
    alarms = sorted(phone.state.alarms, key=lambda a: (a.when_ms, a.id))
    wakeups = [a for a in alarms if a.kind.endswith("WAKEUP")]
    lines = [
        "Current Alarm Manager state:",
        "  Settings:",
        "    min_futurity=+5s0ms",
        "    min_interval=+1m0s0ms",
        "    max_interval=+365d0h0m0s0ms",
        "    listener_timeout=+5s0ms",
    ]
    if api >= 31:
        lines += [
            "    allow_while_idle_quota=72 ",
            "    allow_while_idle_window=+1h0m0s0ms",
            "    max_alarms_per_uid=500 ",
        ]
    lines += [
        "",
        f"  nowRTC={clock.now_ms}={local_time(phone, clock.now_ms)} nowELAPSED={clock.elapsed_ms}",
        f"  mLastTimeChangeClockTime={clock.boot_ms}={local_time(phone, clock.boot_ms)}",
        "  mLastTimeChangeRealtime=0",
        "  mLastTickReceived=0" if api < 31 else "",
        "",
        f"  Runtime uptime (elapsed): {duration(clock.elapsed_ms)}",
        f"  Runtime uptime (uptime): {duration(clock.elapsed_ms)}",
        "",
    ]
    interactive = phone.state.power.wakefulness == "Awake"
    if not interactive:
        lines.append(f"  Time since non-interactive: {duration(clock.now_ms - phone.state.power.last_sleep_ms)}")
    lines.append("  Max wakeup delay: 0")
    lines.append(f"  Time since last dispatch: {duration(1)}")
    if wakeups:
        first = wakeups[0]
        lines.append(
            f"  Next wakeup alarm: {duration(first.when_ms - clock.now_ms)} = {_elapsed(phone, first)} = "
            f"{local_time(phone, first.when_ms)}"
        )
        lines.append("    set at -1s0ms")
    lines += ["  Num time change events: 0", "", "  Next alarm clock information: "]
    following = phone.alarms.next_clock()
    if following is not None:
        lines.append(
            f"    user:0 pendingSend:false time:{following.when_ms} = {local_time(phone, following.when_ms)} = "
            f"{duration(following.when_ms - clock.now_ms)}"
        )
    if api >= 31:
        lines += ["  ", f"  {len(alarms)} pending alarms: "]
        for number, alarm in enumerate(alarms, 1):
            lines += _flat_alarm(phone, alarm, number)
        lines += ["  ", f"  Pending alarms per uid: [{_per_uid(phone, alarms)}]", "  "]
    else:
        lines += ["", f"  Pending alarm batches: {len(alarms)}"]
        for alarm in alarms:
            lines += _batch(phone, alarm)
        lines.append("")
    lines += ["  Past-due non-wakeup alarms: (none)", "    Number of delayed alarms: 0, total delay time: 0"]
    lines += ["    Max delay time: 0, max non-interactive time: 0", "", "  Broadcast ref count: 0"]
    lines += [
        "  PendingIntent send count: 0",
        "  PendingIntent finish count: 0",
        "  Listener send count: 0",
        "  Listener finish count: 0",
    ]
    return "\n".join(lines) + "\n"


def _per_uid(phone: Phone, alarms: list[PendingAlarm]) -> str:
    counts: dict[int, int] = {}
    for alarm in alarms:
        uid = uid_of(phone, alarm.package)
        counts[uid] = counts.get(uid, 0) + 1
    return ", ".join(f"{user_uid(uid)}:{count}" for uid, count in sorted(counts.items()))
