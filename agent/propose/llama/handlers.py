"""Which of llama-cpp-python's multimodal handlers a model needs, from the metadata of its two GGUF files."""

from __future__ import annotations

import re
from collections.abc import Mapping

# option word → class in llama_cpp.llama_chat_format
CLASSES = {
    "generic": "MTMDChatHandler",
    "llava-1.5": "Llava15ChatHandler",
    "llava-1.6": "Llava16ChatHandler",
    "minicpm-v-2.6": "MiniCPMv26ChatHandler",
    "moondream": "MoondreamChatHandler",
    "nanollava": "NanoLlavaChatHandler",
    "obsidian": "ObsidianChatHandler",
    "llama-3-vision": "Llama3VisionAlphaChatHandler",
    "qwen2.5-vl": "Qwen25VLChatHandler",
    "gemma-4": "Gemma4ChatHandler",
}
# A template that walks over the parts of a message can place a picture itself.
_PARTS = re.compile(r"for\s+\w+\s+in\s+\w+(?:\.content|\[['\"]content['\"]\])")
_PROJECTORS = {
    "qwen2vl_merger": "qwen2.5-vl",
    "qwen2.5vl_merger": "qwen2.5-vl",
    "qwen3vl_merger": "qwen2.5-vl",
    "resampler": "minicpm-v-2.6",
    "minicpmv4_6": "minicpm-v-2.6",
}


def choose_handler(model: Mapping[str, str], projector: Mapping[str, str], override: str = "auto") -> str:
    """The handler's word. The model's own chat template decides where it knows of pictures (Qwen2.5-VL and newer, Gemma 3,
    SmolVLM2 and most newer ones: the generic handler); else the projector and the model's name do."""
    if override not in ("auto", ""):
        return override
    if model.get("general.architecture") == "gemma4":
        return "gemma-4"
    if _PARTS.search(model.get("tokenizer.chat_template", "")):
        return "generic"
    kind = projector.get("clip.projector_type") or projector.get("clip.vision.projector_type") or ""
    name = f"{model.get('general.name', '')} {model.get('general.basename', '')}".casefold()
    for word in ("moondream", "nanollava", "obsidian"):
        if word in name.replace("-", ""):
            return word
    if "llama-3-vision" in name:
        return "llama-3-vision"
    if kind in _PROJECTORS:
        return _PROJECTORS[kind]
    newer = "1.6" in name or projector.get("clip.vision.mm_patch_merge_type", "flat") not in ("", "flat")
    return "llava-1.6" if newer else "llava-1.5"
