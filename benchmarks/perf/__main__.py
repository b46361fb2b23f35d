"""`python -m benchmarks.perf [--json] [NAME …]`: run the modules of this package that have a `run`."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from collections.abc import Callable

import benchmarks.perf
from benchmarks.perf.measurement import Measurement, table


def _modules() -> dict[str, Callable[[], list[Measurement]]]:
    found: dict[str, Callable[[], list[Measurement]]] = {}
    for module in pkgutil.iter_modules(benchmarks.perf.__path__):
        if module.name.startswith("_"):
            continue
        run = getattr(importlib.import_module(f"benchmarks.perf.{module.name}"), "run", None)
        if run is not None:
            found[module.name] = run
    return found


def main() -> int:
    """Run the named modules (all of them without a name); 1 where a target is missed."""
    modules = _modules()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perf", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(modules)}; default: all")
    parser.add_argument("--json", action="store_true", help="only the JSON")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in modules]
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(modules)}")
    results: dict[str, list[Measurement]] = {}
    for name in options.names or modules:
        results[name] = modules[name]()
        if not options.json:
            print(f"== {name}\n{table(results[name])}\n", flush=True)
    print(json.dumps({name: [one.data() for one in ones] for name, ones in results.items()}, ensure_ascii=False))
    return 1 if any(one.met is False for ones in results.values() for one in ones) else 0


if __name__ == "__main__":
    sys.exit(main())
