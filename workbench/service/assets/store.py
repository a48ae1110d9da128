"""Assets of an organization: stored, listed, changed, referred to by lessons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import and_, bindparam, delete, exists, func, or_, select, tuple_, update

from workbench.authoring.block import Block
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, among, columns_of, insert_new_of
from workbench.service.db.tables import asset, asset_use, block, lesson, organization, person, published_lesson, theme


@dataclass(frozen=True, slots=True)
class AssetRow:
    """An asset; `width` and `height` are a picture's."""

    asset_id: str
    organization_id: str
    sha256: str
    media_type: str
    size: int
    width: int | None
    height: int | None
    file_name: str
    alternative_text: str
    created_at: int
    added_by: str | None

    @property
    def key(self) -> str:
        """The asset's key in the object store."""
        return f"{self.organization_id}/{self.sha256}"


@dataclass(frozen=True, slots=True)
class NewAsset:
    """An asset whose bytes are known and not stored yet."""

    asset_id: str
    organization_id: str
    sha256: str
    source_sha256: str
    media_type: str
    size: int
    width: int | None
    height: int | None
    file_name: str
    alternative_text: str
    person_id: str


@dataclass(frozen=True, slots=True)
class KnownAsset:
    """An asset with certain bytes, whether it is stored, and whether it is about to be removed."""

    asset_id: str
    is_stored: bool
    is_being_removed: bool


_IS_AVAILABLE = and_(asset.c.stored_at.is_not(None), asset.c.deleted_at.is_(None), asset.c.removed_at.is_(None))
_IN_ORGANIZATION = asset.c.organization_id == bindparam("organization_id")
_SHOWN = select(*columns_of(AssetRow, asset, asset_id=asset.c.id, added_by=person.c.name)).outerjoin(
    person, person.c.id == asset.c.created_by
)
_BY_ID = Statement(_SHOWN.where(asset.c.id == bindparam("asset_id"), _IN_ORGANIZATION, _IS_AVAILABLE))
_BY_IDS = Statement(
    _SHOWN.where(
        among(asset.c.id, "ids"), _IN_ORGANIZATION, asset.c.stored_at.is_not(None), asset.c.removed_at.is_(None)
    )
)
_PAGE = (
    _SHOWN.where(_IN_ORGANIZATION, _IS_AVAILABLE)
    .order_by(asset.c.created_at.desc(), asset.c.id.desc())
    .limit(bindparam("limit"))
)
_FIRST_PAGE = Statement(_PAGE)
_NEXT_PAGE = Statement(
    _PAGE.where(tuple_(asset.c.created_at, asset.c.id) < tuple_(bindparam("after_time"), bindparam("after_id")))
)
_KNOWN = Statement(
    select(asset.c.id, asset.c.stored_at, asset.c.removed_at)
    .where(_IN_ORGANIZATION, or_(asset.c.sha256 == bindparam("digest"), asset.c.source_sha256 == bindparam("digest")))
    .order_by(asset.c.created_at)
    .limit(1)
)
_LOCK_ORGANIZATION = Statement(
    select(organization.c.id).where(organization.c.id == bindparam("organization_id")).with_for_update()
)
_USED_BYTES = Statement(select(func.coalesce(func.sum(asset.c.size), 0)).where(_IN_ORGANIZATION))
_ADD = insert_new_of(asset, "organization_id", "sha256")
_SET_STORED = Statement(
    update(asset)
    .values(stored_at=func.coalesce(asset.c.stored_at, bindparam("now")), touched_at=bindparam("now"), deleted_at=None)
    .where(asset.c.id == bindparam("asset_id"))
)
_FORGET = Statement(
    delete(asset).where(asset.c.id == bindparam("asset_id"), asset.c.stored_at.is_(None), asset.c.removed_at.is_(None))
)
_UPDATE = Statement(
    update(asset)
    .values(alternative_text=bindparam("new_text"), file_name=bindparam("new_name"))
    .where(asset.c.id == bindparam("asset_id"))
)
_DELETE = Statement(update(asset).values(deleted_at=bindparam("now")).where(asset.c.id == bindparam("asset_id")))
_REFERS = and_(
    block.c.lesson_id == lesson.c.id,
    or_(*(block.c.type == block_type for block_type in MEDIA_BLOCKS)),
    block.c.content.like(bindparam("pattern")),
)
_LESSONS = Statement(
    select(lesson.c.id, lesson.c.title)
    .join(asset_use, asset_use.c.lesson_id == lesson.c.id)
    .where(asset_use.c.asset_id == bindparam("asset_id"), lesson.c.deleted_at.is_(None))
    .where(exists().where(_REFERS))
    .order_by(lesson.c.title_folded, lesson.c.id)
    .limit(bindparam("limit"))
)
_PUBLISHED_AS = Statement(
    select(published_lesson.c.assets)
    .join(asset_use, asset_use.c.lesson_id == lesson.c.id)
    .join(published_lesson, published_lesson.c.lesson_id == lesson.c.id)
    .where(
        asset_use.c.asset_id == bindparam("asset_id"),
        published_lesson.c.course_id == bindparam("course_id"),
        published_lesson.c.number == bindparam("n"),
        published_lesson.c.assets.like(bindparam("pattern")),
        lesson.c.deleted_at.is_(None),
    )
)
_BY_DIGEST = Statement(
    _SHOWN.where(_IN_ORGANIZATION, asset.c.sha256 == bindparam("digest"), asset.c.stored_at.is_not(None))
)
_NAMES = Statement(select(asset.c.id, asset.c.file_name).where(among(asset.c.id, "ids")))
_NOTE_USE = insert_new_of(asset_use, "lesson_id", "asset_id")
_LOCKED = Statement(
    select(asset.c.id, asset.c.media_type)
    .where(among(asset.c.id, "ids"), _IN_ORGANIZATION, asset.c.stored_at.is_not(None), asset.c.removed_at.is_(None))
    .with_for_update(read=True)
)
_IS_LOGO = Statement(
    select(theme.c.version).where(
        theme.c.organization_id == bindparam("organization_id"), theme.c.logo_asset_id == bindparam("asset_id")
    )
)


