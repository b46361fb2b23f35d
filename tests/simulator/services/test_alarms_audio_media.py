"""Alarms on the clock; volumes and ringer mode; media sessions and their keys."""

from __future__ import annotations

import re

import pytest

CLOCK = "com.google.android.deskclock"
MUSIC = "com.spotify.music"
HOUR = 3_600_000


def listen(phone, package):
    heard = []
    phone.apps[package].on_alarm = heard.append
    return heard


def test_an_alarm_reaches_its_app_at_its_time(bench):
    phone = bench().phone
    heard = listen(phone, CLOCK)
    alarm = phone.alarms.set(CLOCK, "test.RING", phone.clock.now_ms + HOUR, data={"id": 3})
    phone.clock.advance_to(alarm.when_ms - 1)
    assert heard == []
    phone.clock.advance_to(alarm.when_ms)
    assert [a.data for a in heard] == [{"id": 3}]
    assert phone.alarms.of(CLOCK) == [] or all(a.tag != "test.RING" for a in phone.alarms.of(CLOCK))


def test_a_repeating_alarm_is_set_again(bench):
    phone = bench().phone
    heard = listen(phone, CLOCK)
    phone.alarms.set(CLOCK, "test.TICK", phone.clock.now_ms + HOUR, interval_ms=HOUR)
    phone.clock.advance_to(phone.clock.now_ms + 3 * HOUR)
    assert len(heard) == 3
    assert phone.alarms.cancel_tag(CLOCK, "test.TICK") == 1
    phone.clock.advance_to(phone.clock.now_ms + 3 * HOUR)
    assert len(heard) == 3


def test_arming_again_rings_once(bench):
    phone = bench().phone
    heard = listen(phone, CLOCK)
    phone.alarms.set(CLOCK, "test.ONCE", phone.clock.now_ms + HOUR)
    phone.alarms.arm()
    phone.alarms.arm()
    phone.clock.advance_to(phone.clock.now_ms + HOUR)
    assert len(heard) == 1


def test_the_next_alarm_clock_is_in_dump_and_settings(bench):
    b = bench()
    for alarm in list(b.phone.state.alarms):
        b.phone.alarms.cancel(alarm.id)
    assert b.sh("settings get system next_alarm_formatted").out == "\n"
    alarm = b.phone.alarms.set(CLOCK, "test.CLOCK", b.phone.clock.now_ms + HOUR, clock=True)
    b.phone.alarms.set(CLOCK, "test.LATER", b.phone.clock.now_ms + 2 * HOUR, clock=True)
    assert f"user:0 pendingSend:false time:{alarm.when_ms} = 2026-05-29 11:00:00.000" in b.dump("alarm")
    assert b.sh("settings get system next_alarm_formatted").out == "Fri 11:00 AM\n"
    b.phone.alarms.cancel(alarm.id)
    assert b.sh("settings get system next_alarm_formatted").out == "Fri 12:00 PM\n"


@pytest.mark.parametrize("api", range(28, 37))
def test_alarms_are_batched_up_to_30_and_listed_from_31(bench, api):
    b = bench(api)
    b.phone.alarms.set(CLOCK, "test.RING", b.phone.clock.now_ms + HOUR)
    text, count = b.dump("alarm"), len(b.phone.state.alarms)
    if api <= 30:
        assert f"Pending alarm batches: {count}\n" in text
        assert re.search(r"^Batch\{\w+ num=1 start=\d+ end=\d+ flgs=0x\d\}:$", text, re.M)
        assert "when=2026-05-29 11:00:00.000" in text
    else:
        assert f"  {count} pending alarms: \n" in text
        assert f"origWhen {b.phone.clock.now_ms + HOUR} whenElapsed" in text
    assert "tag=*walarm*:test.RING" in text


def test_setting_the_time_moves_elapsed_alarms_and_lets_past_ones_ring(bench):
    b = bench()
    heard = listen(b.phone, CLOCK)
    b.phone.alarms.set(CLOCK, "test.WALL", b.phone.clock.now_ms + HOUR)
    timer = b.phone.alarms.set(CLOCK, "test.TIMER", b.phone.clock.now_ms + HOUR, kind="ELAPSED_WAKEUP")
    later = b.phone.clock.now_ms + 2 * HOUR
    b.sh(f"cmd alarm set-time {later}")
    assert [a.tag for a in heard] == ["test.WALL"]
    assert timer.when_ms == later + HOUR


@pytest.mark.parametrize("words", ["99999999999999999999", "soon", ""])
def test_a_time_that_cannot_be_is_refused(bench, words):
    b = bench()
    before = b.phone.clock.now_ms
    assert b.sh(f"cmd alarm set-time {words}").code == 255
    assert b.phone.clock.now_ms == before


def test_unknown_time_zones_become_gmt(bench):
    b = bench()
    b.sh("cmd alarm set-timezone No/Where")
    assert b.phone.state.device.timezone == "GMT"


# -- audio -----------------------------------------------------------------------------------------------------


def stream(text: str, name: str) -> str:
    return text.partition(f"- STREAM_{name}:")[2].partition("\n\n")[0]


