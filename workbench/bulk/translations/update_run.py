"""A run that brings translations up to date: started, watched, stopped and gone on with, as one that makes them.

It does what `update_translations` does, row by row on a thread of its own. Source: ours (bulk).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from workbench.bulk.paid_calls import PaidCaller
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.translations.run import RowRun
from workbench.bulk.translations.update_plan import PlannedUpdate, UpdatePlan, update_price
from workbench.bulk.translations.updating import UpdateSender, check_approved
from workbench.bulk.translations.worker import RowSender

NAME: Final = "Stale translations"


@dataclass(frozen=True, slots=True)
class PlannedUpdates:
    """What a run has of its plan: a name, and where it takes place, with the price of one translation."""

    name: str
    place: RunTarget


class UpdateRun(RowRun[PlannedUpdate]):
    """The run of a plan of translations that are stale.

    `credits` is what was approved: at least `plan.payable_credits`. Raises `PlanRejected` where it is less,
    and where it is more than the balance pays for.
    """

    def __init__(
        self, plan: UpdatePlan, target: RunTarget, *, credits: int, retry_policy: RunRetryPolicy | None = None
    ) -> None:
        check_approved(plan, credits)
        price = plan.price_credits
        super().__init__(
            PlannedUpdates(NAME, replace(target, price_credits=price)),
            plan.stale,
            plan.client,
            most_made=credits // price if price else len(plan.stale),
            retry_policy=retry_policy,
        )

    def _sender(self, caller: PaidCaller) -> RowSender[PlannedUpdate]:
        return UpdateSender(self._client, caller, self.plan.place.price_credits)

    def _place_now(self, organization_id: str | None) -> RunTarget:
        return replace(find_place(self._client, organization_id), price_credits=update_price(self._client))
