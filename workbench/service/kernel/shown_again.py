"""Whether learners may see again what they do not see now: asked by lessons, courses and sources, judged above them.

A lesson or course that leaves the trash, and a source whose passages are opened, show learners more than now where a
publication has them. `publications` judges that. It stands on those features, so it registers its checks here when it
is imported, as handlers do in `binding`.
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
    """Raises `HandlerError` where learners would see the thing again and may not by the policy of now."""
    await CHECKS[thing](context, organization_id, thing_id)
