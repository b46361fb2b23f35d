"""`dumpsys package`, in the layout of PackageManagerService.dump and Settings.dumpPackageLPr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.core_packages import FEATURES, RUNTIME_PERMISSIONS
from simulator.services.formats import app_id, flag, local_time, object_hash, short_component

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Package

_SHARED_USERS = {
    1000: "android.uid.system",
    1001: "android.uid.phone",
    1002: "android.uid.bluetooth",
    2000: "android.uid.shell",
}
_GRANTED_BY_DEFAULT = "USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED"


def dump_packages(phone: Phone, args: list[str]) -> str:
    """`dumpsys package`, `dumpsys package PKG`, `dumpsys package packages|features`."""
    names = [arg for arg in args if not arg.startswith("-")]
    word = names[0] if names else None
    if word == "features":
        return "\n".join(["Features:", *(f"  {name}" for name in FEATURES)]) + "\n"
    if word is None or word in ("packages", "p"):
        chosen = phone.packages.installed()
    else:
        found = phone.packages.get(word)
        if found is None:
            return f"Unable to find package: {word}\n"
        chosen = [found]
    blocks: list[str] = []
    if word != "packages":
        blocks += _resolvers(phone, chosen)
        blocks += ["Key Set Manager:", *(f"  [{p.package}]\n      Signing KeySets: 1" for p in chosen), ""]
    blocks.append("Packages:")
    for package in chosen:
        blocks += _package(phone, package)
    if word is not None and word != "packages":
        blocks += _after(phone, chosen)
    return "\n".join(blocks) + "\n"


def _after(phone: Phone, chosen: list[Package]) -> list[str]:
    """What follows the packages: shared users with their permissions, queries, compiler statistics."""
    lines: list[str] = []
    shared = [package for package in chosen if package.uid in _SHARED_USERS]
    if shared:
        lines.append("Shared users:")
    for package in shared:
        lines.append(f"  SharedUser [{_SHARED_USERS[package.uid]}] ({object_hash('uid', package.uid)}):")
        key = "appId" if phone.state.device.api_level >= 34 else "userId"
        lines += [f"    {key}={package.uid}", "    install permissions:"]
        lines += [f"      {p}: granted={flag(g)}" for p, g in _permissions(phone, package).items()]
        lines.append("")
    if phone.state.device.api_level >= 30:
        lines += ["Queries:", "  system apps queryable: false", ""]
    lines.append("Compiler stats:")
    for package in chosen:
        lines += [f"  [{package.package}]", "    (No recorded stats)"]
    return lines


def _resolvers(phone: Phone, packages: list[Package]) -> list[str]:
    actions: dict[str, list[str]] = {}
    schemes: dict[str, list[str]] = {}
    for package in packages:
        app = phone.apps.get(package.package)
        for spec in app.manifest.activities if app else ():
            name = short_component(package.package, spec.cls)
            line = f"        {object_hash(name, 'info')} {name} filter {object_hash(name, 'filter')}"
            filters = [(f.actions, f.categories, f.schemes) for f in spec.filters]
            if spec.launcher and not any("android.intent.action.MAIN" in a for a, _, _ in filters):
                filters.append((("android.intent.action.MAIN",), ("android.intent.category.LAUNCHER",), ()))
            for names, categories, uris in filters:
                entry = [line, *(f'          Action: "{a}"' for a in names)]
                entry += [f'          Category: "{c}"' for c in categories]
                for scheme in uris:
                    schemes.setdefault(scheme, []).extend(entry)
                for action in () if uris else names:
                    actions.setdefault(action, []).extend(entry)
    if not actions and not schemes:
        return []
    out = ["Activity Resolver Table:"]
    if schemes:
        out.append("  Schemes:")
        for scheme, entries in schemes.items():
            out += [f"      {scheme}:", *entries]
        out.append("")
    if actions:
        out.append("  Non-Data Actions:")
        for action, entries in actions.items():
            out += [f"      {action}:", *entries]
        out.append("")
    return out


def _permissions(phone: Phone, package: Package) -> dict[str, bool]:
    if package.package == "com.android.shell":
        return phone.packages.shell_requests()
    return package.permissions


def _package(phone: Phone, package: Package) -> list[str]:
    api, zone, name = phone.state.device.api_level, phone.state.device.timezone, package.package
    path = phone.packages.code_path(package)
    permissions = _permissions(phone, package)
    shared = package.uid in _SHARED_USERS
    lines = [f"  Package [{name}] ({object_hash(name)}):"]
    lines.append(f"    appId={package.uid}" if api >= 34 else f"    userId={package.uid}")
    if shared:
        lines.append(f"    sharedUser=SharedUserSetting{{{object_hash('uid', package.uid)} {app_id(package.uid)}}}")
    lines += [
        f"    pkg=Package{{{object_hash(name, 'pkg')} {name}}}",
        f"    codePath={path}",
        f"    resourcePath={path}",
        f"    legacyNativeLibraryDir={path}/lib",
        "    primaryCpuAbi=arm64-v8a",
        f"    versionCode={package.version_code} minSdk={package.min_sdk} targetSdk={package.target_sdk}",
        f"    versionName={package.version_name}",
        "    splits=[base]",
        "    apkSigningVersion=3",
        f"    flags=[ {'SYSTEM ' if package.system else ''}HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]",
        f"    dataDir=/data/user/0/{name}",
        "    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]",
        f"    timeStamp={local_time(package.last_update_ms, zone)}",
    ]
    installed = f"firstInstallTime={local_time(package.first_install_ms, zone)}"
    if api < 33:
        lines.append(f"    {installed}")
    lines.append(f"    lastUpdateTime={local_time(package.last_update_ms, zone)}")
    if package.installer:
        lines.append(f"    installerPackageName={package.installer}")
    lines += [
        f"    signatures=PackageSignatures{{{object_hash(name, 'sig')} version:3, signatures:[1b4a4a0f], "
        "past signatures:[]}",
        f"    pkgFlags=[ {'SYSTEM ' if package.system else ''}HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]",
    ]
    if permissions:
        lines += ["    requested permissions:", *(f"      {p}" for p in permissions)]
    fixed = {p: g for p, g in permissions.items() if p not in RUNTIME_PERMISSIONS}
    runtime = {p: g for p, g in permissions.items() if p in RUNTIME_PERMISSIONS}
    if fixed:
        lines += ["    install permissions:", *(f"      {p}: granted={flag(g)}" for p, g in fixed.items())]
    lines.append(
        f"    User 0: ceDataInode={4000 + package.uid % 9973} installed=true hidden=false suspended=false "
        f"distractionFlags=0 stopped={flag(package.stopped)} notLaunched=false "
        f"enabled={0 if package.enabled else 3} instant=false virtual=false"
    )
    if api >= 33:
        lines.append("      installReason=0")
        lines.append(f"      {installed}")
    lines.append("      gids=[3003]")
    if runtime:
        lines.append("      runtime permissions:")
        lines += [f"        {p}: granted={flag(g)}, flags=[ {_GRANTED_BY_DEFAULT}]" for p, g in runtime.items()]
    return [*lines, ""]
