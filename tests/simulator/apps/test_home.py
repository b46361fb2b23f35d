"""The smart home: devices, locks, scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

HOME = "com.google.android.apps.chromecast.app"
AA = "android.intent.action."


def state(hand: Hand, name: str) -> str:
    return str(hand.phone.app(HOME).device(name)["state"])


def test_a_link_sets_a_device(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ghome://device?name=Bedroom%20light&state=on&room=")
    assert hand.package == HOME and hand.value("title") == "Bedroom light" and hand.value("state") == "on"
    assert state(hand, "Bedroom light") == "on"


def test_words_and_a_room_find_it_too(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ghome://device?name=lights&state=on&room=bedroom")
    assert state(hand, "Bedroom light") == "on" and hand.shows("lights")
    hand.start(AA + "VIEW", "ghome://device?name=thermostat&state=22&room=")
    assert hand.value("state") == "22 °C"


def test_locks_wait_for_confirm(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ghome://device?name=front%20door%20lock&state=unlock&room=")
    assert state(hand, "Front door lock") == "locked"
    hand.tap(id="confirm")
    assert state(hand, "Front door lock") == "unlocked" and hand.value("state") == "unlocked"
    hand.start(AA + "VIEW", "ghome://device?name=front%20door%20lock&state=lock&room=")
    assert state(hand, "Front door lock") == "unlocked" and hand.shows("Set to locked?")
    hand.tap(id="cancel")
    assert hand.value("state") == "unlocked"


def test_a_scene_sets_its_devices(hand: Hand) -> None:
    hand.phone.app(HOME).set_state(hand.phone.app(HOME).device("Bedroom light"), "on")
    hand.start(AA + "VIEW", "ghome://scene?name=good_night")
    assert hand.shows("Good night", "Started")
    assert (state(hand, "Bedroom light"), state(hand, "Living room blinds")) == ("off", "closed")


def test_what_is_not_there_is_said_to_be_missing(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ghome://device?name=sauna&state=on&room=")
    assert hand.shows("sauna", "Nothing of this name")


def test_devices_by_hand(hand: Hand) -> None:
    hand.phone.activities.launch(HOME)
    hand.tap("Robot vacuum")
    hand.tap(id="set_cleaning")
    assert hand.value("state") == "cleaning"
    hand.phone.activities.back()
    assert hand.shows("cleaning")


def test_a_device_speaks(hand: Hand) -> None:
    hand.phone.app(HOME).on_event("device", {"name": "Front door lock", "state": "unlocked", "text": "Door unlocked"})
    assert hand.note(HOME).text == "Door unlocked" and state(hand, "Front door lock") == "unlocked"


def test_states_are_understood_in_other_words(hand: Hand) -> None:
    home = hand.phone.app(HOME)
    said = [
        ("light", "turn_on"),
        ("light", "关闭"),
        ("lock", "lock"),
        ("blinds", "down"),
        ("vacuum", "start"),
        ("thermostat", "21.5 °C"),
    ]
    assert [home.normal(*one) for one in said] == ["on", "off", "locked", "closed", "cleaning", "21.5"]


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(AA + "VIEW", "ghome://device?name=客厅灯&state=开&room=客厅")
    assert hand_zh.value("state") == "开" and state(hand_zh, "客厅灯") == "on"
    hand_zh.start(AA + "VIEW", "ghome://device?name=living%20room%20light&state=off&room=")
    assert hand_zh.value("state") == "关" and hand_zh.value("asked") == "living room light · off"
    hand_zh.start(AA + "VIEW", "ghome://scene?name=晚安")
    assert hand_zh.shows("晚安", "已启动")
