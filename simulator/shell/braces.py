"""Brace expansion: `{a,b}c` to `ac bc`, before everything else."""

from __future__ import annotations

from simulator.shell.syntax import Part, Text, Word
from simulator.shell.words import make_word

_Atom = str | Part  # an unquoted character, or a part that stays whole


def has_braces(word: Word) -> bool:
    """Whether a word may expand by braces."""
    unquoted = "".join(part.text for part in word.parts if isinstance(part, Text) and not part.quoted)
    return "{" in unquoted and "," in unquoted and "}" in unquoted


def expand_braces(word: Word) -> list[Word]:
    """The words that a word with braces stands for."""
    atoms: list[_Atom] = []
    for part in word.parts:
        if isinstance(part, Text) and not part.quoted:
            atoms += list(part.text)
        else:
            atoms.append(part)
    return [
        make_word([Text(atom, False) if isinstance(atom, str) else atom for atom in each], "")
        for each in _expanded(atoms)
    ]


def _expanded(atoms: list[_Atom]) -> list[list[_Atom]]:
    for start, atom in enumerate(atoms):
        if atom != "{":
            continue
        found = _alternatives(atoms, start)
        if found is None:
            continue
        choices, end = found
        tails = _expanded(atoms[end + 1 :])
        heads = [piece for choice in choices for piece in _expanded(choice)]
        return [atoms[:start] + head + tail for head in heads for tail in tails]
    return [atoms]


def _alternatives(atoms: list[_Atom], start: int) -> tuple[list[list[_Atom]], int] | None:
    depth, choices, last = 0, [], start + 1
    for at in range(start, len(atoms)):
        atom = atoms[at]
        if atom == "{":
            depth += 1
        elif atom == "," and depth == 1:
            choices.append(atoms[last:at])
            last = at + 1
        elif atom == "}":
            depth -= 1
            if not depth:
                return ([*choices, atoms[last:at]], at) if choices else None
    return None
