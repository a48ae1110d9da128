"""Cases as data: a mode of the service, a number of rows, and which fault meets which paid request.

`drawn(seed)` adds which of the seventeen troubles the run meets. Every trouble meets every mode within 68 seeds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

MOST_FAULTS_PER_ROW = 2
MOST_SIGN_INS = 4


class Mode(StrEnum):
    """What the service announces."""

    KEYS = "keys"
    PRICES = "prices, no keys"
    INTERFACE = "interface only"


class Fault(StrEnum):
    """What happens to one paid request. `before` and `after` say whether the lesson was made."""

    CUT_BEFORE = "cut before"
    CUT_AFTER = "cut after"
    CUT_THEN_MADE = "cut, made later"
    CUT_THEN_MADE_LATE = "cut, made when nobody looks any more"
    SLOW_AFTER = "answer too late"
    ERROR_BEFORE = "500 before"
    ERROR_AFTER = "500 after"
    BUSY_BEFORE = "503 before"
    PROXY_BEFORE = "502 page before"
    PROXY_AFTER = "502 page after"
    GARBLED_AFTER = "torn JSON after"
    NO_ID_AFTER = "no lesson id after"
    PATIENCE = "429"
    SIGNED_OUT = "401"
    STILL_RUNNING = "409 still running"
    MADE_TWICE = "made twice by the service itself"


class Trouble(StrEnum):
    """What a run meets, in the order of the fault table. Source: ours (reliability 3.5)."""

    KILLED_BEFORE_INTENT = "1 killed before the intent"
    KILLED_BEFORE_SEND = "2 killed after the intent, before the send"
    LOST_ANSWER = "3 no answer, or killed before it"
    KILLED_BEFORE_RECORD = "4 killed after the answer, before it is recorded"
    DISK_FULL = "5 disk full"
    JOURNAL_UNUSABLE = "6 journal locked, read-only or damaged"
    KERNELS = "7 several kernels"
    MACHINES = "8 two machines"
    SLEEP = "9 laptop sleep"
    PATIENCE = "10 429 storm"
    UNWELL = "11 5xx storm"
    SESSION_ENDS = "12 session ends"
    CREDITS_END = "13 credits end"
    DUPLICATES = "14 duplicate topics"
    INTERRUPTED = "15 interrupted in a send"
    MADE_TWICE = "16 made twice by the service itself"
    KEY_EXPIRED = "17 key expired"


@dataclass(frozen=True)
class Case:
    """`faults[n]` meets the n-th paid request; after the last there are none any more.

    At the requests of `strangers` somebody else makes a lesson in the same organization; where authors are not shown,
    at another price.
    """

    seed: int
    mode: Mode
    rows: int
    faults: tuple[Fault | None, ...]
    balance_credits: int = 1000
    strangers: frozenset[int] = frozenset()
    shows_authors: bool = True

    def __str__(self) -> str:
        return f"{self.seed}-{self.mode.name.lower()}"


_LOST = (Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_THEN_MADE, Fault.CUT_THEN_MADE_LATE, Fault.SLOW_AFTER)
_TORN = (Fault.GARBLED_AFTER, Fault.NO_ID_AFTER)
_STORMS = {
    Trouble.LOST_ANSWER: (*_LOST, *_TORN),
    Trouble.PATIENCE: (Fault.PATIENCE,),
    Trouble.UNWELL: (
        *(Fault.ERROR_BEFORE, Fault.ERROR_AFTER, Fault.BUSY_BEFORE, Fault.PROXY_BEFORE, Fault.PROXY_AFTER),
    ),
    Trouble.SESSION_ENDS: (Fault.SIGNED_OUT,),
    Trouble.MADE_TWICE: (Fault.MADE_TWICE,),
    Trouble.KEY_EXPIRED: (*_LOST, *_TORN),
}
_ANY = tuple(fault for fault in Fault if fault not in (Fault.STILL_RUNNING, Fault.MADE_TWICE))


@dataclass(frozen=True)
class Drawn:
    """A case and the trouble that it meets: at the `at`-th paid request, or send, where it has such a moment."""

    trouble: Trouble
    case: Case
    at: int

    @property
    def keyed(self) -> bool:
        """Whether keys are honoured."""
        return self.case.mode is Mode.KEYS

    def chance(self) -> random.Random:
        """What else is left to chance: always the same for a seed."""
        return random.Random(f"{self.case.seed} {self.trouble}")

    def __str__(self) -> str:
        return f"{self.case}-{self.trouble.name.lower()}"


def drawn(seed: int, *, quiet: bool = False) -> Drawn:
    """The case and trouble of a seed: always the same. `quiet` leaves out every fault that is not the trouble."""
    trouble = list(Trouble)[seed % len(Trouble)]
    mode = (Mode.KEYS, Mode.PRICES, Mode.KEYS, Mode.INTERFACE)[seed // len(Trouble) % 4]
    chance = random.Random(seed)
    rows = chance.randint(1, 6)
    at = chance.randrange(rows)
    storm = _storm(chance, trouble, rows)
    beside = () if quiet else _beside(chance, mode, storm)
    faults = (*storm, *beside)
    while sum(fault is not None for fault in faults) > MOST_FAULTS_PER_ROW * rows:
        faults = faults[:-1]  # the faults stop before the tries are used up, those of a killed kernel included
    balance = chance.randrange(rows) * 2 if trouble is Trouble.CREDITS_END else 1000
    others = not quiet and trouble not in (Trouble.CREDITS_END, Trouble.MACHINES) and chance.random() < 0.2
    strangers = frozenset(chance.sample(range(8), 3)) if others else frozenset()
    shows = chance.random() < 0.5
    return Drawn(trouble, Case(seed, mode, rows, faults, balance, strangers, shows_authors=shows), at)


def _storm(chance: random.Random, trouble: Trouble, rows: int) -> tuple[Fault | None, ...]:
    kinds = _STORMS.get(trouble, ())
    if not kinds:
        return ()
    before = (None,) * chance.randrange(rows)
    most = MOST_SIGN_INS if trouble is Trouble.SESSION_ENDS else MOST_FAULTS_PER_ROW * rows
    return (*before, *(chance.choice(kinds) for _ in range(chance.randint(1, most))))


def _beside(chance: random.Random, mode: Mode, storm: tuple[Fault | None, ...]) -> tuple[Fault | None, ...]:
    usable = (*_ANY, Fault.STILL_RUNNING) if mode is Mode.KEYS else _ANY
    often = chance.choice((0.0, 0.2, 0.5))
    length = chance.randint(0, 3) if storm else chance.randint(1, 8)
    return tuple(chance.choice(usable) if chance.random() < often else None for _ in range(length))


# One case for each rule that chance seldom meets: what a looser rule would do wrong, in the fewest steps.
TRAPS = (
    Case(-1, Mode.PRICES, 3, (Fault.CUT_THEN_MADE_LATE, Fault.CUT_BEFORE)),  # the late lesson is the other row's
    Case(-2, Mode.PRICES, 2, (Fault.CUT_BEFORE,), strangers=frozenset({0}), shows_authors=False),  # not our price
    Case(-3, Mode.PRICES, 2, (Fault.CUT_BEFORE,), strangers=frozenset({0})),  # not our name
    Case(-4, Mode.PRICES, 2, (Fault.CUT_AFTER,), strangers=frozenset({0})),  # two new lessons, one of them ours
    Case(-5, Mode.INTERFACE, 2, (Fault.CUT_AFTER,)),  # nothing is shown
    Case(-6, Mode.KEYS, 1, (Fault.CUT_THEN_MADE_LATE,)),  # the repeat overtakes the first request
)


def cases(count: int) -> list[Drawn]:
    """The traps and the first `count` seeds."""
    return [*(Drawn(Trouble.LOST_ANSWER, trap, 0) for trap in TRAPS), *(drawn(seed) for seed in range(count))]
