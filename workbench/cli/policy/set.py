"""`workbench policy set`: change what the organization lets be published, approved and shared."""

from __future__ import annotations

import argparse
from typing import Literal

from workbench.cli.output import UsageError, answer
from workbench.cli.parser import at_least_one
from workbench.cli.policy.policy_text import policy_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--publication", choices=("anyone", "approvedOnly"), help="what may be published")
    parser.add_argument(
        "--review-by-somebody-else",
        action=argparse.BooleanOptionalAction,
        help="whether nobody approves what they edited",
    )
    parser.add_argument(
        "--longest-share-days", metavar="DAYS", type=_days, help="how long a public link lives, or `unlimited`"
    )
    parser.add_argument("--sharing-roles", metavar="ROLES", help="who may share: owner,admin,author or some of them")


def run(chosen: argparse.Namespace) -> int:
    """Change what is named, leave the rest, and print it."""
    from workbench.api.connect import connect

    roles = None if chosen.sharing_roles is None else [each.strip() for each in chosen.sharing_roles.split(",")]
    changes = (chosen.publication, chosen.review_by_somebody_else, chosen.longest_share_days, roles)
    if all(each is None for each in changes):
        raise UsageError("Nothing to set is named. See: workbench policy set --help")
    with connect() as workbench:
        policy = workbench.policy.set(
            publication=chosen.publication,
            review_by_somebody_else=chosen.review_by_somebody_else,
            longest_share_days=chosen.longest_share_days,
            sharing_roles=roles,
        )
    refused = policy.refused_courses
    courses = "1 public course has" if refused == 1 else f"{refused:,} public courses have"
    effect = f"{courses} lessons that it would refuse; they stay public as they are." if refused else ""
    return answer(chosen, policy.model_dump(by_alias=True), f"{policy_lines(policy)}\n{effect}".strip())


def _days(text: str) -> int | Literal["unlimited"]:
    return "unlimited" if text == "unlimited" else at_least_one(text)
