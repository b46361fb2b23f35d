"""Speed and memory, measured on this machine; `python -m benchmarks.perf [NAME …]` prints every module's figures."""

from benchmarks.perf.measurement import Measurement, table, timed

__all__ = ["Measurement", "table", "timed"]
