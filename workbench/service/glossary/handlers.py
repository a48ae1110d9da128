"""Handlers of the glossary: the terms that an organization's lessons use or avoid."""

from __future__ import annotations

from workbench.procedures import organization
from workbench.procedures.glossary import (
    GetGlossaryInput,
    GlossaryVersion,
    ListedGlossary,
    ListedTerm,
    SetGlossaryInput,
)
from workbench.service.glossary import store
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import here

MOST_LANGUAGES = 50


@serves(organization.get_glossary, requires="read")
async def get_glossary(context: Context, request: GetGlossaryInput) -> ListedGlossary:
    """Return all terms, or those of one language."""
    organization_id = (await here(context, request.organization_id)).organization_id
    glossaries = await store.glossaries(context.db, organization_id)
    glossaries = [
        glossary for glossary in glossaries if glossary.version and request.language in (None, glossary.language)
    ]
    return ListedGlossary(
        terms=[
            ListedTerm(language=glossary.language, **entry.model_dump())
            for glossary in glossaries
            for entry in glossary.entries
        ],
        languages=[
            GlossaryVersion(language=glossary.language, version=glossary.version, terms=len(glossary.entries))
            for glossary in glossaries
        ],
    )


@serves(organization.set_glossary, requires="edit")
async def set_glossary(context: Context, request: SetGlossaryInput) -> GlossaryVersion:
    """Other terms of one language; the same ones change nothing."""
    organization_id, language = (await here(context, request.organization_id)).organization_id, request.language
    now, db = context.service.clock(), context.db
    known = await store.locked_glossary(db, organization_id, language, now=now)
    if request.base_version not in (None, known.version):
        raise HandlerError(
            "CONFLICT",
            f"Someone else has changed the glossary of {language}. Reload it and try again.",
            version=known.version,
        )
    if set(request.terms) == set(known.entries):
        return GlossaryVersion(language=language, version=known.version, terms=len(known.entries))
    if known.version == 0 and len(await store.glossaries(db, organization_id)) > MOST_LANGUAGES:
        raise HandlerError("BAD_REQUEST", f"A glossary has at most {MOST_LANGUAGES} languages.")
    await store.set_glossary(db, organization_id, language, request.terms, now=now)
    await store.recheck_lessons(db, organization_id, language)
    before, after = {entry.term for entry in known.entries}, {term.term for term in request.terms}
    facts = {"language": language, "terms": len(after), "added": len(after - before), "removed": len(before - after)}
    await record(context, organization_id, organization_id, **facts)
    return GlossaryVersion(language=language, version=known.version + 1, terms=len(request.terms))
