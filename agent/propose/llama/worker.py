"""`python -m agent.propose.llama.worker`: holds one model of llama.cpp and answers requests, one JSON line each.

First line of input: the settings. Then {"op": "complete" | "count" | "logits" | "ping" | "warm", …}. The library's
own chatter goes to standard error. The process ends when its input does, even in the middle of a computation.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import resource
import sys
import threading
from typing import IO, Any

from agent.propose.llama.handlers import CLASSES, choose_handler

Json = dict[str, Any]


def main() -> int:
    """Serve until the input ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    settings = json.loads(sys.stdin.readline() or "{}")
    if limit := settings.get("memory_mb"):
        resource.setrlimit(resource.RLIMIT_AS, (int(limit) << 20, int(limit) << 20))
    requests: queue.Queue[Json] = queue.Queue()
    threading.Thread(target=_read, args=(sys.stdin, requests), daemon=True).start()
    try:
        from agent.propose.llama.model import LlamaModel

        model = LlamaModel(settings)
    except (ImportError, OSError, ValueError, RuntimeError, MemoryError) as error:
        _say(out, {"error": f"{type(error).__name__}: {error}"})
        return 1
    _say(out, {"ready": True, **model.facts()})
    while True:
        request = requests.get()
        try:
            _say(out, answer(model, request))
        except (ValueError, RuntimeError, KeyError, MemoryError) as error:
            _say(out, {"error": f"{type(error).__name__}: {error}"[:600]})


def answer(model: Any, request: Json) -> Json:
    """The answer to one request."""
    op = request["op"]
    if op == "ping":
        return {"pong": True}
    if op == "count":
        return {"counts": model.count(request["texts"])}
    for message in request["messages"]:
        message["images"] = [base64.b64decode(image) for image in message.get("images", [])]
    if op == "warm":
        return {"evaluated": model.warm(request["messages"])}
    if op == "logits":
        return {"logits": model.logits(request["messages"])}
    found: Json = model.complete(
        request["messages"],
        grammar=request.get("grammar"),
        max_tokens=request["max_tokens"],
        temperature=request["temperature"],
        seed=request["seed"],
    )
    return found


def _say(out: IO[str], message: Json) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


def _read(stream: IO[str], requests: queue.Queue[Json]) -> None:
    for line in stream:
        requests.put(json.loads(line))
    os._exit(0)  # nobody waits for the answer any more


__all__ = ["CLASSES", "answer", "choose_handler", "main"]

if __name__ == "__main__":
    sys.exit(main())
