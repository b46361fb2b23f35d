"""What the package manager reads of an APK: manifest and signer (by pyaxmlparser)."""

from __future__ import annotations

import hashlib
import logging
import struct
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from lxml.etree import LxmlError, _Element

if TYPE_CHECKING:
    from pyaxmlparser import APK  # type: ignore[import-untyped]

from simulator.state import Installed, InstalledActivity, InstalledFilter

_ANDROID = "{http://schemas.android.com/apk/res/android}"
# What the parser raises for files that are no APK; it has no error of its own for most of them.
_FAULTS = (
    BadZipFile, struct.error, zlib.error, LxmlError, ValueError, KeyError, IndexError, TypeError, AttributeError,
    AssertionError, EOFError, RuntimeError, OverflowError, NotImplementedError,
)  # fmt: skip
logging.getLogger("pyaxmlparser").setLevel(logging.CRITICAL)


class BadApk(Exception):
    """A file that is no APK; `code` is Android's name of the failure."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass
class Apk:
    """The facts of an APK. `split` is the name of a split APK; `signer` the SHA-256 of its certificate (hex)."""

    package: str
    label: str
    version_name: str
    version_code: int
    min_sdk: int
    target_sdk: int
    permissions: list[str]
    test_only: bool
    split: str | None
    signer: str
    installed: Installed = field(default_factory=Installed)


def read_apk(data: bytes, where: str) -> Apk:
    """Read an APK's bytes; BadApk where it is none. `where` is the path that Android's message names."""
    from pyaxmlparser import APK  # here, for it is slow to import and seldom needed

    try:
        apk = APK(data, raw=True)
        manifest = apk.get_android_manifest_xml()
        if manifest is None or not apk.package:
            raise BadApk("INSTALL_PARSE_FAILED_BAD_MANIFEST", f"Failed to parse {where}: AndroidManifest.xml")
        signer = _signer(apk)
        application = apk.application or apk.package
    except _FAULTS as error:
        raise BadApk("INSTALL_PARSE_FAILED_NOT_APK", f"Failed to parse {where}") from error
    if signer is None:
        message = f"Failed collecting certificates for {where}: Attempt to get length of null array"
        raise BadApk("INSTALL_PARSE_FAILED_NO_CERTIFICATES", message)
    sdk = manifest.find("uses-sdk")
    target = _number(sdk, "targetSdkVersion") or _number(sdk, "minSdkVersion") or 1
    body = manifest.find("application")
    package = str(apk.package)
    asked = [_get(node, "name") or "" for node in manifest.iter("uses-permission", "uses-permission-sdk-23")]
    return Apk(
        package=package,
        label=str(application),
        version_name=_get(manifest, "versionName") or "null",
        version_code=_number(manifest, "versionCode") or 0,
        min_sdk=_number(sdk, "minSdkVersion") or 1,
        target_sdk=target,
        permissions=list(dict.fromkeys(filter(None, asked))),
        test_only=body is not None and _get(body, "testOnly") == "true",
        split=manifest.get("split"),
        signer=signer,
        installed=_declared(manifest, body, package, target),
    )


def _declared(manifest: _Element, body: _Element | None, package: str, target: int) -> Installed:
    found = Installed()
    for node in manifest.iter("instrumentation"):
        name = _class(node, package)
        found.instrumentation[name] = _get(node, "targetPackage") or package
    for node in body if body is not None else ():
        if node.tag in ("activity", "activity-alias"):
            filters = [_filter(one) for one in node.iter("intent-filter")]
            exported = _get(node, "exported")
            # Before Android 12 an activity with a filter was exported unless it said otherwise.
            open_ = exported == "true" if exported is not None else bool(filters) and target < 31
            found.activities.append(InstalledActivity(cls=_class(node, package), exported=open_, filters=filters))
        elif node.tag == "service":
            found.services.append(_class(node, package))
            if _get(node, "permission") == "android.permission.BIND_INPUT_METHOD":
                found.input_methods.append(_class(node, package))
        elif node.tag == "receiver":
            found.receivers.append(_class(node, package))
    return found


def _filter(node: _Element) -> InstalledFilter:
    data = list(node.iter("data"))
    return InstalledFilter(
        actions=_all(node.iter("action"), "name"),
        categories=_all(node.iter("category"), "name"),
        schemes=_all(data, "scheme"),
        hosts=_all(data, "host"),
        types=_all(data, "mimeType"),
    )


def _all(nodes: object, name: str) -> list[str]:
    assert hasattr(nodes, "__iter__")
    return list(dict.fromkeys(value for node in nodes if (value := _get(node, name))))


def _get(node: _Element, name: str) -> str | None:
    value = node.get(_ANDROID + name)
    return None if value is None else str(value)


def _number(node: _Element | None, name: str) -> int | None:
    text = None if node is None else _get(node, name)
    return int(text) if text is not None and text.isascii() and text.isdecimal() else None


def _class(node: _Element, package: str) -> str:
    name = _get(node, "name") or ""
    return package + name if name.startswith(".") else name if "." in name else f"{package}.{name}"


def _signer(apk: APK) -> str | None:
    if not apk.is_signed():
        return None
    found = apk.get_certificates_der_v3() or apk.get_certificates_der_v2()
    if not found:
        found = [apk.get_certificate_der(name) for name in apk.get_signature_names()]
    return hashlib.sha256(found[0]).hexdigest() if found else None
