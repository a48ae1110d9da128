"""Runs that meet trouble: whatever it is, the invariants hold against the service's own truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults.cases import Drawn, Fault, Mode, Trouble, drawn
from tests.faults.conftest import FEW_CASES
from tests.faults.faulty_service import FaultyService
from tests.faults.kernels import IMPATIENT, PAID_TIMEOUT_SECONDS, Kernels
from tests.faults.trials import Trial, tried
from workbench.client.sync import Client

Trials = Callable[[Drawn], Trial]


@pytest.fixture
def trial_of(
    faulty_service: FaultyService, journals: Path, kernels: Kernels, small_disk: Path | None
) -> Iterator[Trials]:
    """A trial of a case in its own folder, with a client that is as impatient as the tests."""
    with ExitStack() as stack:

        def made(case: Drawn) -> Trial:
            impatient = Client(faulty_service.url, "token", policy=IMPATIENT, paid_timeout_seconds=PAID_TIMEOUT_SECONDS)
            stack.enter_context(closing(impatient))
            here = Trial(case, faulty_service, impatient, journals / str(case), kernels)
            here.small_disk = small_disk and small_disk / str(case)
            return here

        yield made


def test_every_invariant_holds_when_the_faults_have_stopped(
    fault_case: Drawn, trial_of: Trials, record_property: Callable[[str, Any], None]
) -> None:
    """I1 to I7, for every trouble of the fault table, with and without keys, by seed."""
    trial = trial_of(fault_case)
    wrong = tried(trial)
    record_property("trouble", fault_case.trouble.value)
    record_property("mode", "keys" if fault_case.keyed else "no keys")
    record_property("met", trial.met)
    record_property("broken", sorted({problem.partition(":")[0] for problem in wrong}))

    assert wrong == []


def test_every_trouble_is_drawn_in_every_mode() -> None:
    """The sample of `make test` has each of the seventeen twice with keys, and once in each of the modes without."""
    sample = [drawn(seed) for seed in range(FEW_CASES)]
    count = Counter((drawn_case.trouble, drawn_case.case.mode) for drawn_case in sample)

    assert {(trouble, mode): 2 if mode is Mode.KEYS else 1 for trouble in Trouble for mode in Mode} == dict(count)


def test_every_fate_of_a_request_is_drawn_in_every_mode() -> None:
    """What meets one paid request is drawn in every mode, a few hundred seeds suffice; a 409 is a key's."""
    sample = [drawn(seed) for seed in range(680)]
    count = {
        (fault, drawn_case.case.mode) for drawn_case in sample for fault in drawn_case.case.faults if fault is not None
    }

    assert {(fault, mode) for fault in Fault for mode in Mode} - count == {
        (Fault.STILL_RUNNING, Mode.PRICES),
        (Fault.STILL_RUNNING, Mode.INTERFACE),
    }


@pytest.mark.parametrize("keyed", [True, False], ids=["keys", "no keys"])
@pytest.mark.parametrize("trouble", Trouble, ids=lambda character: character.name.lower())
def test_every_trouble_comes_about(trouble: Trouble, keyed: bool, trial_of: Trials) -> None:
    """A trial that never met its trouble would prove nothing: one of the first draws without other faults does."""
    seeds = (seed for seed in range(680) if drawn(seed).trouble is trouble and drawn(seed).keyed is keyed)
    trials = (trial_of(drawn(seed, quiet=True)) for seed in seeds)

    assert any(tried(trial) == [] and trial.met for trial in trials)
