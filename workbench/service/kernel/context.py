"""The context that a handler receives."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from workbench.authoring.shape import wire_time
from workbench.service.db.seam import Db
from workbench.service.kernel.admission import AdmissionControl
from workbench.service.kernel.long_reads import LongReads
from workbench.service.kernel.metrics import Metrics, Share
from workbench.service.kernel.roles import OrganizationMembership, Power
from workbench.service.kernel.settings import Settings

if TYPE_CHECKING:
    from workbench.service.ai.writer import Writer
    from workbench.service.db.seam import Db, Store
    from workbench.service.kernel.answer_budget import AnswerBudget

P = TypeVar("P")
DAY_MS: Final = 86_400_000


def now_ms() -> int:
    """Return the time in milliseconds since the epoch, UTC."""
    return time.time_ns() // 1_000_000


@lru_cache(4_096)
def instant(at_ms: int) -> datetime:
    """Return a stored time as answers have it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def iso(at_ms: int) -> str:
    """Return a stored time in wire form: ISO 8601, milliseconds, `Z`."""
    return wire_time(instant(at_ms))


@dataclass(slots=True)
class Service:
    """The parts that live as long as the service does. `share_base_url` is known once the port is bound."""

    settings: Settings
    store: Store
    writer: Writer
    service_id: str
    share_base_url: str = ""
    clock: Callable[[], int] = now_ms
    gate: AdmissionControl = field(init=False)
    long_reads: LongReads = field(default_factory=LongReads)
    metrics: Share = field(default_factory=lambda: Metrics().of(0))
    parts: dict[type, Any] = field(default_factory=dict)
    """Instances that features keep for the lifetime of the service, by class; `part` returns them."""

    def __post_init__(self) -> None:
        """Create the admission gate on the service's clock."""
        self.gate = AdmissionControl(self.settings, lambda: self.clock())

    def part(self, kind: type[P]) -> P:
        """Return the service's only instance of the class, such as `Media`; created without arguments if missing."""
        if kind not in self.parts:
            self.parts[kind] = kind()
        value: P = self.parts[kind]
        return value

    def publish_load(self) -> None:
        """Update the metrics with the calls made and the database's current load."""
        self.metrics.tell()
        load = self.store.load()
        self.metrics.set("database_waiting", load.waiting)
        self.metrics.set("database_connections_in_use", load.connections)

    def share_url(self, course_id: str) -> str:
        """Return a course's link. It is never built from the Host header. Source: interface 2."""
        return f"{self.share_base_url}/s/{course_id}"


class CallOptions(NamedTuple):
    """Options for calls, read from a request's headers.

    `key` is the idempotency key or None; with `is_key_shared` it belongs to the organization: it identifies one call,
    whichever member who may spend sends it. `run` names the bulk run that the calls belong to, `change_set` the
    set of changes.
    """

    key: str | None = None
    is_key_shared: bool = False
    run: str | None = None
    change_set: str | None = None


NO_OPTIONS: Final = CallOptions()
"""The options of a request whose headers set none."""


@dataclass(slots=True, kw_only=True)
class Caller:
    """The caller of a procedure; `requires` is the power that their role must have, None if none is needed.

    `within` is the organization that the call is limited to, None for all of the person's. `headers` are added
    to the answer.
    """

    service: Service
    person: SignedIn
    procedure: str
    requires: Power | None
    options: CallOptions = NO_OPTIONS
    within: str | None = None
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)

    def in_unit(self, db: Db) -> Context:
        """Return the same caller inside a unit on `db`."""
        return Context(
            service=self.service,
            person=self.person,
            procedure=self.procedure,
            requires=self.requires,
            options=self.options,
            within=self.within,
            headers=self.headers,
            db=db,
        )


@dataclass(slots=True, kw_only=True)
class Context(Caller):
    """The context of a handler inside one unit: it awaits nothing but `db`.

    `memberships` caches, for the reads of one snapshot, the person's membership of an organization; `budget` is the
    remaining size of their answer.
    """

    db: Db
    memberships: dict[str | None, OrganizationMembership | None] = field(default_factory=dict)
    budget: AnswerBudget | None = None

    def expect(self, weight: int) -> None:
        """Announce how many bytes are about to be read. Raises `HandlerError` if they do not fit into the answer."""
        if self.budget is not None:
            self.budget.expect(weight)


class SignedIn(NamedTuple):
    """The person behind a token, and whether the session is to be refreshed (once a day)."""

    session_id: str
    person_id: str
    email: str
    name: str
    referral_id: str
    last_organization_id: str | None
    idle_until: int
    absolute_until: int
    refresh_due: bool
