"""The phone's file system: what may be done where, by whom, and that a dump holds all of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.files import FileError, FileSystem, android_tree, install_commands

NOW = 1_700_000_000_000


def phone_files(api: int = 34) -> FileSystem:
    files = FileSystem(lambda: NOW)
    android_tree(files, api, ["ls", "cat"])
    return files


@pytest.mark.parametrize(
    ("act", "name", "text"),
    [
        (lambda fs: fs.read("/nope"), "ENOENT", "No such file or directory"),
        (lambda fs: fs.read("/sdcard"), "EISDIR", "Is a directory"),
        (lambda fs: fs.read("/system/etc/hosts/x"), "ENOTDIR", "Not a directory"),
        (lambda fs: fs.listdir("/data", 2000), "EACCES", "Permission denied"),
        (lambda fs: fs.listdir("/data/local", 2000), "EACCES", "Permission denied"),
        (lambda fs: fs.write("/data/x", b""), "EACCES", "Permission denied"),
        (lambda fs: fs.write("/system/x", b""), "EROFS", "Read-only file system"),
        (lambda fs: fs.write("/system/etc/hosts", b"", uid=0), "EROFS", "Read-only file system"),
        (lambda fs: fs.mkdir("/x"), "EROFS", "Read-only file system"),
        (lambda fs: fs.mkdir("/sdcard/DCIM"), "EEXIST", "File exists"),
        (lambda fs: fs.remove("/sdcard/DCIM"), "ENOTEMPTY", "Directory not empty"),
        (lambda fs: fs.rename("/sdcard/DCIM", "/sdcard/DCIM/x"), "EINVAL", "Invalid argument"),
        (lambda fs: fs.chmod("/data/local", 0o777), "EPERM", "Operation not permitted"),
        (lambda fs: fs.write("/sdcard/" + "x" * 256, b""), "ENAMETOOLONG", "File name too long"),
    ],
)
def test_refusals_have_errno_names_and_toyboxs_words(act: Callable[[FileSystem], object], name: str, text: str) -> None:
    with pytest.raises(FileError) as caught:
        act(phone_files())
    assert (caught.value.name, str(caught.value)) == (name, text)


def test_the_sdcard_is_a_way_to_the_shared_storage() -> None:
    files = phone_files()
    files.write("/sdcard/Download/a", b"x")
    assert files.read("/storage/emulated/0/Download/a") == b"x"
    assert files.real_path("/sdcard/Download/../DCIM") == "/storage/emulated/0/DCIM"
    assert files.lstat("/sdcard").is_link


def test_links_in_a_circle_are_refused() -> None:
    files = phone_files()
    files.symlink("b", "/data/local/tmp/a")
    files.symlink("a", "/data/local/tmp/b")
    with pytest.raises(FileError, match="Too many symbolic links"):
        files.read("/data/local/tmp/a")


def test_hard_links_share_their_bytes() -> None:
    files = phone_files()
    files.write("/data/local/tmp/a", b"1")
    files.link("/data/local/tmp/a", "/data/local/tmp/b")
    files.write("/data/local/tmp/b", b"2", append=True)
    assert (files.read("/data/local/tmp/a"), files.stat("/data/local/tmp/a").nlink) == (b"12", 2)


def test_virtual_files_are_made_at_each_read() -> None:
    files, count = phone_files(), iter(range(9))
    files.virtual("/proc/count", lambda: b"%d" % next(count))
    assert [files.read("/proc/count"), files.read("/proc/count")] == [b"0", b"1"]
    assert b"MemTotal:" in files.read("/proc/meminfo")


def test_commands_lie_in_system_bin() -> None:
    files = phone_files()
    install_commands(files, ["some-command"])
    assert {"ls", "cat", "some-command", "sh", "toybox"} <= set(files.listdir("/system/bin"))
    with pytest.raises(FileError, match="Read-only"):
        files.remove("/system/bin/ls", uid=0)


def test_a_push_of_64_mb_in_chunks_is_linear() -> None:
    files, chunk = phone_files(), bytes(65536)
    start = time.perf_counter()
    for _ in range(1024):
        files.write("/data/local/tmp/big", chunk, append=True)
    assert files.stat("/data/local/tmp/big").size == 1 << 26
    assert time.perf_counter() - start < 20


NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=("Cs",)), min_size=1, max_size=20).filter(
    lambda name: name not in (".", "..")
)


@given(st.dictionaries(NAMES, st.binary(max_size=40), max_size=5))
def test_a_dump_brings_everything_back(contents: dict[str, bytes]) -> None:
    files = phone_files()
    for name, data in contents.items():
        files.write(f"/data/local/tmp/{name}", data)
    files.write("/data/local/tmp/strange \udcff", b"a name that is no UTF-8")
    files.symlink("x", "/data/local/tmp/-> x")
    dumped = json.loads(json.dumps(files.to_data()))
    other = phone_files()
    other.from_data(dumped)
    assert other.to_data() == files.to_data()
    assert list(other.walk("/data")) == list(files.walk("/data"))
    assert other.read("/proc/uptime") == files.read("/proc/uptime")
    other.write("/data/local/tmp/new", b"")
    assert other.stat("/data/local/tmp/new").ino not in {found.ino for _, found in files.walk()}
