"""Records: the benchmark's items, their files, how they are made, checked and staged."""

from benchmarks.records.convert import load_records, read_jsonl, read_predictions, write_jsonl
from benchmarks.records.model import Answer, CallTruth, Picture, Prediction, Record
from benchmarks.records.released import Loaded, Unmapped, load_released, read_released, write_released

__all__ = [
    "Answer",
    "CallTruth",
    "Loaded",
    "Picture",
    "Prediction",
    "Record",
    "Unmapped",
    "load_records",
    "load_released",
    "read_jsonl",
    "read_predictions",
    "read_released",
    "write_jsonl",
    "write_released",
]
