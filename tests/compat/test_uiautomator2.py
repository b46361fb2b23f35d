"""uiautomator2 3.7, unmodified, against the phone: its own server jar is pushed, started and spoken to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import adbutils
import pytest
import uiautomator2 as u2
from adbutils.errors import AdbError
from lxml import etree
from uiautomator2.exceptions import RPCUnknownError, UiObjectNotFoundError

from device.device import Device
from device.ui.u2 import Uiautomator2Ui
from simulator.process import Simulator, start_simulator

SETTINGS, KEEP, LAUNCHER = "com.android.settings", "com.google.android.keep", "com.google.android.apps.nexuslauncher"


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with start_simulator() as running:
        yield running


@pytest.fixture(scope="module")
def adb(simulator: Simulator) -> adbutils.AdbDevice:
    return adbutils.AdbClient(port=simulator.adb_port).device(simulator.serials[0])


@pytest.fixture(scope="module")
def connected(adb: adbutils.AdbDevice) -> Iterator[u2.Device]:
    device = u2.connect(adb)
    device.settings["wait_timeout"] = 5
    yield device
    device.stop_uiautomator()


@pytest.fixture
def d(connected: u2.Device) -> Iterator[u2.Device]:
    """The phone, on its home screen."""
    connected.screen_on()
    connected.shell("wm dismiss-keyguard")
    connected.press("home")
    yield connected
    connected.set_orientation("n")


def until(probe: Callable[[], object], seconds: float = 8.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if probe():
            return True
        time.sleep(0.05)
    return False


# -- what it is


def test_the_client_reads_what_the_phone_is(d: u2.Device) -> None:
    info = d.info
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (1080, 2400, 0)
    assert (info["sdkInt"], info["screenOn"], info["productName"]) == (34, True, "shiba")
    assert info["currentPackageName"] == LAUNCHER
    assert d.window_size() == (1080, 2400)
    assert d.device_info["model"] == "Pixel 8"


def test_the_hierarchy_is_what_uiautomator_dump_writes(d: u2.Device) -> None:
    d.app_start(SETTINGS, stop=True)
    root = etree.fromstring(d.dump_hierarchy().encode())
    shown = [node.get("text") for node in root.iter("node")]
    assert "Network & internet" in shown and root.get("rotation") == "0"
    assert "already registered" in d.shell("uiautomator dump").output  # one program at a time
    d.stop_uiautomator()
    d.shell("uiautomator dump /data/local/tmp/dump.xml")
    other = etree.fromstring(d.shell("cat /data/local/tmp/dump.xml").output.encode())
    assert [node.get("text") for node in other.iter("node")] == shown
    deepest = etree.fromstring(d.dump_hierarchy(max_depth=2).encode())
    assert 0 < len(list(deepest.iter("node"))) < len(shown)


def test_a_screenshot_shows_the_present_screen(d: u2.Device) -> None:
    home = d.screenshot()
    d.app_start(SETTINGS)
    assert home.size == (1080, 2400)
    assert d.screenshot().tobytes() != home.tobytes()
    assert d(text="Settings").screenshot().size[0] < 1080


# -- selectors


def test_click_by_selector_opens_the_page(d: u2.Device) -> None:
    d.app_start(SETTINGS, stop=True)
    d(text="Battery").click()
    assert d(textStartsWith="Batt").exists and d(textContains="Saver").wait(timeout=2)
    d.press("back")
    d(className="android.widget.TextView", textMatches="(?i)network.*").click()
    assert d(text="Airplane mode").wait(timeout=2)


def test_selectors_go_to_children_siblings_and_instances(d: u2.Device) -> None:
    d.app_start(SETTINGS, stop=True)
    titles = d(resourceId=f"{SETTINGS}:id/title")
    assert titles.count > 3
    assert [one.get_text() for one in titles] == [info["text"] for info in titles.info_list()]
    assert titles[1].get_text() == d(resourceIdMatches=".*:id/title", instance=1).get_text() == "Network & internet"
    listed = d(scrollable=True)
    assert listed.child(text="Battery").exists and not listed.child(text="Nothing").exists
    assert listed.child(resourceId=f"{SETTINGS}:id/title").count >= titles.count - 1
    assert d(text="Battery").sibling(textContains="%").exists
    assert listed.child_by_text("Battery", className="android.widget.LinearLayout").exists
    info = d(text="Battery").info
    assert info["packageName"] == SETTINGS and info["visibleBounds"]["right"] > info["visibleBounds"]["left"]


def test_what_is_not_there_is_told_as_such(d: u2.Device) -> None:
    nothing = d(text="There is no such thing")
    before = time.monotonic()
    assert not nothing.wait(timeout=0.5)
    assert 0.4 < time.monotonic() - before < 5  # a frozen clock stalls no wait
    assert not nothing.exists and nothing.count == 0 and nothing.wait_gone(timeout=0.5)
    for ask in (lambda: nothing.info, lambda: d.jsonrpc.setText(nothing.selector, "x")):
        with pytest.raises(UiObjectNotFoundError):
            ask()
    with pytest.raises(RPCUnknownError, match="-32601"):
        d.jsonrpc.noSuchMethod()
    with pytest.raises(RPCUnknownError, match="-32602"):
        d.jsonrpc.pressKeyCode("home")


def test_a_list_is_scrolled_to_what_is_wanted(d: u2.Device) -> None:
    d.app_start(SETTINGS, stop=True)
    last = d(text="About phone")
    assert not last.exists
    assert d(scrollable=True).scroll.to(text="About phone") and last.exists
    d(scrollable=True).scroll.toBeginning()
    assert not last.exists and d(text="Network & internet").exists
    d(scrollable=True).fling.toEnd()
    assert last.exists
    d(scrollable=True).scroll.backward()
    d.swipe_ext("down")
    assert not d(scrollable=True).scroll.to(text="Nothing of this name")


def test_xpath_of_the_client(d: u2.Device) -> None:
    d.app_start(SETTINGS, stop=True)
    d.xpath('//*[@text="Battery"]').click()
    assert d.xpath("Battery Saver").wait(timeout=2) is not None
    d.press("back")
    assert d.xpath("//android.widget.TextView").all()


# -- typing


def type_into_notes(d: u2.Device) -> None:
    d.app_start(KEEP, stop=True)
    d(resourceId=f"{KEEP}:id/search").click()
    assert d(focused=True).wait(timeout=2)


def test_any_text_is_typed_through_the_clipboard(d: u2.Device) -> None:
    type_into_notes(d)
    d.send_keys("Grüße 你好 👋")
    assert d(focused=True).get_text() == "Grüße 你好 👋"
    d.send_keys("x", clear=True)
    assert d(focused=True).get_text() == "x"
    d(focused=True).set_text("全部替换")
    assert d(focused=True).get_text() == "全部替换"
    d(focused=True).clear_text()
    assert d(focused=True).get_text() == "Search your notes"  # an empty field shows its hint
    d.clipboard = "in the clipboard 剪贴板"
    assert d.clipboard == "in the clipboard 剪贴板"


def test_any_text_is_typed_through_the_clients_own_keyboard(d: u2.Device) -> None:
    d._setup_ime()
    try:
        type_into_notes(d)
        d.send_keys("电池 & Akku")
        assert d(focused=True).get_text() == "电池 & Akku"
        assert d.current_ime() == "com.github.uiautomator/.AdbKeyboard"
        d.clear_text()
        assert d(focused=True).get_text() == "Search your notes"
        d.set_input_ime(False)
        assert d.current_ime() == "com.android.inputmethod.latin/.LatinIME"
    finally:
        d.app_uninstall("com.github.uiautomator")
    assert d.shell("ime list -s -a").output.split() == ["com.android.inputmethod.latin/.LatinIME"]


# -- apps and the system


def test_apps_start_and_stop(d: u2.Device) -> None:
    d.app_start(KEEP, wait=True)
    current = d.app_current()
    assert current["package"] == KEEP and current["activity"]
    assert KEEP in d.app_list_running()
    d.app_stop(KEEP)
    assert d.app_current()["package"] == LAUNCHER and KEEP not in d.app_list_running()
    with d.session(SETTINGS) as session:
        assert session(text="Battery").exists
    assert d.app_info(KEEP)["versionName"]


def test_the_shade_shows_notifications_and_goes_away(d: u2.Device) -> None:
    d.shell(["cmd", "notification", "post", "-t", "Parcel 包裹", "tag", "It is there"])
    d.open_notification()
    assert d(text="Parcel 包裹").wait(timeout=2)
    _, y = d(text="Parcel 包裹").center()
    d.swipe(150, y, 950, y, 0.1)
    assert d(text="Parcel 包裹").wait_gone(timeout=2)
    d.open_quick_settings()
    assert d(textContains="Wi").exists or d(descriptionContains="Wi").exists
    d.press("home")
    assert d.app_current()["package"] == LAUNCHER


def test_toasts_are_caught(d: u2.Device) -> None:
    d.toast.reset()
    assert d.toast.get_message(wait_timeout=0.2, default="none") == "none"
    d.toast.show("Saved 已保存")
    assert d.toast.get_message(wait_timeout=2) == "Saved 已保存"
    assert d.last_toast == "Saved 已保存"
    d.clear_toast()
    assert d.last_toast is None


def test_watchers_click_what_comes_up(d: u2.Device) -> None:
    d.app_start(SETTINGS, stop=True)
    d.watcher("battery").when("Battery").click()
    d.watcher.start(0.1)
    try:
        assert d(textContains="Battery Saver").wait(timeout=8)
    finally:
        d.watcher.stop()
        d.watcher.remove()
    d.press("back")
    with d.watch_context() as context:
        context.when("Display").click()
        assert until(lambda: not d(text="Network & internet").exists)


def test_shell_tells_exit_codes(d: u2.Device) -> None:
    assert d.shell("echo 你好; true").output == "你好\n"
    assert [d.shell(line).exit_code for line in ("true", "false", "ls /nowhere", "(exit 7)")] == [0, 1, 1, 7]
    assert d.shell(["echo", "a b", "$HOME"]).output == "a b $HOME\n"


def test_screen_rotation_and_touch(d: u2.Device) -> None:
    d.screen_off()
    assert not d.info["screenOn"]
    d.screen_on()
    d.shell("wm dismiss-keyguard")
    assert d.info["screenOn"]
    d.set_orientation("left")
    assert d.orientation == "left" and d.window_size() == (2400, 1080) and d.screenshot().size == (2400, 1080)
    d.set_orientation("natural")
    d.freeze_rotation(False)
    assert d.shell("settings get system accelerometer_rotation").output.strip() == "1"
    d.app_start(SETTINGS, stop=True)
    x, y = d(text="Battery").center()
    d.touch.down(x, y).up(x, y)
    assert d(textContains="Battery Saver").wait(timeout=2)
    d.press("back")
    d.swipe_points([(540, 1800), (540, 1200), (540, 500)], 0.1)
    assert not d(text="Network & internet").exists
    d.drag(540, 500, 540, 1900, 0.1)
    d.double_click(x, y, duration=0.05)
    d.long_click(x, y)


# -- its life


def test_one_program_at_a_time_holds_the_automation(d: u2.Device, adb: adbutils.AdbDevice) -> None:
    line = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9009"
    assert "already registered" in adb.shell(line)
    adb.shell("echo no jar > /data/local/tmp/other.jar")
    assert adb.shell2("CLASSPATH=/data/local/tmp/other.jar app_process / com.wetest.uia2.Main").returncode == 134
    with pytest.raises(AdbError):
        adb.create_connection(adbutils.Network.TCP, 9009)


def test_the_server_stops_and_starts_again(d: u2.Device, adb: adbutils.AdbDevice) -> None:
    d.stop_uiautomator()
    with pytest.raises(AdbError):
        adb.create_connection(adbutils.Network.TCP, 9008)
    assert d.info["screenOn"]  # the client starts it again by itself


def test_our_own_back_end_works_through_it(d: u2.Device, simulator: Simulator) -> None:
    ui = Uiautomator2Ui(Device.connect(simulator.serials[0], port=simulator.adb_port))
    d.app_start(KEEP, stop=True)
    field = next(node for node in ui.hierarchy().walk() if node.resource_id == f"{KEEP}:id/search")
    assert field.center is not None
    ui.tap(*field.center)
    ui.text("购物 Liste")
    assert any(node.text == "购物 Liste" for node in ui.hierarchy().walk())
    ui.key("HOME")
    ui.swipe(540, 1900, 540, 500, 100)
    ui.long_press(540, 1200)
    assert ui.screenshot_png().startswith(b"\x89PNG")
