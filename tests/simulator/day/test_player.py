from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from simulator import snapshot
from simulator.day import DayPlayer, EventFailed

MINUTE = 60_000
Play = Callable[..., DayPlayer]


def since_start(player: DayPlayer) -> int:
    return player.phone.clock.now_ms - player.day.start_ms


def test_time_jumps_from_event_to_event_and_then_to_the_end(play: Play) -> None:
    player = play("""
        - {id: one, at: "08:30", do: sms, sender: DHL, text: On its way}
        - {id: two, at: "09:00", do: sms, sender: DHL, text: Here}
    """)
    assert player.next_event_ms() == player.day.start_ms + 30 * MINUTE
    assert [applied.id for applied in player.advance()] == ["one"]
    assert since_start(player) == 30 * MINUTE
    assert [applied.id for applied in player.advance()] == ["two"]
    assert player.next_event_ms() is None
    assert not player.ended
    assert player.advance() == []
    assert player.ended
    assert player.phone.clock.now_ms == player.day.end_ms


def test_events_within_five_seconds_of_the_first_come_together(play: Play) -> None:
    player = play("""
        - {id: a, at: "08:30:00", do: sms, sender: DHL, text: A}
        - {id: b, at: "08:30:05", do: sms, sender: DHL, text: B}
        - {id: c, at: "08:30:06", do: sms, sender: DHL, text: C}
    """)
    assert [applied.id for applied in player.advance()] == ["a", "b"]
    assert since_start(player) == 30 * MINUTE + 5000
    assert [applied.id for applied in player.advance()] == ["c"]


def test_advancing_to_a_time_applies_all_that_is_due_at_its_own_time(play: Play) -> None:
    player = play("""
        - {id: one, at: "08:30", do: sms, sender: DHL, text: On its way}
        - {id: two, at: "09:00", do: sms, sender: DHL, text: Here}
    """)
    applied = player.advance(player.day.start_ms + 45 * MINUTE)
    assert [(item.id, item.at_ms - player.day.start_ms) for item in applied] == [("one", 30 * MINUTE)]
    assert since_start(player) == 45 * MINUTE
    row = player.phone.state.providers.sms[-1]
    assert (row.body, row.date_ms - player.day.start_ms) == ("On its way", 30 * MINUTE)
    with pytest.raises(ValueError, match="does not go back"):
        player.advance(player.day.start_ms)


def test_a_message_is_stored_and_shown_under_the_contacts_name(play: Play) -> None:
    player = play('- {at: "08:30", do: sms, sender: Mama, text: Call me please}')
    player.advance()
    note = player.phone.notifications.find("com.google.android.apps.messaging")
    assert note is not None
    assert (note.title, note.text) == ("Mama", "Call me please")
    assert player.phone.state.providers.sms[-1].address == "+49561998877"


def test_chat_and_mail_go_through_their_apps(play: Play) -> None:
    player = play("""
        - {at: "08:30", do: chat, chat: Book club, sender: Ben, text: hello all}
        - {at: "08:31", do: mail, sender: Vattenfall, subject: Your invoice, body: Due today}
        - {at: "08:32", do: chat, chat: Book club, sender: me, text: hi}
    """)
    player.advance(player.day.start_ms + 40 * MINUTE)
    chat = player.phone.state.app_data["com.whatsapp"]["chats"][-1]
    assert [message["text"] for message in chat["messages"]] == ["hello all", "hi"]
    assert player.phone.state.app_data["com.google.android.gm"]["mails"][-1]["subject"] == "Your invoice"
    assert player.phone.notifications.find("com.google.android.gm", "Vattenfall") is not None


