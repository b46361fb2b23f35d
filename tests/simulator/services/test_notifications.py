"""Notifications: posting, updating, snoozing, clearing; what `dumpsys notification` and `cmd notification` say."""

from __future__ import annotations

import re

import pytest

from simulator.state import Message, NotificationAction

MESSAGES = "com.google.android.apps.messaging"


def key_of(text: str) -> str:
    found = re.search(r"^ +key=(.+)$", text, re.M)
    assert found is not None
    return found[1]


def post(phone, **more):
    return phone.notifications.post(MESSAGES, "Anna", "Dinner at 8?", id=7, tag="t1", **more)


def test_a_posted_notification_is_printed_with_its_texts_only_when_asked(bench):
    phone = bench().phone
    note = post(phone, big_text="Dinner at 8? Bring wine", ticker="Anna: Dinner at 8?")
    open_text, closed = phone.notifications.dump(["--noredact"]), phone.notifications.dump([])
    assert "android.title=String (Anna)" in open_text
    assert "android.bigText=String (Dinner at 8? Bring wine)" in open_text
    assert f"key={note.key}: Notification(channel=default" in open_text
    assert "tickerText=Anna: Dinner at 8?" in open_text
    assert "android.title=String [length=4]" in closed
    assert "android.text=String [length=12]" in closed
    assert "Dinner" not in closed


def test_the_same_package_id_and_tag_update_one_notification(bench):
    phone = bench().phone
    first = post(phone)
    phone.clock.advance_to(phone.clock.now_ms + 60_000)
    second = phone.notifications.post(MESSAGES, "Anna", "Make it 9", id=7, tag="t1")
    assert second.key == first.key
    assert [n.text for n in phone.notifications.posted if n.package == MESSAGES] == ["Make it 9"]
    assert second.post_ms == first.post_ms
    assert second.update_ms == first.post_ms + 60_000


def test_the_list_is_ordered_by_importance_then_by_age(bench):
    phone = bench().phone
    low = phone.notifications.post("com.spotify.music", "Playing", "Song", importance=2)
    high = phone.notifications.post("com.google.android.deskclock", "Alarm", "7:00", importance=4)
    phone.clock.advance_to(phone.clock.now_ms + 1000)
    newer = phone.notifications.post("com.google.android.gm", "Mail", "Hello", importance=4)
    order = [n.key for n in phone.notifications.posted if n.key in (low.key, high.key, newer.key)]
    assert order == [newer.key, high.key, low.key]


@pytest.mark.parametrize(
    ("api", "flags"), [(28, "flags=0x2"), (34, "flags=0x2"), (35, "flags=ONGOING_EVENT"), (36, "flags=ONGOING_EVENT")]
)
def test_flags_are_hexadecimal_up_to_34_and_words_from_35(bench, api, flags):
    phone = bench(api).phone
    post(phone, ongoing=True)
    assert flags in phone.notifications.dump(["--noredact"])


def test_actions_and_messages_are_printed(bench):
    phone = bench().phone
    post(
        phone,
        actions=[NotificationAction(title="Reply", reply=True), NotificationAction(title="Mark as read")],
        messages=[Message(sender="Anna", text="Dinner at 8?", time_ms=5)],
    )
    text = phone.notifications.dump(["--noredact"])
    assert '[0] "Reply" -> PendingIntent{' in text
    assert '[1] "Mark as read" -> PendingIntent{' in text
    assert "android.messages=Parcelable[] (1)" in text
    assert "sender=Anna" in text


def test_a_snoozed_notification_leaves_the_list_and_comes_back_by_itself(bench):
    b = bench()
    note = post(b.phone)
    ran = b.sh(f"cmd notification snooze --for 60000 '{note.key}'")
    assert ran.code == 0
    assert ran.out.startswith(f"snoozing <{note.key}> until time: ")
    assert b.phone.notifications.get(note.key) is None
    assert note.key in b.dump("notification").partition("Snoozed notifications:")[2]
    b.phone.clock.advance_to(b.phone.clock.now_ms + 60_000)
    back = b.phone.notifications.get(note.key)
    assert back is not None
    assert back.snoozed_until_ms is None


def test_an_update_of_a_snoozed_notification_stays_asleep(bench):
    phone = bench().phone
    note = post(phone)
    phone.notifications.snooze(note.key, 60_000)
    post(phone)
    assert phone.notifications.get(note.key) is None
    assert phone.notifications.unsnooze(note.key)
    assert phone.notifications.get(note.key) is not None
    assert not any(alarm.data.get("key") == note.key for alarm in phone.state.alarms)


