"""What the phone's shell does, line by line, with expectations that need no other shell."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from bench import HOME, Phone, plant, run

from simulator.shell import COMMANDS, Input, Invocation, Output, Shell, command


def out(line: str, **options: object) -> str:
    return run(line, **options)[1]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("foo", 127, "/system/bin/sh: foo: inaccessible or not found\n"),
        ("/nope/x", 127, "/system/bin/sh: /nope/x: inaccessible or not found\n"),
        ("su", 127, "/system/bin/sh: su: inaccessible or not found\n"),
        ("/sdcard", 126, "/system/bin/sh: /sdcard: can't execute: Is a directory\n"),
        ("/system/etc/hosts", 126, "/system/bin/sh: /system/etc/hosts: can't execute: Permission denied\n"),
        ("fi", 1, "/system/bin/sh: syntax error: unexpected 'fi'\n"),
        ("echo 'x", 1, "/system/bin/sh: no closing quote\n"),
        ("echo x > /system/x", 1, "/system/bin/sh: can't create /system/x: Read-only file system\n"),
        ("echo x > /data/x", 1, "/system/bin/sh: can't create /data/x: Permission denied\n"),
        ("ls /x", 1, "ls: /x: No such file or directory\n"),
        ("ls /data", 1, "ls: /data: Permission denied\n"),
        ("cat /sdcard", 1, "cat: /sdcard: Is a directory\n"),
        ("rm /system/bin", 1, "rm: /system/bin: Is a directory\n"),
        ("mkdir /x", 1, "mkdir: '/x': Read-only file system\n"),
        ("ls -Q", 1, "ls: Unknown option 'Q' (see \"ls --help\")\n"),
        ("mkdir", 1, 'mkdir: Needs 1 argument (see "mkdir --help")\n'),
        ("toybox nope", 127, 'toybox: Unknown command nope (see "toybox --help")\n'),
        ("echo $((1/0))", 1, "/system/bin/sh: 1/0: zero divisor\n"),
        ("readonly a=1; a=2", 2, "/system/bin/sh: read-only: a\n"),
        ("echo ${x:?gone}", 1, "/system/bin/sh: x: gone\n"),
    ],
)
def test_errors_are_androids(line: str, code: int, message: str) -> None:
    assert run(line) == (code, "", message)


def test_android_9_says_not_found() -> None:
    assert run("foo", phone=Phone(api=28))[2] == "/system/bin/sh: foo: not found\n"


def test_the_shell_may_not_set_the_date_but_root_may() -> None:
    phone = Phone(build="userdebug")
    code, _, err = run("date 010203042030.05", phone=phone)
    assert (code, err) == (1, "date: cannot set date: Operation not permitted\n")
    assert run("su 0 date 010203042030.05; date +%F_%T", phone=phone)[1].endswith("2030-01-02_03:04:05\n")


def test_date_speaks_the_phones_zone() -> None:
    assert out("date", phone=Phone(timezone="Europe/Berlin")) == "Tue Nov 14 23:13:20 CET 2023\n"
    assert out("TZ=Asia/Tokyo date +%R") == "07:13\n"


def test_root_on_a_userdebug_build() -> None:
    phone = Phone(build="userdebug")
    assert (
        out("su 0 id -u; su root sh -c 'id -un'; su -c 'whoami'; echo whoami | su", phone=phone)
        == "0\nroot\nroot\nroot\n"
    )


def test_shared_storage_has_its_own_owners_and_modes() -> None:
    phone = Phone()
    run("echo a > /sdcard/Download/a.txt; mkdir /sdcard/new; chmod 777 /sdcard/new", phone=phone)
    assert out("stat -c '%A %U %G' /sdcard/Download/a.txt /sdcard/new", phone=phone) == (
        "-rw-rw---- u0_a96 media_rw\ndrwxrws--- u0_a96 media_rw\n"
    )
    assert out("readlink -f /sdcard/Download/a.txt", phone=phone) == "/storage/emulated/0/Download/a.txt\n"


def test_files_of_the_shell_are_open_to_all_as_adbd_sets_no_umask() -> None:
    assert out("cd /data/local/tmp; echo a > x; mkdir y; stat -c %a x y") == "666\n777\n"


def test_environment_of_one_command() -> None:
    @command("show-classpath")
    def show(call: Invocation) -> int:
        call.out.line(f"{call.shell.env.get('CLASSPATH')} {call.argv}")
        return 0

    try:
        assert out("CLASSPATH=/x show-classpath a 'b c'; show-classpath") == (
            "/x ['show-classpath', 'a', 'b c']\nNone ['show-classpath']\n"
        )
    finally:
        del COMMANDS["show-classpath"]


def test_here_documents() -> None:
    assert out('x=5; cat <<E\na $x $((x+1)) `echo b` \\$x "q"\nE\necho after') == 'a 5 6 b $x "q"\nafter\n'
    assert out("cat <<'E'\n$x `y`\nE") == "$x `y`\n"
    assert out("cat <<-E | tr a-z A-Z; cat <<F\n\tone\n\tE\ntwo\nF") == "ONE\ntwo\n"


def test_pipes_end_when_their_reader_ends() -> None:
    @command("follow-log")
    async def follow(call: Invocation) -> int:
        call.out.line("first")
        await asyncio.Event().wait()
        return 0

    try:
        assert run("follow-log | head -1", limit_s=3)[:2] == (0, "first\n")
        assert run("yes | head -2; while :; do echo x; done | head -1", limit_s=3)[:2] == (0, "y\ny\nx\n")
        assert run("cat /dev/zero | head -c 5 | wc -c", limit_s=3)[1] == "5\n"
    finally:
        del COMMANDS["follow-log"]


@pytest.mark.parametrize(
    "line",
    [
        "while :; do :; done",
        "sleep 100",
        "sleep 100 | cat",
        "(sleep 100 & sleep 100); wait",
        "yes > /dev/null",
        "f() { while true; do true; done; }; f",
    ],
)
def test_a_client_that_leaves_stops_everything(line: str) -> None:
    async def work() -> int:
        shell = Shell(Phone())  # type: ignore[arg-type]
        task = asyncio.create_task(
            shell.run_line(line, Input(closed=False), Output(lambda data: None), Output(lambda data: None))
        )
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return len(asyncio.all_tasks()) - 1

    assert asyncio.run(work()) == 0


def test_background_jobs_end_with_the_shell_unless_nohup_started_them() -> None:
    async def work() -> tuple[bool, bool]:
        phone = Phone()
        shell = Shell(phone)  # type: ignore[arg-type]
        null = Output(lambda data: None)
        line = "cd /data/local/tmp; (sleep 0.1; echo a > gone) & nohup sh -c 'sleep 0.1; echo b > kept' &"
        await shell.run_line(line, Input(), null, null)
        await asyncio.sleep(0.3)
        return phone.files.exists("/data/local/tmp/gone"), phone.files.exists("/data/local/tmp/kept")

    assert asyncio.run(work()) == (False, True)


def test_recursion_and_forks_without_end_are_errors() -> None:
    assert run("f() { f; }; f")[0] == 139
    with contextlib.suppress(TimeoutError):
        assert run("f() { f | f; }; f", limit_s=0.5)[0] in (0, 1, 139)
    assert run("eval " * 300 + "x")[0] in (1, 127, 139)
    assert run("(" * 5000)[0] == 1
    assert run("echo " + "$(" * 5000)[0] == 1


def test_a_session_keeps_its_state_and_reads_on_over_unfinished_lines() -> None:
    collected = bytearray()

    async def work() -> int:
        shell = Shell(Phone())  # type: ignore[arg-type]
        source = Input(
            b"cd /sdcard\nx=5\nif [ $x = 5 ]\nthen echo five; fi\npwd; read y\nline\necho $y\nexit 4\necho no\n"
        )
        return await shell.run_interactive(source, Output(collected.extend), Output(collected.extend))

    assert asyncio.run(work()) == 4
    assert collected.decode() == "five\n/sdcard\nline\n"


def test_files_hold_what_is_written_and_nothing_leaves_the_phone(tmp_path: Path) -> None:
    target = tmp_path / "x"
    assert run(f"echo a > {target}")[0] == 1
    assert not target.exists()


def test_a_simple_command_is_fast() -> None:
    async def work() -> float:
        shell = Shell(Phone())  # type: ignore[arg-type]
        null = Output(lambda data: None)
        best = 1.0
        for _ in range(5):
            start = time.perf_counter()
            for _ in range(200):
                await shell.run_line("whoami", Input(), null, null)
            best = min(best, (time.perf_counter() - start) / 200)
        return best

    assert asyncio.run(work()) < 0.0002


TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=40)


@settings(max_examples=150, deadline=None)
@given(st.lists(TEXT, min_size=1, max_size=4))
def test_single_quoted_arguments_arrive_exactly(arguments: list[str]) -> None:
    quoted = " ".join("'" + text.replace("'", "'\\''") + "'" for text in arguments)
    assert out(f"printf '%s\\n' {quoted}") == "".join(text + "\n" for text in arguments)
    assert out(f"set -- {quoted}; for a; do printf '%s\\0' \"$a\"; done") == "".join(text + "\0" for text in arguments)


PIECES = st.sampled_from(
    [
        "echo",
        "a",
        "b",
        "$x",
        "${x",
        "${x:-y}",
        "}",
        "{",
        "(",
        ")",
        "((",
        "))",
        "$((",
        "$(",
        "`",
        '"',
        "'",
        "\\",
        "|",
        "||",
        "&",
        "&&",
        ";",
        ";;",
        "<",
        ">",
        "<<",
        "<<E",
        ">&",
        "2>&1",
        "if",
        "then",
        "else",
        "fi",
        "for",
        "in",
        "do",
        "done",
        "while",
        "until",
        "case",
        "esac",
        "[[",
        "]]",
        "[",
        "]",
        "!",
        "#",
        "*",
        "?",
        "~",
        "=",
        "x=1",
        "f()",
        "function",
        "time",
        "\n",
        "E",
        "$'",
        "*",
        "@(a|b)",
        "${x/a/b}",
        "${#x}",
        "$*",
        "$@",
        "\t",
        "break",
        "return",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=14), st.sampled_from(["", " "]))
def test_no_line_breaks_the_interpreter(pieces: list[str], joiner: str) -> None:
    line = joiner.join(pieces)
    try:
        code = run(line, limit_s=1)[0]
    except TimeoutError:
        return  # an endless loop, and it could be stopped
    assert 0 <= code <= 255


def test_plain_commands_on_the_small_tree() -> None:
    phone = Phone()
    plant(phone.files)
    assert out("ls; find . -type l", phone=phone, cwd=HOME).endswith("vers\n./link\n")
    assert out("ls -l dated", phone=phone, cwd=HOME) == "-rw-r--r-- 1 shell shell 4 2020-01-02 03:04 dated\n"


def test_expr_and_diff() -> None:
    phone = Phone()
    plant(phone.files)
    assert (
        out("expr 1 + 2 '*' 3; expr abc : 'a\\(.\\)'; expr 5 '>' 3; expr 1 - 1; echo $?", phone=phone)
        == "7\nb\n1\n0\n1\n"
    )
    assert run("cd " + HOME + "; sed s/two/TWO/ f1 > g; diff f1 g", phone=phone)[:2] == (
        1,
        "--- f1\n+++ g\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n",
    )


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("{s+=$2} END{print s, s/NR, NR}", "16 4 4\n"),
        ('$2 ~ /^1/ {printf "%s:%03d\\n", $1, $2}', "a:010\nc:001\n"),
        ('{a[$1]+=$2} END{n=0; for(k in a) n+=length(k); print n, a["a"], length(a)}', "3 13 3\n"),
        ("function f(n){return n<2?n:f(n-1)+f(n-2)} BEGIN{print f(12)}", "144\n"),
        ('{gsub(/[0-9]+/, "<&>"); print}', "b <2> x\na <10> y\nc <1> x\na <3> z\n"),
        ('BEGIN{while((getline l < "f2")>0) printf "%s,", toupper(l); print ""}', "B,A,C,\n"),
        ('{print $1 | "sort -u"}', "a\nb\nc\n"),
        ('BEGIN{exit 3} END{print "end"}', "end\n"),
    ],
)
def test_awk(program: str, expected: str) -> None:
    phone = Phone()
    plant(phone.files)
    assert out(f"awk '{program}' cols", phone=phone, cwd=HOME) == expected


def test_an_endless_awk_can_be_stopped() -> None:
    with pytest.raises(TimeoutError):
        run("awk 'BEGIN{while(1) x++}'", limit_s=0.3)
