"""`cmd notification` (NotificationShellCmd.java): what each release has of it, its words and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.notification_dump import notification_line, record_lines, snooze_line
from simulator.services.printing import local_time, shell_exception, unknown_command
from simulator.state import Message

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.shell.command import Invocation

USAGE = """usage: cmd notification SUBCMD [args]

SUBCMDs:
  allow_listener COMPONENT [user_id (current user if not specified)]
  disallow_listener COMPONENT [user_id (current user if not specified)]
  allow_assistant COMPONENT [user_id (current user if not specified)]
  remove_assistant COMPONENT [user_id (current user if not specified)]
"""
USAGE_30 = """  set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]\
  allow_dnd PACKAGE [user_id (current user if not specified)]
  disallow_dnd PACKAGE [user_id (current user if not specified)]
  reset_assistant_user_set [user_id (current user if not specified)]
  get_approved_assistant [user_id (current user if not specified)]
  post [--help | flags] TAG TEXT
  set_bubbles PACKAGE PREFERENCE (0=none 1=all 2=selected) [user_id (current user if not specified)]
  set_bubbles_channel PACKAGE CHANNEL_ID ALLOW [user_id (current user if not specified)]
  list
  get <notification-key>
  snooze --for <msec> <notification-key>
  unsnooze <notification-key>
"""
POST_USAGE = """usage: cmd notification post [flags] <tag> <text>

flags:
  -h|--help
  -v|--verbose
  -t|--title <text>
  -i|--icon <iconspec>
  -I|--large-icon <iconspec>
  -S|--style <style> [styleargs]
  -c|--content-intent <intentspec>

styles: (default none)
  bigtext
  bigpicture --picture <iconspec>
  inbox --line <text> --line <text> ...
  messaging --conversation <title> --message <who>:<text> ...
  media

an <iconspec> is one of
  file:///data/local/tmp/<img.png>
  content://<provider>/<path>
  @[<package>:]drawable/<img>
  data:base64,<B64DATA==>

an <intentspec> is (broadcast|service|activity) <args>
  <args> are as described in `am start`