def test_wrong_words_are_answered_as_android_does(bench):
    b = bench()
    unknown = b.sh("cmd notification get '0|x|1|null|10000'")
    assert (unknown.code, unknown.out) == (1, "error: no active notification matching key: 0|x|1|null|10000\n")
    negative = b.sh("cmd notification snooze --for 0 'k'")
    assert (negative.code, negative.out) == (1, "error: invalid value for --for: 0\n")
    awake = b.sh("cmd notification unsnooze 'k'")
    assert (awake.code, awake.out) == (1, "error: no snoozed otification matching key: k\n")
    assert b.sh("cmd notification set_dnd loud").out.startswith("Error occurred")


def test_shell_posts_in_its_own_name(bench):
    b = bench()
    ran = b.sh("cmd notification post -S bigtext -t 'A title' tag1 'some long text'")
    assert ran.code == 0
    note = b.phone.notifications.find("com.android.shell", "A title")
    assert note is not None
    assert (note.id, note.tag, note.big_text) == (2020, "tag1", "some long text")
    assert b.sh("cmd notification list").out.splitlines() == [n.key for n in b.phone.notifications.posted]
    assert key_of(b.sh(f"cmd notification get '{note.key}'").out) == note.key


def test_below_30_there_is_no_snooze_nor_dnd_command(bench):
    b = bench(29)
    note = post(b.phone)
    assert b.sh(f"cmd notification snooze --for 60000 '{note.key}'").code == 255
    assert b.sh("cmd notification set_dnd priority").code == 255
    assert b.phone.notifications.get(note.key) is not None
    assert b.phone.state.notifications.zen_mode == "off"


@pytest.mark.parametrize(
    ("word", "constant"),
    [
        ("on", "ZEN_MODE_NO_INTERRUPTIONS"),
        ("none", "ZEN_MODE_NO_INTERRUPTIONS"),
        ("priority", "ZEN_MODE_IMPORTANT_INTERRUPTIONS"),
        ("alarms", "ZEN_MODE_ALARMS"),
        ("off", "ZEN_MODE_OFF"),
    ],
)
def test_do_not_disturb_is_what_the_dump_says(bench, word, constant):
    b = bench()
    assert b.sh(f"cmd notification set_dnd {word}").code == 0
    assert f"mZenMode={constant}\n" in b.dump("notification")


def test_zen_mode_written_by_hand_is_put_back(bench):
    b = bench()
    b.sh("settings put global zen_mode 1")
    assert b.sh("settings get global zen_mode").out == "0\n"
    assert "mZenMode=ZEN_MODE_OFF" in b.dump("notification")


def test_do_not_disturb_intercepts_all_but_what_may_pass(bench):
    phone = bench().phone
    message, alarm = (
        post(phone),
        phone.notifications.post("com.google.android.deskclock", "Alarm", "7:00", category="alarm"),
    )
    phone.notifications.set_zen("priority")
    assert phone.notifications.intercepted(message)
    assert not phone.notifications.intercepted(alarm)


def test_clearing_all_keeps_ongoing_ones_and_fills_the_archive(bench):
    b = bench()
    gone, stays = post(b.phone), b.phone.notifications.post("com.spotify.music", "Song", "Band", ongoing=True)
    before = len(b.phone.state.notifications.archive)
    b.phone.notifications.cancel_all()
    assert b.phone.notifications.get(gone.key) is None
    assert b.phone.notifications.get(stays.key) is not None
    archived = b.phone.state.notifications.archive[-1]
    assert (archived.notification.key, archived.reason) == (gone.key, "CANCEL_ALL")
    assert len(b.phone.state.notifications.archive) > before
    assert "StatusBarNotification(pkg=" in b.dump("notification").partition("mArchive=Archive (")[2]


def test_a_dump_may_be_limited_to_a_package(bench):
    b = bench()
    post(b.phone)
    b.phone.notifications.post("com.spotify.music", "Song", "Band")
    text = b.dump("notification --noredact com.spotify.music")
    assert "android.title=String (Song)" in text
    assert "Anna" not in text


def test_pressing_a_button_that_is_not_there_is_an_error(bench):
    phone = bench().phone
    note = post(phone, actions=[NotificationAction(title="Reply", reply=True)])
    with pytest.raises(ValueError, match="only \\['Reply'\\]"):
        phone.notifications.act(note.key, "Archive")


def test_listeners_are_kept_in_the_settings(bench):
    b = bench()
    b.sh("cmd notification allow_listener com.example/.Listener")
    assert b.sh("settings get secure enabled_notification_listeners").out == "com.example/com.example.Listener\n"
    b.sh("cmd notification disallow_listener com.example/.Listener")
    assert b.phone.state.notifications.listeners == []


def test_the_shade_opens_and_closes(bench):
    b = bench()
    b.sh("cmd statusbar expand-notifications")
    assert b.phone.state.ui.shade == "notifications"
    b.sh("cmd statusbar expand-settings")
    assert b.phone.state.ui.shade == "quick_settings"
    b.sh("cmd statusbar collapse")
    assert b.phone.state.ui.shade == "closed"
