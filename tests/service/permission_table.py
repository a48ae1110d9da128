"""The tables of docs/permissions.md: who is meant to be allowed what. Nothing here is read from the service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PAGE = Path(__file__).parents[2] / "docs" / "permissions.md"
OUTSIDER: Final = "somebody of another organization"
NOBODY: Final = "somebody without a session"
HOMELESS: Final = "somebody in no organization"
SIGNED_IN: Final = "signed in"


@dataclass(frozen=True)
class PermissionTable:
    """The three tables. `needs` and the values of `extra_needs` are a permission, `signed in`, or `the role <role>`."""

    roles: tuple[str, ...]
    """From the strongest to the weakest."""
    permissions: Mapping[str, frozenset[str]]
    """The roles that have each permission."""
    needs: Mapping[str, str]
    """What each procedure needs."""
    extra_needs: Mapping[tuple[str, str], str]
    """What a procedure needs in a case, by both."""

    def weakest_allowed(self, need: str) -> str:
        """The weakest role that is allowed what needs this."""
        if need == SIGNED_IN:
            return HOMELESS
        allowed = self._allowed(need)
        return [role for role in self.roles if role in allowed][-1]

    def strongest_refused(self, need: str) -> str:
        """The strongest role that is not allowed what needs this; where every role is, who has none."""
        if need == SIGNED_IN:
            return NOBODY
        refused = [role for role in self.roles if role not in self._allowed(need)]
        return refused[0] if refused else OUTSIDER

    def _allowed(self, need: str) -> frozenset[str]:
        return frozenset({need.removeprefix("the role ")}) if need.startswith("the role ") else self.permissions[need]


def permission_table() -> PermissionTable:
    """The tables as the page has them now."""
    roles, procedures, extra, *_ = _tables(_PAGE.read_text(encoding="utf-8"))
    names = tuple(roles[0][2:])
    permissions = {
        permission: frozenset(role for role, has in zip(names, marks, strict=True) if _is_yes(has))
        for permission, _, *marks in roles[1:]
    }
    return PermissionTable(
        names,
        permissions,
        dict(procedures[1:]),
        {(name, case): need for name, case, need in extra[1:]},
    )


def _is_yes(mark: str) -> bool:
    return {"yes": True, "no": False}[mark]


def _tables(page: str) -> Iterator[list[list[str]]]:
    """The rows of each table, its heading first, without marks of code."""
    rows: list[list[str]] = []
    for line in [*page.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
            rows += [] if set(line) <= set("|-") else [cells]
        elif rows:
            yield rows
            rows = []
