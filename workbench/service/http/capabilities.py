"""Handlers of the service router."""

from __future__ import annotations

from dataclasses import asdict
from ipaddress import ip_address
from urllib.parse import urlsplit

from workbench import __version__
from workbench.authoring import block, topic, transaction
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.authoring.shape import NoInput
from workbench.procedures import service, source
from workbench.procedures.service import AssetFacts, Capabilities, SessionFacts, WhoAmI, WriterFacts
from workbench.service.assets.media import Media
from workbench.service.kernel.answer_budget import ANSWER_BYTES
from workbench.service.kernel.binding import offered_procedures, serves
from workbench.service.kernel.context import Context, Service, instant
from workbench.service.kernel.roles import SIGNED_IN
from workbench.service.kernel.service_id import read_epoch
from workbench.service.lessons.store import MAX_WEIGHT
from workbench.service.organizations.handlers import current_prices

ADDITIONS = (
    "baseRevision",
    "changeSetName",
    "confirmOpenPlaces",
    "courseId",
    "createCourseKey",
    "fingerprints",
    "idempotencyKey",
    "idempotencyScope",
    "inTrash",
    "includeArchived",
    "lessonBlockDelete",
    "lessonBlockUpdate",
    "lessonId",
    "lessonStatus",
    "maxCredits",
    "objectives",
    "organizationHeader",
    "organizationId",
    "position",
    "refuseSameName",
    "refuseSameNameOfLesson",
    "runName",
    "sourceIds",
    "style",
)


@serves(service.get_capabilities, requires=SIGNED_IN)
async def get_capabilities(context: Context, request: NoInput) -> Capabilities:
    """Return what this service is and adds."""
    here = context.service
    languages = here.writer.languages
    return Capabilities(
        service_id=here.service_id,
        epoch=await read_epoch(context.db),
        name=here.settings.name,
        version=__version__,
        procedures=offered_procedures(here),
        additions=list(ADDITIONS),
        limits=_limits(here),
        prices=await current_prices(context),
        writer=WriterFacts(
            name=here.writer.name,
            is_ai=here.writer.is_ai,
            languages=None if languages is None else list(languages),
        ),
        assets=_assets(here),
        is_local=is_loopback(here.share_base_url),
    )


@serves(service.who_am_i, requires=SIGNED_IN)
async def who_am_i(context: Context, request: NoInput) -> WhoAmI:
    """Return the signed-in person and the end of the session."""
    person = context.person
    return WhoAmI(
        person_id=person.person_id,
        name=person.name,
        email=person.email,
        session=SessionFacts(
            session_id=person.session_id,
            idle_ends_at=instant(person.idle_until),
            ends_at=instant(person.absolute_until),
        ),
    )


def is_loopback(url: str) -> bool:
    """Return whether an address leads to this computer only."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _assets(here: Service) -> AssetFacts | None:
    if not here.part(Media).has_store:
        return None
    limits = {name: media_type.most_bytes for name, media_type in MEDIA_TYPES.items()}
    return AssetFacts(most_bytes=limits, quota_bytes=here.part(Media).quota_bytes)


def _limits(here: Service) -> dict[str, int]:
    settings = here.settings
    limits = {_camel(name): int(value) for name, value in asdict(settings.limits).items()}
    limits |= {
        "transactions": transaction.MAX_TRANSACTIONS,
        "mutations": transaction.MAX_MUTATIONS,
        "blocks": block.MAX_BLOCKS,
        "contentBytes": block.MAX_CONTENT_BYTES,
        "lessonBytes": MAX_WEIGHT,
        "answerBytes": ANSWER_BYTES,
        "topicCharacters": topic.MAX_TOPIC_CHARACTERS,
        "sources": source.MAX_SOURCES,
        "sourcePassages": source.MAX_PASSAGES,
        "sourceCharacters": source.MAX_SOURCE_CHARACTERS,
        "passageCharacters": source.MAX_PASSAGE_CHARACTERS,
        "passagesPerCall": source.MAX_PASSAGES_PER_CALL,
    }
    rates = asdict(settings.rates)
    del rates["wrong_tokens_per_minute"]  # someone who guesses tokens must not learn the limit
    guaranteed = {_camel(name): value // settings.processes for name, value in rates.items() if value}
    return limits | guaranteed | {_camel(name): value for name, value in asdict(settings.load).items()}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return "".join([head, *(part.title() for part in rest)])