@pytest.mark.parametrize(
    ("api", "command"), [(28, "media volume"), (30, "cmd media_session volume"), (36, "cmd media_session volume")]
)
def test_the_shell_sets_a_stream(bench, api, command):
    b = bench(api)
    ran = b.sh(f"{command} --stream 3 --set 11 --get")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "[V] will control stream=3 (STREAM_MUSIC)",
        "[V] will set volume to index=11",
        "[V] will get volume",
        "[V] Connecting to AudioService",
        "[V] volume is 11 in range [0..15]",
    ]
    assert "(speaker): 11," in stream(b.dump("audio"), "MUSIC")


def test_out_of_range_is_an_error_with_code_0(bench):
    b = bench()
    ran = b.sh("cmd media_session volume --stream 3 --set 16")
    assert ran.code == 0
    assert "Error: invalid volume index 16 for stream 3 (should be in [0..15])" in ran.err
    assert b.phone.audio.level("music") == 6


def test_ring_volume_0_is_vibrate_and_the_old_level_returns(bench):
    b = bench()
    b.sh("cmd media_session volume --stream 2 --set 0")
    assert "- mode (internal) = VIBRATE" in b.dump("audio")
    assert "Muted: true" in stream(b.dump("audio"), "RING")
    assert b.phone.audio.level("ring") == 0
    b.sh("cmd media_session volume --stream 2 --set 4")
    assert "- mode (internal) = NORMAL" in b.dump("audio")
    assert b.phone.audio.level("ring") == 4


def test_leaving_silent_by_volume_is_refused_for_shell(bench):
    b = bench()
    b.phone.audio.set_ringer("silent")
    ran = b.sh("cmd media_session volume --stream 2 --set 4")
    assert "java.lang.SecurityException: Not allowed to change Do Not Disturb state" in ran.err
    assert b.phone.state.audio.ringer_mode == "silent"


@pytest.mark.parametrize(("api", "works"), [(34, False), (35, True), (36, True)])
def test_set_ringer_mode_exists_from_35_and_unknown_words_pass_without_a_sound(bench, api, works):
    b = bench(api)
    ran = b.sh("cmd audio set-ringer-mode SILENT")
    assert ran.code == 0
    assert ("set-ringer-mode" in b.sh("cmd audio help").out) is works
    assert ("- mode (internal) = SILENT" in b.dump("audio")) is works
    nothing = b.sh("cmd audio no-such-word")
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "")


def test_ring_and_notification_are_one_before_34(bench):
    old, new = bench(33).phone, bench(34).phone
    for phone in (old, new):
        phone.audio.set_volume("ring", 2)
    assert old.audio.level("notification") == 2
    assert new.audio.level("notification") == 5


def test_total_silence_shows_in_the_external_mode_only(bench):
    b = bench()
    b.sh("cmd notification set_dnd none")
    assert "- mode (internal) = NORMAL\n- mode (external) = SILENT" in b.dump("audio")


# -- media -----------------------------------------------------------------------------------------------------


def test_a_playing_session_counts_on_and_a_paused_one_stands(bench):
    phone = bench().phone
    session = phone.media.play(MUSIC, title="Song", artist="Band", duration_ms=200_000)
    phone.clock.advance_to(phone.clock.now_ms + 10_000)
    assert phone.media.position(session) == 10_000
    phone.media.pause()
    phone.clock.advance_to(phone.clock.now_ms + 10_000)
    assert phone.media.position(session) == 10_000
    text = phone.media.dump([])
    assert "state=PlaybackState {state=PAUSED(2), position=10000," in text
    assert "metadata: size=4, description=Song, Band, null" in text


def test_another_player_takes_the_focus_and_comes_first(bench):
    b = bench()
    b.phone.media.play(MUSIC, title="Song")
    b.phone.media.play("com.google.android.youtube", title="Film")
    assert [s.state for s in b.phone.state.media_sessions] == ["playing", "paused"]
    assert "pack: com.google.android.youtube -- client:" in b.dump("audio")
    assert "Media button session is com.google.android.youtube/session" in b.dump("media_session")


@pytest.mark.parametrize(("api", "command"), [(29, "media dispatch"), (30, "cmd media_session dispatch")])
def test_media_keys_go_to_the_active_session(bench, api, command):
    b = bench(api)
    b.phone.media.play(MUSIC, title="Song", duration_ms=200_000)
    session = b.phone.media.session(MUSIC)
    b.sh(f"{command} pause")
    assert session.state == "paused"
    b.sh(f"{command} play-pause")
    assert session.state == "playing"
    b.sh(f"{command} stop")
    assert session.state in ("stopped", "none")
    assert "Error: unknown dispatch code 'jump'" in b.sh(f"{command} jump").err


def test_sessions_are_listed(bench):
    b = bench()
    b.phone.media.play(MUSIC, title="Song", tag="spotify-media-session")
    assert (
        b.sh("cmd media_session list-sessions").out
        == "Sessions:\n  tag=spotify-media-session, package=com.spotify.music\n"
    )