@pytest.mark.parametrize(("outcome", "kind"), [("missed", 3), ("rejected", 5), ("answered", 1), ("outgoing", 2)])
def test_calls_run_their_course_and_are_logged(play: Play, outcome: str, kind: int) -> None:
    player = play(f'- {{at: "08:30", do: call, number: Mama, outcome: {outcome}, ring_s: 20, minutes: 3}}')
    before = len(player.phone.state.providers.calls)
    player.advance()
    call = player.phone.state.telephony.call
    assert call is not None
    assert call.number == "+49561998877"
    player.advance(player.day.start_ms + 40 * MINUTE)
    assert player.phone.state.telephony.call is None
    row = player.phone.state.providers.calls[-1]
    assert len(player.phone.state.providers.calls) == before + 1
    assert (row.name, row.type) == ("Mama", kind)
    missed = player.phone.notifications.find("com.google.android.dialer")
    assert (missed is not None) == (outcome == "missed")


def test_the_user_can_swipe_tap_and_the_app_take_back_a_notification(play: Play) -> None:
    player = play("""
        - {id: a, at: "08:30", do: notify, package: com.spotify.music, title: A}
        - {id: b, at: "08:31", do: notify, package: com.spotify.music, title: B}
        - {id: c, at: "08:32", do: notify, package: com.spotify.music, title: C}
        - {at: "08:40", do: dismiss_notification, of: a}
        - {at: "08:41", do: cancel_notification, of: b}
        - {at: "08:42", do: open_notification, of: c, minutes: 2}
        - {at: "08:43", do: dismiss_notification, of: a}
    """)
    applied = player.advance(player.day.start_ms + 43 * MINUTE)
    gone = {item.notification.title: item.reason for item in player.phone.state.notifications.archive}
    assert gone == {"A": "CANCEL", "B": "APP_CANCEL", "C": "CLICK"}
    assert applied[-1].remark == "the notification was gone"
    top = player.phone.activities.resumed()
    assert top is not None
    assert top.package == "com.spotify.music"
    player.advance(player.day.start_ms + 50 * MINUTE)
    assert player.phone.activities.resumed() is None
    assert not player.phone.power.interactive


def test_nothing_of_a_notification_tells_the_name_of_its_event(play: Play) -> None:
    player = play('- {id: near_miss_secret, at: "08:30", do: notify, package: com.spotify.music, title: Hi}')
    player.advance()
    assert "near_miss_secret" not in player.phone.state.model_dump_json()


def test_an_update_replaces_the_earlier_notification(play: Play) -> None:
    player = play("""
        - {id: a, at: "08:30", do: notify, package: com.spotify.music, title: Before}
        - {at: "08:40", do: notify, package: com.spotify.music, title: After, update_of: a}
    """)
    player.advance(player.day.start_ms + 45 * MINUTE)
    mine = [note.title for note in player.phone.state.notifications.posted if note.package == "com.spotify.music"]
    assert mine == ["After"]


def test_moving_brings_the_places_wifi_and_leaves_the_old_one(play: Play) -> None:
    player = play("""
        - {at: "08:30", do: move, place: senefelderplatz}
        - {at: "09:00", do: move, place: work}
    """)
    assert player.phone.state.wifi.connected == "Kollwitz42"
    player.advance()
    assert player.phone.state.wifi.connected is None
    player.advance()
    assert player.phone.state.wifi.connected == "Nordpunkt-Staff"
    assert player.phone.state.location.latitude == pytest.approx(52.5294)


def test_the_battery_drains_between_events_and_its_low_levels_are_noticed(play: Play) -> None:
    player = play(
        """
        - {at: "09:00", do: battery, level: 22}
        - {at: "10:00", do: battery, level: 18}
        """,
        "setup: {battery: {level: 30}}",
    )
    player.advance(player.day.start_ms + 30 * MINUTE)
    assert player.phone.state.battery.level == 26
    player.advance()
    player.advance()
    assert player.phone.state.battery.level == 20
    assert since_start(player) == 90 * MINUTE
    player.advance()
    assert player.phone.state.battery.level == 18


def test_the_user_can_switch_battery_saver_but_not_while_charging(play: Play) -> None:
    player = play("""
        - {at: "08:30", do: battery_saver}
        - {at: "08:40", do: plug}
        - {at: "08:50", do: battery_saver}
    """)
    player.advance()
    assert player.phone.state.power.battery_saver
    player.advance()
    assert player.advance()[0].remark == "refused while charging"


