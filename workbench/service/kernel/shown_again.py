"""Checks of whether hidden things may become visible to learners again.

They are called by lessons, courses and sources, and made above them. A lesson or course that leaves the trash,
and a source whose passages are opened, show learners more than now if a publication has them. `publications`
decides that. It depends on those features, so it registers its checks here when it is imported, as handlers do
in `binding`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

from workbench.service.kernel.context import Context

Thing: TypeAlias = Literal["lesson", "course", "source"]
Check: TypeAlias = Callable[[Context, str, str], Awaitable[None]]
"""Takes the organization's id and the thing's; raises `HandlerError`."""

CHECKS: dict[Thing, Check] = {}
"""Each thing's check; filled when the routers are imported."""


def judges(thing: Thing) -> Callable[[Check], Check]:
    """Register the function that judges whether learners may see a thing of this kind again."""

    def register(check: Check) -> Check:
        CHECKS[thing] = check
        return check

    return register


async def check_shown_again(context: Context, thing: Thing, thing_id: str, *, organization_id: str) -> None:
    """Raise `HandlerError` if learners would see the thing again and may not by the current policy."""
    await CHECKS[thing](context, organization_id, thing_id)
