"""The prompts: one readable template a task and language, with a version that goes into the trace."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from device import BadInput

LANGUAGES = ("en", "zh")
_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Prompt:
    """A template: `system` is static for a pool and a format (it stays in the cache), `user` holds the moment."""

    name: str
    language: str
    version: str
    digest: str
    parts: Mapping[str, str]

    @property
    def label(self) -> str:
        """What the trace keeps: name, language, version, and the first digits of the file's hash."""
        return f"{self.name}.{self.language} v{self.version} {self.digest}"

    def fill(self, part: str, **values: str) -> str:
        """A part with its $names filled in; values are put in as they are. Raises KeyError for one left out."""
        return Template(self.parts[part]).substitute(values).strip()


@cache
def load_prompt(name: str, language: str) -> Prompt:
    """The prompt in that language. Files are `NAME.LANG.md`: first line `version: N`, then parts under `# part`.

    Raises BadInput where there is none.
    """
    path = _FOLDER / f"{name}.{language}.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"no prompt {name} in language {language!r}", mend=f"one of {', '.join(LANGUAGES)}") from error
    head, *sections = text.split("\n# ")
    version = head.removeprefix("version:").strip()
    parts = {title.strip(): body.strip() for title, _, body in (section.partition("\n") for section in sections)}
    return Prompt(name, language, version, hashlib.sha256(text.encode()).hexdigest()[:8], parts)


def language_of(profile_language: str) -> str:
    """The prompts' language for a profile's."""
    return "zh" if profile_language.casefold().startswith("zh") else "en"


__all__ = ["LANGUAGES", "Prompt", "language_of", "load_prompt"]
