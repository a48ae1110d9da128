"""What a Parquet file holds once it is decoded, read from its pages' headings."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pyarrow
import pyarrow.parquet
import pytest

from tests.bulk.bombs import one_text_in_many_rows, parquet
from workbench.bulk.reading.parquet_size import MAX_FOOTER_BYTES, check_footer, largest_row_bytes
from workbench.errors import PlanRejected


@pytest.fixture(autouse=True)
def _memory_given_back() -> Iterator[None]:
    """Arrow keeps what it had once, for the next time."""
    yield
    pyarrow.default_memory_pool().release_unused()


def largest(data: bytes) -> int:
    """The most that a row of the first column may take."""
    return largest_row_bytes(data, pyarrow.parquet.ParquetFile(io.BytesIO(data)).metadata, [0])


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_page_counts_as_it_unpacks(version: str) -> None:
    """Both forms of data pages."""
    data = parquet(pyarrow.table({"topic": ["x" * 1_000_000]}), data_page_version=version)

    assert len(data) < 10_000
    assert 1_000_000 <= largest(data) < 3_000_000


def test_the_text_of_a_dictionary_counts_in_each_row() -> None:
    """500 rows of it were laid out at once: 4.6 GB for a file of 387 bytes."""
    assert largest(one_text_in_many_rows()) > 9_000_000


def test_pages_that_unpack_to_too_much_are_refused() -> None:
    """All of them together, before any is unpacked."""
    group = pyarrow.table({"topic": ["x" * 10_050_000]})
    file = io.BytesIO()
    with pyarrow.parquet.ParquetWriter(file, group.schema) as writer:
        for _ in range(20):
            writer.write_table(group)

    with pytest.raises(PlanRejected, match="unpacks to more than 200 MB"):
        largest(file.getvalue())


def test_a_heading_that_claims_too_many_values_is_refused() -> None:
    """Room for them would be made first."""
    data = parquet(pyarrow.table({"topic": ["Bread"]}), use_dictionary=False)
    claimed = data.replace(b"\x2c\x15\x02", b"\x2c\x15\x7e", 1)

    assert claimed != data
    with pytest.raises(PlanRejected, match="claims more values"):
        largest(claimed)


def test_headings_that_are_torn_are_refused() -> None:
    """In plain words."""
    data = parquet(pyarrow.table({"topic": ["Bread"]}))

    with pytest.raises(PlanRejected, match="damaged"):
        largest(data[:4] + b"\xff" * 8 + data[12:])


def test_a_footer_of_megabytes_is_refused() -> None:
    """It is the description of columns, and each of its bytes takes hundreds when it is read."""
    footer = b"x" * (MAX_FOOTER_BYTES + 1)

    with pytest.raises(PlanRejected, match="more columns and parts"):
        check_footer(footer + len(footer).to_bytes(4, "little") + b"PAR1")
