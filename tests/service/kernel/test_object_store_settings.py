"""Where assets' bytes are kept, as the operator says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.errors import Misconfigured
from workbench.service.kernel.object_store_settings import BucketSettings, FolderSettings, object_store_settings

KEYS = {"AWS_ACCESS_KEY_ID": "AKIACANARY", "AWS_SECRET_ACCESS_KEY": "secret-canary"}


def test_without_a_setting_a_folder_beside_the_file_is_taken() -> None:
    """One computer needs no setting."""
    assert object_store_settings({}, "sqlite:////data/workbench.sqlite") == FolderSettings(
        Path("/data/workbench-assets")
    )


def test_a_database_server_has_no_folder_beside_it() -> None:
    """Several machines may serve it: the operator says where the bytes go."""
    assert object_store_settings({}, "postgresql://db/lessons") is None


def test_a_path_is_a_folder() -> None:
    """Whatever the database is."""
    found = object_store_settings({"WORKBENCH_ASSETS": "/srv/assets"}, "postgresql://db/lessons")

    assert found == FolderSettings(Path("/srv/assets"))


def test_a_bucket_has_prefix_region_and_endpoint() -> None:
    """As they are in the environment, the workbench's own name of the endpoint first."""
    environment = {
        **KEYS,
        "WORKBENCH_ASSETS": "s3://lessons/team/",
        "WORKBENCH_ASSETS_ENDPOINT": "https://objects.example.org",
        "AWS_ENDPOINT_URL": "https://elsewhere.example.org",
        "AWS_REGION": "eu-central-1",
    }

    assert object_store_settings(environment, "postgresql://db/lessons") == BucketSettings(
        "lessons", "team", "eu-central-1", "https://objects.example.org", "AKIACANARY", "secret-canary"
    )


def test_keys_are_never_shown() -> None:
    """A traceback or a log line with the settings has none of them."""
    found = object_store_settings({**KEYS, "WORKBENCH_ASSETS": "s3://lessons"}, "sqlite:///x.sqlite")

    assert "canary" not in repr(found).lower()


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"WORKBENCH_ASSETS": "s3://lessons"}, "needs its keys"),
        ({"WORKBENCH_ASSETS": "s3://lessons", "AWS_ACCESS_KEY_ID": "a"}, "needs its keys"),
        ({"WORKBENCH_ASSETS": "s3://Lessons!", **KEYS}, "names a bucket as"),
        ({"WORKBENCH_ASSETS": "s3:/lessons", **KEYS}, "names a bucket as"),
        ({"WORKBENCH_ASSETS": "https://lessons.example.org", **KEYS}, "path of a folder"),
        (
            {"WORKBENCH_ASSETS": "s3://lessons", "WORKBENCH_ASSETS_ENDPOINT": "https://a:b@x.example.org", **KEYS},
            "is an address such as",
        ),
    ],
)
def test_what_could_only_fail_later_is_refused(environment: dict[str, str], sentence: str) -> None:
    """At the start, in one sentence, without the keys."""
    with pytest.raises(Misconfigured, match=sentence) as refused:
        object_store_settings(environment, "sqlite:///x.sqlite")

    assert "canary" not in str(refused.value)
