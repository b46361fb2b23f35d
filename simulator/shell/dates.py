"""`date` and the dates that toybox reads (toybox `date.c`, lib `xparsedate`)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo

from simulator.shell.command import Invocation, command
from simulator.shell.listing import zone
from simulator.shell.options import CommandError, full, options

_LAYOUTS = (
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%H:%M:%S",
    "%H:%M",
    "%a %b %d %H:%M:%S %Y",
    "%a %b %d %H:%M:%S %Z %Y",
    "%Y%m%d",
    "%Y%m%d %H:%M:%S",
)
_POSIX = re.compile(r"(\d\d)(\d\d)(\d\d)(\d\d)(?:(\d\d)?(\d\d))?(?:\.(\d\d))?")
_TOUCH = re.compile(r"(?:(\d\d)?(\d\d))?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?")


class BadDate(Exception):
    """The text is no date."""


def parse_date(call: Invocation, text: str, layout: str | None = None, utc: bool = False) -> int:
    """A date as milliseconds since the epoch, in the phone's zone: `@SECONDS`, ISO, `MMDDhhmm[[CC]YY][.ss]`."""
    where: tzinfo = UTC if utc else zone(call)
    now = datetime.fromtimestamp(call.phone.clock.now_ms / 1000, where)
    try:
        if layout is not None:
            found = datetime.strptime(text, layout)
            defaults = found.year == 1900 and "%Y" not in layout and "%y" not in layout
            if defaults:
                found = found.replace(year=now.year)
                if "%d" not in layout and "%j" not in layout:
                    found = found.replace(month=now.month, day=now.day)
            return _millis(found if found.tzinfo else found.replace(tzinfo=where))
        if re.fullmatch(r"@-?\d+(\.\d*)?", text):
            return int(float(text[1:]) * 1000)
        if re.fullmatch(r"\d{8}(\d\d(\d\d)?)?(\.\d\d)?", text):
            return _posix(text, now)
        zulu = text.endswith("Z")
        body = text.removesuffix("Z")
        offset = re.search(r" ?([+-])(\d\d):?(\d\d)$", body)
        if offset and ":" in body[: offset.start()]:
            span = timedelta(hours=int(offset.group(2)), minutes=int(offset.group(3)))
            inner = parse_date(call, body[: offset.start()], utc=True)
            return inner - int(span.total_seconds() * 1000) * (1 if offset.group(1) == "+" else -1)
        body = re.sub(r"\.\d+$", "", body)
        for candidate in _LAYOUTS:
            try:
                found = datetime.strptime(body, candidate)
            except ValueError:
                continue
            if found.year == 1900:
                found = found.replace(year=now.year, month=now.month, day=now.day)
            return _millis(found.replace(tzinfo=UTC if zulu else where))
    except (ValueError, OverflowError) as error:
        raise BadDate(text) from error
    raise BadDate(text)


def _millis(found: datetime) -> int:
    return int(found.timestamp() * 1000)


def _year(century: str | None, year: str | None, now: datetime) -> int:
    """The year of `[[CC]YY]`: this one where it is absent; without a century 69 to 99 are of the last (POSIX)."""
    if year is None:
        return now.year
    return int(century) * 100 + int(year) if century else (2000 if int(year) < 69 else 1900) + int(year)


def _posix(text: str, now: datetime) -> int:
    found = _POSIX.fullmatch(text)
    if found is None:
        raise BadDate(text)
    month, day, hour, minute, century, year, second = found.groups()
    return _millis(
        datetime(
            _year(century, year, now), int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=now.tzinfo
        )
    )


def touch_date(call: Invocation, text: str) -> int:
    """`[[CC]YY]MMDDhhmm[.ss]`, which `touch -t` takes."""
    now = datetime.fromtimestamp(call.phone.clock.now_ms / 1000, zone(call))
    found = _TOUCH.fullmatch(text)
    if found is None:
        raise BadDate(text)
    century, year, month, day, hour, minute, second = found.groups()
    try:
        return _millis(
            datetime(
                _year(century, year, now),
                int(month),
                int(day),
                int(hour),
                int(minute),
                int(second or 0),
                tzinfo=now.tzinfo,
            )
        )
    except ValueError as error:
        raise BadDate(text) from error


