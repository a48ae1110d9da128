"""A service in a separate process, with the settings of a test; `python -m tests.service.serving` is it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hanging import HANG_SECONDS
from tests.server_process import server_process
from workbench.service.kernel.settings import Limits, Settings


@dataclass(frozen=True)
class Serving:
    """A running service: its address and its process."""

    base_url: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """Its port on this computer."""
        return int(self.base_url.rpartition(":")[2])

    def stop(self, by: int = signal.SIGTERM) -> int:
        """Its exit code after the signal."""
        self.process.send_signal(by)
        return self.process.wait(timeout=HANG_SECONDS)


@contextmanager
def serving(database: Path, **settings: Any) -> Iterator[Serving]:
    """The service, listening; ended with the test whatever happens."""
    settings = {"database_url": f"sqlite:///{database}", **settings}
    with server_process("tests.service.serving", settings) as (base_url, process):
        yield Serving(base_url, process)


def main(text: str) -> None:
    """Serve with these settings, JSON, until stopped; then say that all was closed."""
    from workbench.service.running.server import serve

    settings = json.loads(text)
    limits = Limits(**settings.pop("limits", {}))
    settings.setdefault("sheet_credits", 1)  # so that its planning sheets are paid for, as lessons of a model are
    idle_stop_seconds = settings.pop("idle_stop_seconds", None)
    serve(
        Settings(limits=limits, **settings),
        on_listening=lambda base_url: print(base_url, flush=True),
        idle_stop_seconds=idle_stop_seconds,
    )
    print("closed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
