"""`ime` and `cmd input_method` (InputMethodManagerService.ShellCommandImpl)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from simulator.shell.command import Invocation

if TYPE_CHECKING:
    from simulator.services.minor import InputMethodService


def ime_command(call: Invocation) -> int:
    """`ime list [-a] [-s]`, `enable ID`, `disable ID`, `set ID`, `reset`; returns the exit code."""
    service = cast("InputMethodService", call.phone.services["input_method"])
    words = [w for w in call.args if w != "ime"]
    if "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    if not words:
        call.out.line(_HELP)
        return 255
    user = " for user #0" if call.phone.state.device.api_level >= 29 else ""
    word, method = words[0], words[1] if len(words) > 1 else ""
    if word == "list":
        shown = service.methods() if "-a" in words else service.enabled()
        for name in shown:
            if "-s" in words:
                call.out.line(name)
            else:
                package, _, cls = name.partition("/")
                cls = package + cls if cls.startswith(".") else cls
                call.out.line(f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false\n  Service:\n"
                              f"      packageName={package}\n      name={cls}")  # fmt: skip
        return 0
    if word in ("enable", "disable"):
        try:
            changed = service.set_enabled(method, word == "enable")
        except KeyError:
            return call.fail(f"Unknown input method {method} cannot be {word}d{user}", 255)
        done = "now" if changed else "already"
        call.out.line(f"Input method {method}: {done} {word}d{user}")
        return 0
    if word == "set":
        try:
            service.select(method)
        except KeyError:
            return call.fail(f"Unknown input method {method} cannot be selected{user}", 255)
        call.out.line(f"Input method {method} selected{user}")
        return 0
    if word == "reset":
        service.select(service.methods()[0])
        names = "\n".join(f"\t{name}" for name in service.enabled())
        call.out.line(f"Reset current and enabled IMEs{user}\n  Newly selected IME{user}:\n\t{service.methods()[0]}\n"
                      f"  Newly enabled IMEs{user}:\n{names}")  # fmt: skip
        return 0
    call.out.line(f"Unknown command: {word}")
    return 255


_HELP = """ime <command>:
  list [-a] [-s]
    prints all enabled input methods.
      -a: see all input methods
      -s: only a single summary line of each
  enable [--user <USER_ID>] <ID>
    allows the given input method ID to be used.
  disable [--user <USER_ID>] <ID>
    disallows the given input method ID to be used.
  set [--user <USER_ID>] <ID>
    switches to the given input method ID.
  reset [--user <USER_ID>]
    reset currently selected/enabled IMEs to the default ones as if
    the device is initially booted with the current locale."""