async def asset_by_id(db: Db, asset_id: str, *, organization_id: str) -> AssetRow | None:
    """Return the asset; None if the organization does not have it, or it was deleted."""
    return _asset(await db.row(_BY_ID, asset_id=asset_id, organization_id=organization_id))


async def assets_by_id(db: Db, ids: Iterable[str], *, organization_id: str) -> dict[str, AssetRow]:
    """Return those assets whose bytes the organization has.

    Deleted ones are included, since lessons may refer to them.
    """
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    rows = await db.rows(_BY_IDS, ids=json.dumps(wanted), organization_id=organization_id)
    return {row[0]: AssetRow(*row) for row in rows}


async def assets_page(
    db: Db, organization_id: str, *, limit: int, after: tuple[int, str] | None = None
) -> list[AssetRow]:
    """Return assets, newest first, those after the given time and id."""
    if after is None:
        rows = await db.rows(_FIRST_PAGE, organization_id=organization_id, limit=limit)
    else:
        time, asset_id = after
        rows = await db.rows(
            _NEXT_PAGE, organization_id=organization_id, limit=limit, after_time=time, after_id=asset_id
        )
    return [AssetRow(*row) for row in rows]


async def known_asset(db: Db, organization_id: str, digest: str) -> KnownAsset | None:
    """Return the organization's asset with these bytes, or with these uploaded bytes."""
    row = await db.row(_KNOWN, organization_id=organization_id, digest=digest)
    return None if row is None else KnownAsset(row[0], row[1] is not None, row[2] is not None)


async def used_bytes(db: Db, organization_id: str) -> int:
    """Return how many bytes the organization's assets have; no other transaction can add one before this one ends."""
    await db.row(_LOCK_ORGANIZATION, organization_id=organization_id)
    row = await db.row(_USED_BYTES, organization_id=organization_id)
    assert row is not None
    return int(row[0])


async def add_asset(db: Db, new: NewAsset, *, now: int) -> bool:
    """Add the asset, not yet stored; return whether it was new."""
    return bool(
        await db.run(
            _ADD,
            id=new.asset_id,
            organization_id=new.organization_id,
            sha256=new.sha256,
            source_sha256=new.source_sha256,
            media_type=new.media_type,
            size=new.size,
            width=new.width,
            height=new.height,
            file_name=new.file_name,
            alternative_text=new.alternative_text,
            created_by=new.person_id,
            created_at=now,
            touched_at=now,
            stored_at=None,
            deleted_at=None,
            removed_at=None,
        )
    )


