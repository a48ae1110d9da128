"""Transactions over HTTP against the list model, on both databases; and each seeded defect is found.

`MODEL_EXAMPLES` and `MODEL_STEPS` set how long it looks (nightly: 1000 and 50).
"""

from __future__ import annotations

import os
from asyncio import Runner
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.service.asking import Asking
from tests.slow import first_in_gate
from tests.sweeps.lesson.defects import DEFECTS
from tests.sweeps.lesson.machine import LessonMachine
from workbench.service.kernel.context import Service

EXAMPLES = int(os.environ.get("MODEL_EXAMPLES", "12"))
STEPS = int(os.environ.get("MODEL_STEPS", "20"))
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
LOOKING = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, suppress_health_check=CHECKS)
FINDING = settings(
    LOOKING,
    max_examples=500,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    report_multiple_bugs=False,
)


def machine(ana: Asking, runner: Runner) -> type[LessonMachine]:
    """The machine at this service."""
    return type("Machine", (LessonMachine,), {"ana": ana, "runner": runner})


def test_the_service_does_what_the_model_says(ana: Asking, runner: Runner) -> None:
    """Whatever is sent, in whatever order, and however often."""
    run_state_machine_as_test(machine(ana, runner), settings=LOOKING)


@pytest.mark.parametrize("defect", first_in_gate(DEFECTS), ids=lambda character: character.__name__)
def test_a_seeded_defect_is_found(
    defect: Callable[[Service], AbstractContextManager[None]], ana: Asking, runner: Runner
) -> None:
    """Else the test above would prove nothing."""
    with defect(ana.service), pytest.raises(AssertionError):
        run_state_machine_as_test(machine(ana, runner), settings=FINDING)
