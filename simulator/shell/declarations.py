"""Builtins that declare: `export`, `readonly`, `local`, `typeset`, `unset`, `set`, `getopts`, aliases' absence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.shell.builtin import builtin
from simulator.shell.command import Invocation
from simulator.shell.launching import quoted
from simulator.shell.variables import IDENTIFIER, ShellError, Variable

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell

_LONG_OPTIONS = {
    "errexit": "e", "nounset": "u", "xtrace": "x", "noglob": "f", "noclobber": "C", "verbose": "v", "noexec": "n",
    "allexport": "a", "monitor": "m", "notify": "b", "pipefail": "pipefail", "posix": "posix", "sh": "sh",
    "braceexpand": "brace", "utf8-mode": "U", "vi": "vi", "emacs": "emacs",
}  # fmt: skip


@builtin("export", "readonly")
def _export(shell: Shell, call: Invocation) -> int:
    names = [arg for arg in call.args if arg != "--"]
    attribute = "exported" if call.argv[0] == "export" else "read_only"
    if not names or names == ["-p"]:
        prefix = f"{call.argv[0]} " if names else ""
        for name, variable in sorted(shell.vars.table.items()):
            if getattr(variable, attribute):
                value = variable.text()
                call.out.line(f"{prefix}{name}" + ("" if value is None else f"={quoted(value)}"))
        return 0
    for text in names:
        name = _assign(shell, call, text)
        shell.vars.mark(name, **{attribute: True})
    return 0


def _assign(shell: Shell, call: Invocation, text: str) -> str:
    name, equals, value = text.partition("=")
    append = name.endswith("+") and bool(equals)
    name = name.rstrip("+") if append else name
    if not IDENTIFIER.fullmatch(name):
        raise ShellError(f"{call.argv[0]}: {text}: not an identifier")
    if equals:
        shell.vars.set(name, (shell.vars.get(name) or "") + value if append else value)
    return name


@builtin("local", "typeset", "global")
def _typeset(shell: Shell, call: Invocation) -> int:
    attributes: dict[str, object] = {}
    names: list[str] = []
    functions = listed = False
    for arg in call.args:
        if arg[:1] in "-+" and len(arg) > 1 and not names:
            on = arg[0] == "-"
            for letter in arg[1:]:
                if letter == "i":
                    attributes["integer"] = on
                elif letter == "x":
                    attributes["exported"] = on
                elif letter == "r":
                    attributes["read_only"] = True
                elif letter in "lu":
                    attributes["case"] = letter if on else ""
                elif letter == "f":
                    functions = True
                elif letter == "p":
                    listed = True
        else:
            names.append(arg)
    if functions:
        return int(any(name not in shell.functions for name in names))
    if not names or listed:
        for name, variable in sorted(shell.vars.table.items()):
            if not names or name in names:
                call.out.line(f"typeset {_flags(variable)}{name}={quoted(variable.text() or '')}")
        return 0
    for text in names:
        name = text.partition("=")[0].rstrip("+")
        if IDENTIFIER.fullmatch(name) and call.argv[0] != "global":
            shell.vars.local(name)
            if name not in shell.vars.table and "=" not in text and shell.vars.scopes:
                shell.vars.table[name] = Variable()
        read_only = attributes.pop("read_only", None)
        if attributes and IDENTIFIER.fullmatch(name):
            shell.vars.mark(name, **attributes)
        _assign(shell, call, text)
        if read_only:
            shell.vars.mark(name, read_only=True)
            attributes["read_only"] = True
    return 0


def _flags(variable: Variable) -> str:
    letters = ("i" if variable.integer else "", "r" if variable.read_only else "", "x" if variable.exported else "")
    return "".join(f"-{letter} " for letter in letters if letter)


@builtin("unset")
def _unset(shell: Shell, call: Invocation) -> int:
    args = list(call.args)
    functions = variables = False
    while args and args[0] in ("-f", "-v", "--"):
        option = args.pop(0)
        functions, variables = functions or option == "-f", variables or option == "-v"
    for name in args:
        if functions:
            shell.functions.pop(name, None)
        elif name.endswith("]") and "[" in name:
            base, _, index = name[:-1].partition("[")
            shell.vars.unset(base, None if index in "@*" else shell.arithmetic(index))
        else:
            try:
                shell.vars.unset(name)
            except ShellError as error:
                shell.complain(str(error), call.err)
                return 1
    return 0


@builtin("set")
def _set(shell: Shell, call: Invocation) -> int:
    args = list(call.args)
    if not args:
        for name, variable in sorted(shell.vars.table.items()):
            value = variable.text()
            if value is not None:
                call.out.line(f"{name}={quoted(value)}")
        return 0
    while args and args[0][:1] in ("-", "+") and len(args[0]) > 1:
        arg = args.pop(0)
        if arg == "--":
            shell.positional = args
            return 0
        on = arg[0] == "-"
        for letter in arg[1:]:
            if letter == "o":
                if not args:
                    for name, short in sorted(_LONG_OPTIONS.items()):
                        call.out.line(f"{name:<16}{'on' if short in shell.options else 'off'}")
                    return 0
                name = args.pop(0)
                if name not in _LONG_OPTIONS:
                    raise ShellError(f"set: {name}: bad option")
                letter = _LONG_OPTIONS[name]
            elif letter == "A":
                if not args:
                    raise ShellError("set: -A: missing argument")
                shell.vars.set_array(args[0], args[1:])
                return 0
            elif letter not in "abefhikmnpsuvxCXU":
                raise ShellError(f"set: -{letter}: unknown option")
            (shell.options.add if on else shell.options.discard)(letter)
        if not args:
            return 0
    shell.positional = args
    return 0


@builtin("getopts")
def _getopts(shell: Shell, call: Invocation) -> int:
    if len(call.args) < 2:
        shell.complain("getopts: missing argument", call.err)
        return 1
    spec, name = call.args[:2]
    words = call.args[2:] or shell.positional
    index = int(shell.vars.get("OPTIND") or "1")
    place = shell.vars.get("_OPTPLACE") or ""
    head, _, offset = place.partition(":")
    at = int(offset) if head == str(index) and offset else 1
    shell.vars.unset("OPTARG")
    if index > len(words) or len(words[index - 1]) < 2 or words[index - 1][0] != "-" or words[index - 1] == "--":
        if index <= len(words) and words[index - 1] == "--":
            shell.vars.set("OPTIND", str(index + 1))
        shell.vars.set(name, "?")
        return 1
    word = words[index - 1]
    letter = word[at]
    at += 1
    silent = spec.startswith(":")
    found = spec.find(letter) if letter != ":" else -1
    result = letter
    if found < 0:
        result = "?"
        if silent:
            shell.vars.set("OPTARG", letter)
        else:
            shell.complain(f"getopts: -{letter}: unknown option", call.err)
    elif spec[found + 1 : found + 2] == ":":
        if at < len(word):
            shell.vars.set("OPTARG", word[at:])
        elif index < len(words):
            shell.vars.set("OPTARG", words[index])
            index += 1
        else:
            result = ":" if silent else "?"
            if silent:
                shell.vars.set("OPTARG", letter)
            else:
                shell.complain(f"getopts: -{letter}: requires argument", call.err)
        at = len(word)
    if at >= len(word):
        index, at = index + 1, 1
    shell.vars.set("OPTIND", str(index))
    shell.vars.set("_OPTPLACE", f"{index}:{at}")
    shell.vars.set(name, result)
    return 0
