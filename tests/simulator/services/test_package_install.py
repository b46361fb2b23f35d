"""Installing APKs: what the manifest says is what the phone then knows."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uiautomator2

from simulator import snapshot
from simulator.services.apk import BadApk, read_apk
from simulator.shell import Input, Output, Shell

Make = Callable[..., Any]
APK = (Path(uiautomator2.__file__).parent / "assets" / "app-uiautomator.apk").read_bytes()
NAME = "com.github.uiautomator"
ON_PHONE = "/data/local/tmp/app.apk"


def sh(phone: Any, line: str, stdin: bytes = b"") -> tuple[int, str]:
    out = bytearray()
    sink = Output(out.extend)
    return asyncio.run(Shell(phone).run_line(line, Input(stdin), sink, sink)), out.decode()


@pytest.fixture
def phone(bench: Make) -> Any:
    phone = bench().phone
    phone.files.write(ON_PHONE, APK)
    return phone


def test_the_manifest_is_read() -> None:
    apk = read_apk(APK, "x")
    assert (apk.package, apk.label, apk.version_name, apk.version_code) == (NAME, "ATX", "2.4.0", 2004001)
    assert (apk.min_sdk, apk.target_sdk) == (19, 32)
    assert "android.permission.INTERNET" in apk.permissions and len(apk.signer) == 64
    main = next(one for one in apk.installed.activities if one.cls == f"{NAME}.MainActivity")
    assert main.exported and "android.intent.category.LAUNCHER" in main.filters[0].categories


def test_an_installed_app_is_like_any_other(phone: Any) -> None:
    assert sh(phone, f"pm install -i my.store {ON_PHONE}") == (0, "Success\n")
    assert f"package:{NAME}  installer=my.store\n" in sh(phone, "pm list packages -3 -i")[1]
    path = sh(phone, f"pm path {NAME}")[1].strip().removeprefix("package:")
    assert phone.files.read(path, 2000) == APK
    assert sh(phone, f"am start -n {NAME}/.MainActivity")[0] == 0
    assert phone.activities.top().package == NAME
    assert "ATX" in phone.screen.dump()


def test_it_goes_with_its_files(phone: Any) -> None:
    sh(phone, f"pm install {ON_PHONE}")
    path = sh(phone, f"pm path {NAME}")[1].strip().removeprefix("package:")
    assert sh(phone, f"pm uninstall {NAME}") == (0, "Success\n")
    assert phone.packages.get(NAME) is None and NAME not in phone.apps
    assert not phone.files.exists(path)
    assert NAME not in phone.state.removed_packages


def test_it_survives_a_snapshot_and_a_reboot(phone: Any) -> None:
    sh(phone, f"pm install {ON_PHONE}")
    again, _ = snapshot.restore(snapshot.take(phone))
    again.reboot()
    assert sh(again, f"am start -n {NAME}/.MainActivity")[0] == 0
    assert again.activities.top().package == NAME


def test_streamed(phone: Any) -> None:
    assert sh(phone, f"cmd package install -S {len(APK)}", APK) == (0, "Success\n")
    code, text = sh(phone, f"cmd package install -S {len(APK)}", APK[:-5])
    assert code == 1 and text.startswith("Failure [INSTALL_FAILED_ABORTED")


def test_by_session(phone: Any) -> None:
    session = sh(phone, "pm install-create -r")[1].rpartition("[")[2].rstrip("]\n")
    write = sh(phone, f"pm install-write -S {len(APK)} {session} base.apk -", APK)
    assert write == (0, f"Success: streamed {len(APK)} bytes\n")
    assert phone.packages.get(NAME) is None
    assert sh(phone, f"pm install-commit {session}") == (0, "Success\n")
    assert phone.packages.get(NAME) is not None
    assert sh(phone, f"pm install-commit {session}")[0] == 255


def test_an_abandoned_session_is_gone(phone: Any) -> None:
    session = sh(phone, "pm install-create")[1].rpartition("[")[2].rstrip("]\n")
    assert sh(phone, f"pm install-abandon {session}") == (0, "Success\n")
    assert sh(phone, f"pm install-write -S 1 {session} base.apk", b"x")[0] == 255


def test_permissions_wait_for_the_user_unless_granted_at_once(phone: Any) -> None:
    sh(phone, f"pm install {ON_PHONE}")
    assert phone.packages.granted(NAME, "android.permission.INTERNET")
    assert not phone.packages.granted(NAME, "android.permission.GET_ACCOUNTS")
    sh(phone, f"pm install -g {ON_PHONE}")
    assert phone.packages.granted(NAME, "android.permission.GET_ACCOUNTS")


@pytest.mark.parametrize(("api", "words", "code"), [(28, "", 1), (28, "-r", 0), (34, "", 0), (34, "-R", 1)])
def test_installing_twice(bench: Make, api: int, words: str, code: int) -> None:
    phone = bench(api).phone
    phone.files.write(ON_PHONE, APK)
    assert sh(phone, f"pm install {ON_PHONE}")[0] == 0
    got, text = sh(phone, f"pm install {words} {ON_PHONE}")
    assert got == code
    assert ("INSTALL_FAILED_ALREADY_EXISTS" in text) == bool(code)


def test_another_signer_s_app_and_an_older_one_are_refused(phone: Any) -> None:
    sh(phone, f"pm install {ON_PHONE}")
    package = phone.packages.get(NAME)
    package.version_code += 1
    assert "INSTALL_FAILED_VERSION_DOWNGRADE" in sh(phone, f"pm install -r {ON_PHONE}")[1]
    assert sh(phone, f"pm install -r -d {ON_PHONE}")[0] == 0
    phone.packages.get(NAME).signer = "0" * 64
    assert "INSTALL_FAILED_UPDATE_INCOMPATIBLE" in sh(phone, f"pm install -r {ON_PHONE}")[1]


def _without_signature() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(APK)) as old, zipfile.ZipFile(data, "w") as new:
        for name in old.namelist():
            if not name.startswith("META-INF/"):
                new.writestr(name, old.read(name))
    return data.getvalue()


def test_an_unsigned_apk_is_refused() -> None:
    with pytest.raises(BadApk) as caught:
        read_apk(_without_signature(), "x")
    assert caught.value.code == "INSTALL_PARSE_FAILED_NO_CERTIFICATES"


@pytest.mark.parametrize("data", [b"", b"PK", b"x" * 1000, APK[:5000], APK[: len(APK) // 2]])
def test_what_is_no_apk_is_refused(data: bytes) -> None:
    with pytest.raises(BadApk) as caught:
        read_apk(data, "/data/app/vmdl1.tmp/base.apk")
    assert caught.value.code.startswith("INSTALL_PARSE_FAILED_")
