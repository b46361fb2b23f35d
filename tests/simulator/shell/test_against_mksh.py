"""The same lines on the same small tree, in the phone's shell and in the real mksh with the real toybox and the awk that
Android ships (Debian's original-awk).

Stated difference: the phone's awk takes a comparison in `print` without parentheses, which original-awk refuses.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from bench import DATED_MS, HOME, TREE, Phone, plant, run

LINES = (Path(__file__).parent / "mksh_lines.txt").read_text("utf-8").splitlines()
BORROWED = ("expr",)
needs_both = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("mksh", "toybox", "original-awk")),
    reason="mksh, toybox and original-awk are not all installed here",
)


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bin")
    toybox, mksh = shutil.which("toybox"), shutil.which("mksh")
    assert toybox and mksh
    for name in subprocess.run([toybox], capture_output=True, text=True, check=True).stdout.split():
        (folder / name).symlink_to(toybox)
    (folder / "sh").symlink_to(mksh)
    tr, awk = shutil.which("tr"), shutil.which("original-awk")
    assert tr and awk
    (folder / "awk").unlink(missing_ok=True)
    (folder / "awk").symlink_to(awk)
    (folder / "tr").symlink_to(tr)
    return folder


def real(line: str, tools: Path, folder: Path) -> tuple[int, str]:
    for name, data in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o755 if name == "run.sh" else 0o644)
    (folder / "link").symlink_to("f1")
    os.utime(folder / "dated", (DATED_MS / 1000, DATED_MS / 1000))
    environment = {"PATH": str(tools), "HOME": "/", "TZ": "UTC", "LC_ALL": "C.UTF-8", "TMPDIR": str(folder)}
    done = subprocess.run(
        [shutil.which("mksh") or "", "-U", "-c", line, "sh"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
        umask=0o022,
    )
    return done.returncode, done.stdout.decode("utf-8", "surrogateescape")


def simulated(line: str) -> tuple[int, str]:
    phone = Phone()
    plant(phone.files)
    code, out, _ = run(line, phone=phone, cwd=HOME, env={"TMPDIR": HOME}, name="sh")
    return code, out


@needs_both
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_does_as_mksh_and_toybox_do(line: str, tools: Path, tmp_path: Path) -> None:
    assert simulated(line) == real(line, tools, tmp_path)
