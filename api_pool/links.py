"""The app-link table: which app serves a capability, by which deep link, with which web fallback."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from device import BadInput

_HOLE = re.compile(r"\{(\w+)(\?)?\}")
_QUERY = re.compile(r"((?:\{\w+\??\}|[^?{])*)\?(.*)\Z")


class Link(BaseModel):
    """One way to serve a capability: an app's link, or a page (`web`, http or https)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    package: str | None = None
    uri: str | None = None
    web: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Link:
        if (self.web is None) == (self.uri is None):
            raise ValueError("an entry has `package` and `uri`, or `web`")
        if self.web is not None and not self.web.startswith(("https://", "http://")):
            raise ValueError("`web` is an http or https address")
        return self


Links = dict[str, list[Link]]


def load_links(path: Path | None = None) -> Links:
    """The table of a YAML file, by default the one that ships. Raises BadInput for what is no such table."""
    source = path or resources.files("emulator_configs") / "app_links.yaml"
    try:
        data = yaml.safe_load(source.read_text(encoding="utf-8"))
        return {str(name): [Link.model_validate(entry) for entry in entries] for name, entries in data.items()}
    except (OSError, yaml.YAMLError, ValidationError, AttributeError, TypeError) as error:
        raise BadInput(f"app-link table {source}: {error}", mend="see emulator_configs/app_links.yaml") from error


def fill(template: str, values: Mapping[str, Any]) -> str:
    """A URI from a template: values percent-encoded whole; a query pair whose optional value is absent is left out.

    Raises BadInput when a needed value is missing.
    """
    match = _QUERY.match(template)
    base, query = (match[1], match[2]) if match else (template, "")
    pairs = [_put(pair, values) for pair in query.split("&") if pair and not _absent(pair, values)]
    return _put(base, values) + ("?" + "&".join(pairs) if pairs else "")


def _absent(pair: str, values: Mapping[str, Any]) -> bool:
    return any(optional and values.get(name) in (None, "") for name, optional in _HOLE.findall(pair))


def _put(part: str, values: Mapping[str, Any]) -> str:
    def hole(match: re.Match[str]) -> str:
        value = values.get(match[1])
        if value not in (None, ""):
            return quote(str(value), safe="")
        if match[2]:
            return ""
        raise BadInput(f"the link needs {match[1]}", mend="give that argument")

    return _HOLE.sub(hole, part)
