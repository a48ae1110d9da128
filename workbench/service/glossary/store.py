"""The terms of an organization, by language, and their versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, or_, select, update

from workbench.authoring.checks.checking import NOT_CHECKED
from workbench.authoring.style import GlossaryEntry, GlossaryTerm
from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, insert_new_of
from workbench.service.db.tables import glossary, lesson


@dataclass(frozen=True, slots=True)
class StoredGlossary:
    """An organization's terms of one language, and their version."""

    language: str
    version: int
    entries: tuple[GlossaryEntry, ...]


_GLOSSARIES = Statement(
    select(glossary.c.language, glossary.c.version, glossary.c.terms)
    .where(glossary.c.organization_id == bindparam("organization_id"))
    .order_by(glossary.c.language)
)


_GLOSSARY_LOCKED = Statement(
    select(glossary.c.version, glossary.c.terms)
    .where(glossary.c.organization_id == bindparam("organization_id"), glossary.c.language == bindparam("of_language"))
    .with_for_update()
)


_GLOSSARY_NEW = insert_new_of(glossary, "organization_id", "language")


_GLOSSARY_SET = Statement(
    update(glossary)
    .values(version=glossary.c.version + 1, terms=bindparam("new_terms"), updated_at=bindparam("now"))
    .where(glossary.c.organization_id == bindparam("organization_id"), glossary.c.language == bindparam("of_language"))
)


async def glossaries(db: Db, organization_id: str) -> list[StoredGlossary]:
    """Return the organization's terms, by language."""
    rows = await db.rows(_GLOSSARIES, organization_id=organization_id)
    return [StoredGlossary(language, version, _entries(terms)) for language, version, terms in rows]


async def glossary_for(db: Db, organization_id: str, language: str) -> tuple[GlossaryTerm, ...]:
    """Return the terms for a text in this language: its own and its base language's (`PT`, `PT-BR`).

    If both have a term, the regional one's counts.
    """
    terms: dict[str, GlossaryTerm] = {}
    wanted = (language.partition("-")[0], language)
    for language_glossary in await glossaries(db, organization_id):
        if language_glossary.language in wanted:
            for entry in language_glossary.entries:
                terms[fold_text(entry.term)] = GlossaryTerm(language=language_glossary.language, **entry.model_dump())
    return tuple(terms.values())


async def locked_glossary(db: Db, organization_id: str, language: str, *, now: int) -> StoredGlossary:
    """Return the terms of one language, locked until the unit ends; version 0 if they were never set."""
    await db.run(
        _GLOSSARY_NEW, organization_id=organization_id, language=language, version=0, terms="[]", updated_at=now
    )
    row = await db.row(_GLOSSARY_LOCKED, organization_id=organization_id, of_language=language)
    if row is None:
        raise LookupError(language)
    return StoredGlossary(language, row[0], _entries(row[1]))


async def set_glossary(
    db: Db, organization_id: str, language: str, entries: Sequence[GlossaryEntry], *, now: int
) -> None:
    """Give a language these terms; it is locked."""
    values = [
        glossary_entry.model_dump(exclude_none=True)
        for glossary_entry in sorted(entries, key=lambda entry: fold_text(entry.term))
    ]
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    await db.run(_GLOSSARY_SET, organization_id=organization_id, of_language=language, new_terms=text, now=now)


def _entries(text: str) -> tuple[GlossaryEntry, ...]:
    return tuple([GlossaryEntry.model_validate(entry) for entry in json.loads(text)])


_RECHECK = Statement(
    update(lesson)
    .values(checked_revision=0)
    .where(
        lesson.c.organization_id == bindparam("of_organization"),
        lesson.c.found_rules != bindparam("not_checked"),
        or_(lesson.c.language == bindparam("of_language"), lesson.c.language.like(bindparam("regional"))),
    )
)


async def recheck_lessons(db: Db, organization_id: str, language: str) -> None:
    """Let the organization's lessons in this language, regional ones too, be checked again; their findings stay.

    A lesson that could not be checked is not tried again.
    """
    values = {
        "not_checked": f",{NOT_CHECKED},",
        "of_organization": organization_id,
        "of_language": language,
        "regional": f"{language}-%",
    }
    await db.run(_RECHECK, **values)
