"""Services in separate processes on one database, as several hosts would be; whole, with a defect, or dying.

`python -m tests.faults.hosts JSON` is one. What it puts into our own functions is the subject of the tests here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.server_process import server_process


@dataclass(frozen=True)
class Host:
    """One process that serves."""

    base_url: str
    process: subprocess.Popen[str]

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        found = urlsplit(self.base_url)
        assert found.hostname is not None
        assert found.port is not None
        return found.hostname, found.port


@contextmanager
def host(database_url: str, *, log: Path = Path(os.devnull), **options: Any) -> Iterator[Host]:
    """A service on the database.

    Options are: `defect`, `die` (a phase of a generation), `die_storing` (one of an upload), `limits`,
    `assets` (a folder), settings.
    """
    options = {"database_url": database_url, **options}
    with (
        log.open("wb") as errors,
        server_process("tests.faults.hosts", options, errors=errors) as (base_url, process),
    ):
        yield Host(base_url, process)


@contextmanager
def hosts(database_url: str, count: int, **options: Any) -> Iterator[list[Host]]:
    """Several at the same time; a file has one host, which is then there under as many names."""
    alone = database_url.startswith("sqlite")
    with ExitStack() as stack:
        made = [stack.enter_context(host(database_url, **options)) for _ in range(1 if alone else count)]
        yield made * count if alone else made


def main(text: str) -> None:
    """Serve with these options, JSON."""
    from tests.faults import defects
    from workbench.service.kernel.object_store_settings import FolderSettings
    from workbench.service.kernel.settings import NO_RATES, Limits, Settings
    from workbench.service.running import server
    from workbench.service.running.logs import write_logs

    write_logs(as_json=True)
    options = json.loads(text)
    limits = Limits(**options.pop("limits", {}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "_SWEEP_SECONDS", options.pop("sweep_seconds", 30.0))
        if defect := options.pop("defect", None):
            getattr(defects, defect)(patch)
        if phase := options.pop("die", None):
            defects.dying_when(patch, phase, lambda: os.kill(os.getpid(), signal.SIGKILL))
        if phase := options.pop("die_storing", None):
            defects.dying_while_storing(patch, phase, lambda: os.kill(os.getpid(), signal.SIGKILL))
        options.setdefault("sheet_credits", 1)  # so that its planning sheets are paid for, as lessons of a model are
        if assets := options.pop("assets", None):
            options["assets"] = FolderSettings(Path(assets))
        settings = Settings(rates=NO_RATES, limits=limits, **options)
        server.serve(settings, on_listening=lambda base_url: print(base_url, flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
