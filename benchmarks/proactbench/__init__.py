"""ProactBench: three-agent dialogues whose triggers ask for what the user did not ask for; see docs/proactbench.md."""

from benchmarks.proactbench.records import Dialogue, DialogueResult, MetricsFile, read_rows, write_rows

__all__ = ["Dialogue", "DialogueResult", "MetricsFile", "read_rows", "write_rows"]
