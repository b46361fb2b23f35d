"""The same workers on a Ray cluster: a task for each phone; the truth, consent and the journal stay here."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Sequence
from typing import Any

from benchmarks.proactive_mobile.replay import PhoneKeeper, Replay, WorkerFailed, need_ray
from benchmarks.proactive_mobile.replay_worker import RemoteBeside, Replayed, WorkerSettings, work
from device import DeviceError


def _on_ray(settings: str, requests: Any, replies: Any) -> str:
    """A worker, wherever Ray runs it: it needs to reach the phone's adb server. Its error in words, or nothing."""

    def exchange(message: dict[str, Any]) -> dict[str, Any]:
        requests.put(message)
        reply: dict[str, Any] = replies.get()
        return reply

    try:
        work(WorkerSettings.model_validate_json(settings), RemoteBeside(exchange))
    except DeviceError as error:
        requests.put({"type": "failed", "message": str(error), "exit_code": error.exit_code})
    return ""


def run_on_ray(replay: Replay, phones: Sequence[PhoneKeeper]) -> list[Replayed]:
    """Run a replay on the Ray cluster of the environment, or a local one. Raises Unsupported where ray is not
    installed, WorkerFailed when records are left."""
    ray = need_ray()
    queues = importlib.import_module("ray.util.queue")
    own = not ray.is_initialized()
    if own:
        ray.init(include_dashboard=False, log_to_driver=False)
    failures: list[WorkerFailed] = []

    def serve(keeper: PhoneKeeper) -> None:
        requests, replies = queues.Queue(), queues.Queue()
        ray.remote(num_cpus=0.5)(_on_ray).remote(keeper.settings.model_dump_json(), requests, replies)
        try:
            while True:
                reply = replay.answer(requests.get(), keeper)
                replies.put(reply)
                if reply.get("end"):
                    return
        except WorkerFailed as error:
            failures.append(error)

    threads = [threading.Thread(target=serve, args=(keeper,), daemon=True) for keeper in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    replay.journal.close()
    if own:
        ray.shutdown()
    if len(replay.journal.done) < len(replay.records):
        raise failures[0] if failures else WorkerFailed("records are left", code=1)
    return replay.finish()
