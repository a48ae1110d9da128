"""One short run of wrk against one address: requests a second, latencies, and the server's processor time."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from benchmarks.paired import Compared, growth, in_turn
from benchmarks.serving import Serving, pinned

CONNECTIONS = 16
FLAT_P50 = 1.5
"""A read of much is flat when it takes this much longer than a read of little, at most."""
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


@dataclass(frozen=True, slots=True)
class Load:
    """What a run gave."""

    requests_per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us: float  # the server's processor time a request, in microseconds


def load(
    server: Serving,
    target: str,
    cookie: str,
    *,
    seconds: float,
    connections: int = CONNECTIONS,
    script: Path | None = None,
) -> Load:
    """Drive `target` from `connections` connections. Ends in a sentence when an answer is no success."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--latency", "-H", f"Cookie: {cookie}"]
    if script is not None:
        command += ["-s", str(script)]
    before = server.cpu_seconds()
    said = subprocess.run(
        pinned(1, [*command, server.base_url + target]), capture_output=True, text=True, check=True
    ).stdout
    used = server.cpu_seconds() - before
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"wrk met failures at {target}:\n{said}")
    requests = int(_found(r"(\d+) requests in", said))
    if not requests:
        raise SystemExit(f"No answer of {target} came within {seconds} s. Measure when the machine has less to do.")
    return Load(
        float(_found(r"Requests/sec:\s+([\d.]+)", said)), _ms("50%", said), _ms("99%", said), used / requests * 1e6
    )


def read_target(procedure: str, values: dict[str, object]) -> str:
    """Path and query of a GET of one read."""
    text = quote(json.dumps({"0": {"json": values}}, separators=(",", ":")))
    return f"/api/rpc/{procedure}?batch=1&input={text}"


def p50_compared(what: str, sides: Sequence[Callable[[], Load]], rounds: int) -> Compared:
    """p50 of the first side by that of the second, round by round."""
    left, right = zip(*in_turn(rounds, *sides, warm=True), strict=True)
    large, small = ([run.p50_ms for run in side] for side in (left, right))
    return growth(what, "p50 ms", large, small, FLAT_P50)


def _ms(share: str, said: str) -> float:
    amount, unit = re.findall(rf"{share}\s+([\d.]+)(us|ms|s|m)\b", said)[-1]
    return float(amount) * _UNITS[unit]


def _found(pattern: str, said: str) -> str:
    found = re.search(pattern, said)
    if found is None:
        raise SystemExit(f"wrk said something unknown:\n{said}")
    return found[1]
