"""A pool in the forms that other software takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api_pool.pool import Pool


def openai(pool: Pool) -> list[dict[str, Any]]:
    """OpenAI-style tools."""
    return pool.openai_tools()


def jsonschema(pool: Pool) -> dict[str, Any]:
    """One JSON Schema (2020-12) of a call: an object with `name` and `arguments`, one of the functions."""
    calls = [
        {
            "type": "object",
            "description": function.description,
            "properties": {"name": {"const": function.name}, "arguments": function.parameters},
            "required": ["name", "arguments"],
            "additionalProperties": False,
        }
        for function in pool.functions.values()
    ]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": pool.name, "oneOf": calls}


def mcp(pool: Pool) -> dict[str, Any]:
    """The `tools` of a Model Context Protocol server (tools/list)."""
    return {"tools": [mcp_tool(pool, name) for name in pool.functions]}


def mcp_tool(pool: Pool, name: str) -> dict[str, Any]:
    """One function as an MCP tool; the annotations are its risk (all hints are for the client's display only)."""
    function = pool.functions[name]
    reads = function.risk == "read"
    return {
        "name": name,
        "description": f"{function.description} (risk: {function.risk}; undo: {function.undo})",
        "inputSchema": function.parameters,
        "annotations": {
            "readOnlyHint": reads,
            "destructiveHint": function.risk == "costly" or (function.undo == "not" and not reads),
            "idempotentHint": reads,
            "openWorldHint": function.risk in ("outward", "costly"),
        },
    }


EXPORTS: dict[str, Callable[[Pool], Any]] = {"openai": openai, "jsonschema": jsonschema, "mcp": mcp}
