"""The command line: `proactdroid`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from device import DeviceError
from proactdroid import __version__
from proactdroid.cli import (
    api,
    capture,
    chat,
    day,
    doctor,
    mcp,
    models,
    panic,
    proactbench,
    records,
    replay,
    run,
    score,
    sim,
    soak,
    undo,
)
from proactdroid.cli.output import Exit, begin, complain, emit, emitted, prepare_streams
from simulator.control.errors import ControlError, DayRefused, EventRefused
from simulator.day.errors import DayError
from simulator.process import SimulatorError

# click's UsageError, whichever click typer brings (newer ones carry their own).
_USAGE: type[Exception] = typer.BadParameter.__mro__[1]

STOPPED = 130  # 128 + SIGINT, as shells have it

app = typer.Typer(
    name="proactdroid",
    help="Test bench and runtime for proactive phone agents.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("capture")(capture.capture)
app.command("doctor")(doctor.doctor)
app.command("chat")(chat.chat)
app.add_typer(models.app, name="models")
app.command("undo")(undo.undo)
app.command("panic")(panic.panic)
app.command("mcp")(mcp.mcp)
app.add_typer(api.app, name="api")
app.add_typer(sim.app, name="sim")
app.add_typer(day.app, name="day")
app.add_typer(records.app, name="records")
app.command("predict")(score.predict)
app.command("score")(score.score)
app.command("table")(score.table)
app.command("replay")(replay.replay)
app.command("soak")(soak.soak)
app.add_typer(proactbench.app, name="proactbench")


@app.command("version")
def version(as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False) -> None:
    """Print the version.

    Example: proactdroid version --json
    """
    emit({"version": __version__}) if as_json else typer.echo(__version__)


def main(argv: list[str] | None = None) -> None:
    """Entry point. Exit codes: 0 done, 1 a negative result, 2 usage, 3 no phone or phone lost, 4 not supported."""
    sys.exit(invoke(sys.argv[1:] if argv is None else argv))


def invoke(argv: list[str]) -> int:
    """Run a command line and return its exit code; every expected error becomes one line on stderr.

    With --json a command that ends without its document leaves one on stdout too: {"error": …, "exit_code": …}.
    """
    begin()
    prepare_streams(document="--json" in argv)
    code, words = _run(argv)
    if code != Exit.DONE and "--json" in argv and not emitted():
        emit({"error": words, "exit_code": int(code)})
    return code


def _run(argv: list[str]) -> tuple[int, str]:
    """Run a command line: the exit code, and in words what went wrong (said on stderr already)."""
    try:
        code = typer.main.get_command(app).main(args=argv, prog_name="proactdroid", standalone_mode=False)
        if code == STOPPED:  # what newer typers make of Ctrl-C
            return _complained(STOPPED, "stopped")
        return int(code or 0), ""
    except typer.Exit as error:
        return error.exit_code, ""
    except _USAGE as error:
        error.show()  # type: ignore[attr-defined]
        return Exit.USAGE, str(error.format_message())  # type: ignore[attr-defined]
    except (typer.Abort, KeyboardInterrupt):
        return _complained(STOPPED, "stopped")
    except (DayRefused, EventRefused, DayError) as error:
        return _complained(Exit.USAGE, str(error))
    except SimulatorError as error:
        return _complained(Exit.USAGE if "runs already" in str(error) else Exit.NO_PHONE, str(error))
    except ControlError as error:
        return _complained(Exit.NO_PHONE, str(error))
    except DeviceError as error:
        return _complained(getattr(error, "code", error.exit_code), str(error))
    except OSError as error:  # this machine refuses a file or a folder that was named, or its disk is full
        where = f"{error.filename}: " if error.filename is not None else ""
        return _complained(Exit.USAGE, f"{where}{error.strerror or error}")


def _complained(code: int, words: str) -> tuple[int, str]:
    complain(words)
    return code, words
