"""The settings of a link to a course, as one writes them: its last day, the pages that may embed it, search engines.

A time is ISO 8601 with a zone, or a day, which ends with it (UTC). Source: ours (publishing 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Final

from pydantic import AfterValidator, Field, StringConstraints

from workbench.authoring.characters import is_blank
from workbench.authoring.shape import wire_time
from workbench.patterns import ASCII, Pattern

MAX_EMBED_ORIGINS: Final = 20
NEVER: Final = "never"
ANYWHERE: Final = "anywhere"
NOWHERE: Final = "nowhere"
_DAY: Final = Pattern(r"\d{4}-\d{2}-\d{2}", ASCII)
_MOMENT: Final = Pattern(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})", ASCII)
_HOST: Final = Pattern(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
_ORIGIN: Final = Pattern(r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[^/?#@:\[\]]*)(:(?P<port>[0-9]{1,5}))?")
_PAGE: Final = Pattern(rf"{_ORIGIN.pattern}(?=[/?#])")
_BETWEEN_ORIGINS = Pattern(r"[\s,;]+")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_LONGEST: Final = 300
_FIRST_DAY_END: Final = datetime(1, 1, 2, tzinfo=UTC)


def clean_embed_origin(text: str) -> str:
    """Return the origin in lower case without its scheme's default port: `https://school.example`.

    Raises `ValueError` with a sentence for anything but `scheme://host[:port]` of a web page.

    >>> clean_embed_origin("HTTPS://School.Example:443")
    'https://school.example'
    """
    if len(text) > _LONGEST:
        raise ValueError("an origin is longer than any host name is")
    if not text.isascii():
        raise ValueError("a host name with other letters is written in its ASCII form, which begins with xn--")
    if "*" in text:
        raise ValueError("an origin has no wildcard; list each host, such as https://school.example")
    lower = text.lower()
    if (match := _ORIGIN.fullmatch(lower)) is None:
        raise ValueError(f"an origin is scheme://host or scheme://host:port and nothing else{_without_path(lower)}")
    scheme, host, port = match["scheme"], match["host"], match["port"]
    if scheme not in _DEFAULT_PORTS:
        raise ValueError("the scheme of an origin is https or http")
    if _HOST.fullmatch(host) is None:
        raise ValueError("an origin has a host name of letters, digits, hyphens and dots, such as school.example")
    if port is not None and not 1 <= int(port) <= 65_535:
        raise ValueError("a port is a number from 1 to 65535")
    is_default = port is None or int(port) == _DEFAULT_PORTS[scheme]
    return f"{scheme}://{host}" if is_default else f"{scheme}://{host}:{int(port)}"


def clean_embed_origins(origins: Iterable[str]) -> list[str]:
    """Return the origins without duplicates, in alphabetical order. Raises `ValueError` with a sentence."""
    cleaned = sorted({clean_embed_origin(origin) for origin in origins})
    if len(cleaned) > MAX_EMBED_ORIGINS:
        raise ValueError(f"there are {len(cleaned):,} origins; at most {MAX_EMBED_ORIGINS} are allowed")
    return cleaned


def clean_expiry(text: str) -> str:
    """Return the time from which a link no longer opens, in wire format; a day is included whole (UTC).

    Raises `ValueError` with a sentence.

    >>> clean_expiry("2026-12-31")
    '2027-01-01T00:00:00.000Z'
    """
    try:
        if _DAY.fullmatch(text):
            at = datetime.combine(date.fromisoformat(text) + timedelta(days=1), datetime.min.time(), UTC)
        elif _MOMENT.fullmatch(text):
            at = datetime.fromisoformat(text).astimezone(UTC)
        else:
            raise ValueError(text)
    except (ValueError, OverflowError):
        raise ValueError(
            "a link's end is a day, such as 2026-12-31, or a time with its zone, such as 2026-12-31T18:00:00Z"
        ) from None
    return wire_time(at)


MOST_SENT: Final = 100
"""Origins that are read at all; how many are allowed is judged once doubles are gone."""
_Origin = Annotated[str, StringConstraints(max_length=1_000)]
EmbedOrigins = Annotated[list[_Origin], Field(max_length=MOST_SENT), AfterValidator(clean_embed_origins)]
Expiry = Annotated[str, AfterValidator(clean_expiry)]


def expiry_day(at: datetime) -> str:
    """Return the last day (UTC) on which a link with this end opens, such as `2026-12-31`."""
    return (max(at, _FIRST_DAY_END) - timedelta(milliseconds=1)).date().isoformat()


def expiry_text(at: datetime | None) -> str:
    """Return a link's end for a table: its last day if it ends with the day, else the time, or `never`.

    >>> expiry_text(datetime(2027, 1, 1, tzinfo=UTC))
    '2026-12-31'
    """
    if at is None:
        return NEVER
    return expiry_day(at) if at.time() == time.min else wire_time(at)


def read_expiry(text: str) -> str | None:
    """Return the expiry from the text of `expiry_text`. Raises `ValueError`, as `clean_expiry` does."""
    return None if text.strip().lower() == NEVER else clean_expiry(text.strip())


def embed_origins_text(origins: Sequence[str] | None) -> str:
    """Return origins for a table, separated by spaces; `anywhere` for no limit, `nowhere` for none."""
    return ANYWHERE if origins is None else " ".join(origins) or NOWHERE


def read_embed_origins(text: str) -> list[str] | None:
    """Return the origins from the text of `embed_origins_text`.

    Commas and new lines are separators too. Raises `ValueError`.
    """
    words = [part for part in _BETWEEN_ORIGINS.split(text) if not is_blank(part)]
    if [word.lower() for word in words] in ([ANYWHERE], [NOWHERE]):
        return None if words[0].lower() == ANYWHERE else []
    return clean_embed_origins(words)


def frame_ancestors(origins: Sequence[str] | None) -> str:
    """Return the pages that may embed a course, as a page's content security policy names them."""
    return "https: http:" if origins is None else " ".join(origins) or "'none'"


def _without_path(text: str) -> str:
    """Return a suggestion of the origin if the address of a page was given."""
    match = _PAGE.match(text)
    return f": {match[0]}" if match and match["scheme"] in _DEFAULT_PORTS and _HOST.fullmatch(match["host"]) else ""
