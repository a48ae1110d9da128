"""Headers of requests and their values: the session's cookie, the organization, the name of a run or change set.

Sources: interface 5 for the cookie; the others are ours (docs/service.md, decision 0061). Cookies are split by hand:
the standard library's parser drops everything after the first odd one. A name is percent-encoded UTF-8, so that every
alphabet works.
"""

from __future__ import annotations

import string
from typing import Final
from urllib.parse import quote, unquote

DEFAULT_COOKIE_NAME = "__Secure-authoring.session-token"


def cookie_header(cookie_name: str, token: str) -> str:
    """Return the value of the `Cookie` header."""
    return f"{cookie_name}={token}"


def session_tokens(header: str, cookie_name: str) -> list[str]:
    """Return every value of the cookie in the header, in order; the caller must refuse more than one."""
    if cookie_name not in header:
        return []
    tokens = []
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie_name and value.strip():
            tokens.append(value.strip().strip('"'))
    return tokens


ORGANIZATION_HEADER: Final = "Workbench-Organization"
OTHER_ORGANIZATION: Final = "otherOrganization"
"""`reason` among the facts of a failure: the call names something of an organization that it is not limited to."""
_LONGEST_ID: Final = 64
_IN_IDS: Final = frozenset(string.ascii_letters + string.digits + "_-")


def organization_in(value: bytes) -> str:
    """Return the organization's id from the header's value. Raises `ValueError` for what cannot be an id."""
    text = value.decode("latin-1")
    if not 1 <= len(text) <= _LONGEST_ID or not _IN_IDS.issuperset(text):
        raise ValueError(f"{ORGANIZATION_HEADER} is the id of one organization")
    return text


RUN_HEADER = "Workbench-Run"
CHANGE_SET_HEADER = "Workbench-Change-Set"
MAX_RUN_CHARACTERS = 200


def run_text(name: str) -> str:
    """Return the header's value, cut to the maximum length and without unprintable characters.

    It is a label, not an identifier.
    """
    return quote(
        "".join(character for character in name if character.isprintable())[:MAX_RUN_CHARACTERS], safe=" ()*!'"
    ).strip()


def run_name(text: str) -> str:
    """Return the name. Raises `ValueError` unless it is percent-encoded text of 1 to 200 printable characters."""
    try:
        name = unquote(text.encode("ascii").decode(), errors="strict").strip()
    except UnicodeError:
        raise ValueError("it is percent-encoded UTF-8") from None
    if not 1 <= len(name) <= MAX_RUN_CHARACTERS or not name.isprintable():
        raise ValueError(f"it has 1 to {MAX_RUN_CHARACTERS} printable characters")
    return name
