"""Nodes to plain data and back, for snapshots."""

from __future__ import annotations

import base64
from typing import Any

from simulator.files.node import Node


def dump_node(node: Node, seen: set[int]) -> dict[str, Any]:
    """A node and what lies under it as JSON-able data; a second name of the same file says `same`."""
    if node.ino in seen:
        return {"same": node.ino}
    seen.add(node.ino)
    data: dict[str, Any] = {
        "ino": node.ino,
        "mode": node.mode,
        "uid": node.uid,
        "gid": node.gid,
        "mtime_ms": node.mtime_ms,
    }
    if node.shared:
        data["shared"] = True
    if node.children is not None:
        data["children"] = {
            _pack(name): dump_node(child, seen)
            for name, child in sorted(node.children.items())
            if child.content is None and child.device is None
        }
    elif node.target is not None:
        data["target"] = _pack(node.target)
    else:
        data["data"] = base64.b64encode(node.data).decode("ascii")
    return data


def load_node(data: dict[str, Any], known: dict[int, Node]) -> Node:
    """The node that `dump_node` wrote down; `known` collects the nodes by inode number."""
    if "same" in data:
        node = known[data["same"]]
        node.nlink += 1
        return node
    node = Node(data["ino"], data["mode"], data["uid"], data["gid"], data["mtime_ms"])
    known[data["ino"]] = node
    node.shared = data.get("shared", False)
    if "children" in data:
        node.children = {_unpack(name): load_node(child, known) for name, child in data["children"].items()}
    elif "target" in data:
        node.target = _unpack(data["target"])
    else:
        node.data = base64.b64decode(data["data"])
    return node


def _pack(name: str) -> str:
    """Surrogate escapes do not survive UTF-8, so a name that has them is written by code points."""
    return (
        name if name.isprintable() and not name.startswith("\\u:") else "\\u:" + name.encode("unicode_escape").decode()
    )


def _unpack(name: str) -> str:
    return name[3:].encode().decode("unicode_escape") if name.startswith("\\u:") else name
