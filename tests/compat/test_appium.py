"""The real Appium server (npm) with its UiAutomator2 driver and the Python client, on the phone by capabilities only.

The driver installs its own APKs over adb, starts their instrumentation and speaks to the server that it runs.
"""

from __future__ import annotations

import importlib.util
import io
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from simulator.process import start_simulator
from tests.compat.adb_binary import DEBIAN, connected, free_port, missing

FOLDER = Path(__file__).parent / "appium"
SETTINGS, KEEP, CAMERA = "com.android.settings", "com.google.android.keep", "com.google.android.GoogleCamera"
WALLET = "com.google.android.apps.walletnfcrel"
LAUNCHER = "com.google.android.apps.nexuslauncher"
UI_SCROLL = (
    'new UiScrollable(new UiSelector().scrollable(true).instance(0)).scrollIntoView(new UiSelector().text("{}"))'
)


@dataclass
class Bench:
    """A running Appium server, and the phone that it is to find."""

    url: str
    serial: str
    adb_port: int
    adbd_port: int


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    if importlib.util.find_spec("appium") is None:
        missing("appium-python-client")
    modules = Path(os.environ.get("PROACTDROID_APPIUM_MODULES", FOLDER / "node_modules"))
    node, adb = shutil.which("node"), shutil.which("adb")
    if node is None or adb is None:
        missing("node" if node is None else "adb")
    if not (modules / "appium" / "index.js").is_file():
        missing("Appium (npm ci in tests/compat/appium)")
    assert node is not None and adb is not None
    home = tmp_path_factory.mktemp("appium")
    shutil.copy(FOLDER / "package.json", home)
    (home / "node_modules").symlink_to(modules.resolve())
    (home / "sdk" / "platform-tools").mkdir(parents=True)
    (home / "sdk" / "platform-tools" / "adb").symlink_to(Path(adb).resolve())
    port = free_port()
    with start_simulator() as simulator, (home / "appium.log").open("wb") as log:
        environment = {
            **os.environ,
            "APPIUM_HOME": str(home),
            "HOME": str(home),
            "ANDROID_HOME": str(home / "sdk"),
            "ANDROID_SDK_ROOT": str(home / "sdk"),
            "ANDROID_ADB_SERVER_PORT": str(simulator.adb_port),
        }
        argv = [node, str(modules / "appium" / "index.js"), "--address", "127.0.0.1", "--port", str(port)]
        argv += ["--use-drivers", "uiautomator2", "--log-no-colors"]
        server = subprocess.Popen(argv, env=environment, cwd=home, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            await_server(server, url, home / "appium.log")
            yield Bench(url, simulator.serials[0], simulator.adb_port, simulator.adbd_ports[0])
        finally:
            server.terminate()
            server.wait(20)


def await_server(server: subprocess.Popen[bytes], url: str, log: Path, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(f"{url}/status", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"Appium did not start: {log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)  # between two looks at a server that starts


@contextmanager
def session(bench: Bench, **more: Any) -> Iterator[Any]:
    from appium import webdriver
    from appium.options.android import UiAutomator2Options

    capabilities = {
        "platformName": "Android",
        "appium:automationName": "UiAutomator2",
        "appium:udid": bench.serial,
        "appium:adbPort": bench.adb_port,
        **{f"appium:{name}": value for name, value in more.items()},
    }
    driver = webdriver.Remote(bench.url, options=UiAutomator2Options().load_capabilities(capabilities))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture(scope="module")
def one_session(bench: Bench) -> Iterator[Any]:
    with session(bench) as driver:
        yield driver


@pytest.fixture
def d(one_session: Any) -> Any:
    """A session, the phone on its home screen."""
    one_session.press_keycode(3)
    return one_session


def by(strategy: str) -> str:
    from appium.webdriver.common.appiumby import AppiumBy

    found: str = getattr(AppiumBy, strategy)
    return found


def uia(driver: Any, expression: str) -> Any:
    return driver.find_element(by("ANDROID_UIAUTOMATOR"), expression)


def fresh(driver: Any, package: str) -> None:
    driver.terminate_app(package)
    driver.activate_app(package)
    assert driver.current_package == package


def test_a_whole_visit_twice_in_a_row(bench: Bench) -> None:
    for _ in range(2):
        with session(bench) as driver:
            assert driver.capabilities["deviceModel"] == "Pixel 8"
            assert driver.capabilities["deviceApiLevel"] == 34
            fresh(driver, SETTINGS)
            assert driver.current_activity == ".Settings"
            uia(driver, UI_SCROLL.format("About phone")).click()
            assert "Android version" in driver.page_source
            driver.back()
            driver.swipe(540, 700, 540, 1900, 200)
            assert driver.find_elements(by("XPATH"), "//*[@text='Network & internet']")
            fresh(driver, KEEP)
            field = driver.find_element(by("ID"), f"{KEEP}:id/search")
            field.click()
            assert driver.is_keyboard_shown()
            field.send_keys("购物清单")
            assert field.text == "购物清单"
            driver.hide_keyboard()
            assert driver.get_screenshot_as_png().startswith(b"\x89PNG")
            driver.open_notifications()
            assert 'package="com.android.systemui"' in driver.page_source
            driver.back()
            driver.background_app(-1)
            assert driver.current_package == LAUNCHER


def test_a_visit_through_a_real_adb_server_and_adbd(bench: Bench, tmp_path: Path) -> None:
    with connected(DEBIAN, tmp_path, bench.adbd_port) as adb:
        through = Bench(bench.url, str(adb.serial), adb.port, bench.adbd_port)
        with session(through, appPackage=SETTINGS, appActivity=".Settings") as driver:
            assert driver.current_package == SETTINGS
            uia(driver, 'new UiSelector().text("Battery")').click()
            assert driver.find_elements(by("XPATH"), "//*[@text='Battery Saver']")
            assert len(driver.get_screenshot_as_png()) > 10_000


def test_every_strategy_finds_the_same_view(d: Any) -> None:
    fresh(d, SETTINGS)
    expected = [element.text for element in d.find_elements(by("ID"), f"{SETTINGS}:id/title")]
    assert len(expected) > 5
    xpath = f"//android.widget.TextView[@resource-id='{SETTINGS}:id/title']"
    assert [element.text for element in d.find_elements(by("XPATH"), xpath)] == expected
    selector = f'new UiSelector().resourceId("{SETTINGS}:id/title")'
    assert [element.text for element in d.find_elements(by("ANDROID_UIAUTOMATOR"), selector)] == expected
    texts = [element.text for element in d.find_elements(by("CLASS_NAME"), "android.widget.TextView")]
    assert set(expected) <= set(texts)
    assert d.find_elements(by("ID"), "title")[0].text == expected[0]
    row = uia(d, 'new UiSelector().clickable(true).childSelector(new UiSelector().text("Battery"))')
    assert row.text == "Battery"
    listed = uia(d, "new UiSelector().scrollable(true)")
    assert [element.text for element in listed.find_elements(by("ID"), "title")] == expected[1:]
    assert listed.find_element(by("XPATH"), ".//*[@text='Battery']").text == "Battery"
    fresh(d, CAMERA)
    described = d.find_elements(by("XPATH"), "//*[@content-desc]")
    assert described
    name = described[0].get_attribute("content-desc")
    assert d.find_element(by("ACCESSIBILITY_ID"), name).get_attribute("name") == name


def test_what_cannot_be_found_is_told_in_webdrivers_words(d: Any) -> None:
    from selenium.common import exceptions as e

    fresh(d, SETTINGS)
    battery = uia(d, 'new UiSelector().text("Battery")')
    with pytest.raises(e.NoSuchElementException):
        d.find_element(by("ID"), "nothing")
    assert d.find_elements(by("XPATH"), "//android.widget.Toast") == []
    for strategy, selector in (("XPATH", "//[["), ("ANDROID_UIAUTOMATOR", "new UiSelector().texd(1)")):
        with pytest.raises(e.InvalidSelectorException):
            d.find_element(by(strategy), selector)
    with pytest.raises(e.InvalidElementStateException):
        battery.send_keys("x")
    with pytest.raises(e.NoAlertPresentException):
        _ = d.switch_to.alert.text
    battery.click()
    with pytest.raises(e.StaleElementReferenceException):
        battery.click()


def test_an_element_tells_what_it_is(d: Any) -> None:
    fresh(d, KEEP)
    field = d.find_element(by("ID"), f"{KEEP}:id/search")
    assert field.get_attribute("class") == "android.widget.EditText"
    assert field.get_attribute("package") == KEEP and field.get_attribute("clickable") == "true"
    assert field.is_displayed() and field.is_enabled() and not field.is_selected()
    rect = field.rect
    left, top = rect["x"], rect["y"]
    assert field.get_attribute("bounds") == f"[{left},{top}][{left + rect['width']},{top + rect['height']}]"
    assert field.screenshot_as_png.startswith(b"\x89PNG")
    field.send_keys("ab")
    field.send_keys("c")
    assert field.text == "abc" and field.get_attribute("focused") == "false"
    field.click()
    assert d.switch_to.active_element.text == "abc"
    field.clear()
    assert field.text == "Search your notes"
    d.execute_script("mobile: type", {"text": "typed"})
    assert field.text == "typed"
    d.execute_script("mobile: type", {"text": " & 中文 é"})
    assert field.text == "typed & 中文 é"
    d.execute_script("mobile: performEditorAction", {"action": "search"})
    assert not d.is_keyboard_shown()


def test_gestures_and_actions(d: Any) -> None:
    fresh(d, SETTINGS)
    area = {"left": 100, "top": 500, "width": 800, "height": 1400}
    assert d.execute_script("mobile: scrollGesture", {**area, "direction": "down", "percent": 0.3}) is True
    while d.execute_script("mobile: scrollGesture", {**area, "direction": "down", "percent": 1.0}):
        pass
    assert uia(d, 'new UiSelector().text("About phone")').is_displayed()
    d.execute_script("mobile: swipeGesture", {**area, "direction": "down", "percent": 1.0})
    d.execute_script("mobile: flingGesture", {**area, "direction": "up"})
    d.execute_script(
        "mobile: scroll", {"strategy": "-android uiautomator", "selector": 'new UiSelector().text("Battery")'}
    )
    battery = uia(d, 'new UiSelector().text("Battery")')
    d.execute_script("mobile: clickGesture", {"elementId": battery.id})
    assert d.find_elements(by("XPATH"), "//*[@text='Battery Saver']")
    d.back()
    d.tap([(battery.rect["x"] + 5, battery.rect["y"] + 5)])
    assert d.find_elements(by("XPATH"), "//*[@text='Battery Saver']")
    d.press_keycode(4)
    d.execute_script("mobile: longClickGesture", {"x": 500, "y": 1000, "duration": 700})
    d.execute_script("mobile: pinchOpenGesture", {**area, "percent": 0.5})


def test_notifications_clipboard_toasts_and_secure_windows(d: Any) -> None:
    d.set_clipboard_text("剪贴板 text")
    assert d.get_clipboard_text() == "剪贴板 text"
    told = d.execute_script("mobile: getNotifications")["statusBarNotifications"]
    assert any(note["packageName"] == "io.appium.settings" and note["isOngoing"] for note in told)
    assert d.execute_script("mobile: listSms", {"max": 5})["total"] == 0
    d.execute_script("mobile: deepLink", {"url": "gwallet://paycode", "package": WALLET})
    d.press_keycode(120)  # a screenshot, which a secure window refuses with a toast
    assert "security policy" in d.find_element(by("XPATH"), "//android.widget.Toast").text
    picture = Image.open(io.BytesIO(d.get_screenshot_as_png())).convert("L")
    assert picture.crop((0, 200, 1080, 2000)).getextrema()[1] < 8  # FLAG_SECURE
    fresh(d, KEEP)
    d.lock()
    assert d.is_locked()
    d.unlock()
    assert not d.is_locked() and d.current_package == KEEP


def test_permission_prompts_are_alerts(d: Any) -> None:
    change = {"action": "revoke", "appPackage": CAMERA, "permissions": "android.permission.CAMERA"}
    d.execute_script("mobile: changePermissions", change)
    d.terminate_app(CAMERA)
    d.activate_app(CAMERA)
    assert "take pictures" in d.switch_to.alert.text
    d.switch_to.alert.accept()
    held = d.execute_script("mobile: getPermissions", {"appPackage": CAMERA, "type": "granted"})
    assert "android.permission.CAMERA" in held
    d.execute_script("mobile: changePermissions", change)
    d.terminate_app(CAMERA)
    d.activate_app(CAMERA)
    d.execute_script("mobile: dismissAlert", {"buttonLabel": "Don’t allow"})
    held = d.execute_script("mobile: getPermissions", {"appPackage": CAMERA, "type": "granted"})
    assert "android.permission.CAMERA" not in held
    d.execute_script("mobile: changePermissions", {**change, "action": "grant"})


def test_the_phone_as_a_whole(d: Any) -> None:
    assert d.get_window_size() == {"width": 1080, "height": 2400}
    d.orientation = "LANDSCAPE"
    assert d.orientation == "LANDSCAPE" and d.get_window_size() == {"width": 2400, "height": 1080}
    d.orientation = "PORTRAIT"
    info = d.execute_script("mobile: deviceInfo")
    assert (info["model"], info["platformVersion"], info["realDisplaySize"]) == ("Pixel 8", "14", "1080x2400")
    assert d.execute_script("mobile: batteryInfo")["level"] == 0.8
    assert d.get_display_density() == 420 and d.contexts == ["NATIVE_APP"]
    assert d.query_app_state(SETTINGS) in (1, 3, 4) and d.is_app_installed(KEEP) and not d.is_app_installed("com.none")
    d.update_settings({"enableMultiWindows": True})
    assert d.get_settings()["enableMultiWindows"] is True
    d.update_settings({"enableMultiWindows": False})
    d.push_file("/sdcard/Download/note.txt", source_path=str(FOLDER / "package.json"))
    assert d.pull_file("/sdcard/Download/note.txt")
    d.execute_script("mobile: deepLink", {"url": "geo:0,0?q=cafe", "package": "com.google.android.apps.maps"})
    assert d.current_package == "com.google.android.apps.maps"
    d.background_app(0.2)
    assert d.current_package == "com.google.android.apps.maps"