"""
_ZEN = {"none": "none", "on": "none", "priority": "priority", "alarms": "alarms", "all": "off", "off": "off"}
_UNTIL_CRITERION_MS = 3650 * 86_400_000  # until the assistant says so, which no simulated one does
_TRACE = ("com.android.server.notification.NotificationShellCmd.onCommand(NotificationShellCmd.java:164)",)


def run(phone: Phone, call: Invocation) -> int:
    """Run `cmd notification ARGS…`; returns the exit code."""
    if len(call.argv) < 2:
        return unknown_command(call, "", USAGE)
    name = call.argv[1].replace("-", "_")
    args = call.argv[2:]
    api = phone.state.device.api_level
    if name in ("allow_listener", "disallow_listener"):
        return _listener(phone, call, name == "allow_listener", args)
    if api >= 29 and name in ("post", "notify"):
        return _post(phone, call, args)
    if api >= 30:
        handler = _FROM_30.get(name)
        if handler is not None:
            return handler(phone, call, args)
    return unknown_command(call, call.argv[1], USAGE + (USAGE_30 if api >= 30 else ""))


def _missing(call: Invocation) -> int:
    return shell_exception(
        call, call.argv[1], "java.lang.IllegalArgumentException",
        f'Argument expected after "{call.argv[-1]}"',
        ("android.os.ShellCommand.getNextArgRequired(ShellCommand.java:285)",),
    )  # fmt: skip


def _listener(phone: Phone, call: Invocation, allow: bool, args: list[str]) -> int:
    if not args:
        return _missing(call)
    package, slash, cls = args[0].partition("/")
    if not slash or not package or not cls:
        call.out.line("Invalid listener - must be a ComponentName")
        return 255
    phone.notifications.allow_listener(f"{package}/{package + cls if cls.startswith('.') else cls}", allow)
    return 0


def _set_dnd(phone: Phone, call: Invocation, args: list[str]) -> int:
    if not args:
        return _missing(call)
    mode = _ZEN.get(args[0])
    if mode is None:
        call.out.line("Error occurred. Check logcat for details. Invalid filter: 0")
        return 0
    phone.notifications.set_zen(mode)  # type: ignore[arg-type]
    return 0


def _list(phone: Phone, call: Invocation, args: list[str]) -> int:
    for note in phone.notifications.posted:
        call.out.line(note.key)
    return 0


def _get(phone: Phone, call: Invocation, args: list[str]) -> int:
    if not args:
        return _missing(call)
    note = phone.notifications.get(args[0])
    if note is None:
        call.out.line(f"error: no active notification matching key: {args[0]}")
        return 1
    call.out.text("\n".join(record_lines(phone, note, redact=False, prefix="")) + "\n")
    return 0


def _snooze(phone: Phone, call: Invocation, args: list[str]) -> int:
    flag = args[0].removeprefix("--") if args else "help"
    if len(args) < 3 or flag not in ("for", "until", "duration", "context", "condition", "criterion"):
        call.out.line("usage: cmd notification snooze (--for <msec> | --context <snooze-criterion-id>) <key>")
        return 1
    value, key = args[1], args[2]
    if flag in ("context", "condition", "criterion"):
        call.out.line(f"snoozing <{key}> until criterion: {value}")
        phone.notifications.snooze(key, _UNTIL_CRITERION_MS)
        return 0
    if not value.removeprefix("-").isdecimal():
        return shell_exception(
            call, "snooze", "java.lang.NumberFormatException", f'For input string: "{value}"', _TRACE
        )
    if int(value) <= 0:
        call.out.line(f"error: invalid value for --{flag}: {value}")
        return 1
    until = phone.clock.now_ms + int(value)
    zone = phone.clock.local(phone.state.device.timezone, until).tzname()
    stamp = local_time(phone, until, "%a %b %d %H:%M:%S ") + f"{zone} " + local_time(phone, until, "%Y")
    call.out.line(f"snoozing <{key}> until time: {stamp}")
    note = phone.notifications.get(key)
    if note is not None and not note.ongoing:
        phone.notifications.snooze(key, int(value))
    return 0


def _unsnooze(phone: Phone, call: Invocation, args: list[str]) -> int:
    words = [word for word in args if word != "--mute"]
    if not words:
        return _missing(call)
    if not any(note.key == words[0] for note in phone.state.notifications.snoozed):
        call.out.line(f"error: no snoozed otification matching key: {words[0]}")
        return 1
    call.out.line(f"unsnoozing: {words[0]}")
    phone.notifications.unsnooze(words[0])
    return 0


def _snoozed(phone: Phone, call: Invocation, args: list[str]) -> int:
    for note in phone.state.notifications.snoozed:
        call.out.line(snooze_line(note))
    return 0


_FROM_30 = {
    "set_dnd": _set_dnd,
    "list": _list,
    "get": _get,
    "snooze": _snooze,
    "unsnooze": _unsnooze,
    "snoozed": _snoozed,
}


def _post(phone: Phone, call: Invocation, args: list[str]) -> int:
    """`post [-v] [-t TITLE] [-i ICON] [-S STYLE …] [-c INTENT…] TAG TEXT`, in the name of Shell (id 2020)."""
    title, style, verbose = "", "", False
    lines: list[str] = []
    messages: list[Message] = []
    rest = list(args)
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0).lstrip("-")
        if flag in ("h", "help"):
            call.out.text(POST_USAGE)
            return 0
        if flag in ("v", "verbose"):
            verbose = True
            continue
        if not rest:
            return _missing(call)
        value = rest.pop(0)
        if flag in ("t", "title"):
            title = value
        elif flag in ("S", "s", "style"):
            if value not in ("bigtext", "bigpicture", "inbox", "messaging", "media"):
                return shell_exception(
                    call,
                    "post",
                    "java.lang.IllegalArgumentException",
                    f"unrecognized notification style: {value}",
                    _TRACE,
                )
            style = value
        elif flag == "line":
            lines.append(value)
        elif flag == "message":
            who, _, said = value.partition(":")
            messages.append(Message(sender=who, text=said, time_ms=phone.clock.now_ms))
        elif flag not in (
            "i",
            "icon",
            "I",
            "large-icon",
            "largeicon",
            "picture",
            "conversation",
            "c",
            "content-intent",
        ):
            return shell_exception(
                call, "post", "java.lang.IllegalArgumentException", f"unknown option: {flag}", _TRACE
            )
        if flag in ("c", "content-intent"):
            _take_intent(rest)
    if len(rest) < 2:
        call.out.text(POST_USAGE)
        return 255
    tag, text = rest[0], rest[1]
    big = text if style == "bigtext" else "\n".join(lines) if style == "inbox" else None
    note = phone.notifications.post(
        "com.android.shell",
        title,
        text,
        id=2020,
        tag=tag,
        channel="shell_cmd",
        importance=3,
        big_text=big,
        messages=messages,
    )
    call.out.line(f"posting:\n  {notification_line(note, phone.state.device.api_level)}")
    if verbose:
        call.out.line(f"NotificationManager: notify: id=2020 corrupted=false tag={tag}")
    return 0


def _take_intent(rest: list[str]) -> None:
    """Drop the words of an intent: options with their values, up to the last two words (tag and text)."""
    while len(rest) > 2:
        rest.pop(0)
