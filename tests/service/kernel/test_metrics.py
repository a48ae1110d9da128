"""What is counted, by which process, and how Prometheus reads it."""

from __future__ import annotations

import os
import re

from tests.meta.source_tree import ROOT
from workbench.service.kernel.metrics import BOUNDS, GAUGES, OTHER, Metrics

LINE = re.compile(r'workbench_[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?[0-9.]+')


def value(metrics: Metrics, name: str) -> float:
    """The number behind a name with its labels."""
    found = [line for line in metrics.text().splitlines() if line.startswith(f"{name} ")]
    return float(found[0].rpartition(" ")[2])


def test_a_call_is_counted_by_procedure_and_code() -> None:
    """And its time goes into the first bucket that holds it and all above."""
    metrics = Metrics()
    metrics.of(0).call("service.whoAmI", 200, 0.004)
    metrics.of(0).call("service.whoAmI", 401, 100.0)
    assert value(metrics, 'workbench_calls_total{procedure="service.whoAmI",code="200"}') == 1
    assert value(metrics, 'workbench_call_seconds_bucket{procedure="service.whoAmI",le="0.0025"}') == 0
    assert value(metrics, 'workbench_call_seconds_bucket{procedure="service.whoAmI",le="0.005"}') == 1
    assert value(metrics, f'workbench_call_seconds_bucket{{procedure="service.whoAmI",le="{BOUNDS[-1]}"}}') == 1
    assert value(metrics, 'workbench_call_seconds_count{procedure="service.whoAmI"}') == 2
    assert value(metrics, 'workbench_call_seconds_sum{procedure="service.whoAmI"}') == 100.004


def test_a_name_from_outside_is_no_label() -> None:
    """What a caller makes up is `other`, however many names they make up."""
    metrics = Metrics()
    metrics.of(0).call('no.such"}\nworkbench_evil 1', 418, 0.0)
    assert value(metrics, f'workbench_calls_total{{procedure="{OTHER}",code="other"}}') == 1
    assert "evil" not in metrics.text()


def test_every_line_is_prometheus_own() -> None:
    """A comment, or a name, labels and a number."""
    metrics = Metrics()
    share = metrics.of(0)
    share.call("service.whoAmI", 200, 0.1)
    share.record_generation("made", 3.0)
    share.record_credits("settled", 2)
    assert [line for line in metrics.text().splitlines() if line[0] != "#" and not LINE.fullmatch(line)] == []


def test_calls_are_told_now_and_then() -> None:
    """Every process sees its own immediately, and others' once they are published; nothing counts twice."""
    name = 'workbench_calls_total{procedure="service.whoAmI",code="200"}'
    metrics = Metrics(2)
    metrics.of(0).call("service.whoAmI", 200, 0.1)
    child = os.fork()
    if child == 0:
        share = metrics.of(1)
        share.calls(["service.whoAmI", "service.whoAmI"], [200, 200], 0.1)
        share.tell()
        os._exit(0)
    os.waitpid(child, 0)
    assert (value(metrics, name), value(metrics, name)) == (3, 3)


def test_processes_add_up() -> None:
    """Each in its own share; a process that is forked counts for all."""
    metrics = Metrics(2)
    metrics.of(0).record_credits("reserved", 2)
    child = os.fork()
    if child == 0:
        metrics.of(1).record_credits("reserved", 3)
        os._exit(0)
    os.waitpid(child, 0)
    assert value(metrics, 'workbench_credits_total{move="reserved"}') == 5


def test_a_process_that_starts_again_has_nothing_in_flight() -> None:
    """What its forerunner had begun is over; what that one counted stays."""
    metrics = Metrics(2)
    for place in (0, 1):
        metrics.of(place).add("generations_in_flight", 2)
        metrics.of(place).record_credits("reserved", 1)
    metrics.begin(1)
    assert value(metrics, "workbench_generations_in_flight") == 2
    assert value(metrics, 'workbench_credits_total{move="reserved"}') == 2


def test_every_gauge_is_said_from_the_start() -> None:
    """So that an alert can tell nothing from not there."""
    assert [value(Metrics(), f"workbench_{name}") for name in GAUGES] == [0.0] * len(GAUGES)


def test_every_metric_is_explained() -> None:
    """docs/operations.md has a row for each name, with its kind, and none for what is not reported."""
    told = set(re.findall(r"^# TYPE (\w+) (\w+)$", Metrics().text(), re.MULTILINE))
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `(workbench_\w+)` \| (\w+) \|", page, re.MULTILINE)) == told
