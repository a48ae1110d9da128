"""Cases as data: a mode of the service, a number of rows, and which fault meets which paid request."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

MOST_FAULTS_PER_ROW = 4


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


@dataclass(frozen=True)
class Case:
    """`faults[n]` meets the n-th paid request; behind the last there are none any more.

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


def case(seed: int) -> Case:
    """The case of a seed: always the same."""
    chance = random.Random(seed)
    mode = list(Mode)[seed % 3]
    rows = chance.randint(1, 6)
    usable = [each for each in Fault if mode is Mode.KEYS or each is not Fault.STILL_RUNNING]
    often = chance.choice((0.2, 0.5, 0.8))
    faults = tuple(chance.choice(usable) if chance.random() < often else None for _ in range(chance.randint(1, 8)))
    while sum(each is not None for each in faults) > MOST_FAULTS_PER_ROW * rows:
        faults = faults[:-1]  # the faults stop before the tries are used up
    short_of_money = chance.random() < 0.1
    balance = chance.randint(0, rows) * 2 if short_of_money else 1000
    strangers = frozenset(chance.sample(range(8), 3)) if chance.random() < 0.3 else frozenset()
    return Case(seed, mode, rows, faults, balance, strangers, shows_authors=chance.random() < 0.5)


# One case for each rule that chance seldom meets: what a looser rule would do wrong, in the fewest steps.
TRAPS = (
    Case(-1, Mode.PRICES, 3, (Fault.CUT_THEN_MADE_LATE, Fault.CUT_BEFORE)),  # the late lesson is the other row's
    Case(-2, Mode.PRICES, 2, (Fault.CUT_BEFORE,), strangers=frozenset({0}), shows_authors=False),  # not our price
    Case(-3, Mode.PRICES, 2, (Fault.CUT_BEFORE,), strangers=frozenset({0})),  # not our name
    Case(-4, Mode.PRICES, 2, (Fault.CUT_AFTER,), strangers=frozenset({0})),  # two new lessons, one of them ours
    Case(-5, Mode.INTERFACE, 2, (Fault.CUT_AFTER,)),  # nothing is shown
    Case(-6, Mode.KEYS, 1, (Fault.CUT_THEN_MADE_LATE,)),  # the repeat overtakes the first request
)


def cases(count: int) -> list[Case]:
    """The traps and the first `count` cases."""
    return [*TRAPS, *(case(seed) for seed in range(count))]
