"""`pm` and `cmd package` (PackageManagerShellCommand)."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable

from simulator.services.am_intent import BadArguments, parse_intent
from simulator.services.core_packages import FEATURES, RUNTIME_PERMISSIONS
from simulator.services.exceptions import throw
from simulator.services.formats import short_component
from simulator.services.package_help import HELP
from simulator.services.package_install import INSTALL_COMMANDS, install_command
from simulator.shell.command import Invocation
from simulator.state import Intent, Package

_MATCH = "priority=0 preferredOrder=0 match=0x{match:x} specificIndex=-1 isDefault={default}"


_LIST_OPTIONS = frozenset(
    (
        "-3", "-s", "-f", "-e", "-d", "-i", "-U", "-a", "-u", "-l", "-q", "--user", "--show-versioncode", "--uid",
        "--apex-only", "--factory-only", "--match-libraries",
    )
)  # fmt: skip


def package_command(call: Invocation) -> int | Awaitable[int]:
    """Run one `pm` command; returns its exit code."""
    if not call.args or call.args[0] in ("help", "-h"):
        call.out.line(HELP)
        return 0 if call.args else 1
    if call.args[0] in INSTALL_COMMANDS:
        return install_command(call)
    handler = _COMMANDS.get(call.args[0])
    if handler is None:
        call.err.line(f"Unknown command: {call.args[0]}")
        return 255
    return handler(call, call.args[1:])


def _plain(args: list[str], *with_value: str) -> tuple[set[str], list[str]]:
    """Options (without their values) and the rest."""
    options: set[str] = set()
    rest: list[str] = []
    words = iter(args)
    for word in words:
        if word.startswith("-") and word != "-":
            options.add(word)
            if word in ("--user", "--installer", *with_value):
                next(words, None)
        else:
            rest.append(word)
    return options, rest


def _unknown(call: Invocation, package: str) -> int:
    frames = ("com.android.server.pm.PackageManagerShellCommand.onCommand(PackageManagerShellCommand.java:379)",)
    return throw(call, f"java.lang.IllegalArgumentException: Unknown package: {package}", frames)


def _list(call: Invocation, args: list[str]) -> int:
    kind = args[0] if args else None
    if kind in ("packages", "package"):
        return _list_packages(call, args[1:])
    if kind == "features":
        for name in FEATURES:
            call.out.line(f"feature:{name}")
        call.out.line("feature:reqGlEsVersion=0x30002")
        return 0
    if kind == "users":
        flags = "c13" if call.phone.state.device.api_level < 31 else "4c13"
        call.out.line(f"Users:\n\tUserInfo{{0:Owner:{flags}}} running")
        return 0
    if kind == "permissions":
        declared = {p for package in call.phone.packages.installed() for p in package.permissions}
        call.out.line("All Permissions:\n")
        for name in sorted(declared | RUNTIME_PERMISSIONS):
            call.out.line(f"permission:{name}")
        return 0
    if kind == "instrumentation":
        return _list_instrumentation(call)
    if kind in ("libraries", "permission-groups"):
        return 0
    return call.fail(
        f"Error: unknown list type '{kind}'" if kind else "Error: didn't specify type of data to list", 255
    )


def _list_packages(call: Invocation, args: list[str]) -> int:
    options, rest = _plain(args, "--uid")
    unknown = options - _LIST_OPTIONS
    if unknown:
        return call.fail(f"Error: Unknown option: {sorted(unknown)[0]}", 255)
    for package in call.phone.packages.installed():
        if rest and rest[0] not in package.package:
            continue
        if ("-3" in options and package.system) or ("-s" in options and not package.system):
            continue
        if ("-e" in options and not package.enabled) or ("-d" in options and package.enabled):
            continue
        call.out.line(_package_line(call, package, options))
    return 0


def _package_line(call: Invocation, package: Package, options: set[str]) -> str:
    text = "package:"
    if "-f" in options:
        text += f"{call.phone.packages.apk_path(package)}="
    text += package.package
    if "--show-versioncode" in options:
        text += f" versionCode:{package.version_code}"
    if "-i" in options:
        text += f"  installer={package.installer or 'null'}"
    if "-U" in options:
        text += f" uid:{package.uid}"
    return text


def _path(call: Invocation, args: list[str]) -> int:
    _, rest = _plain(args)
    if not rest:
        return call.fail("Error: no package specified", 1)
    package = call.phone.packages.get(rest[0])
    if package is None:
        return 1
    call.out.line(f"package:{call.phone.packages.apk_path(package)}")
    return 0


def _clear(call: Invocation, args: list[str]) -> int:
    _, rest = _plain(args)
    if not rest:
        return call.fail("Error: no package specified", 1)
    done = call.phone.packages.clear(rest[0])
    call.out.line("Success" if done else "Failed")
    return 0 if done else 1


def _grant(call: Invocation, args: list[str]) -> int:
    _, rest = _plain(args)
    if not rest:
        return call.fail("Error: no package specified", 1)
    if len(rest) < 2:
        return call.fail("Error: no permission specified", 1)
    word = call.args[0]
    frames = (
        "com.android.server.pm.permission.PermissionManagerServiceImpl."
        f"{word}RuntimePermissionInternal(PermissionManagerServiceImpl.java:1341)",
    )
    known = call.phone.packages.known_permissions()
    if rest[0] in call.phone.state.packages and rest[1] not in known:
        return throw(call, f"java.lang.IllegalArgumentException: Unknown permission: {rest[1]}", frames)
    try:
        call.phone.packages.grant(rest[0], rest[1], word == "grant")
    except KeyError:
        return throw(call, f"java.lang.IllegalArgumentException: Unknown package: {rest[0]}", frames)
    except ValueError as error:
        return throw(call, f"java.lang.SecurityException: {error}", frames)
    return 0


def _flags(call: Invocation, args: list[str]) -> int:
    """`set-permission-flags` and `clear-permission-flags`: of the flags only what keeps an app from asking counts."""
    _, rest = _plain(args)
    for number, what in enumerate(("package", "permission", "permission flags")):
        if len(rest) <= number:
            return call.fail(f"Error: no {what} specified", 1)
    unknown = [word for word in rest[2:] if word not in _PERMISSION_FLAGS]
    if unknown:
        return call.fail(f"Unknown flag: {unknown[0]}", 1)
    if "user-fixed" not in rest[2:]:
        return 0
    try:
        call.phone.packages.flag(rest[0], rest[1], call.args[0].startswith("set"))
    except KeyError:
        return throw(call, f"java.lang.IllegalArgumentException: Unknown package: {rest[0]}", ())
    except ValueError as error:
        return throw(call, f"java.lang.SecurityException: {error}", ())
    return 0


_PERMISSION_FLAGS = ("review-required", "revoked-compat", "revoke-when-requested", "user-fixed", "user-set")


def _enable(call: Invocation, args: list[str]) -> int:
    word = call.args[0]
    _, rest = _plain(args)
    if not rest:
        return call.fail("Error: no package or component specified", 1)
    name = rest[0].partition("/")[0]
    if call.phone.packages.get(name) is None:
        return _unknown(call, name)
    if "/" in rest[0]:
        return throw(call, f"java.lang.SecurityException: Shell cannot change component state for {rest[0]} to 2", ())
    if word == "disable" and call.uid == 2000:
        return throw(call, "java.lang.SecurityException: Shell cannot change component state for null to 2", ())
    enabled = word in ("enable", "default-state")
    call.phone.packages.set_enabled(name, enabled)
    call.out.line(
        f"Package {name} new state: {'enabled' if word == 'enable' else 'default' if enabled else 'disabled-user'}"
    )
    return 0


def _dump(call: Invocation, args: list[str]) -> int:
    if not args:
        return call.fail("Error: no package specified", 1)
    call.out.text(call.phone.packages.dump([args[0]]))
    return 0


def _asked(call: Invocation, args: list[str]) -> tuple[Intent, set[str]] | int:
    own = {"--brief", "--components", "--query-flags"}
    options = {a for a in args if a in own}
    words: list[str] = []
    rest = iter(args)
    for word in rest:
        if word in ("--query-flags", "--user"):
            next(rest, None)
        elif word not in own:
            words.append(word)
    try:
        intent, _ = parse_intent(words)
    except BadArguments as error:
        return throw(call, str(error), ("com.android.server.pm.PackageManagerShellCommand.parseIntentAndUser(:1)",))
    return intent, options


def _resolve_activity(call: Invocation, args: list[str]) -> int:
    asked = _asked(call, args)
    if isinstance(asked, int):
        return asked
    intent, options = asked
    found = call.phone.packages.resolve(intent) or call.phone.packages.query(intent)[:1]
    if not found:
        call.out.line("No activity found")
        return 0
    several = len(found) > 1
    app, spec = found[0]
    name = "android/com.android.internal.app.ResolverActivity" if several else short_component(app.package, spec.cls)
    match = _MATCH.format(
        match=0 if intent.component or several else 0x108000, default="true" if not several else "false"
    )
    if "--components" in options:
        call.out.line(name)
    elif "--brief" in options:
        call.out.line(f"{match}\n{name}")
    else:
        package, _, cls = name.partition("/")
        full = package + cls if cls.startswith(".") else cls
        call.out.line(match)
        call.out.line(
            f"ActivityInfo:\n  name={full}\n  packageName={package}\n  enabled=true "
            f"exported={'true' if spec.exported else 'false'} directBootAware=false"
        )
    return 0


def _query_activities(call: Invocation, args: list[str]) -> int:
    asked = _asked(call, args)
    if isinstance(asked, int):
        return asked
    intent, options = asked
    found = call.phone.packages.query(intent)
    if not found:
        call.out.line("No activities found")
        return 0
    if "--components" in options:
        for app, spec in found:
            call.out.line(short_component(app.package, spec.cls))
        return 0
    call.out.line(f"{len(found)} activities found:")
    for number, (app, spec) in enumerate(found):
        call.out.line(f"  Activity #{number}:")
        call.out.line("    " + _MATCH.format(match=0x108000, default="true"))
        if "--brief" in options:
            call.out.line(f"    {short_component(app.package, spec.cls)}")
        else:
            call.out.line(f"    ActivityInfo:\n      name={spec.cls}\n      packageName={app.package}")
    return 0


def _uninstall(call: Invocation, args: list[str]) -> int:
    options, rest = _plain(args)
    if not rest:
        return call.fail("Error: package name not specified", 1)
    package = call.phone.packages.get(rest[0])
    if package is None:
        call.out.line("Failure [not installed for 0]")
        return 1
    if package.system and "--user" not in options:
        call.out.line("Failure [DELETE_FAILED_INTERNAL_ERROR]")
        return 1
    call.phone.packages.uninstall(rest[0])
    call.out.line("Success")
    return 0


def _install_existing(call: Invocation, args: list[str]) -> int:
    _, rest = _plain(args)
    name = rest[0] if rest else ""
    if call.phone.packages.get(name) is None:
        call.err.line(f"android.content.pm.PackageManager$NameNotFoundException: Package {name} doesn't exist")
        return 1
    call.out.line(f"Package {name} installed for user: 0")
    return 0


def _list_instrumentation(call: Invocation) -> int:
    for package in call.phone.packages.installed():
        for runner, target in (package.installed.instrumentation if package.installed else {}).items():
            call.out.line(f"instrumentation:{package.package}/{runner} (target={target})")
    return 0


def _app_links(call: Invocation, args: list[str]) -> int:
    _, rest = _plain(args)
    for package in call.phone.packages.installed():
        app = call.phone.apps.get(package.package)
        if app is None or (rest and rest[0] != package.package):
            continue
        web = [f for s in app.manifest.activities for f in s.filters if {"http", "https"} & set(f.schemes)]
        hosts = sorted({host for f in web for host in f.hosts})
        if not hosts:
            continue
        call.out.line(f"  {package.package}:")
        call.out.line(f"    ID: {uuid.uuid5(uuid.NAMESPACE_DNS, package.package)}")
        call.out.line("    Signatures: [00:00]\n    Domain verification state:")
        for host in hosts:
            call.out.line(f"      {host}: verified")
    return 0


def _has_feature(call: Invocation, args: list[str]) -> int:
    present = bool(args) and args[0] in FEATURES
    call.out.line("true" if present else "false")
    return 0 if present else 1


def _says(text: str) -> Callable[[Invocation, list[str]], int]:
    def say(call: Invocation, _args: list[str]) -> int:
        call.out.line(text)
        return 0

    return say


_COMMANDS: dict[str, Callable[[Invocation, list[str]], int]] = {
    "list": _list,
    "path": _path,
    "clear": _clear,
    "grant": _grant,
    "revoke": _grant,
    "set-permission-flags": _flags,
    "clear-permission-flags": _flags,
    "enable": _enable,
    "disable": _enable,
    "disable-user": _enable,
    "default-state": _enable,
    "dump": _dump,
    "resolve-activity": _resolve_activity,
    "query-activities": _query_activities,
    "uninstall": _uninstall,
    "install-existing": _install_existing,
    "get-app-links": _app_links,
    "has-feature": _has_feature,
    "get-max-users": _says("Maximum supported users: 4"),
    "get-install-location": _says("0[auto]"),
}