def format_date(at: datetime, layout: str) -> str:
    """strftime as bionic does it, with %N (nanoseconds), %s and the padding flags `-`, `_`, `0`."""

    def one(found: re.Match[str]) -> str:
        flag, letter = found.group(1), found.group(2)
        special = {
            "N": f"{at.microsecond * 1000:09d}",
            "s": str(int(at.timestamp())),
            "%": "%",
            "n": "\n",
            "t": "\t",
            "e": f"{at.day:>2}",
            "k": f"{at.hour:>2}",
            "l": f"{(at.hour % 12) or 12:>2}",
            "P": at.strftime("%p").lower(),
            "D": at.strftime("%m/%d/%y"),
            "F": at.strftime("%Y-%m-%d"),
            "T": at.strftime("%H:%M:%S"),
            "R": at.strftime("%H:%M"),
            "r": at.strftime("%I:%M:%S %p"),
            "h": at.strftime("%b"),
            "C": f"{at.year // 100:02d}",
            "c": at.strftime("%a %b ") + f"{at.day:>2}" + at.strftime(" %H:%M:%S %Y"),
            "x": at.strftime("%m/%d/%y"),
            "X": at.strftime("%H:%M:%S"),
        }
        if letter in special:
            text = special[letter]
        elif letter in "aAbBdgGHIjmMpSuUVwWyYZz":
            text = at.strftime("%" + letter)
        else:
            return found.group()
        if flag == "-":
            return text.lstrip("0 ") or "0"
        if flag == "_":
            stripped = text.lstrip("0") or "0"
            return stripped.rjust(len(text))
        return text

    return re.sub(r"%([-_0]?)([A-Za-z%])", one, layout)


@command("date")
def date(call: Invocation) -> int:
    """`date [-u] [-I[RES]] [-d DATE] [-D FORMAT] [-r FILE] [+FORMAT] [MMDDhhmm[[CC]YY][.ss]]`."""
    words = [word.replace("-Iseconds", "-Is", 1) for word in call.args]
    resolution = next((word[2:3] or "d" for word in words if word.startswith("-I")), "")
    inner = Invocation(
        [call.argv[0], *(word for word in words if not word.startswith("-I"))],
        call.phone,
        call.shell,
        call.out,
        call.err,
        call.stdin,
        call.uid,
    )
    chosen = options(inner, "d:D:r:Rs:u", long={"date": "d", "utc": "u", "reference": "r", "set": "s"})
    where: tzinfo = UTC if chosen.has("u") else zone(call)
    when = call.phone.clock.now_ms
    layouts = [word for word in chosen.args if word.startswith("+")]
    settings = [word for word in chosen.args if not word.startswith("+")] + chosen.every.get("s", [])
    try:
        if chosen.has("r"):
            when = call.phone.files.stat(full(call, chosen.flags["r"]), call.uid).mtime_ms
        elif chosen.has("d"):
            when = parse_date(call, chosen.flags["d"], chosen.flags.get("D"), chosen.has("u"))
        elif settings:
            when = parse_date(call, settings[0], chosen.flags.get("D"), chosen.has("u"))
    except BadDate as error:
        raise CommandError(f"bad date '{error}'") from error
    code = 0
    if settings and not chosen.has("d"):
        if call.uid != 0:
            call.err.line("date: cannot set date: Operation not permitted")
            code = 1
        else:
            call.phone.clock.set(when)
    at = datetime.fromtimestamp(when / 1000, where)
    if layouts:
        call.out.line(format_date(at, layouts[0][1:]))
    elif resolution:
        call.out.line(
            format_date(
                at, {"d": "%F", "h": "%FT%H", "m": "%FT%R", "s": "%FT%T", "n": "%FT%T,%N"}.get(resolution, "%F")
            )
            + ("" if resolution == "d" else at.strftime("%z")[:3] + ":" + at.strftime("%z")[3:])
        )
    elif chosen.has("R"):
        call.out.line(format_date(at, "%a, %d %b %Y %T %z"))
    else:
        call.out.line(format_date(at, "%a %b %e %H:%M:%S %Z %Y"))
    return code
