"""The JSON Schema of day files, made from the models: `python -m simulator.day.schema [--check]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from simulator.day.model import Day
from simulator.day.setup import PhoneSetup
from simulator.day.source import CONFIGS

PATH = CONFIGS / "day.schema.json"


def day_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a day file, the setup's fields included."""
    schema = Day.model_json_schema(by_alias=True)
    setup = PhoneSetup.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
    defs = schema.setdefault("$defs", {})
    for name, definition in setup.pop("$defs", {}).items():
        defs.setdefault(name, definition)
    defs["PhoneSetup"] = setup
    described = schema["properties"]["setup"].get("description", "")
    schema["properties"]["setup"] = {"$ref": "#/$defs/PhoneSetup", "description": described}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def schema_text() -> str:
    """The schema as the file holds it."""
    return json.dumps(day_schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write emulator_configs/day.schema.json, or with --check say whether it is up to date (exit 1 if not)."""
    parser = argparse.ArgumentParser(prog="python -m simulator.day.schema", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    if parser.parse_args(arguments).check:
        current = PATH.is_file() and PATH.read_text(encoding="utf-8") == schema_text()
        print("up to date" if current else f"{PATH.name} differs from the models; run python -m simulator.day.schema")
        return 0 if current else 1
    PATH.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {PATH.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
