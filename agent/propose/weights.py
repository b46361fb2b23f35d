"""Small models that can be had, and getting them: a short list, pulled from the hub with checksums and resume."""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from device import BadInput, DeviceError, Unsupported


@dataclass(frozen=True)
class Listed:
    """A model of the list: its repository on the hub, its files, what it needs. Sizes in GB, as published."""

    name: str
    repo: str
    weights: str
    mmproj: str | None
    licence: str
    size_gb: float
    memory_gb: float
    what: str


LIST = (
    Listed("qwen2.5-vl-3b", "ggml-org/Qwen2.5-VL-3B-Instruct-GGUF", "Qwen2.5-VL-3B-Instruct-Q4_K_M.gguf",
           "mmproj-Qwen2.5-VL-3B-Instruct-Q8_0.gguf", "Qwen Research Licence (not commercial)", 2.8, 5,
           "the family of ProactiveMobile's own tuned model; reads screens; English and Chinese"),
    Listed("qwen3-vl-2b", "Qwen/Qwen3-VL-2B-Instruct-GGUF", "Qwen3VL-2B-Instruct-Q4_K_M.gguf",
           "mmproj-Qwen3VL-2B-Instruct-Q8_0.gguf", "Apache-2.0", 1.6, 3.5, "reads screens; English and Chinese"),
    Listed("qwen3-vl-4b", "Qwen/Qwen3-VL-4B-Instruct-GGUF", "Qwen3VL-4B-Instruct-Q4_K_M.gguf",
           "mmproj-Qwen3VL-4B-Instruct-Q8_0.gguf", "Apache-2.0", 3.0, 6, "reads screens; English and Chinese"),
    Listed("smolvlm2-2.2b", "ggml-org/SmolVLM2-2.2B-Instruct-GGUF", "SmolVLM2-2.2B-Instruct-Q4_K_M.gguf",
           "mmproj-SmolVLM2-2.2B-Instruct-Q8_0.gguf", "Apache-2.0", 1.7, 3.5, "small and quick; English"),
    Listed("gemma-3-4b", "ggml-org/gemma-3-4b-it-GGUF", "gemma-3-4b-it-Q4_K_M.gguf",
           "mmproj-model-f16.gguf", "Gemma Terms of Use", 3.3, 6, "many languages"),
)  # fmt: skip
_MARK = ".part"
_HUB = "https://huggingface.co"


class PullFailed(DeviceError):
    """The weights could not be had: no network, no such file, a wrong checksum."""

    exit_code = 1


def listed(name: str) -> Listed | None:
    """The model of that name, or None."""
    return next((one for one in LIST if one.name == name), None)


def models_folder() -> Path:
    """Where weights are kept: $PROACTDROID_MODELS, else the user's cache folder."""
    if told := os.environ.get("PROACTDROID_MODELS"):
        return Path(told).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "proactdroid" / "models"


def local_files(name: str) -> tuple[Path, Path | None] | None:
    """The pulled files of a listed model. None where the name is none of the list's.

    Raises BadInput where it is listed but was not pulled.
    """
    model = listed(name)
    if model is None:
        return None
    folder = models_folder() / model.name
    files = [folder / file for file in (model.weights, model.mmproj) if file]
    if missing := [file.name for file in files if not file.is_file()]:
        raise BadInput(f"{name} is not here yet ({', '.join(missing)})", mend=f"proactdroid models pull {name}")
    return files[0], files[1] if model.mmproj else None


def pull(name: str, *, told: Callable[[str], None] = lambda line: None) -> list[Path]:
    """Fetch a listed model's files into the models folder, going on where an earlier try stopped; each file's SHA-256
    is compared with the hub's. Returns the paths.

    Raises BadInput for a name that is not listed, Unsupported without huggingface_hub, PullFailed with clear words.
    The hub's address is $HF_ENDPOINT; a token, where a model needs one, is $HF_TOKEN.
    """
    model = listed(name)
    if model is None:
        raise BadInput(f"no model {name!r} on the list", mend=f"one of {', '.join(one.name for one in LIST)}")
    folder = models_folder() / model.name
    folder.mkdir(parents=True, exist_ok=True)
    return [_file(model, file, folder, told) for file in (model.weights, model.mmproj) if file]


def _file(model: Listed, file: str, folder: Path, told: Callable[[str], None]) -> Path:
    try:
        from huggingface_hub import get_hf_file_metadata, hf_hub_url
        from huggingface_hub.errors import EntryNotFoundError, HfHubHTTPError
    except ImportError as error:
        raise Unsupported("huggingface_hub is not installed", mend="make install-llama") from error

    # The hub's client brings its own HTTP library (which one depends on its version): their common base is in its errors.
    http_error: Any = next(
        kind for kind in HfHubHTTPError.__mro__ if kind.__name__ in ("HTTPError", "RequestException")
    )
    mend = f"fetch {file} from {model.repo} elsewhere and put it into {folder}, or name the file: --model llama:PATH"
    path = folder / file
    try:
        about = get_hf_file_metadata(hf_hub_url(model.repo, file, endpoint=os.environ.get("HF_ENDPOINT")), timeout=20)
        told(f"{file}: {(about.size or 0) / 1e9:.2f} GB")
        if not path.exists():
            _fetch(about, folder / (file + _MARK))
            (folder / (file + _MARK)).rename(path)
    except EntryNotFoundError as error:
        raise PullFailed(f"{model.repo} has no file {file}", mend="the list of this version is out of date") from error
    except HfHubHTTPError as error:
        raise PullFailed(
            f"the hub refused {model.repo}: {error}"[:300], mend="a licence to accept? set HF_TOKEN"
        ) from error
    except (http_error, OSError) as error:
        words = f"no network, or the hub cannot be reached ({type(error).__name__}: {error})"
        raise PullFailed(words[:300], mend=mend) from error
    expected = (about.etag or "").strip('"')
    if len(expected) == 64 and _sha256(path) != expected:
        path.unlink()
        raise PullFailed(f"{file} arrived damaged: its SHA-256 is not the hub's", mend="pull again")
    return path


def _fetch(about: Any, part: Path) -> None:
    """The file's bytes into `part`, after those that an earlier try left there (the hub's own client starts anew)."""
    http_get: Any = importlib.import_module("huggingface_hub.file_download").http_get
    headers: dict[str, str] = importlib.import_module("huggingface_hub.utils").build_hf_headers()
    if urlsplit(about.location).netloc != urlsplit(os.environ.get("HF_ENDPOINT") or _HUB).netloc:
        headers.pop("authorization", None)  # a token is for the hub, not for the store that it points to
    have = part.stat().st_size if part.exists() else 0
    if about.size is not None and have > about.size:
        part.unlink()
        have = 0
    with part.open("ab") as out:
        http_get(about.location, out, resume_size=have, headers=headers, expected_size=about.size)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
