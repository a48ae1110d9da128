"""Origins and ends of links, as people write them: what is one, what is none, and the words of a table."""

from __future__ import annotations

import pytest

from workbench.authoring.shape import utc_time
from workbench.authoring.share_settings import (
    clean_embed_origin,
    clean_embed_origins,
    clean_expiry,
    embed_origins_text,
    expiry_text,
    frame_ancestors,
    read_embed_origins,
    read_expiry,
)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://school.example", "https://school.example"),
        ("HTTPS://School.Example:443", "https://school.example"),
        ("http://school.example:8080", "http://school.example:8080"),
        ("http://localhost:8888", "http://localhost:8888"),
        ("http://127.0.0.1", "http://127.0.0.1"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_origin_is_scheme_host_and_port(text: str, origin: str) -> None:
    """In one spelling."""
    assert clean_embed_origin(text) == origin


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing else"),
        ("school.example", "nothing else"),
        ("https://school.example/", "https://school.example"),
        ("https://school.example/courses?x=1#y", "https://school.example"),
        ("https://ana@school.example", "nothing else"),
        ("https://ana:secret@school.example/", "nothing else"),
        ("javascript:alert(1)", "nothing else"),
        ("javascript://school.example", "https or http"),
        ("data:text/html,x", "nothing else"),
        ("ftp://school.example", "https or http"),
        ("null", "nothing else"),
        ("*", "wildcard"),
        ("https://*.school.example", "wildcard"),
        ("https://school.example:*", "wildcard"),
        ("https://bücher.example", "xn--"),
        ("https://school.example; script-src *", "wildcard"),
        ("https://school.example;script-src", "host name"),
        ("https://school.example 'unsafe-inline'", "host name"),
        ("https://school.example\r\nset-cookie: a=b", "nothing else"),
        ("://", "nothing else"),
        ("https://school.example\n", "host name"),
        ("https://school.example,https://other.example", "nothing else"),
        ("https://[::1]", "nothing else"),
        ("https://school_.example", "host name"),
        ("https://school.example.", "host name"),
        ("https://-school.example", "host name"),
        ("https://" + "a" * 64 + ".example", "host name"),
        ("https://school.example:0", "port"),
        ("https://school.example:99999", "port"),
        ("https://school.example:", "nothing else"),
        ("https://" + "a" * 400, "longer"),
        ("https://school.example\u202e", "xn--"),
        ("https://school.example\x00", "host name"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(text: str, why: str) -> None:
    """That says what to write; nothing of it would fit into a header."""
    with pytest.raises(ValueError, match=".") as refused:
        clean_embed_origin(text)
    assert why in str(refused.value)


def test_twenty_origins_are_possible() -> None:
    """Doubles are not counted."""
    twenty = [f"https://{number}.example" for number in range(20)]
    assert len(clean_embed_origins([*twenty, *twenty])) == 20
    with pytest.raises(ValueError, match="21 origins; at most 20"):
        clean_embed_origins([*twenty, "https://one.more"])


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-12-31", "2027-01-01T00:00:00.000Z"),
        ("2028-02-29", "2028-03-01T00:00:00.000Z"),
        ("2026-12-31T18:00:00Z", "2026-12-31T18:00:00.000Z"),
        ("2026-12-31T18:00:00.123456+01:00", "2026-12-31T17:00:00.123Z"),
        ("2026-12-31 18:00Z", "2026-12-31T18:00:00.000Z"),
    ],
)
def test_a_day_is_included_whole(text: str, at: str) -> None:
    """A time is one with its zone."""
    assert clean_expiry(text) == at


@pytest.mark.parametrize(
    "text",
    [
        "",
        "never",
        "2026-02-30",
        "9999-12-31",
        "31.12.2026",
        "2026-12-31T18:00:00",
        "2026-W10",
        "２０２６-12-31",
        "20261231",
    ],
)
def test_what_is_no_end_is_refused(text: str) -> None:
    """A time without a zone too: nobody knows whose it is."""
    with pytest.raises(ValueError, match="a day, such as 2026-12-31"):
        clean_expiry(text)


@pytest.mark.parametrize("at", [None, "2027-01-01T00:00:00.000Z", "2026-12-31T18:00:00.000Z"])
def test_a_table_gives_an_end_back(at: str | None) -> None:
    """A value written to a cell is read back unchanged."""
    assert read_expiry(expiry_text(None if at is None else utc_time(at))) == at


@pytest.mark.parametrize(
    ("origins", "text", "ancestors"),
    [
        (None, "anywhere", "https: http:"),
        ([], "nowhere", "'none'"),
        (["https://a.example", "https://b.example:8443"],) + ("https://a.example https://b.example:8443",) * 2,
    ],
)
def test_a_table_gives_origins_back(origins: list[str] | None, text: str, ancestors: str) -> None:
    """And a page's policy names them as they are."""
    assert (embed_origins_text(origins), read_embed_origins(text)) == (text, origins)
    assert frame_ancestors(origins) == ancestors
