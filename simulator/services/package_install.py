"""`pm install` and its sessions: streamed, from a file, or by parts (PackageManagerShellCommand, PackageInstaller)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from simulator.files import FileError
from simulator.services.apk import Apk, BadApk, read_apk
from simulator.services.core_packages import RUNTIME_PERMISSIONS
from simulator.services.exceptions import throw
from simulator.shell.command import Invocation
from simulator.state import Package

_WITH_VALUE = frozenset(
    ("-i", "-p", "-S", "--user", "--install-location", "--abi", "--originating-uri", "--referrer", "--pkg",
     "--install-reason", "--update-ownership", "--staged-ready-timeout", "--dexopt-compiler-filter", "--package-source")
)  # fmt: skip


class _Failure(Exception):
    """An installation that Android refuses; printed as `Failure [CODE: message]`."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"{code}: {message}" if message else code)


class _BadWords(Exception):
    """Arguments that the command refuses, in its own words."""


@dataclass
class Options:
    """What `pm install` was told."""

    flags: set[str] = field(default_factory=set)
    installer: str | None = None
    size: int | None = None
    rest: list[str] = field(default_factory=list)

    @classmethod
    def parse(cls, args: list[str]) -> Options:
        """Options, their values, and the words left over."""
        found = cls()
        words = iter(args)
        for word in words:
            if not word.startswith("-") or word == "-":
                found.rest.append(word)
            elif word in _WITH_VALUE:
                value = next(words, None)
                if value is None:
                    raise _BadWords(f'java.lang.IllegalArgumentException: Argument expected after "{word}"')
                if word == "-S":
                    if value == "0":
                        raise _BadWords("java.lang.IllegalArgumentException: Size must be positive")
                    if not value.isascii() or not value.isdecimal():
                        raise _BadWords(f'java.lang.NumberFormatException: For input string: "{value}"')
                    found.size = int(value)
                elif word == "-i":
                    found.installer = value
            else:
                found.flags.add(word)
        return found


@dataclass
class Session:
    """An install session: files by the names that were given, and the options of its creation."""

    options: Options
    parts: dict[str, bytes] = field(default_factory=dict)


async def install_command(call: Invocation) -> int:
    """`install`, `install-create`, `install-write`, `install-commit`, `install-abandon`."""
    try:
        options = Options.parse(call.args[1:])
        return await _COMMANDS[call.args[0]](call, options)
    except _Failure as failure:
        call.out.line(f"Failure [{failure}]")
        return 1
    except _BadWords as error:
        return throw(call, str(error), ("com.android.server.pm.PackageManagerShellCommand.makeInstallParams(:1)",))


async def _install(call: Invocation, options: Options) -> int:
    session = Session(options)
    paths = [path for path in options.rest if path != "-"]
    if not paths:
        if options.size is None:
            return call.fail("Error: must either specify a package size or an APK file", 1)
        session.parts["base.apk"] = await _streamed(call, options.size)
    for path in paths:
        session.parts[path.rsplit("/", 1)[-1]] = _file(call, path)
    await _commit(call, session)
    call.out.line("Success")
    return 0


async def _create(call: Invocation, options: Options) -> int:
    number = 1_100_000_000 + call.phone.state.next_id("install session", 1) * 7919
    call.phone.packages.sessions[number] = Session(options)
    call.out.line(f"Success: created install session [{number}]")
    return 0


def _session(call: Invocation, options: Options) -> tuple[int, Session]:
    word = options.rest[0] if options.rest else ""
    number = int(word) if word.isascii() and word.isdecimal() else -1
    session = call.phone.packages.sessions.get(number)
    if session is None:
        raise _BadWords(f"java.lang.SecurityException: Caller has no access to session {word or 'null'}")
    return number, session


async def _write(call: Invocation, options: Options) -> int:
    _, session = _session(call, options)
    name = options.rest[1] if len(options.rest) > 1 else "base.apk"
    path = options.rest[2] if len(options.rest) > 2 else "-"
    if path == "-":
        if options.size is None:
            return call.fail("Error: must specify a APK size", 1)
        data = await _streamed(call, options.size)
    else:
        data = _file(call, path)
    session.parts[name] = data
    call.out.line(f"Success: streamed {len(data)} bytes")
    return 0


async def _commit_session(call: Invocation, options: Options) -> int:
    number, session = _session(call, options)
    del call.phone.packages.sessions[number]
    await _commit(call, session)
    call.out.line("Success")
    return 0


async def _abandon(call: Invocation, options: Options) -> int:
    number, _ = _session(call, options)
    del call.phone.packages.sessions[number]
    call.out.line("Success")
    return 0


