"""`workbench demo --example` and `--remove-example`: an organization to explore, on the service of this computer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, answer, as_invoked, confirm
from workbench.wording import counted

if TYPE_CHECKING:
    from workbench.embedded.example.example import ExampleOrganization


def make(chosen: argparse.Namespace) -> int:
    """Make the example if it is not there. Raises `UsageError` where notebooks are connected to another service."""
    from workbench.api.credentials import choose
    from workbench.embedded.example.example import make_example

    source = choose(None, None)
    if source.renew is None:
        raise UsageError(
            "The example can only be created on the service of this computer, but you are connected to "
            f"{source.profile.base_url} (from {source.profile.source}). Unset that setting, or run: workbench logout"
        )
    with stoppable(
        "of 16 weeks created", message="Stopped before it finished. Run the command again to start over."
    ) as progress:
        found = make_example(progress)
    news = "was created" if found.is_new else "already exists"
    sentence = (
        f"{found.name} {news}: {counted(found.lessons, 'lesson')}, "
        f"{counted(found.members, 'member')}, sixteen weeks of work.\n"
        "It contains generated sample data and is separate from your own organization.\n"
        f'To explore it: {as_invoked()} reports show credits --organization "{found.name}"; notebooks 40, 60 and '
        f"70 show it while your own is empty.\nTo delete it: {as_invoked()} demo --remove-example"
    )
    return answer(chosen, {**_facts(found), "wasMade": found.is_new}, sentence)


def remove(chosen: argparse.Namespace) -> int:
    """Ask, and take the example away."""
    from workbench.embedded.example.example import find_example, remove_example

    found = find_example()
    if found is None:
        return answer(chosen, {"wasRemoved": False}, "There is no example on this computer.")
    what = f"{found.name} will be deleted permanently, with {counted(found.lessons, 'lesson')} and all its data."
    confirm(chosen, what, found.lessons)
    remove_example()
    return answer(chosen, {**_facts(found), "wasRemoved": True}, f"{found.name} was deleted.")


def _facts(found: ExampleOrganization) -> dict[str, object]:
    return {
        "organization": found.name,
        "organizationId": found.organization_id,
        "lessons": found.lessons,
        "members": found.members,
    }
