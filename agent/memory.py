"""What the agent remembers between moments: what it proposed, what became of it, and how long it keeps quiet."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Remembered(BaseModel):
    """A proposal made: when (phone time), about what, the user's answer, the message that it rested on, and the deed."""

    time_ms: int
    subject: str
    topic: str
    answer: str
    source: str = ""
    deed: str = ""


class Memory(BaseModel):
    """Proposals made so far. A subject is not proposed twice a day, nor the same deed twice within hours (unless two
    messages ask for it), nor is one message spoken of twice; after a no (two, where a new message asks) the whole topic
    rests for a while."""

    made: list[Remembered] = Field(default_factory=list)
    rest_after_no_ms: int = 4 * 3_600_000
    rest_same_deed_ms: int = 3 * 3_600_000
    rest_after_later_ms: int = 30 * 60_000

    def remember(
        self, time_ms: int, subject: str, topic: str, answer: str, source: str = "", deed: str = ""
    ) -> Remembered:
        """Keep what became of a proposal."""
        made = Remembered(time_ms=time_ms, subject=subject, topic=topic, answer=answer, source=source, deed=deed)
        self.made.append(made)
        return made

    def postponed(self, subject: str, source: str = "") -> bool:
        """Whether the user has said "later" to this, or to what the same message asks: what is new goes first."""
        return any(
            past.answer == "later" and (past.subject == subject or (source != "" and past.source == source))
            for past in self.made
        )

    def rests(self, now_ms: int, subject: str, topic: str, source: str = "", deed: str = "") -> str | None:
        """Why a proposal about this must not be made now, or None."""
        day_ms = 86_400_000
        noes = 0
        for past in self.made:
            age = now_ms - past.time_ms
            if (past.subject == subject or (source and past.source == source)) and age < day_ms:
                if past.answer == "later" and age >= self.rest_after_later_ms:
                    continue
                return f"already proposed ({past.answer})"
            same = deed != "" and deed == past.deed and not (source and past.source)
            later = past.answer == "later" and age >= self.rest_after_later_ms
            rest = self.rest_same_deed_ms // 4 if past.answer == "reject" else self.rest_same_deed_ms
            if same and not later and 0 <= age < rest:
                return f"the same was proposed ({past.answer})"
            if past.topic == topic and past.answer == "reject" and age < self.rest_after_no_ms:
                noes += 1
        # Another message is another matter: one no does not silence it, a second one does.
        return f"the user said no to {topic} in the last hours" if noes > (1 if source else 0) else None
