"""`settings` (SettingsService.java's MyShellCommand): get, put, delete, list, reset."""

from __future__ import annotations

from simulator.services.printing import shell_exception
from simulator.services.settings import NAMESPACES, InvalidSetting
from simulator.services.shell_guard import settings_refused
from simulator.shell.command import Invocation, command

_HELP = """Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
      TAG to associate with the setting.
      {default} to set as the default, case-insensitive only for global/secure namespace
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
      RESET_MODE is one of {untrusted_defaults, untrusted_clear, trusted_defaults}, case-insensitive
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive
"""
_VERBS = ("get", "put", "delete", "list", "reset")
_MODES = ("untrusted_defaults", "untrusted_clear", "trusted_defaults")


class _Bad(Exception):
    """The words make no command; what is printed on stderr."""


def _parse(words: list[str]) -> tuple[str, str, list[str]]:
    """Verb, namespace and the rest, `--user USER` taken out wherever it stands."""
    verb, namespace, rest = "", "", []
    seen_user = False
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word == "--user":
            if seen_user:
                raise _Bad("Invalid user: --user specified more than once")
            seen_user = True
            if not queue:
                raise _Bad("Bad arguments")
            user = queue.pop(0)
            if user == "all":
                raise _Bad("Invalid user: all")
        elif not verb:
            if word.lower() not in _VERBS:
                raise _Bad(f"Invalid command: {word}")
            verb = word.lower()
        elif not namespace:
            if word.lower() not in NAMESPACES:
                raise _Bad(f"Invalid namespace '{word}'")
            namespace = word.lower()
        else:
            rest.append(word)
    limits = {"get": (1, 1), "delete": (1, 1), "list": (0, None), "put": (2, 4), "reset": (1, 2)}
    if not verb or not namespace or len(rest) < limits[verb][0]:
        raise _Bad("Bad arguments")
    most = limits[verb][1]
    if most is not None and len(rest) > most:
        raise _Bad("Too many arguments")
    return verb, namespace, rest


def run(call: Invocation, words: list[str]) -> int:
    """Run `settings WORDS…`."""
    if not words or words[0] in ("help", "-h"):
        call.out.text(_HELP)
        return 0 if words else 255
    try:
        verb, namespace, rest = _parse(words)
    except _Bad as bad:
        call.err.line(str(bad))
        return 255
    denied = settings_refused(call, verb, namespace)
    if denied is not None:
        return denied
    settings = call.phone.settings
    if verb == "get":
        value = settings.get(namespace, rest[0])
        call.out.line("null" if value is None else value)
    elif verb == "put":
        try:
            settings.put(namespace, rest[0], rest[1])
        except InvalidSetting as invalid:
            return shell_exception(
                call, "put", "java.lang.IllegalArgumentException", str(invalid),
                ("com.android.providers.settings.SettingsProvider.validateSystemSettingValue(SettingsProvider.java:1940)",),
            )  # fmt: skip
    elif verb == "delete":
        call.out.line(f"Deleted {int(settings.delete(namespace, rest[0]))} rows")
    elif verb == "list":
        for key, value in settings.list(namespace).items():
            call.out.line(f"{key}={value}")
    elif rest[0].lower() in _MODES:
        settings.reset(namespace)
    return 0


@command("settings")
def settings(call: Invocation) -> int:
    """`settings get|put|delete|list|reset [--user USER] NAMESPACE …`."""
    return run(call, call.args)
