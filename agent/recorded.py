"""A moment as the trace keeps it, and back: what depends on wall time stands apart, so that equal seeds give equal traces."""

from __future__ import annotations

from typing import Any

from agent.moment import Moment


def whole_second(time_ms: int) -> int:
    """Phone time cut to the second: while calls run the clock runs at wall speed, and its milliseconds are the wall's."""
    return time_ms // 1000 * 1000


def record_of(moment: Moment) -> tuple[dict[str, Any], dict[str, Any]]:
    """The moment's record, and its `wall` part."""
    record = moment.model_dump(mode="json", exclude={"latency"})
    record["time_ms"] = whole_second(moment.time_ms)
    wall = {**moment.latency.model_dump(), "steps": [_split_wall(step) for step in record["steps"]]}
    if record["model"] is not None:
        wall["model"] = record["model"].pop("times_ms")
    return record, wall


def moment_of(event: dict[str, Any]) -> Moment:
    """The moment of a trace's event, its time to the second. Raises pydantic's ValidationError for what is none."""
    record = {key: value for key, value in event.items() if key not in ("event", "wall")}
    wall = dict(event.get("wall", {}))
    record["steps"] = [_join_wall(step, times) for step, times in zip(record["steps"], wall.pop("steps"), strict=True)]
    if record.get("model") is not None:
        record["model"] = {**record["model"], "times_ms": wall.pop("model")}
    return Moment.model_validate({**record, "latency": wall})


def _split_wall(step: dict[str, Any]) -> dict[str, Any]:
    """Take what depends on wall time out of a step's record (`took_ms`, and facts whose names end in `_ms`)."""
    wall: dict[str, Any] = {"took_ms": step.pop("took_ms")}
    for part in ("before", "after"):
        times = [key for key in step[part] if key.endswith("_ms")]
        wall |= {f"{part}.{key}": step[part].pop(key) for key in times}
    return wall


def _join_wall(step: dict[str, Any], wall: dict[str, Any]) -> dict[str, Any]:
    whole = {**step, "before": dict(step["before"]), "after": dict(step["after"])}
    for name, value in wall.items():
        part, dot, key = name.partition(".")
        if dot:
            whole[part][key] = value
        else:
            whole[name] = value
    return whole
