"""`dumpsys accessibility` (services/accessibility/.../AccessibilityManagerService.java, AccessibilityUserState)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, to_bool, to_int, whole_lines

__all__ = ["Accessibility", "parse_accessibility"]

_LABEL: Final = re.compile(r"Service\[label=(.*?), feedbackType\[")
_COMPONENT: Final = re.compile(r"\{([\w.]+/[\w.$]+)\}")
_ATTRIBUTE: Final = re.compile(r"[{ ](touchExplorationEnabled|installedServiceCount)=(\w+)")
_SECTIONS: Final = ("Bound services:", "Enabled services:", "Binding services:", "Crashed services:")


class Accessibility(Reading):
    """Accessibility services of the current user: labels of the bound ones, components of the enabled ones."""

    current_user: int | None = None
    touch_exploration: bool | None = None
    bound_count: int | None = None
    enabled_count: int | None = None
    crashed_count: int | None = None
    installed_count: int | None = None
    bound_labels: tuple[str, ...] = ()
    enabled: tuple[str, ...] = ()


def parse_accessibility(text: str) -> Accessibility:
    """Read the first user state of `dumpsys accessibility`."""
    whole = whole_lines(text)
    current: int | None = None
    attributes: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    name, ended = "", set[str]()
    for line in whole.lines:
        if current is None and line.startswith(("currentUserId=", "mCurrentUserId=")):
            current = to_int(line.partition("=")[2])
        bare = line.strip()
        if bare.startswith("attributes:{") and not attributes:
            attributes = dict(_ATTRIBUTE.findall(line))
        head = next((title for title in _SECTIONS if bare.startswith(title)), None)
        if head is None and (name != "Bound services:" or not bare.startswith("Service[")):
            # Only the bound services run over several lines.
            head = ""
        if head is not None:
            ended.add(name)
            name = head
            if head in sections:
                name = ""  # a second user's
            elif head:
                sections[head] = []
        if name:
            sections[name].append(bare)
    # All but the bound services stand on one line, which is whole.
    found = {title: "\n".join(sections[title]) for title in sections if title in ended or title != "Bound services:"}
    labels = _LABEL.findall(found.get("Bound services:", ""))
    enabled = _COMPONENT.findall(found.get("Enabled services:", ""))
    crashed = _COMPONENT.findall(found.get("Crashed services:", ""))
    return Accessibility(
        complete=whole.complete,
        unread=whole.unread,
        current_user=current,
        touch_exploration=to_bool(attributes.get("touchExplorationEnabled")),
        bound_count=len(labels) if "Bound services:" in found else None,
        enabled_count=len(enabled) if "Enabled services:" in found else None,
        crashed_count=len(crashed) if "Crashed services:" in found else None,
        installed_count=to_int(attributes.get("installedServiceCount")),
        bound_labels=tuple(labels),
        enabled=tuple(enabled),
    )
