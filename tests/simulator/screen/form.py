"""An app with a form and a long list, for tests that touch the screen."""

from __future__ import annotations

from typing import Any

from simulator.apps.app import ActivitySpec, App, Manifest
from simulator.phone import Phone
from simulator.screen.views import View, button, checkbox, column, edit, progress, scroll, text
from simulator.state import Activity


class FormApp(App):
    """An app with a form and a long list, to touch."""

    package = "com.example.form"
    manifest = Manifest(
        "Form", "表单", (ActivitySpec("com.example.form.Main", launcher=True),), channels={"default": 4}
    )

    def initial_data(self) -> dict[str, Any]:
        return {"sent": [], "pressed": 0, "level": 0.0}

    def view(self, activity: Activity) -> View:
        ui = activity.ui

        def put(name: str, value: object) -> None:
            ui[name] = value

        def press() -> None:
            self.data["pressed"] += 1

        return column(
            edit(ui.get("name", ""), lambda value: put("name", value), "Name", id="name"),
            edit(ui.get("place", ""), lambda value: put("place", value), "Place", id="place",
                 on_enter=lambda: self.data["sent"].append(ui.get("place"))),
            checkbox("Agree", bool(ui.get("agree")), lambda: put("agree", not ui.get("agree")), id="agree"),
            progress(self.data["level"], lambda value: self.data.update(level=value), id="level"),
            button("Press", press, id="press", on_long_click=lambda: put("held", True)),
            button("Off", press, id="off", enabled=False),
            scroll(*(text(f"row {number}", height=56) for number in range(50)), key="rows"),
        )  # fmt: skip


def data(phone: Phone) -> dict[str, Any]:
    return phone.apps[FormApp.package].data


def ui(phone: Phone) -> dict[str, Any]:
    top = phone.activities.top()
    assert top is not None
    return top.ui
