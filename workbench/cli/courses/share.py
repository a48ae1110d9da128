"""`workbench course share`: anyone with its link may read a course; and until when, and in which pages."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("course", metavar="COURSE", help="the course's id, or its title where only one has it")
    add("--expires", metavar="DAY", help="the last day of the link (UTC), such as 2026-12-31; or never")
    add("--embed-origins", metavar="ORIGINS", help="pages that may embed it: https://school.example, anywhere, nowhere")
    add("--indexing", choices=("yes", "no"), help="whether search engines may list it")
    add("--settings-only", action="store_true", help="leave it public or private, and only set or show the settings")
    open_places = "let learners read places (✎) that authors left open"
    add("--confirm-open-places", action="store_true", help=open_places)


def run(chosen: argparse.Namespace) -> int:
    """Share the course, and print its link and settings."""
    from workbench.api.connect import connect
    from workbench.changes.shares.share_cells import share_texts
    from workbench.client.sanitize import shown

    indexing = None if chosen.indexing is None else chosen.indexing == "yes"
    given = {"expires": chosen.expires, "embed_origins": chosen.embed_origins, "indexing": indexing}
    with connect() as workbench:
        if not chosen.settings_only:
            workbench.courses.share(chosen.course, **given, confirm_open_places=chosen.confirm_open_places)
        elif any(each is not None for each in given.values()):
            workbench.courses.set_share_settings(chosen.course, **given)
        link, settings = workbench.courses.sharing(chosen.course), workbench.courses.share_settings(chosen.course)
    texts = share_texts(settings)
    facts = {
        "courseId": settings.course_id,
        "shareUrl": link.url,
        "isPublic": link.is_public,
        "expiresAt": settings.expires_at,
        "embedOrigins": settings.embed_origins,
        "indexing": settings.indexing,
    }
    sentence = (
        f"{shown(link.url)} ({link.reach})\nLast day: {texts['expires']}. Embedded: {texts['embed_origins']}. "
        f"Search engines: {texts['indexing']}."
    )
    return answer(chosen, facts, sentence)