async def _streamed(call: Invocation, size: int) -> bytes:
    parts: list[bytes] = []
    left = size
    while left and (chunk := await call.stdin.read(left)):
        parts.append(chunk)
        left -= len(chunk)
    if left:
        raise _Failure("INSTALL_FAILED_ABORTED", f"Session was abandoned: {left} bytes are missing")
    return b"".join(parts)


def _file(call: Invocation, path: str) -> bytes:
    try:
        return call.phone.files.read(call.phone.files.resolve(path, call.shell.cwd), call.uid)
    except FileError as error:
        call.err.line(f"Error: Unable to open file: {path}\nConsider using a file under /data/local/tmp/")
        raise _BadWords(f"java.lang.IllegalArgumentException: Error: Can't open file: {path}") from error


async def _commit(call: Invocation, session: Session) -> None:
    """Read, check and install what a session holds."""
    where = f"/data/app/vmdl{call.phone.state.next_id('vmdl', 1_100_000_001)}.tmp"
    try:
        # Reading takes a while for a large APK, and the other clients of the phone do not wait for it.
        read = [await asyncio.to_thread(read_apk, data, f"{where}/{name}") for name, data in session.parts.items()]
    except BadApk as error:
        raise _Failure(error.code, str(error)) from error
    base = [(apk, data) for apk, data in zip(read, session.parts.values(), strict=True) if apk.split is None]
    if not base:
        raise _Failure("INSTALL_FAILED_INVALID_APK", "Full install must include a base package")
    if len(base) > 1 or len({apk.package for apk in read}) > 1:
        names = sorted({apk.package for apk in read})
        raise _Failure("INSTALL_FAILED_INVALID_APK", f"Split null was defined multiple times or {names} differ")
    install(call, base[0][0], session.options, base[0][1])


def install(call: Invocation, apk: Apk, options: Options, data: bytes) -> None:
    """Install an APK that was read (_Failure where Android refuses it)."""
    phone = call.phone
    api = phone.state.device.api_level
    if apk.min_sdk > api:
        raise _Failure(
            "INSTALL_FAILED_OLDER_SDK",
            f"Failed parse during installPackageLI: Requires newer sdk version #{apk.min_sdk} (current version is #{api})",
        )
    if apk.target_sdk < 23 and api >= 34 and "--bypass-low-target-sdk-block" not in options.flags:
        raise _Failure(
            "INSTALL_FAILED_DEPRECATED_SDK_VERSION",
            f"App package must target at least SDK version 23, but found {apk.target_sdk}",
        )
    if apk.test_only and "-t" not in options.flags:
        raise _Failure("INSTALL_FAILED_TEST_ONLY", "Failed to install test-only apk. Did you forget to add -t?")
    present = phone.packages.get(apk.package)
    if present is not None:
        _check_update(apk, present, options, api)
    phone.packages.install(_package(apk, present, options), data)
    phone.log(
        "PackageManager", f"Package {apk.package} codePath changed" if present else f"Added package {apk.package}"
    )


def _check_update(apk: Apk, present: Package, options: Options, api: int) -> None:
    if (api < 29 and "-r" not in options.flags) or "-R" in options.flags:
        raise _Failure(
            "INSTALL_FAILED_ALREADY_EXISTS",
            f"Attempt to re-install {apk.package} without first uninstalling.",
        )
    if present.signer is not None and present.signer != apk.signer:
        raise _Failure(
            "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
            f"Existing package {apk.package} signatures do not match newer version; ignoring!",
        )
    if apk.version_code < present.version_code and "-d" not in options.flags:
        raise _Failure(
            "INSTALL_FAILED_VERSION_DOWNGRADE",
            f"Downgrade detected: Update version code {apk.version_code} is older than current {present.version_code}",
        )


def _package(apk: Apk, present: Package | None, options: Options) -> Package:
    old = {} if present is None else present.permissions
    granted = bool({"-g", "--grant-runtime-permissions"} & options.flags)
    permissions = {name: name not in RUNTIME_PERMISSIONS or granted or old.get(name, False) for name in apk.permissions}
    return Package(
        package=apk.package,
        label=apk.label,
        version_name=apk.version_name,
        version_code=apk.version_code,
        uid=0 if present is None else present.uid,
        system=present is not None and present.system,
        installer=options.installer,
        min_sdk=apk.min_sdk,
        target_sdk=apk.target_sdk,
        permissions=permissions,
        signer=apk.signer,
        installed=apk.installed,
    )


_COMMANDS: dict[str, Callable[[Invocation, Options], Awaitable[int]]] = {
    "install": _install,
    "install-create": _create,
    "install-write": _write,
    "install-commit": _commit_session,
    "install-abandon": _abandon,
}
INSTALL_COMMANDS = frozenset(_COMMANDS)
