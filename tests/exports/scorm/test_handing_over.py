"""Packages for a person's browser."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.exports.conftest import client as client
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.scorm.handing_over import packages_handed_over
from workbench.procedures.lesson import create_lesson


@pytest.fixture
def target(client: Client) -> Target:
    """A lesson."""
    return Target("lesson", client.call(create_lesson(title="Bends", language="EN")).lesson_id, "Bends")


def test_one_is_handed_over_as_it_is_and_several_as_an_archive(client: Client, target: Target) -> None:
    """Each in it is a package of its own."""
    name, content, notes = packages_handed_over(client, [target], "scorm12")
    together, archive, _ = packages_handed_over(client, [target, target], "scorm12")

    assert (name, notes) == ("bends.zip", [])
    assert "imsmanifest.xml" in zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert together == "packages.zip"
    assert zipfile.ZipFile(io.BytesIO(archive)).namelist() == ["bends.zip", "bends-2.zip"]


def test_more_than_a_browser_takes_is_refused(client: Client, target: Target) -> None:
    """With the command that writes them."""
    with pytest.raises(NotSent, match=f"workbench export {target.id} --format scorm2004 --to FOLDER"):
        packages_handed_over(client, [target], "scorm2004", most_bytes=100)
