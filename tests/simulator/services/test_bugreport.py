"""A bug report holds the phone's own dumps, in dumpstate's dress."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

from simulator.services.commands.dumpsys import running

Make = Callable[..., Any]


def test_every_service_s_dump_is_in_it_once(bench: Make) -> None:
    b = bench()
    ran = b.sh("bugreport")
    names = re.findall(r"^DUMP OF SERVICE (?:CRITICAL )?(\S+):$", ran.out, re.M)
    assert names and sorted(names) == sorted(set(names))
    assert {"battery", "notification", "wifi", "package", "activity", "window"} <= set(names)
    assert len(names) == len(running(_Call(b.phone)))
    assert ran.err.count("WARNING") == 5


class _Call:
    def __init__(self, phone: Any) -> None:
        self.phone = phone


def test_a_dump_in_it_is_what_dumpsys_prints(bench: Make) -> None:
    b = bench()
    b.phone.battery.set_level(23)
    body = b.sh("bugreport").out.partition("DUMP OF SERVICE battery:\n")[2].partition("--------- ")[0]
    assert body == b.dump("battery") and "level: 23" in body


def test_its_notifications_are_redacted(bench: Make) -> None:
    b = bench()
    b.phone.notifications.post("com.whatsapp", "Ann", "the secret word")
    assert "the secret word" in b.dump("notification --noredact")
    assert "the secret word" not in b.sh("bugreport").out


def test_the_zip_lies_where_the_answer_says(bench: Make) -> None:
    b = bench()
    ran = b.sh("bugreportz -p")
    assert re.fullmatch(r"BEGIN:(\S+)\nPROGRESS:0/100\nPROGRESS:100/100\nOK:\1\n", ran.out)
    path = ran.out.split("OK:")[1].strip()
    with zipfile.ZipFile(io.BytesIO(b.phone.files.read(path, 2000))) as archive:
        main = archive.read("main_entry.txt").decode()
        assert archive.read(main).startswith(b"=" * 56 + b"\n== dumpstate: 2026-05-29 10:00:00\n")


def test_words(bench: Make) -> None:
    b = bench()
    assert (b.sh("bugreportz -v").err, bench(28).sh("bugreportz -v").err) == ("1.2\n", "1.1\n")
    assert b.sh("bugreportz -x").code == 1