def test_rising_through_a_low_level_is_not_worth_waking_for(play: Play) -> None:
    player = play(
        """
        - {at: "08:30", do: plug, level: 9}
        - {at: "11:30", do: unplug, level: 90}
    """,
        "setup: {battery: {level: 9}}",
    )
    player.advance()
    assert player.next_event_ms() == player.day.start_ms + 210 * MINUTE


def test_charging_is_seen(play: Play) -> None:
    player = play("""
        - {at: "08:30", do: plug, kind: wireless, level: 40}
        - {at: "09:30", do: unplug, level: 80}
    """)
    player.advance()
    assert player.phone.battery.powered
    player.advance(player.day.start_ms + 60 * MINUTE)
    assert player.phone.state.battery.level == 60
    player.advance()
    assert not player.phone.battery.powered


def test_the_calendar_is_added_to_changed_and_cleared(play: Play) -> None:
    player = play("""
        - {at: "08:30", do: calendar, title: Review, start: "10:00", end: "10:45", location: Room 1}
        - {at: "08:31", do: calendar, action: change, title: Review, start: "11:00", new_title: Long review}
        - {at: "08:32", do: calendar, action: delete, title: Long review}
        - {at: "08:33", do: calendar, action: delete, title: Long review}
    """)
    player.advance()
    rows = player.phone.state.providers.events
    assert (rows[-1].title, rows[-1].location) == ("Review", "Room 1")
    player.advance()
    row = next(row for row in player.phone.state.providers.events if row.title == "Long review")
    assert (row.begin_ms - player.day.start_ms, row.end_ms - row.begin_ms) == (180 * MINUTE, 45 * MINUTE)
    assert player.advance()[0].remark == ""
    assert player.advance()[0].remark == "the calendar entry was gone"


def test_alarms_ring_between_events_and_the_user_dismisses_them(play: Play) -> None:
    player = play(
        '- {at: "08:46", do: alarm, action: dismiss, time: "08:45"}',
        'setup: {alarms: [{time: "08:45", label: Pills}]}',
    )
    player.advance(player.day.start_ms + 45 * MINUTE)
    ringing = player.phone.notifications.find("com.google.android.deskclock")
    assert ringing is not None
    player.advance()
    assert player.phone.notifications.find("com.google.android.deskclock") is None


def test_an_alarm_that_does_not_ring_is_left_for_its_next_time(play: Play) -> None:
    player = play(
        '- {at: "08:30", do: alarm, action: dismiss, time: "08:45"}',
        'setup: {alarms: [{time: "08:45", label: Pills}]}',
    )
    assert player.advance()[0].remark == "the alarm was not ringing"
    player.advance(player.day.start_ms + 46 * MINUTE)
    assert player.phone.notifications.find("com.google.android.deskclock") is not None


def test_sound_headphones_bluetooth_radio_settings_and_weather_change_the_phone(play: Play) -> None:
    player = play("""
        - {at: "08:30", do: sound, ringer: vibrate, volume: {music: 11}, zen: priority}
        - {at: "08:31", do: headphones, connected: true}
        - {at: "08:32", do: bluetooth, device: WH-1000XM5, connected: true}
        - {at: "08:33", do: radio, roaming: true, operator: NOS, signal: 1}
        - {at: "08:34", do: setting, namespace: system, key: screen_off_timeout, value: "120000"}
        - {at: "08:35", do: weather, condition: Rain, rain_chance: 90, alert: Storm, alert_text: From noon}
        - {at: "08:36", do: media, action: play, title: Blue Train, artist: John Coltrane, minutes: 10}
        - {at: "08:37", do: files, path: "DCIM/Camera/IMG_{n}.jpg", count: 2}
        - {at: "08:38", do: set_state, path: battery.temperature, value: 410}
    """)
    player.advance(player.day.start_ms + 40 * MINUTE)
    state = player.phone.state
    assert state.audio.ringer_mode == "vibrate"
    assert state.audio.streams["music"].index == 11
    assert state.notifications.zen_mode == "priority"
    assert next(one for one in state.bluetooth.bonded if one.name == "WH-1000XM5").connected
    assert (state.telephony.roaming, state.telephony.operator, state.telephony.signal_level) == (True, "NOS", 1)
    assert player.phone.settings.get("system", "screen_off_timeout") == "120000"
    assert state.world.weather.condition == "Rain"
    assert player.phone.notifications.find("com.google.android.apps.weather", "Storm") is not None
    assert any(session.title == "Blue Train" and session.state == "playing" for session in state.media_sessions)
    taken = [row for row in state.providers.media if row.path.startswith("/storage/emulated/0/DCIM/Camera/IMG_0")]
    assert [row.path[-8:] for row in taken] == ["0001.jpg", "0002.jpg"]
    assert all(player.phone.files.stat(row.path).size == row.size > 0 for row in taken)
    assert state.battery.temperature == 410
    player.advance(player.day.start_ms + 60 * MINUTE)
    assert not any(session.state == "playing" for session in player.phone.state.media_sessions)


