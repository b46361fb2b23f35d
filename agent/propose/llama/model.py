"""The model inside the process: chat template, grammar, pictures, and counts of what was really computed."""

from __future__ import annotations

import base64
import importlib
import time
from collections.abc import Sequence
from typing import Any

import psutil

from agent.propose.llama.handlers import CLASSES, choose_handler
from agent.propose.llama.keeping import KeepingLlama

# Untyped on purpose: the library is an extra, and its types are not those of its own examples.
llama_cpp: Any = importlib.import_module("llama_cpp")
llama_chat_format: Any = importlib.import_module("llama_cpp.llama_chat_format")
_grammar: Any = importlib.import_module("llama_cpp.llama_grammar")

Json = dict[str, Any]
_CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_DEFAULT_CTX = 8192


def default_threads() -> int:
    """One core is left to everything else: the library's threads wait for each other spinning, and where one of them finds
    no core of its own all of them wait (ten times as long, measured with two threads on two busy cores)."""
    return max(1, (psutil.cpu_count(logical=False) or 2) - 1)


class LlamaModel:
    """A loaded model. Raises ValueError or RuntimeError with the library's words where it cannot be loaded."""

    def __init__(self, settings: Json) -> None:
        self.llama = KeepingLlama(
            model_path=settings["model"],
            n_ctx=settings.get("ctx") or _DEFAULT_CTX,
            n_batch=512,
            n_threads=settings.get("threads") or default_threads(),
            n_threads_batch=settings.get("threads") or default_threads(),
            n_gpu_layers=settings.get("gpu_layers", 0),
            lora_path=settings.get("lora"),
            verbose=False,
            no_perf=False,
        )
        self.metadata: dict[str, str] = dict(self.llama.metadata)
        self.specials = self._special_texts()
        self.handler: Any = None
        self.handler_name = "none"
        if mmproj := settings.get("mmproj"):
            self.handler_name = choose_handler(self.metadata, _metadata(mmproj), settings.get("handler", "auto"))
            if self.handler_name != "none":
                self.handler = getattr(llama_chat_format, CLASSES[self.handler_name])(
                    clip_model_path=mmproj, verbose=False
                )
        template = self.metadata.get("tokenizer.chat_template") or _CHATML
        self._formatter = llama_chat_format.Jinja2ChatFormatter(
            template=template,
            eos_token=self._piece(self.llama.token_eos()),
            bos_token=self._piece(self.llama.token_bos()),
            stop_token_ids=[self.llama.token_eos()],
        )

    def facts(self) -> Json:
        """What is told once loaded."""
        return {
            "ctx": self.llama.n_ctx(),
            "architecture": self.metadata.get("general.architecture", ""),
            "name": self.metadata.get("general.name", ""),
            "template": "tokenizer.chat_template" in self.metadata,
            "handler": self.handler_name,
            "eyes": self.handler is not None,
            "vocabulary": self.llama.n_vocab(),
            "size": int(llama_cpp.llama_model_size(self.llama.model)),
            "library": llama_cpp.__version__,
        }

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text."""
        return [len(self._tokens(text, special=False)) for text in texts]

    def warm(self, messages: list[Json]) -> int:
        """Compute the static part, so that it lies in the cache; how many tokens that took."""
        tokens = self.prompt([*messages, {"role": "user", "content": "."}])
        if len(tokens) + 1 > self.llama.n_ctx():
            raise ValueError(f"rules and functions of {len(tokens)} tokens do not fit into {self.llama.n_ctx()}")
        llama_cpp.llama_perf_context_reset(self.llama.ctx)
        self.llama.create_completion(prompt=tokens, max_tokens=1, temperature=0.0)
        return int(llama_cpp.llama_perf_context(self.llama.ctx).n_p_eval)

    def complete(
        self, messages: list[Json], *, grammar: str | None, max_tokens: int, temperature: float, seed: int
    ) -> Json:
        """One answer. `evaluated` is the library's own count of prompt tokens that it computed."""
        held = _grammar.LlamaGrammar.from_string(grammar, verbose=False) if grammar else None
        context = self.llama.ctx
        llama_cpp.llama_perf_context_reset(context)
        started = time.monotonic()
        self.llama.set_seed(seed)
        settings: Json = {"temperature": temperature, "grammar": held, "max_tokens": max_tokens, "repeat_penalty": 1.0}
        if self.handler is not None and any(message["images"] for message in messages):
            reply = self._look(messages, seed=seed, **settings)
            text, tokens_in = reply["choices"][0]["message"]["content"] or "", reply["usage"]["prompt_tokens"]
        else:
            tokens = self.prompt(messages)
            if len(tokens) + max_tokens > self.llama.n_ctx():
                raise ValueError(
                    f"{len(tokens)} tokens and an answer of {max_tokens} do not fit into {self.llama.n_ctx()}"
                )
            reply = self.llama.create_completion(prompt=tokens, seed=seed, **settings)
            text, tokens_in = reply["choices"][0]["text"], len(tokens)
        perf = llama_cpp.llama_perf_context(context)
        tokens_out = reply["usage"]["completion_tokens"]
        # Tokens that were decoded one at a time are the answer's, and the prompt's where only one of it was new.
        single = max(0, int(perf.n_eval) - tokens_out)
        return {
            "text": text,
            "finish": "length" if reply["choices"][0]["finish_reason"] == "length" else "stop",
            "tokens_in": tokens_in,
            "evaluated": int(perf.n_p_eval) + single,
            "tokens_out": tokens_out,
            "prompt_ms": float(perf.t_p_eval_ms),
            "generate_ms": float(perf.t_eval_ms),
            "busy_ms": (time.monotonic() - started) * 1000,
        }

    def _look(self, messages: list[Json], **settings: Any) -> Any:
        """An answer to a prompt with pictures, by the library's handler."""
        keep = bool(messages[0]["content"]) and not messages[0]["images"]
        if not keep:
            return self.handler(llama=self.llama, messages=self._chat(messages), stop=[], **settings)
        self.llama.keep()
        try:
            return self.handler(llama=self.llama, messages=self._chat(messages), stop=[], **settings)
        finally:
            self.llama.kept()

    def logits(self, messages: list[Json]) -> list[float]:
        """The logits of the first token of an answer (for checks of the image path)."""
        self.complete(messages, grammar=None, max_tokens=1, temperature=0.0, seed=0)
        found = llama_cpp.llama_get_logits(self.llama.ctx)
        return [float(found[i]) for i in range(self.llama.n_vocab())]

    def prompt(self, messages: list[Json]) -> list[int]:
        """The tokens of a conversation by the model's own template."""
        plain = [{"role": m["role"], "content": self._defang(m["content"])} for m in messages]
        try:
            rendered = self._formatter(messages=plain).prompt
        except ValueError:  # a template that knows no system role says so by raising
            rendered = self._formatter(messages=_without_system(plain)).prompt
        return self._tokens(rendered, special=True, bos=not self.metadata.get("tokenizer.chat_template"))

    def _chat(self, messages: list[Json]) -> list[Json]:
        """Messages as the multimodal handlers take them."""
        chat: list[Json] = []
        for message in messages:
            text = self._defang(message["content"])
            if not message["images"]:
                chat.append({"role": message["role"], "content": text})
                continue
            urls = [f"data:image/png;base64,{base64.b64encode(image).decode()}" for image in message["images"]]
            parts: list[Json] = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
            chat.append({"role": message["role"], "content": [*parts, {"type": "text", "text": text}]})
        return chat

    def _tokens(self, text: str, *, special: bool, bos: bool = False) -> list[int]:
        return list(self.llama.tokenize(text.encode("utf-8", "replace"), add_bos=bos, special=special))

    def _piece(self, token: int) -> str:
        if token < 0:
            return ""
        return str(self.llama.detokenize([token], special=True), "utf-8", "replace")

    def _special_texts(self) -> tuple[str, ...]:
        """The texts of the vocabulary's control tokens."""
        vocab = llama_cpp.llama_model_get_vocab(self.llama.model)
        found = ["<__media__>", "<image>"]
        for token in range(self.llama.n_vocab()):
            if llama_cpp.llama_vocab_is_control(vocab, token):
                found.append(self._piece(token))
        return tuple(sorted({text for text in found if len(text) > 2}, key=len, reverse=True))

    def _defang(self, text: str) -> str:
        """Strangers' text must not hold the model's own control tokens: a space takes them apart."""
        for special in self.specials:
            if special in text:
                text = text.replace(special, f"{special[0]} {special[1:]}")
        return text


def _without_system(messages: list[Json]) -> list[Json]:
    """The system's words put before the user's first."""
    system = "\n\n".join(message["content"] for message in messages if message["role"] == "system")
    rest = [dict(message) for message in messages if message["role"] != "system"]
    if rest:
        rest[0]["content"] = f"{system}\n\n{rest[0]['content']}"
    return rest


def _metadata(path: str) -> dict[str, str]:
    """The textual metadata of a GGUF file."""
    from gguf import GGUFReader, GGUFValueType

    found: dict[str, str] = {}
    for name, field in GGUFReader(path).fields.items():
        if field.types and field.types[0] == GGUFValueType.STRING:
            found[name] = str(field.contents())
    return found
