"""The `--model` strings: which proposer, where its weights or its server are, and with what settings.

embedded | silent | always
llama:PATH_OR_NAME[,mmproj=PATH][,lora=PATH][,ctx=N][,option=value …]
openai:MODEL[@BASE_URL][,option=value …]
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from device import BadInput

Kind = Literal["embedded", "silent", "always", "llama", "openai"]
BUILT_IN: tuple[Kind, ...] = ("embedded", "silent", "always")
DEFAULT_BASE_URL = "https://api.openai.com/v1"
FORMATS = ("rec+func", "func", "think+func", "think+rec+func")
HANDLERS = (
    "auto", "none", "generic", "llava-1.5", "llava-1.6", "minicpm-v-2.6", "moondream", "nanollava", "obsidian",
    "llama-3-vision", "qwen2.5-vl", "gemma-4",
)  # fmt: skip

Value = str | int | float


@dataclass(frozen=True)
class ModelName:
    """A model string taken apart. `target` is a path or a name (llama), or the served model's name (openai)."""

    text: str
    kind: Kind
    target: str = ""
    base_url: str = ""
    options: dict[str, Value] = field(default_factory=dict)

    def number(self, key: str, default: float) -> float:
        """A numeric option."""
        return float(self.options.get(key, default))

    def word(self, key: str, default: str = "") -> str:
        """A textual option."""
        return str(self.options.get(key, default))


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not low <= number <= high:
            raise ValueError(f"not within {low} to {high}")
        return number

    return read


def _real(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = float(text)
        if not (math.isfinite(number) and low <= number <= high):
            raise ValueError(f"not within {low:g} to {high:g}")
        return number

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"not one of {', '.join(words)}")
        return text

    return read


def _path(text: str) -> str:
    if not Path(text).expanduser().is_file():
        raise ValueError("no such file")
    return str(Path(text).expanduser())


_BOTH: dict[str, Callable[[str], Value]] = {
    "format": _one_of(*FORMATS),
    "lang": _one_of("en", "zh"),
    "text": _one_of("lean", "full"),
    "gate": _one_of("on", "off"),
    "deadline": _real(0.1, 3600),
    "max_tokens": _whole(16, 8192),
    "temperature": _real(0, 2),
    "seed": _whole(0, 2**31 - 1),
    "images": _whole(0, 8),
    "image_tokens": _whole(16, 8192),
    "context_tokens": _whole(100, 1_000_000),
}
_OPTIONS: dict[str, dict[str, Callable[[str], Value]]] = {
    "llama": {
        **_BOTH,
        "mmproj": _path,
        "lora": _path,
        "ctx": _whole(256, 1_048_576),
        "handler": _one_of(*HANDLERS),
        "threads": _whole(1, 256),
        "gpu_layers": _whole(-1, 1000),
        "memory_mb": _whole(64, 1_048_576),
    },
    "openai": {
        **_BOTH,
        "mode": _one_of("auto", "schema", "tools", "plain"),
        "key_env": str,
        "retries": _whole(0, 10),
        "concurrency": _whole(1, 64),
        "price_in": _real(0, 10_000),
        "price_out": _real(0, 10_000),
        "ctx": _whole(256, 1_048_576),
    },
}


def options_of(kind: str) -> tuple[str, ...]:
    """The options that a kind of model string takes."""
    return tuple(_OPTIONS.get(kind, ()))


def parse_model(text: str) -> ModelName:
    """Take a model string apart. Raises BadInput, naming the part that is wrong; opens nothing."""
    kind, colon, rest = text.partition(":")
    if not colon and kind in BUILT_IN:
        return ModelName(text, kind)
    if kind == "llama" and rest:
        target, options = _split(text, rest, "llama")
        if not target:
            raise BadInput(f"model {text!r} names no file", mend="llama:PATH or llama:smollm2")
        return ModelName(text, "llama", str(Path(target).expanduser()) if "/" in target else target, options=options)
    if kind == "openai" and rest:
        return _openai(text, rest)
    raise BadInput(
        f"no model {text!r}",
        mend=f"one of {', '.join(BUILT_IN)}, llama:PATH[,mmproj=PATH][,lora=PATH][,ctx=N], openai:MODEL@BASE_URL",
    )


def _openai(text: str, rest: str) -> ModelName:
    target, options = _split(text, rest, "openai")
    cut = max(target.rfind("@http://"), target.rfind("@https://"))
    name, url = (target[:cut], target[cut + 1 :]) if cut >= 0 else (target, "")
    if not cut or not name:
        raise BadInput(f"model {text!r} names no model", mend="openai:MODEL@BASE_URL")
    if "@" in name and not cut > 0:
        raise BadInput(f"{name.rpartition('@')[2]!r} is no http address", mend="openai:MODEL@http://host:port/v1")
    url = url or os.environ.get("OPENAI_BASE_URL") or DEFAULT_BASE_URL
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise BadInput(f"{url!r} is no http address", mend="openai:MODEL@http://host:port/v1")
    if parts.username or parts.password or parts.query:
        raise BadInput("a key does not belong into the address", mend="keys come from the environment (OPENAI_API_KEY)")
    return ModelName(text, "openai", name, url.rstrip("/"), options)


def _split(text: str, rest: str, kind: str) -> tuple[str, dict[str, Value]]:
    target, *parts = rest.split(",")
    known = _OPTIONS[kind]
    options: dict[str, Value] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or key not in known:
            raise BadInput(f"model {text!r}: {part!r} is no option", mend=f"one of {', '.join(f'{k}=' for k in known)}")
        try:
            options[key] = known[key](value)
        except ValueError as error:
            raise BadInput(f"model {text!r}: {key}={value!r}: {error}", mend="see `proactdroid models list`") from error
    return target, options
