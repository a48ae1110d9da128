"""Decoded size of a Parquet file, read from its page headers before any page is unpacked.

A page of zeros compresses to almost nothing, one value of a dictionary can be in every row, and a header may
claim any count of values: each is summed here first. Source: https://parquet.apache.org/docs/file-format/; ours
(reliability T30).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from workbench.errors import PlanRejected

MAX_FOOTER_BYTES: Final = 2_000_000
MAX_DECODED_BYTES: Final = 200_000_000
MAX_PAGES: Final = 200_000
_DICTIONARY: Final = 2
_COUNTS: Final = {0: 5, _DICTIONARY: 7, 3: 8}  # kinds of pages, and the field of the heading that has their count
_NESTED: Final = 16


def check_footer(data: bytes) -> None:
    """Raise `PlanRejected` for a footer that is larger than that of any topic list."""
    if MAX_FOOTER_BYTES < int.from_bytes(data[-8:-4], "little") <= len(data):
        raise PlanRejected("The file describes more columns and parts than a topic list has. Nothing was sent.")


def largest_row_bytes(data: bytes, metadata: Any, places: list[int]) -> int:
    """Return the most bytes that one row of these columns may take when it is decoded.

    `metadata` is pyarrow's, `places` are the columns' places in it. Raises `PlanRejected` for a file whose
    pages together, or whose counts, exceed the limits.
    """
    largest = total = pages = 0
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        in_group = 0
        for chunk in map(group.column, places):
            for page in _pages(data, chunk):
                pages += 1
                in_group += page.size
                if page.values > (page.size if page.kind == _DICTIONARY else group.num_rows):
                    raise PlanRejected("The file is damaged: a page claims more values than it has. Nothing was sent.")
                if total + in_group > MAX_DECODED_BYTES or pages > MAX_PAGES:
                    raise PlanRejected(
                        f"The file unpacks to more than {MAX_DECODED_BYTES // 10**6} MB. Split it. Nothing was sent."
                    )
        total += in_group
        largest = max(largest, in_group)
    return largest


@dataclass(frozen=True, slots=True)
class _Page:
    kind: int
    size: int
    values: int


def _pages(data: bytes, chunk: Any) -> Iterator[_Page]:
    first = chunk.data_page_offset
    if chunk.dictionary_page_offset is not None and 0 < chunk.dictionary_page_offset < first:
        first = chunk.dictionary_page_offset
    offset, end, left = first, first + chunk.total_compressed_size, chunk.num_values
    if not 0 < first <= end <= len(data):
        raise PlanRejected("The file is damaged: a column is outside it. Nothing was sent.")
    while offset < end and left > 0:
        try:
            heading, offset = _Compact(data, offset).structure()
            kind, size, packed = heading[1], heading[2], heading[3]
            values = heading[_COUNTS[kind]][1] if kind in _COUNTS else 0
        except (KeyError, IndexError, TypeError):
            raise PlanRejected("The file is damaged: a page has no heading. Nothing was sent.") from None
        if min(size, packed, values) < 0:
            raise PlanRejected("The file is damaged: a page has no size. Nothing was sent.")
        offset += packed
        left -= 0 if kind == _DICTIONARY else values
        yield _Page(kind, size, values)


@dataclass(slots=True)
class _Compact:
    """Thrift's compact protocol, as far as page headings need it."""

    data: bytes
    place: int

    def structure(self, depth: int = 0) -> tuple[dict[int, Any], int]:
        """Return the fields by number, and the place after them."""
        fields: dict[int, Any] = {}
        number = 0
        while kind := self._byte():
            number = number + (kind >> 4) if kind >> 4 else self._read_signed()
            fields[number] = self._value(kind & 15, depth)
        return fields, self.place

    def _value(self, kind: int, depth: int) -> Any:
        if depth > _NESTED:
            raise IndexError
        if kind in (1, 2):
            return kind == 1
        if kind == 3:
            return self._byte()
        if kind in (4, 5, 6):
            return self._read_signed()
        if kind == 7:
            self.place += 8
        elif kind == 8:
            self.place += self._read_unsigned()
        elif kind in (9, 10):
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._read_unsigned()
            for _ in range(min(count, len(self.data))):
                self._value(head & 15, depth + 1)
        elif kind == 12:
            return self.structure(depth + 1)[0]
        else:
            raise IndexError
        return None

    def _byte(self) -> int:
        byte = self.data[self.place]
        self.place += 1
        return byte

    def _read_unsigned(self) -> int:
        number = shift = 0
        while shift < 70:
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
        raise IndexError

    def _read_signed(self) -> int:
        number = self._read_unsigned()
        return (number >> 1) ^ -(number & 1)
