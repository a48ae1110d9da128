"""What a run reads while it continues."""

from __future__ import annotations

import json

import pytest

from tests.bulk.fake_service import FakeService
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.planning.target import find_place
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.probe import KeysForgotten, ServiceProbe, SessionChanged
from workbench.errors import SignInNeeded


def watch(service: FakeService, file: JournalFile, quick: RunRetryPolicy) -> ServiceProbe:
    """A watch over the place as it is now."""
    return ServiceProbe(service, find_place(service), file, quick)


def test_without_keys_each_send_keeps_what_was_there_before(
    service_without_keys: FakeService, journal_file: JournalFile, quick: RunRetryPolicy
) -> None:
    """Recent lessons and the balance, read just before."""
    kept = watch(service_without_keys, journal_file, quick).before_send(5, keyed=False)

    assert json.loads(kept or "") == {"ids": [], "balance": 1000, "at": 5}


def test_with_keys_and_an_organization_that_is_told_nothing_is_read(
    service: FakeService, journal_file: JournalFile, quick: RunRetryPolicy
) -> None:
    """A send costs one request."""
    watching = watch(service, journal_file, quick)
    service.reads.clear()

    assert watching.before_send(5, keyed=True) is None
    assert service.reads == []


@pytest.mark.parametrize("keyed", [True, False])
def test_another_selected_organization_is_noticed_before_a_send(
    service_without_keys: FakeService, journal_file: JournalFile, quick: RunRetryPolicy, keyed: bool
) -> None:
    """The lesson would be made, and paid for, elsewhere."""
    watching = watch(service_without_keys, journal_file, quick)
    service_without_keys.selected = "org2"

    with pytest.raises(SessionChanged):
        watching.before_send(5, keyed=keyed)


def test_another_person_is_noticed(service: FakeService, journal_file: JournalFile, quick: RunRetryPolicy) -> None:
    """A run belongs to one person."""
    watching = watch(service, journal_file, quick)
    service.person = "bob"

    with pytest.raises(SessionChanged):
        watching.check_place()


def test_an_ended_session_is_said(
    service_without_keys: FakeService, journal_file: JournalFile, quick: RunRetryPolicy
) -> None:
    """Not taken for a missing balance."""
    watching = watch(service_without_keys, journal_file, quick)
    service_without_keys.read_failure = SignInNeeded(code="UNAUTHORIZED", http_status=401)

    with pytest.raises(SignInNeeded):
        watching.read(5)


def test_there_is_nothing_to_look_at_in_an_empty_journal(
    service: FakeService, journal_file: JournalFile, quick: RunRetryPolicy
) -> None:
    """And nothing is read then."""
    watching = watch(service, journal_file, quick)
    service.reads.clear()

    assert not watching.check_unsure_rows(5, keyed=True)
    assert service.reads == []


def test_keys_are_proven_again_before_a_repeat(
    service: FakeService, journal_file: JournalFile, quick: RunRetryPolicy
) -> None:
    """A service that forgot its keys would make a second lesson."""
    watching = watch(service, journal_file, quick)
    watching.check_keys()
    service.keys = False

    with pytest.raises(KeysForgotten):
        watching.check_keys()
