"""Generated paths by seed: what a service or a page server has, with something odd spliced in. Knows no server.

Also sends them over raw connections, as no HTTP library would: the bytes of the path are not normalized.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

SENDERS = 8
PATIENCE_SECONDS = 60.0
ODD = [
    "%00", "%0", "%", "%%", "%2f", "%2F..%2f", "..%2f", "%2e%2e/", "../", "./", "//", "%5c", "..%5c", "\\", "%0a",
    "%0d%0a", "%7f", "%20", "+", "%ED%A0%80", "%ff", "%C0%AE", "%C0%AF", "%E2%80%AE", "%F0%9F%A7%91", "%u0000", "%2500",
    "%252f", "a" * 300, "a/" * 60, "%61" * 200, ";x=1", "%3f", "%23", "?download", "?download=%00", "*", "~", ":", "|",
    "'", '"', "<", "{}", "null", "0", "-1", ".png", "/a/", "/s/", "",
]  # fmt: skip
_METHODS = ["GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]


def odd_path(seed: int, templates: Sequence[str]) -> tuple[str, str]:
    """Method and target of a seed: one of the templates, cut and with up to three odd pieces in it."""
    chance = random.Random(seed)
    path = chance.choice(list(templates))
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        slashes = [place for place, character in enumerate(path) if character == "/"]
        place = chance.choice([len(path), chance.randrange(1, len(path) + 1), *(slash + 1 for slash in slashes)])
        path = path[:place] + chance.choice(ODD) + path[place + chance.choice((0, 0, 0, 1, 5)) :]
    return chance.choice(_METHODS), path


@dataclass
class PathReport:
    """What came of the paths: how often each status, and those that failed."""

    counted: dict[int, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


async def send_paths(
    address: tuple[str, int], seeds: Sequence[int], templates: Sequence[str], headers: Sequence[dict[str, str]]
) -> PathReport:
    """Send the path of every seed with one of the sets of headers in turn; a status of 5xx, or none, is a failure."""
    report, waiting = PathReport(), iter(seeds)

    async def sender() -> None:
        for seed in waiting:
            method, target = odd_path(seed, templates)
            http_status = await _status(address, method, target, headers[seed % len(headers)])
            report.counted[http_status] = report.counted.get(http_status, 0) + 1
            if http_status >= 500 or http_status == 0:
                report.failed.append(f"{seed}: {method} {target[:200]} {http_status}")

    await asyncio.gather(*(sender() for _ in range(SENDERS)))
    return report


async def _status(address: tuple[str, int], method: str, target: str, headers: dict[str, str]) -> int:
    reader, writer = await asyncio.open_connection(*address)
    try:
        lines = {"host": f"{address[0]}:{address[1]}", "connection": "close", "content-length": "0", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape"))
        whole = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    finally:
        writer.close()
    return int(whole.split(b" ", 2)[1]) if whole else 0
