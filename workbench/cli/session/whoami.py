"""`workbench whoami`: the card that a notebook shows, in the terminal."""

from __future__ import annotations

import argparse

from workbench.cli.output import say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what every command takes."""


def run(chosen: argparse.Namespace) -> int:
    """Connect as a notebook does and show who that is."""
    from workbench.api.connect import connect

    with connect() as workbench:
        if not chosen.as_json:
            say(repr(workbench))
            return 0
        facts = workbench.facts
        service, person = facts.service, facts.who or facts.person
        say_json(
            {
                "origin": facts.origin,
                "source": facts.source,
                "serviceId": service.service_id if service else None,
                "writer": service.writer.name if service else None,
                "personId": person.person_id if person else None,
                "name": person.name if person else None,
                "email": person.email if person else None,
                "organizationId": facts.organization_id,
                "organization": facts.organization.name if facts.organization else None,
                "role": facts.organization.role if facts.organization else None,
                "tier": facts.tier_and_status.tier if facts.tier_and_status else None,
                "status": facts.tier_and_status.status if facts.tier_and_status else None,
                "aiCreditBalance": facts.credits_left,
                "sessionDays": facts.session_days,
                "notes": list(facts.notes),
            }
        )
    return 0
