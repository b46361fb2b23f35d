"""Bindings of another pool's functions, as a YAML file has them: onto a function of this pool, or onto an intent.

set_clock:                       # the other pool's name
  call: set_alarm                # a function of the 63
  arguments: {hour: "{h}", minute: "{m}", label: "{title?}"}
look_up_place:
  intent: {action: android.intent.action.VIEW, data: "geo:0,0?q={place}", package: com.google.android.apps.maps}
  shows: ["{place}"]             # what the opened window must show
  risk: reversible
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from api_pool.function import Args, Binding, Function, Proof, Risk
from api_pool.session import Session
from api_pool.sight import look, resolve
from api_pool.web import inspect
from device import BadInput

# What an intent does, whatever a file calls it: a call, a message, a deletion (android.content.Intent).
_ACTION = "android.intent.action."
_LEAST: tuple[tuple[str, Risk], ...] = (
    (f"{_ACTION}CALL", "outward"), (f"{_ACTION}SEND", "outward"), (f"{_ACTION}ANSWER", "outward"),
    (f"{_ACTION}DELETE", "costly"), (f"{_ACTION}UNINSTALL_PACKAGE", "costly"), (f"{_ACTION}INSTALL_PACKAGE", "costly"),
    (f"{_ACTION}FACTORY_RESET", "costly"), (f"{_ACTION}MASTER_CLEAR", "costly"),
)  # fmt: skip
_HOLE = re.compile(r"\{(\w+)(\?)?\}")


# How `am` takes an extra of a type (IntentShellCommand; `Intent.parseCommandArgs`).
_OPTIONS = {"string": "--es", "int": "--ei", "long": "--el", "float": "--ef", "bool": "--ez", "uri": "--eu",
            "strings": "--esa", "ints": "--eial"}  # fmt: skip


class Extra(BaseModel):
    """An extra whose type the receiver insists on: a calendar's beginTime is a long, a mail's addresses are strings."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["string", "int", "long", "float", "bool", "uri", "strings", "ints"]
    value: str


class IntentBinding(BaseModel):
    """An activity intent; `{x}` is an argument (percent-encoded in `data`; alone there, an http or https address), `{x?}`
    one that may be absent."""

    model_config = ConfigDict(extra="forbid")

    action: str
    data: str | None = None
    type: str | None = None
    package: str | None = None
    category: str | None = None
    extras: dict[str, str | Extra] = Field(default_factory=dict)


class BindingEntry(BaseModel):
    """One entry of a bindings file."""

    model_config = ConfigDict(extra="forbid")

    call: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict)
    intent: IntentBinding | None = None
    shows: list[str] = Field(default_factory=list)
    risk: Literal["read", "reversible", "outward", "costly"] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> BindingEntry:
        if (self.call is None) == (self.intent is None):
            raise ValueError("an entry has `call` or `intent`")
        if self.intent is not None and not self.shows:
            raise ValueError("an `intent` needs `shows`: without words on the screen nothing is proved")
        return self


def bind(function: Function, entry: Any) -> Function:
    """The function with the binding of an entry. Raises BadInput for an entry that is none, or names what is not there."""
    try:
        made = BindingEntry.model_validate(entry)
    except ValidationError as error:
        said = "; ".join(str(one["msg"]) for one in error.errors())
        raise BadInput(
            f"the binding of {function.name}: {said}", mend="give call and arguments, or intent and shows"
        ) from error
    holes = {name for text in _texts(made) for name, _ in _HOLE.findall(text)}
    unknown = holes - set(function.parameters.get("properties", {}))
    if unknown:
        raise BadInput(f"the binding of {function.name} names {', '.join(sorted(unknown))}", mend="use its parameters")
    if made.call is not None:
        return _onto_function(function, made)
    return _onto_intent(function, made)


def _texts(entry: BindingEntry) -> list[str]:
    found = [value for value in entry.arguments.values() if isinstance(value, str)] + entry.shows
    if entry.intent is not None:
        found += [text for text in (entry.intent.data, entry.intent.type) if text]
        found += [one.value if isinstance(one, Extra) else one for one in entry.intent.extras.values()]
    return found


