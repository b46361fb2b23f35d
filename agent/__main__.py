"""`python -m agent`: the agent's own process. Settings come as the first line of standard input, JSON."""

from __future__ import annotations

import sys

from agent.companion import Gone, PipeCompanion
from agent.loop import Agent
from agent.profile import UserProfile
from agent.propose import from_folder, open_proposer
from agent.settings import AgentSettings
from agent.trace import Trace, read_trace
from api_pool import Executor, Session
from api_pool.foreign import load_pool
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import Device, DeviceError


def main() -> int:
    """Run until the companion ends it. Exit code 0, or that of the error, which is told on the pipe."""
    companion = PipeCompanion(sys.stdin, sys.stdout)
    settings = AgentSettings.model_validate_json(sys.stdin.readline())
    trace = Trace(settings.trace)
    try:
        device = Device.connect(settings.serial, host=settings.adb_host, port=settings.adb_port)
        pool = load_pool(settings.pool, settings.bindings).pool if settings.pool else default_pool()
        proposer = open_proposer(settings.model, pool=pool, shots=from_folder(settings.trace))
        agent = Agent(
            device=device,
            settings=settings,
            profile=UserProfile.model_validate(settings.profile),
            pool=pool,
            proposer=proposer,
            executor=Executor(Session(device, settings.ui, load_links(settings.app_links)), pool),
            companion=companion,
            trace=trace,
        )
        if settings.resume:
            agent.resume(read_trace(settings.trace))
        companion.ready({"serial": device.serial, **device.properties})
        agent.live()
    except Gone:
        return 0
    except DeviceError as error:
        trace.write("error", {"kind": type(error).__name__, "message": str(error)})
        companion.failed(type(error).__name__, str(error), error.exit_code)
        return error.exit_code
    finally:
        trace.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
