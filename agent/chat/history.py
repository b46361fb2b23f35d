"""A conversation's history: one JSON line a message, kept as it happens, resumed and exported."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from agent.chat.messages import ChatMessage, ChatReply
from agent.journal import journal_lines
from device import BadInput


class History:
    """The messages of a conversation, in a file where one is given. A half-written last line (a killed chat) is left out.

    Raises BadInput for a file that is no history.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.messages: list[ChatMessage] = []
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            lines = journal_lines(path, mend=True)
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{path} cannot be read ({error})") from error
        for number, line in enumerate(lines, 1):
            try:
                self.messages.append(ChatMessage.model_validate(json.loads(line)))
            except (ValueError, ValidationError) as error:
                raise BadInput(f"{path}:{number} is no message", mend="give a history that chat wrote") from error

    def user(self, text: str) -> None:
        """Keep what the user said."""
        self._add(ChatMessage(role="user", content=text), {})

    def assistant(self, reply: ChatReply) -> None:
        """Keep a reply with what it rests on; silence is kept as an empty message and is no part of the dialogue."""
        about = reply.model_dump(mode="json", exclude={"text", "model"}, exclude_none=True)
        self._add(ChatMessage(role="assistant", content=reply.text), about)

    @property
    def dialogue(self) -> list[ChatMessage]:
        """The messages without silences."""
        return [message for message in self.messages if message.content]

    def _add(self, message: ChatMessage, about: dict[str, object]) -> None:
        self.messages.append(message)
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(
                json.dumps({**message.model_dump(), **({"about": about} if about else {})}, ensure_ascii=False) + "\n"
            )

    def export(self, path: Path) -> None:
        """Write it as Markdown (.md), or as a JSON list of role and content. Raises BadInput for another ending."""
        if path.suffix == ".md":
            text = "\n\n".join(f"**{message.role}**\n\n{message.content}" for message in self.dialogue) + "\n"
        elif path.suffix == ".json":
            text = json.dumps([message.model_dump() for message in self.dialogue], ensure_ascii=False, indent=1) + "\n"
        else:
            raise BadInput(f"cannot export to {path.name}", mend="a name that ends in .md or .json")
        path.write_text(text, encoding="utf-8")
