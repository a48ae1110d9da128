"""What a service really did: lessons, charges and paid sends. Invariants are checked against this."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field, replace

from tests.hanging import HANG_SECONDS

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
    by_itself: bool = False
    project_id: str | None = None
    course_id: str | None = None


@dataclass
class Truth:
    """One service's data. `sent()` is called for each paid request that arrived, whatever is answered.

    `refused` are the requests, by number, that were answered with a refusal before any work.
    """

    balance_credits: int = 1000
    opened_with: int = 1000
    selected: str = "org1"
    lessons: list[MadeLesson] = field(default_factory=list)
    sends: list[tuple[str, str]] = field(default_factory=list)
    ran_out: bool = False
    refused: set[int] = field(default_factory=set)
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
            assert self.lock.wait_for(lambda: self.under_way == 0, timeout=HANG_SECONDS)
        return self

    def make(
        self,
        language: str,
        topic: str,
        key: str | None,
        now_ms: int,
        project_id: str | None = None,
        course_id: str | None = None,
    ) -> MadeLesson | None:
        """Make and charge, once a key; `None` when there are too few credits."""
        with self.lock:
            if key is not None and key in self.by_key:
                return self.by_key[key]
            if self.balance_credits < PRICE:
                self.ran_out = True
                return None
            self.balance_credits -= PRICE
            lesson_id = f"lesson{len(self.lessons):04d}"
            goes_to = {"project_id": project_id, "course_id": course_id}
            lesson = MadeLesson(lesson_id, topic, language, key, now_ms, **goes_to)
            self.lessons.append(lesson)
            if key is not None:
                self.by_key[key] = lesson
            return lesson

    def make_another(self, first: MadeLesson, now_ms: int) -> None:
        """The service's own mistake: the same lesson again, paid again. Its constraint on the key forbids it."""
        with self.lock:
            if first.key is None and self.balance_credits >= PRICE:
                self.balance_credits -= PRICE
                number = len(self.lessons)
                self.lessons.append(
                    replace(first, lesson_id=f"lesson{number:04d}", created_at_ms=now_ms, by_itself=True)
                )

    def forget_keys(self) -> None:
        """As a service does after 30 days."""
        with self.lock:
            self.by_key.clear()

    def made_by_a_stranger(self, now_ms: int, *, credits: int) -> None:
        """Somebody else makes a lesson in the organization, for another price."""
        with self.lock:
            if self.balance_credits >= credits:
                self.balance_credits -= credits
                number = len(self.lessons)
                lesson = MadeLesson(f"lesson{number:04d}", f"other {number}", "EN", None, now_ms, "Bob", credits)
                self.lessons.append(lesson)

    def worked_on(self) -> Counter[tuple[str, str]]:
        """How many paid requests each topic had that were not refused before any work."""
        return Counter(send for number, send in enumerate(self.sends) if number not in self.refused)

    @property
    def ours(self) -> list[MadeLesson]:
        """The lessons that the run caused; not those that the service made by itself."""
        return [lesson for lesson in self.lessons if lesson.created_by == "Ada" and not lesson.by_itself]

    @property
    def charged(self) -> int:
        """Credits that were taken."""
        return self.opened_with - self.balance_credits
