"""`workbench demo --example` and `--remove-example`: an organization to explore, on the service of this computer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, answer, as_invoked, confirm

if TYPE_CHECKING:
    from workbench.embedded.example.example import ExampleOrganization


def make(chosen: argparse.Namespace) -> int:
    """Make the example if it is not there. Raises `UsageError` where notebooks are connected to another service."""
    from workbench.api.credentials import choose
    from workbench.embedded.example.example import make_example

    source = choose(None, None)
    if source.renew is None:
        raise UsageError(
            f"The example is made on the service of this computer only, and you work at {source.profile.base_url} "
            f"(from {source.profile.source}). Nothing was made. Unset what names that service, or run: workbench logout"
        )
    with stoppable(
        "of 16 weeks are made", message="Stopped before it was done. The same command begins again."
    ) as progress:
        found = make_example(progress)
    news = "was made" if found.is_new else "is there already"
    sentence = (
        f"{found.name} {news}: {found.lessons:,} lessons, {found.members} members, sixteen weeks of generated work.\n"
        "It is an example: nobody's work, nobody's credits, and apart from your own organization.\n"
        f'Look at it: {as_invoked()} report credits --organization "{found.name}"; notebooks 40, 60 and 70 show it '
        f"while your own is empty.\nTo take it away: {as_invoked()} demo --remove-example"
    )
    return answer(chosen, {**_facts(found), "wasMade": found.is_new}, sentence)


def remove(chosen: argparse.Namespace) -> int:
    """Ask, and take the example away."""
    from workbench.embedded.example.example import find_example, remove_example

    found = find_example()
    if found is None:
        return answer(chosen, {"wasRemoved": False}, "There is no example on this computer. Nothing was changed.")
    what = f"{found.name} goes for good, with {found.lessons:,} lessons and all that was done there."
    confirm(chosen, what, found.lessons)
    remove_example()
    return answer(chosen, {**_facts(found), "wasRemoved": True}, f"{found.name} is gone. Nothing else was changed.")


def _facts(found: ExampleOrganization) -> dict[str, object]:
    return {
        "organization": found.name,
        "organizationId": found.organization_id,
        "lessons": found.lessons,
        "members": found.members,
    }
