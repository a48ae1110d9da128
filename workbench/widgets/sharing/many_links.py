"""The settings of many links at once: chosen in a form, planned, asked about, made as a change set, and undone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from workbench.changes.plan import ChangePlan
from workbench.changes.plan_card import change_extent
from workbench.changes.results import find_change_set
from workbench.changes.running import ChangeRun
from workbench.changes.shares.share_plan import plan_share_settings
from workbench.changes.undo import undo_changes
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.text import shown
from workbench.widgets.sharing.settings_form import ShareSettingsForm


class ManyLinks:
    """The form and what becomes of it. `change_set` is the name of the set that was made last."""

    def __init__(self, client: Client, organization_id: str | None) -> None:
        self.client = client
        self.organization_id = organization_id
        self.form = ShareSettingsForm(keeps=True)
        self.change_set: str | None = None

    def plan(self, course_ids: Sequence[str]) -> ChangePlan:
        """The plan that gives these courses' links what is chosen. Raises `NotSent` where nothing is."""
        wanted = self.form.typed()
        if not course_ids:
            raise NotSent("Select a course first.")
        if not wanted:
            raise NotSent("Select a setting to change first.")
        records = [{"course_id": course_id, **wanted} for course_id in course_ids]
        name = f"links {datetime.now(UTC):%Y-%m-%d %H.%M.%S}"
        return plan_share_settings(records, self.client, organization_id=self.organization_id, name=name)

    def question(self, plan: ChangePlan) -> str:
        """What is asked before the plan is carried out."""
        courses = len({change.course_id for change in plan.changes})
        first = plan.changes[0]
        values = f"“{shown(first.course_title)}”: {first.field} from {first.before} to {first.after}"
        return f"This makes {change_extent(plan)}, in {courses:,} courses; the first is {values}. It can be undone."

    def carry_out(self, plan: ChangePlan) -> str:
        """Make the changes; what became of them, in a sentence."""
        with ChangeRun(plan, self.client, plan.approve(changes=len(plan.changes))) as run:
            counts = run.start().counts()
        self.change_set = plan.name
        rest = f" {counts.conflict + counts.refused:,} are not: see Change sets." if counts.done < counts.total else ""
        return f"{counts.done:,} of {counts.total:,} changes are made.{rest}"

    def undo(self) -> str:
        """Put back what nobody has touched since; in a sentence. Raises `NotSent` where nothing was made."""
        if self.change_set is None:
            raise NotSent("Nothing to undo: no link was changed here.")
        result = undo_changes(find_change_set(self.change_set), self.client)
        self.change_set = None
        return str(result)
