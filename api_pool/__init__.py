"""The function pool: what can be done on a phone, how it is run, and how it is proved."""

from api_pool.call import Call, Grant
from api_pool.executor import ExecutionReport, Executor, StepResult
from api_pool.function import ANY_SCENARIO, SCENARIOS, Binding, Function, Proof, Risk
from api_pool.pool import Pool
from api_pool.session import Session

__all__ = [
    "ANY_SCENARIO",
    "SCENARIOS",
    "Binding",
    "Call",
    "ExecutionReport",
    "Executor",
    "Function",
    "Grant",
    "Pool",
    "Proof",
    "Risk",
    "Session",
    "StepResult",
]