async def set_stored(db: Db, asset_id: str, *, now: int) -> None:
    """Mark the bytes as stored; a deleted asset is restored."""
    await db.run(_SET_STORED, asset_id=asset_id, now=now)


async def forget_unstored(db: Db, asset_id: str) -> None:
    """Remove every trace of an asset whose bytes did not arrive."""
    await db.run(_FORGET, asset_id=asset_id)


async def update_asset(db: Db, asset_id: str, *, alternative_text: str, file_name: str) -> None:
    """Give the asset these texts."""
    await db.run(_UPDATE, asset_id=asset_id, new_text=alternative_text, new_name=file_name)


async def delete_asset(db: Db, asset_id: str, *, now: int) -> None:
    """Mark the asset as deleted; its bytes stay while a revision refers to them (`sweeping`)."""
    await db.run(_DELETE, asset_id=asset_id, now=now)


async def lessons_with(db: Db, asset_id: str, *, limit: int) -> list[tuple[str, str]]:
    """Id and title of lessons that refer to the asset now; those in the trash are not counted."""
    rows = await db.rows(_LESSONS, asset_id=asset_id, pattern=f'%"{asset_id}"%', limit=limit)
    return [(str(lesson_id), str(title)) for lesson_id, title in rows]


async def published_asset(
    db: Db, sha256: str, *, organization_id: str, course_id: str, publication: int
) -> AssetRow | None:
    """Return the asset of these bytes if a published revision of a lesson of the course refers to it.

    Its file name is the one that it had when it was published.
    """
    stored_asset = _asset(await db.row(_BY_DIGEST, organization_id=organization_id, digest=sha256))
    if stored_asset is None:
        return None
    pattern = f'%"{stored_asset.asset_id}"%'
    rows = await db.rows(
        _PUBLISHED_AS, asset_id=stored_asset.asset_id, course_id=course_id, n=publication, pattern=pattern
    )
    for (stored,) in rows:
        if stored_asset.asset_id in json.loads(stored):  # the pattern may have matched another asset's file name
            return replace(
                stored_asset, file_name=published_names(stored).get(stored_asset.asset_id, stored_asset.file_name)
            )
    return None


async def is_logo(db: Db, asset_id: str, *, organization_id: str) -> bool:
    """Return whether the asset is the logo of the organization's pages."""
    return await db.row(_IS_LOGO, asset_id=asset_id, organization_id=organization_id) is not None


async def file_names(db: Db, ids: Iterable[str]) -> dict[str, str]:
    """Return the current file names of the assets, by id."""
    wanted = sorted(set(ids))
    rows = await db.rows(_NAMES, ids=json.dumps(wanted)) if wanted else []
    return {str(asset_id): str(name) for asset_id, name in rows}


def published_names(stored: str) -> dict[str, str]:
    """Return the file names stored in a publication, by asset id; empty for one that a migration made."""
    names = json.loads(stored)
    return {asset_id: name for asset_id, name in names.items() if name} if isinstance(names, dict) else {}


async def referable_assets(db: Db, ids: Iterable[str], *, organization_id: str) -> Mapping[str, str]:
    """Return the media types of those assets that the organization has; none is deleted before this unit ends."""
    wanted = json.dumps(sorted(set(ids)))
    return {row[0]: row[1] for row in await db.rows(_LOCKED, ids=wanted, organization_id=organization_id)}


async def note_uses(db: Db, lesson_id: str, blocks: Iterable[Block]) -> None:
    """Remember that a revision of the lesson refers to the blocks' assets."""
    uses = [{"lesson_id": lesson_id, "asset_id": asset_id} for asset_id in sorted(asset_ids(blocks))]
    if uses:
        await db.run_many(_NOTE_USE, uses)


def asset_ids(blocks: Iterable[Block]) -> set[str]:
    """Return the ids of the assets that the blocks refer to."""
    ids = (media_block.content.get("asset") for media_block in blocks if media_block.type in MEDIA_BLOCKS)
    return {asset_id for asset_id in ids if isinstance(asset_id, str) and asset_id}


def _asset(row: Row | None) -> AssetRow | None:
    return None if row is None else AssetRow(*row)
