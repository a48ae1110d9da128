"""Sentences about a policy, a theme, or the settings of a link, in place of a line for each field."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.procedures.reviews import PublishingPolicy, PublishingPolicySet
    from workbench.procedures.sharing import ShareSettings, Theme
    from workbench.procedures.source import SourceSummary

PUBLICATION = {
    "anyone": "Anyone who can share can publish, even if lessons aren't approved.",
    "approvedOnly": "Only approved lessons without errors can be published; owners can override.",
}


def policy_text(policy: PublishingPolicy) -> str:
    """Return a line for each rule of the policy."""
    days = policy.longest_share_days
    return "\n".join(
        [
            PUBLICATION.get(policy.publication, policy.publication),
            "People can't approve lessons that they edited."
            if policy.review_by_somebody_else
            else "People can approve lessons that they edited.",
            "Public links have no maximum duration."
            if days is None
            else f"Public links last up to {count_text(days, 'day')}.",
            f"Roles that can share: {', '.join(policy.sharing_roles)}.",
        ]
    )


def policy_set_text(policy: PublishingPolicySet) -> str:
    """Return a line for each rule of the policy, and how many public courses it would refuse."""
    refused = policy.refused_courses
    courses = "1 public course has" if refused == 1 else f"{refused:,} public courses have"
    effect = f"{courses} lessons that it would refuse; they stay public as they are." if refused else ""
    return f"{policy_text(policy)}\n{effect}".strip()


def theme_text(theme: Theme) -> str:
    """Return the theme's name, logo, colour and footer, or that it isn't set."""
    shades = f" (light pages {theme.accent_light}, dark pages {theme.accent_dark})" if theme.accent else ""
    return "\n".join(
        [
            f"Name: {display_text(theme.name) or 'none'}",
            f"Logo: {display_text(theme.logo_asset_id or 'none')}",
            f"Colour: {theme.accent or 'ours'}{shades}",
            f"Footer: {display_text(theme.footer, longest=500) or 'none'}",
        ]
    )


def share_settings_text(settings: ShareSettings) -> str:
    """Until when a link opens, in which pages, and whether search engines may list it."""
    from workbench.changes.share_cells import share_texts

    texts = share_texts(settings)
    return f"Last day: {texts['expires']}. Embedded: {texts['embed_origins']}. Search engines: {texts['indexing']}."


def source_text(source: SourceSummary) -> str:
    """Return the source's version, its number of passages, and who may read them."""
    readers = "learners can read quoted passages" if source.is_publishable else "learners see titles and locations only"
    return (
        f"{display_text(source.title)}: version {source.version}, {count_text(source.passages, 'passage')}; {readers}."
    )


SENTENCES: Final[dict[str, Callable[[Any], str]]] = {
    "AssumedLanguage": lambda language: f"Default language: {language}.",
    "PublishingPolicy": policy_text,
    "PublishingPolicySet": policy_set_text,
    "ShareLink": repr,
    "ShareSettings": share_settings_text,
    "SourceSummary": source_text,
    "Theme": theme_text,
}
"""Sentences by the name of the answer's class."""
