"""The project that lessons are to go into: found by its id, or by its name where only one has it. Reads only.

Source: ours (bulk).
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.target import Conversations, RunTarget
from workbench.client.sanitize import shown
from workbench.errors import PlanRejected
from workbench.procedures.organization import Project, get_organization_projects


def find_destination(client: Conversations, place: RunTarget, wanted: str) -> tuple[Destination, str]:
    """The project with this id or name, and nothing; or why lessons cannot go there, behind whatever is known of it.

    Raises `PlanRejected`, which lists them, when several have the name.
    """
    unknown = Destination(wanted, wanted)
    if not place.takes_organization:
        return unknown, "this service cannot be told a project; leave it out"
    known = client.capabilities()
    more = True if known is not None and "includeArchived" in known.additions else None
    request = get_organization_projects(organization_id=place.organization_id, include_archived=more)
    projects = [each for each in client.call(request).projects if each.project_id]
    found = [each for each in projects if each.project_id == wanted] or _with_name(projects, wanted)
    if len(found) > 1:
        listed = ", ".join(f"{shown(each.name or '', longest=60)} ({each.project_id})" for each in found)
        raise PlanRejected(f"Several projects have this name: {listed}. Name one by its id. Nothing was sent.")
    if not found:
        return unknown, _unknown_project(projects, wanted)
    here = Destination(found[0].project_id, found[0].name)
    if found[0].is_archived:
        return here, f"the project {shown(str(here), longest=60)} is archived; take it back, or name another"
    return here, ""


def _with_name(projects: Sequence[Project], wanted: str) -> list[Project]:
    folded = wanted.strip().casefold()
    alike = [each for each in projects if (each.name or "").strip().casefold() == folded]
    living = [each for each in alike if not each.is_archived] or alike
    return [each for each in living if each.name == wanted] or living


def _unknown_project(projects: Sequence[Project], wanted: str) -> str:
    names = {(each.name or "").casefold(): each.name or "" for each in projects if not each.is_archived}
    near = get_close_matches(wanted.strip().casefold(), list(names), n=1)
    hint = f"; did you mean {shown(names[near[0]], longest=60)!r}?" if near else ""
    return f"there is no project {shown(wanted, longest=60)!r} in this organization{hint}"