def _fill(template: Any, args: Args, *, encode: bool = False) -> Any:
    """A template with its holes filled; one that is a single hole keeps the argument's type, None where it is absent."""
    if not isinstance(template, str):
        return template
    if (whole := _HOLE.fullmatch(template)) and not encode:
        return args.get(whole[1])
    if any(optional and args.get(name) is None for name, optional in _HOLE.findall(template)):
        return None

    def hole(match: re.Match[str]) -> str:
        text = str(args.get(match[1], ""))
        return quote(text, safe="") if encode else text

    return _HOLE.sub(hole, template)


def _onto_function(function: Function, entry: BindingEntry) -> Function:
    from api_pool.functions import default_pool

    target = default_pool().functions.get(entry.call or "")
    if target is None or target.binding is None:
        raise BadInput(f"the binding of {function.name} names {entry.call!r}", mend="name a function of the 63")
    inner, own = target, target.binding

    def mapped(args: Args) -> Args:
        made = {name: _fill(value, args) for name, value in entry.arguments.items()}
        return {name: value for name, value in made.items() if value is not None}

    def act(session: Session, args: Args) -> dict[str, Any] | None:
        arguments = mapped(args)
        if problems := inner.problems(arguments):
            raise BadInput(f"{inner.name} cannot take these: {'; '.join(problems)}", mend="give fitting arguments")
        return own.act(session, arguments)

    def prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
        return own.prove(session, mapped(args), known)

    before, undo = own.before, own.undo
    binding = Binding(
        act,
        prove,
        (lambda session, args: before(session, mapped(args))) if before else None,
        (lambda session, args, known: undo(session, mapped(args), known)) if undo else None,
        own.deadline_s,
        own.undo_from,
    )
    order: tuple[Risk, ...] = ("read", "reversible", "outward", "costly")

    def risk(args: Args) -> Risk:  # what it is bound to decides; a file may only call it riskier
        return max(inner.risk_of(mapped(args)), entry.risk or "read", key=order.index)

    return replace(function, binding=binding, undo=inner.undo, risk=risk({}), risk_by_arguments=risk)


def _extra(key: str, template: str | Extra, args: Args) -> list[str]:
    """`am`'s words for one extra; none where its argument is absent. Without a type the value's own decides."""
    value = _fill(template.value if isinstance(template, Extra) else template, args)
    if value is None:
        return []
    if isinstance(template, Extra):
        kind = template.type
    elif isinstance(value, bool):
        kind = "bool"
    elif isinstance(value, int):
        kind = "int" if -(2**31) <= value < 2**31 else "long"
    elif isinstance(value, float):
        kind = "float"
    else:
        kind = "strings" if isinstance(value, list) else "string"
    if kind == "bool":
        return [_OPTIONS[kind], key, "true" if value in (True, "true") else "false"]
    if kind in ("strings", "ints"):  # a comma separates; in a string it is escaped
        parts = [str(part) for part in (value if isinstance(value, list) else [value])]
        return [_OPTIONS[kind], key, ",".join(part.replace(",", "\\,") for part in parts)]
    return [_OPTIONS[kind], key, str(value)]


def _onto_intent(function: Function, entry: BindingEntry) -> Function:
    intent = entry.intent
    assert intent is not None

    def act(session: Session, args: Args) -> dict[str, Any]:
        argv = ["-a", intent.action]
        for option, template, encode in (
            ("-d", intent.data, True),
            ("-t", intent.type, False),
            ("-c", intent.category, False),
        ):
            if template is None:
                continue
            whole = _HOLE.fullmatch(template) if encode else None
            if whole is not None:  # a whole address: of the web, for nothing else is safe in a stranger's hand
                value = inspect(str(args[whole[1]])).url if args.get(whole[1]) is not None else None
            else:
                value = _fill(template, args, encode=encode)
            if value is not None:
                argv += [option, str(value)]
        for key, extra in intent.extras.items():
            argv += _extra(key, extra, args)
        package = intent.package or resolve(session, argv)
        session.know(package=package)
        session.start([*argv, "-p", package])
        return {"package": package}

    binding = look(act, lambda args: [str(word) for text in entry.shows if (word := _fill(text, args)) is not None])
    least: Risk = next((risk for action, risk in _LEAST if intent.action.startswith(action)), "read")
    order: tuple[Risk, ...] = ("read", "reversible", "outward", "costly")
    return replace(function, binding=binding, risk=max(entry.risk or function.risk, least, key=order.index))
