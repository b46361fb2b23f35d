"""A vision model of random weights, small enough for a test: a Llama of two layers over bytes, and a CLIP of two layers
with LLaVA's projector. It knows nothing; it goes the whole way of a real one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

WIDTH, FEED, LAYERS, HEADS = 64, 128, 2, 2
EYE, EYE_FEED, SIDE, PATCH = 32, 64, 56, 14
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{{ part['text'] }}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
CONTROLS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]


def _byte_letters() -> list[str]:
    """GPT-2's letters for the 256 bytes."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    extra = iter(range(256, 512))
    return [chr(byte if byte in plain else next(extra)) for byte in range(256)]


def write_text_model(path: Path, *, template: str | None = TEMPLATE, seed: int = 1, ctx: int = 8192) -> Path:
    """The language half."""
    import gguf

    random = np.random.default_rng(seed)
    tokens = [*_byte_letters(), *CONTROLS, "ab"]
    writer: Any = gguf.GGUFWriter(str(path), "llama")
    writer.add_name("tiny")
    writer.add_context_length(ctx)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([1] * 256 + [3] * len(CONTROLS) + [1])
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(256)
    writer.add_eos_token_id(258)
    writer.add_add_bos_token(False)
    if template is not None:
        writer.add_chat_template(template)

    def weights(name: str, *shape: int, scale: float = 0.2) -> None:
        writer.add_tensor(name, random.normal(0, scale, shape).astype(np.float32))

    weights("token_embd.weight", len(tokens), WIDTH)
    weights("output.weight", len(tokens), WIDTH)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            weights(f"blk.{layer}.{part}.weight", WIDTH, WIDTH)
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{part}.weight", np.ones(WIDTH, np.float32))
        weights(f"blk.{layer}.ffn_gate.weight", FEED, WIDTH)
        weights(f"blk.{layer}.ffn_up.weight", FEED, WIDTH)
        weights(f"blk.{layer}.ffn_down.weight", WIDTH, FEED)
    return _done(writer, path)


def write_projector(path: Path, *, seed: int = 2) -> Path:
    """The half that sees: the mmproj file."""
    import gguf

    random = np.random.default_rng(seed)
    writer: Any = gguf.GGUFWriter(str(path), "clip")
    writer.add_string("clip.projector_type", "mlp")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_bool("clip.use_gelu", False)
    for key, value in {
        "embedding_length": EYE, "feed_forward_length": EYE_FEED, "block_count": LAYERS, "projection_dim": WIDTH,
        "attention.head_count": 2, "image_size": SIDE, "patch_size": PATCH,
    }.items():  # fmt: skip
        writer.add_uint32(f"clip.vision.{key}", value)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-5)
    writer.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    writer.add_array("clip.vision.image_std", [0.3, 0.3, 0.3])

    def weights(name: str, *shape: int, scale: float = 0.2) -> None:
        writer.add_tensor(name, random.normal(0, scale, shape).astype(np.float32))

    patches = (SIDE // PATCH) ** 2
    weights("v.class_embd", EYE)
    weights("v.patch_embd.weight", EYE, 3, PATCH, PATCH)
    weights("v.position_embd.weight", patches + 1, EYE)
    for name in ("v.pre_ln", "v.post_ln"):
        _norm(writer, name)
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_out"):
            weights(f"v.blk.{layer}.{part}.weight", EYE, EYE)
            writer.add_tensor(f"v.blk.{layer}.{part}.bias", np.zeros(EYE, np.float32))
        for part in ("ln1", "ln2"):
            _norm(writer, f"v.blk.{layer}.{part}")
        weights(f"v.blk.{layer}.ffn_up.weight", EYE_FEED, EYE)
        weights(f"v.blk.{layer}.ffn_down.weight", EYE, EYE_FEED)
        writer.add_tensor(f"v.blk.{layer}.ffn_up.bias", np.zeros(EYE_FEED, np.float32))
        writer.add_tensor(f"v.blk.{layer}.ffn_down.bias", np.zeros(EYE, np.float32))
    for index, inside in ((0, EYE), (2, WIDTH)):
        weights(f"mm.{index}.weight", WIDTH, inside, scale=0.5)
        writer.add_tensor(f"mm.{index}.bias", np.zeros(WIDTH, np.float32))
    return _done(writer, path)


def write_adapter(path: Path, *, seed: int = 3, rank: int = 4) -> Path:
    """A LoRA adapter for the language half."""
    import gguf

    random = np.random.default_rng(seed)
    writer: Any = gguf.GGUFWriter(str(path), "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 8.0)
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_v"):
            name = f"blk.{layer}.{part}.weight"
            writer.add_tensor(f"{name}.lora_a", random.normal(0, 0.5, (rank, WIDTH)).astype(np.float32))
            writer.add_tensor(f"{name}.lora_b", random.normal(0, 0.5, (WIDTH, rank)).astype(np.float32))
    return _done(writer, path)


def _norm(writer: Any, name: str) -> None:
    writer.add_tensor(f"{name}.weight", np.ones(EYE, np.float32))
    writer.add_tensor(f"{name}.bias", np.zeros(EYE, np.float32))


def _done(writer: Any, path: Path) -> Path:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
