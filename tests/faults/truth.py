"""What a service really did: lessons, charges and paid sends. Invariants are checked against this."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

PRICE = 2


@dataclass(frozen=True)
class MadeLesson:
    """A lesson that exists, and the request that made it."""

    lesson_id: str
    topic: str
    language: str
    key: str | None
    created_at_ms: int
    created_by: str = "Ada"
    credits: int = PRICE


@dataclass
class Truth:
    """One service's data. `send()` is called for each paid request that arrived, whatever is answered."""

    balance_credits: int = 1000
    opened_with: int = 1000
    selected: str = "org1"
    lessons: list[MadeLesson] = field(default_factory=list)
    sends: list[tuple[str, str]] = field(default_factory=list)
    by_key: dict[str, MadeLesson] = field(default_factory=dict)
    lock: threading.Condition = field(default_factory=threading.Condition)
    under_way: int = 0

    def sent(self, language: str, topic: str) -> int:
        """Count a paid request; which one it is, from 0."""
        with self.lock:
            self.sends.append((language, topic))
            self.under_way += 1
            return len(self.sends) - 1

    def ended(self) -> None:
        """A paid request has done all that it ever will."""
        with self.lock:
            self.under_way -= 1
            self.lock.notify_all()

    def when_quiet(self) -> Truth:
        """The truth when every request has ended, those included that nobody waits for any more."""
        with self.lock:
            assert self.lock.wait_for(lambda: self.under_way == 0, timeout=10)
        return self

    def make(self, language: str, topic: str, key: str | None, now_ms: int) -> MadeLesson | None:
        """Make and charge, once a key; `None` when there are too few credits."""
        with self.lock:
            if key is not None and key in self.by_key:
                return self.by_key[key]
            if self.balance_credits < PRICE:
                return None
            self.balance_credits -= PRICE
            lesson = MadeLesson(f"lesson{len(self.lessons):04d}", topic, language, key, now_ms)
            self.lessons.append(lesson)
            if key is not None:
                self.by_key[key] = lesson
            return lesson

    def made_by_a_stranger(self, now_ms: int, *, credits: int) -> None:
        """Somebody else makes a lesson in the organization, for another price."""
        with self.lock:
            if self.balance_credits >= credits:
                self.balance_credits -= credits
                number = len(self.lessons)
                lesson = MadeLesson(f"lesson{number:04d}", f"other {number}", "EN", None, now_ms, "Bob", credits)
                self.lessons.append(lesson)

    @property
    def ours(self) -> list[MadeLesson]:
        """The lessons that the run caused."""
        return [each for each in self.lessons if each.created_by == "Ada"]

    @property
    def charged(self) -> int:
        """Credits that were taken."""
        return self.opened_with - self.balance_credits
