"""Bindings of switches and values: read, set, read again from another place, put back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from api_pool.function import Args, Binding, Proof
from api_pool.session import Session
from device import CommandFailed, CommandTimeout
from device.ui import wait_for

T = TypeVar("T")


def toggle(read: Callable[[Session], bool | None], write: Callable[[Session, bool], None], witness: str) -> Binding:
    """A binding of an on/off switch whose argument is `enabled`. `read` gives None where the phone does not say."""
    return value(read, write, lambda session, args: bool(args["enabled"]), witness)


def value(
    read: Callable[[Session], T | None],
    write: Callable[[Session, T], None],
    wanted: Callable[[Session, Args], T],
    witness: str,
    same: Callable[[T, T], bool] = lambda a, b: a == b,
) -> Binding:
    """A binding of anything that has one value: `read` looks at the witness, `write` goes the other road."""

    def act(session: Session, args: Args) -> dict[str, Any]:
        want = wanted(session, args)
        session.know(wanted=want)
        write(session, want)
        return {"wanted": want}

    def prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
        now = read(session)
        after = {"now": now}
        if now is None:
            return Proof("unverified", f"{witness} does not say", after)
        if same(now, known["wanted"]):
            was = known.get("was")
            return Proof(
                "verified", f"{witness} says {now}", after, changed=was is None or not same(was, known["wanted"])
            )
        return Proof("failed", f"{witness} says {now}, not {known['wanted']}", after)

    def undo(session: Session, args: Args, known: dict[str, Any]) -> None:
        was = known.get("was")
        if was is None:
            raise CommandFailed(f"{witness} did not say what it was before", mend="put it back by hand")
        write(session, was)
        restored(lambda: read(session), was, same, witness)

    return Binding(act=act, prove=prove, before=lambda session, args: {"was": read(session)}, undo=undo)


def restored(
    read: Callable[[], T | None], was: T, same: Callable[[T, T], bool], witness: str, timeout_s: float = 5.0
) -> None:
    """Wait until the witness says again what it said before; raises CommandFailed when it does not, or says nothing."""
    last: list[T | None] = [None]

    def back() -> bool | None:
        last[0] = now = read()
        return True if now is not None and same(now, was) else None

    try:
        wait_for(back, timeout_s=timeout_s, what=f"{witness} at {was}")
    except CommandTimeout as error:
        raise CommandFailed(f"{witness} says {last[0]}, not {was} as before") from error
