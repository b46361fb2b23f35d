"""A Llama whose multimodal handlers keep the common prefix too: the handlers of the library clear the cache before every
picture, and would compute rules and functions anew at each decision."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

_Llama: Any = importlib.import_module("llama_cpp").Llama
NOT_TEXT = -1  # what stands in `input_ids` where a picture lies


class KeepingLlama(_Llama):  # type: ignore[misc]  # the library is untyped here
    """Between `keep()` and `kept()` a reset forgets only what the next prompt's text does not share."""

    n_tokens: int

    def keep(self) -> None:
        """Before a prompt with pictures that begins with text."""
        self._keeping, self._held, self._first = True, 0, 0
        self._ctx.kv_cache_clear = lambda: None  # `eval` takes away what is not shared

    def kept(self) -> None:
        """After its answer: from the first picture on nothing can be compared with tokens."""
        self._keeping = False
        del self._ctx.kv_cache_clear
        self.input_ids[self._first :] = NOT_TEXT

    def reset(self) -> None:
        """Forget everything; while keeping, remember how much is there."""
        if getattr(self, "_keeping", False):
            self._held, self.n_tokens = self.n_tokens, 0
        else:
            super().reset()

    def eval(self, tokens: Sequence[int]) -> None:
        """Compute tokens; the first ones after a kept reset only as far as they are new."""
        if getattr(self, "_keeping", False) and not self._first:
            self._first = len(tokens)
            shared = self._shared(tokens)
            self.n_tokens = shared
            tokens = tokens[shared:]
        super().eval(tokens)

    def _shared(self, tokens: Sequence[int]) -> int:
        """How many leading tokens are in the cache, at least one fewer than there are."""
        shared = 0
        for held, new in zip(self.input_ids[: self._held], tokens[:-1], strict=False):
            if held != new:
                break
            shared += 1
        if shared and not self._ctx.kv_cache_seq_rm(-1, shared, -1):
            shared = 0  # a cache that cannot forget in part (sliding window, recurrent)
        if not shared:
            self._ctx.kv_cache_seq_rm(-1, -1, -1)
        return shared