def test_an_event_that_cannot_happen_is_told_by_name(play: Play) -> None:
    player = play('- {id: odd, at: "08:30", do: app_event, package: com.spotify.music, name: explode}')
    with pytest.raises(EventFailed, match=r"event odd \(app_event\) failed.*explode"):
        player.advance()


def test_an_event_can_be_injected_now(play: Play) -> None:
    player = play()
    player.advance(player.day.start_ms + 5 * MINUTE)
    applied = player.inject({"do": "sms", "sender": "DHL", "text": "Surprise"})
    assert (applied[0].origin, applied[0].at_ms) == ("injected", player.phone.clock.now_ms)
    assert player.phone.state.providers.sms[-1].body == "Surprise"
    with pytest.raises(ValidationError):
        player.inject({"do": "sms", "sender": "DHL"})


def test_a_saved_day_goes_on_where_it_stood(play: Play) -> None:
    events = """
        - {id: a, at: "08:30", do: notify, package: com.spotify.music, title: A}
        - {id: call, at: "08:31", do: call, number: Mama, outcome: answered, ring_s: 10, minutes: 5}
        - {at: "09:00", do: dismiss_notification, of: a}
    """
    player = play(events, "noise: {per_hour: 8, from: [news, groups]}", 3)
    player.advance(player.day.start_ms + 31 * MINUTE + 1000)
    phone, other = snapshot.restore(snapshot.take(player.phone, player))
    assert other is not None
    ahead = [player.advance() for _ in range(40) if not player.ended]
    again = [other.advance() for _ in range(40) if not other.ended]
    assert again == ahead
    assert phone.state.notifications.posted == player.phone.state.notifications.posted
    assert phone.state.providers.calls == player.phone.state.providers.calls


def test_the_setup_is_laid_over_the_personas_phone(play: Play) -> None:
    player = play(
        "",
        """
        setup:
          battery: {level: 33}
          ringer: silent
          dark_mode: true
          contacts: [{name: Mama, phones: ["+4930111"]}, {name: Otto, phones: ["+4930222"]}]
          calendar: [{title: Lunch, start: "12:30"}, {title: Trip, start: "D+1", all_day: true}]
          sms: [{person: Otto, when: "D-1 18:20", text: See you}]
          app_data: {com.aftership.AfterShip: {parcels: [{number: X1, carrier: DHL}]}}
        """,
    )
    state = player.phone.state
    assert (state.battery.level, state.audio.ringer_mode, state.ui_mode.night_mode) == (33, "silent", "yes")
    numbers = {contact.name: contact.phones for contact in state.providers.contacts}
    assert numbers["Mama"] == ["+4930111"]
    assert numbers["Otto"] == ["+4930222"]
    assert "Jonas Brandt" in numbers
    assert {event.title: event.all_day for event in state.providers.events} == {"Lunch": False, "Trip": True}
    assert any(row.address == "+4930222" and row.body == "See you" for row in state.providers.sms)
    assert state.app_data["com.aftership.AfterShip"]["parcels"][0]["number"] == "X1"
    assert state.usage, "a week of app use lies behind the user"
    assert max(event.time_ms for event in state.usage if event.package == "com.slack") < player.day.start_ms
