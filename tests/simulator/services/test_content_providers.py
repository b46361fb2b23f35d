"""`content` over SMS, call log, contacts, media, settings: rows, SQL, permissions by release, mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.services.providers import same_number
from simulator.services.providers.sql import SqlError, matching_rows

SMS = "content query --uri content://sms"


def test_rows_are_printed_by_number_with_null(bench):
    b = bench()
    b.phone.telephony.sms_in("+4917612345", "Hi, it's me", 1_000)
    b.phone.telephony.sms_out("+4917612345", "Hello")
    ran = b.sh("content query --uri content://sms/inbox --projection _id:address:body:person:date")
    assert ran.out == "Row: 0 _id=1, address=+4917612345, body=Hi, it's me, person=NULL, date=1000\n"
    assert b.sh(f"{SMS}/draft").out == "No result found.\n"


def test_where_and_sort_are_sql(bench):
    b = bench()
    for n in range(5):
        b.phone.telephony.sms_in(f"+49176000{n}", f"text {n}", 1000 + n)
    ran = b.sh(f"{SMS} --projection body --where \"date>1002 AND body LIKE 'text%'\" --sort 'date ASC'")
    assert ran.out.splitlines() == ["Row: 0 body=text 3", "Row: 1 body=text 4"]
    assert b.sh(f"{SMS} --projection body --where \"date>'1003'\"").out.splitlines() == ["Row: 0 body=text 4"]


@pytest.mark.parametrize("clause", ["1=1; DROP TABLE t", "1=1) UNION SELECT (1", "load_extension('x')", "nonsense ("])
def test_hostile_or_wrong_sql_is_an_sqlite_exception(bench, clause):
    b = bench()
    b.phone.telephony.sms_in("+49176", "secret")
    ran = b.sh(f'{SMS} --where "{clause}"')
    assert ran.code == 0
    assert ran.out == ""
    assert ran.err.startswith("Error while accessing provider:sms\nandroid.database.sqlite.SQLiteException: ")


def test_a_selection_that_never_ends_is_cut_off(bench):
    endless = "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c) > 0"
    with pytest.raises(SqlError):
        matching_rows(["_id"], [{"_id": 1}], None, endless, None)


@given(where=st.text(max_size=40), sort=st.text(max_size=20))
def test_any_clause_selects_or_is_refused(where, sort):
    rows = [{"_id": 1, "name": "a"}, {"_id": 2, "name": None}]
    try:
        found = matching_rows(["_id", "name"], rows, None, where, sort)
    except SqlError:
        return
    assert all(row in rows for row in found)


@pytest.mark.parametrize(
    ("api", "uri", "allowed"),
    [
        (28, "content://sms", False),
        (29, "content://sms", True),
        (30, "content://call_log/calls", False),
        (31, "content://call_log/calls", True),
        (28, "content://com.android.contacts/contacts", True),
        (28, "content://com.android.calendar/events", True),
    ],
)
def test_shell_may_read_what_the_release_lets_it(bench, api, uri, allowed):
    ran = bench(api).sh(f"content query --uri {uri}")
    assert ran.code == 0
    if allowed:
        assert ran.err == ""
    else:
        assert "java.lang.SecurityException: Permission Denial: reading com.android.providers." in ran.err
        assert ran.out == ""


def test_what_shell_writes_into_sms_is_dropped_without_a_word(bench):
    b = bench()
    ran = b.sh("content insert --uri content://sms --bind address:s:123 --bind body:s:fake --bind type:i:2")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert b.phone.state.providers.sms == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("query", "Content provider URI not specified. Did you specify --uri argument?"),
        ("frob --uri content://sms", "Unsupported operation: frob"),
        ("query --uri content://sms DESC", "Unsupported argument: DESC"),
        ("query --uri content://sms --where --sort", "No value for: --where"),
        ("insert --uri content://sms", "Bindings not specified. Did you specify --bind argument(s)?"),
        ("insert --uri content://sms --bind x", "Binding not well formed: x"),
        ("insert --uri content://sms --bind x:q:1", "Unsupported type: q"),
    ],
)
def test_wrong_words_are_answered_on_stdout_with_code_0(bench, words, message):
    ran = bench().sh(f"content {words}")
    assert ran.code == 0
    assert ran.out.startswith("usage: adb shell content")
    assert ran.out.endswith(f"[ERROR] {message}\n")


def test_unknown_providers_and_columns(bench):
    b = bench()
    assert "Could not find provider: no.such" in b.sh("content query --uri content://no.such/x").err
    wrong = b.sh("content query --uri content://com.android.contacts/contacts --projection frob")
    assert "java.lang.IllegalArgumentException: Invalid column frob" in wrong.err


# -- contacts --------------------------------------------------------------------------------------------------


def insert_contact(b, name="Eva Lang", phone="+49 151 555 0101", email="eva@example.com"):
    b.sh("content insert --uri content://com.android.contacts/raw_contacts --bind starred:i:0")
    raw = b.sh("content query --uri content://com.android.contacts/raw_contacts --projection _id --sort '_id DESC'")
    number = int(raw.out.splitlines()[0].rpartition("=")[2])
    data = "content insert --uri content://com.android.contacts/data --bind raw_contact_id:l:" + str(number)
    b.sh(f"{data} --bind mimetype:s:vnd.android.cursor.item/name --bind 'data1:s:{name}'")
    b.sh(f"{data} --bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind 'data1:s:{phone}' --bind data2:i:3")
    b.sh(f"{data} --bind mimetype:s:vnd.android.cursor.item/email_v2 --bind data1:s:{email}")
    return number


def test_a_contact_is_put_together_from_its_rows(bench):
    b = bench()
    raw = insert_contact(b)
    lookup = "content query --uri content://com.android.contacts/phone_lookup/%2B491515550101"
    shown = b.sh(f"{lookup} --projection display_name:number:type").out
    assert shown == "Row: 0 display_name=Eva Lang, number=+49 151 555 0101, type=3\n"
    contact = b.phone.content.find_contact("eva lang")
    assert contact is not None
    assert (contact.id, contact.phones, contact.emails) == (raw, ["+49 151 555 0101"], ["eva@example.com"])


@pytest.mark.parametrize(
    ("words", "found"), [("ev", 1), ("lang", 1), ("la", 1), ("ang", 0), ("0151555", 0), ("151555", 1)]
)
def test_the_filter_finds_beginnings_of_words_and_digits(bench, words, found):
    b = bench()
    insert_contact(b)
    ran = b.sh(
        f"content query --uri content://com.android.contacts/data/phones/filter/{words} --projection display_name:data1"
    )
    assert ran.out.count("Row:") == found


def test_deleting_the_raw_contact_deletes_all_of_it(bench):
    b = bench()
    raw = insert_contact(b)
    b.sh(f"content delete --uri content://com.android.contacts/raw_contacts/{raw}")
    assert b.phone.content.find_contact("Eva Lang") is None
    assert b.sh("content query --uri content://com.android.contacts/data").out == "No result found.\n"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("+49 151 5550101", "0151 5550101", True),
        ("+491515550101", "+491515550102", False),
        ("110", "110", True),
        ("110", "5550110", False),
        ("5550101", "+49 151 5550101", True),
        ("Bank", "Bank", True),
    ],
)
def test_numbers_are_the_same_by_their_last_digits(one, other, same):
    assert same_number(one, other) is same
    assert same_number(other, one) is same


# -- calls, media, settings ------------------------------------------------------------------------------------


def test_the_call_log_takes_and_gives_rows(bench):
    b = bench()
    b.sh(
        "content insert --uri content://call_log/calls --bind number:s:5550101 --bind type:i:3 --bind date:l:5 --bind new:i:1"
    )
    ran = b.sh("content query --uri content://call_log/calls --projection number:type:date:new --where 'type=3'")
    assert ran.out == "Row: 0 number=5550101, type=3, date=5, new=1\n"
    b.sh("content delete --uri content://call_log/calls --where \"number='5550101'\"")
    assert b.phone.state.providers.calls == []


def test_media_rows_and_their_files_go_together(bench):
    b = bench()
    row = b.phone.content.add_media("/sdcard/Pictures/Screenshots/s.png", "image/png", data=b"PNGDATA")
    uri = f"content://media/external/images/media/{row.id}"
    assert b.sh(f"content read --uri {uri}").out == "PNGDATA"
    assert b.sh(f"content gettype --uri {uri}").out == "Result: image/png\n"
    shown = b.sh(f"content query --uri {uri} --projection _data:_size:relative_path:bucket_display_name").out
    assert "_data=/storage/emulated/0/Pictures/Screenshots/s.png, _size=7, relative_path=Pictures/Screenshots/" in shown
    b.sh(f"content delete --uri {uri}")
    assert not b.phone.files.exists("/storage/emulated/0/Pictures/Screenshots/s.png")


def test_a_scan_finds_pushed_files(bench):
    b = bench()
    b.phone.files.write("/storage/emulated/0/Download/song.mp3", b"ID3", uid=0)
    b.sh("content call --uri content://media --method scan_file --arg /sdcard/Download/song.mp3")
    assert "song.mp3" in b.sh("content query --uri content://media/external/audio/media --projection _display_name").out
    assert "status=200" in b.sh("content query --uri content://downloads/my_downloads --projection title:status").out


def test_settings_are_rows_too(bench):
    b = bench()
    query = (
        "content query --uri content://settings/system --projection name:value --where \"name='screen_off_timeout'\""
    )
    assert b.sh(query).out == "Row: 0 name=screen_off_timeout, value=60000\n"
    b.sh("content insert --uri content://settings/secure --bind name:s:new_setting --bind value:s:v:1")
    assert b.sh("settings get secure new_setting").out == "v:1\n"
    got = b.sh("content call --uri content://settings --method GET_secure --arg new_setting").out
    assert got == "Result: Bundle[{value=v:1}]\n"
    b.sh("content delete --uri content://settings/secure --where \"name='new_setting'\"")
    assert b.sh("settings get secure new_setting").out == "null\n"
