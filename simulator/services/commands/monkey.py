"""`monkey` (cmds/monkey Monkey.java): starts an app, and taps about if more than one event is asked for."""

from __future__ import annotations

from simulator.shell.command import Invocation, command
from simulator.state import Intent

_MAIN = "android.intent.action.MAIN"
_LAUNCHER = "android.intent.category.LAUNCHER"
_MONKEY = "android.intent.category.MONKEY"
_WITH_VALUE = frozenset(
    ("-s", "--throttle", "--pct-touch", "--pct-motion", "--pct-syskeys", "--pct-appswitch", "--pct-anyevent",
     "--pct-trackball", "--pct-nav", "--pct-majornav", "--pct-flip", "--pct-pinchzoom", "--pct-rotation",
     "--pct-permission", "--port", "-f", "--setup", "--pkg-whitelist-file", "--pkg-blacklist-file")
)  # fmt: skip


@command("monkey")
def monkey(call: Invocation) -> int:
    """`monkey [-p PKG]… [-c CATEGORY]… [OPTIONS] COUNT`."""
    packages: list[str] = []
    categories: list[str] = []
    count: int | None = None
    words = iter(call.args)
    for word in words:
        if word == "-p":
            packages.append(next(words, ""))
        elif word == "-c":
            categories.append(next(words, ""))
        elif word in _WITH_VALUE:
            next(words, None)
        elif word.lstrip("-").isdigit() and not word.startswith("-"):
            count = int(word)
        elif not word.startswith("-"):
            return call.fail(f"** Error: Unknown option: {word}", 251)
    if count is None:
        call.err.line("** Error: Count not specified")
        return 251
    for word in call.args:
        call.out.line(f"  bash arg: {word}")
    call.err.line(f"args: [{', '.join(call.args)}]")
    for word in call.args:
        call.err.line(f' arg: "{word}"')
    for name in (*packages, *categories):
        call.err.line(f'data="{name}"')
    targets = _targets(call, packages, categories or [_LAUNCHER, _MONKEY])
    if not targets:
        call.err.line("** No activities found to run, monkey aborted.")
        return 252
    for number in range(count):
        if number == 0:
            call.phone.activities.start(
                Intent(action=_MAIN, categories=[_LAUNCHER], component=targets[0], flags=0x10200000), caller_uid=2000
            )
        else:
            width, height = call.phone.display.size
            call.phone.input.tap(call.phone.random.randrange(width), call.phone.random.randrange(height))
    call.out.line(f"Events injected: {count}")
    call.err.line("## Network stats: elapsed time=21ms (0ms mobile, 0ms wifi, 21ms not connected)")
    return 0


def _targets(call: Invocation, packages: list[str], categories: list[str]) -> list[str]:
    found: list[str] = []
    for package in packages or [p.package for p in call.phone.packages.installed()]:
        for category in categories:
            intent = Intent(action=_MAIN, categories=[category], package=package)
            found += [f"{app.package}/{spec.cls}" for app, spec in call.phone.packages.query(intent)]
    return found
