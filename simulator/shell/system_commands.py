"""What the system says of itself: id, whoami, uname, uptime, free, top, hostname, nproc (toybox)."""

from __future__ import annotations

from simulator.files.users import AIDS, groups_of, user_name, user_number
from simulator.shell.command import Invocation, command
from simulator.shell.dates import format_date
from simulator.shell.listing import moment, zone
from simulator.shell.options import CommandError, human, options
from simulator.shell.process_commands import process_list


@command("id")
def id_(call: Invocation) -> int:
    """`id [-Ggnru] [USER]`."""
    chosen = options(call, "GgnruZ")
    uid = call.uid
    if chosen.args:
        number = user_number(chosen.args[0])
        if number is None:
            raise CommandError(f"No such user '{chosen.args[0]}'")
        uid = number
    groups = (uid, *groups_of(uid)) if not chosen.args else (uid,)

    def shown(number: int) -> str:
        return user_name(number) if chosen.has("n") else str(number)

    domain = "su" if uid == 0 else "shell"
    if chosen.has("Z"):
        call.out.line(f"context=u:r:{domain}:s0" if not chosen.flags.keys() - {"Z"} else f"u:r:{domain}:s0")
    elif chosen.has("u") or chosen.has("g"):
        call.out.line(shown(uid))
    elif chosen.has("G"):
        call.out.line(" ".join(shown(number) for number in groups))
    else:
        listed = ",".join(f"{number}({user_name(number)})" for number in groups)
        tail = "" if chosen.args else f" context=u:r:{domain}:s0"
        call.out.line(f"uid={uid}({user_name(uid)}) gid={uid}({user_name(uid)}) groups={listed}{tail}")
    return 0


@command("whoami", "logname")
def whoami(call: Invocation) -> int:
    """The user's name."""
    call.out.line(user_name(call.uid))
    return 0


@command("groups")
def groups(call: Invocation) -> int:
    """The user's groups."""
    call.out.line(" ".join(user_name(number) for number in (call.uid, *groups_of(call.uid)) if number in AIDS))
    return 0


@command("uname")
def uname(call: Invocation) -> int:
    """`uname [-asnrvmo]`."""
    chosen = options(call, "amnorsv")
    kernel = call.phone.files.read("/proc/version").decode().split()
    parts = {
        "s": "Linux",
        "n": "localhost",
        "r": kernel[2],
        "v": " ".join(kernel[kernel.index("#1") :]),
        "m": "aarch64",
        "o": "Android",
    }
    wanted = "snrvmo" if chosen.has("a") else "".join(letter for letter in "snrvmo" if chosen.has(letter)) or "s"
    call.out.line(
        " ".join(parts[letter] for letter in wanted if not (chosen.has("a") and letter == "o"))
        + (" Toybox" if chosen.has("a") else "")
    )
    return 0


@command("uptime")
def uptime(call: Invocation) -> int:
    """`uptime [-ps]`."""
    chosen = options(call, "ps")
    clock = call.phone.clock
    if chosen.has("s"):
        call.out.line(moment(call, clock.boot_ms, "%Y-%m-%d %H:%M:%S"))
        return 0
    minutes = clock.elapsed_ms // 60_000
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    span = f"{days} day{'s' if days != 1 else ''}, " if days else ""
    span += f"{hours:2d}:{rest:02d}" if hours else f"{rest} min"
    load = ", ".join(call.phone.files.read("/proc/loadavg").decode().split()[:3])
    call.out.line(f" {moment(call, clock.now_ms, '%H:%M:%S')} up {span},  0 users,  load average: {load}")
    return 0


def _memory(call: Invocation) -> dict[str, int]:
    rows = call.phone.files.read("/proc/meminfo").decode().splitlines()
    return {name: int(rest.split()[0]) for name, _, rest in (row.partition(":") for row in rows)}


