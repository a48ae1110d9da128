"""Mutated files of each type: cut, doubled, spliced, with bytes changed, and each under the name of another."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.service.assets.media_files import SAMPLES, animation, picture

SEEDS = [*SAMPLES.values(), animation(4), picture("PNG", mode="P"), picture("WEBP", lossless=True)]


def mutated(seed: int, count: int) -> Iterator[bytes]:
    """So many files; the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(count):
        content = bytearray(chance.choice(SEEDS))
        for _ in range(chance.choice((1, 1, 2, 5, 20))):
            _mutate(content, chance)
        yield bytes(content)


def _mutate(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content) + 1)
    match chance.randrange(7):
        case 0:
            del content[at:]
        case 1:
            content[at : at + chance.randrange(1, 9)] = chance.randbytes(chance.randrange(1, 9))
        case 2 if content:
            content[min(at, len(content) - 1)] ^= 1 << chance.randrange(8)
        case 3:
            other = chance.choice(SEEDS)
            content[at:] = other[chance.randrange(len(other)) :]
        case 4:
            content += chance.choice((b"<script>alert(1)</script>", b"PK\x03\x04", b"%PDF-1.4", b"\x00" * 500))
        case 5:
            content[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff"))
        case _:
            content[at:at] = content[at : at + 200]
