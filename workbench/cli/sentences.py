"""Sentences about a policy, a theme, or the settings of a link, in place of a line for each field."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from workbench.text import shown
from workbench.wording import counted

if TYPE_CHECKING:
    from workbench.procedures.reviews.policy import PublishingPolicy, PublishingPolicySet
    from workbench.procedures.sharing.share_settings import ShareSettings
    from workbench.procedures.sharing.theme import Theme
    from workbench.procedures.source import SourceSummary

PUBLICATION = {
    "anyone": "Who may share publishes, whether a lesson is approved or not.",
    "approvedOnly": "Only approved lessons without a finding of severity error are published; an owner overrides.",
}


def policy_text(policy: PublishingPolicy) -> str:
    """Return a line for each rule of the policy."""
    days = policy.longest_share_days
    return "\n".join(
        [
            PUBLICATION.get(policy.publication, policy.publication),
            "A lesson is approved by somebody who did not edit it."
            if policy.review_by_somebody_else
            else "Who edited a lesson may approve it.",
            "A public link lives as long as it is wanted." if days is None else f"A public link lives {days:,} days.",
            f"These roles share: {', '.join(policy.sharing_roles)}.",
        ]
    )


def policy_set_text(policy: PublishingPolicySet) -> str:
    """Return a line for each rule of the policy, and how many public courses it would refuse."""
    refused = policy.refused_courses
    courses = "1 public course has" if refused == 1 else f"{refused:,} public courses have"
    effect = f"{courses} lessons that it would refuse; they stay public as they are." if refused else ""
    return f"{policy_text(policy)}\n{effect}".strip()


def theme_text(theme: Theme) -> str:
    """Name, logo, colour and the text below; what is not set says so."""
    shades = f" (light pages {theme.accent_light}, dark pages {theme.accent_dark})" if theme.accent else ""
    return "\n".join(
        [
            f"Name: {shown(theme.name) or 'none'}",
            f"Logo: {shown(theme.logo_asset_id or 'none')}",
            f"Colour: {theme.accent or 'ours'}{shades}",
            f"Text below: {shown(theme.footer, longest=500) or 'none'}",
        ]
    )


def share_settings_text(settings: ShareSettings) -> str:
    """Until when a link opens, in which pages, and whether search engines may list it."""
    from workbench.changes.share_cells import share_texts

    texts = share_texts(settings)
    return f"Last day: {texts['expires']}. Embedded: {texts['embed_origins']}. Search engines: {texts['indexing']}."


def source_text(source: SourceSummary) -> str:
    """Return the source's version, its number of passages, and who may read them."""
    readers = "learners may read what is quoted" if source.is_publishable else "learners read title and place only"
    return f"{shown(source.title)}: version {source.version}, {counted(source.passages, 'passage')}; {readers}."


SENTENCES: Final[dict[str, Callable[[Any], str]]] = {
    "AssumedLanguage": lambda language: f"Default language: {language}.",
    "PublishingPolicy": policy_text,
    "PublishingPolicySet": policy_set_text,
    "ShareLink": repr,
    "ShareSettings": share_settings_text,
    "SourceSummary": source_text,
    "Theme": theme_text,
}
"""By the name of the answer's class."""