@command("free")
def free(call: Invocation) -> int:
    """`free [-bkmgh]`, from /proc/meminfo."""
    chosen = options(call, "bghkmt")
    memory = _memory(call)
    scale = next((factor for letter, factor in (("k", 1024), ("m", 1 << 20), ("g", 1 << 30)) if chosen.has(letter)), 1)

    def cell(kilobytes: int) -> str:
        return f"{human(kilobytes * 1024) if chosen.has('h') else str(kilobytes * 1024 // scale):>12}"

    total, unused, buffers = memory["MemTotal"], memory["MemFree"], memory["Buffers"]
    used = total - unused
    call.out.line("\t\ttotal        used        free      shared     buffers")
    call.out.line("Mem:   " + "".join(cell(one) for one in (total, used, unused, 0, buffers)))
    call.out.line("-/+ buffers/cache:" + cell(used - buffers).rjust(13) + cell(unused + buffers))
    call.out.line(
        "Swap:  "
        + "".join(
            cell(one) for one in (memory["SwapTotal"], memory["SwapTotal"] - memory["SwapFree"], memory["SwapFree"])
        )
    )
    return 0


@command("top")
async def top(call: Invocation) -> int:
    """`top [-b] [-n COUNT] [-d SECONDS] [-m ROWS]`: without -n it goes on until it is stopped."""
    chosen = options(call, "bHd:k:m:n:o:O:p:qs:u:")
    rounds = chosen.number("n", -1)
    while rounds:
        rows, memory = process_list(call), _memory(call)
        total, unused = memory["MemTotal"], memory["MemFree"]
        call.out.line(f"Tasks: {len(rows)} total,   1 running, {len(rows) - 1} sleeping,   0 stopped,   0 zombie")
        call.out.line(
            f"  Mem: {total:>9}K total, {total - unused:>9}K used, {unused:>9}K free, {memory['Buffers']:>9}K buffers"
        )
        call.out.line(
            f" Swap: {memory['SwapTotal']:>9}K total, {0:>9}K used, "
            f"{memory['SwapFree']:>9}K free, {memory['Cached']:>9}K cached"
        )
        call.out.line("400%cpu   6%user   0%nice   4%sys 390%idle   0%iow   0%irq   0%sirq   0%host")
        call.out.line(f"{'PID':>5} {'USER':<12} PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS")
        for pid, user, name, _ in rows[: chosen.number("m", len(rows))]:
            call.out.line(f"{pid:>5} {user:<12} 20   0  10G  {3 + pid % 90:>2}M   2M S  0.0   0.2   0:00.00 {name}")
        rounds -= 1
        if rounds:
            await call.phone.clock.sleep(float(chosen.flags.get("d", "3")))
            await call.out.drain()
    return 0


@command("hostname")
def hostname(call: Invocation) -> int:
    """`localhost`; the shell may not set it."""
    chosen = options(call, "bdfF:s")
    if chosen.args and call.uid != 0:
        raise CommandError(f"set '{chosen.args[0]}': Operation not permitted")
    call.out.line("localhost")
    return 0


@command("nproc")
def nproc(call: Invocation) -> int:
    """How many cores /proc/cpuinfo lists."""
    call.out.line(str(call.phone.files.read("/proc/cpuinfo").count(b"processor\t")))
    return 0


@command("cal")
def cal(call: Invocation) -> int:
    """`cal [[MONTH] YEAR]`: a month, or the present one."""
    import calendar
    from datetime import datetime

    chosen = options(call, "h")
    now = datetime.fromtimestamp(call.phone.clock.now_ms / 1000, zone(call))
    try:
        numbers = [int(text) for text in chosen.args]
        month, year = (numbers[0], numbers[1]) if len(numbers) > 1 else (now.month, numbers[0] if numbers else now.year)
        rows = calendar.TextCalendar(6).monthdayscalendar(year, month)
    except (ValueError, IndexError, calendar.IllegalMonthError) as error:
        raise CommandError(f"bad date '{' '.join(chosen.args)}'") from error
    title = format_date(datetime(year, month, 1), "%B %Y")
    call.out.line(f"{title:^20} ".rstrip("\n"))
    call.out.line("Su Mo Tu We Th Fr Sa ")
    for row in rows:
        call.out.line("".join(f"{day:>2} " if day else "   " for day in row))
    return 0
