"""`workbench serve`: a service for others, in the foreground, until it is stopped."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.output import UsageError, note, say, say_json
from workbench.cli.parser import port_number, whole_number

if TYPE_CHECKING:
    from workbench.service.kernel.settings import Settings


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: only this computer)")
    parser.add_argument(
        "--port", type=port_number, default=8100, help="port to listen on; 0 for any free port (default: 8100)"
    )
    parser.add_argument("--database", metavar="URL", help="database URL, sqlite:///path or postgresql://...")
    parser.add_argument("--share-base-url", metavar="URL", help="public base URL of share links")
    parser.add_argument(
        "--workers", type=whole_number, default=1, metavar="N", help="processes; several need PostgreSQL"
    )
    parser.add_argument(
        "--machines",
        type=whole_number,
        default=1,
        metavar="N",
        help="number of machines that serve this database, including this one; rate limits are divided among them",
    )
    parser.add_argument(
        "--calls-per-minute", type=whole_number, metavar="N", help="of a person, 0 for no limit (default: 12000)"
    )
    parser.add_argument(
        "--database-connections",
        type=whole_number,
        default=8,
        metavar="N",
        help="PostgreSQL connections per process (default: 8)",
    )
    parser.add_argument(
        "--metrics",
        choices=("loopback", "anyone", "nobody"),
        default="loopback",
        help="who can read /metrics (default: programs on this computer)",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="trusted reverse proxy on another computer, for X-Forwarded-For; repeat for several",
    )
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="host name of the service, such as the proxy's; repeat for several "
        "(default: WORKBENCH_ALLOWED_HOSTS, separated by commas)",
    )
    parser.add_argument(
        "--log-format", choices=("json", "text"), help="log format (default: text in a terminal, otherwise JSON)"
    )


def run(chosen: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C; calls in progress are finished first."""
    import sys

    from workbench.service.running.logs import write_logs
    from workbench.service.running.server import serve
    from workbench.service.running.workers import serve_many

    settings = service_settings(chosen)
    write_logs(as_json=chosen.log_format == "json" or (chosen.log_format is None and not sys.stderr.isatty()))

    def announce(base_url: str) -> None:
        if chosen.as_json:
            say_json({"baseUrl": base_url})
        else:
            say(f"Serving at {base_url}. Stop with Ctrl-C.")
            note("Add people with `workbench admin people add` on the same --database.")

    if chosen.workers > 1:
        serve_many(settings, chosen.workers, on_listening=announce)
    else:
        serve(settings, on_listening=announce)
    return 0


def service_settings(chosen: argparse.Namespace) -> Settings:
    """Return the settings of the service. Raises `UsageError`.

    A machine's share of the rate limits does not depend on its number of workers: its processes count together.
    """
    import os

    from workbench.cli.admin.database import database_url
    from workbench.service.kernel.object_store_settings import asset_quota_bytes, object_store_settings
    from workbench.service.kernel.settings import LOOPBACK, RateLimits, Settings, person_rate
    from workbench.service.publications.renderings import page_folder

    address = database_url(chosen.database)
    for option, count in {"--workers": chosen.workers, "--machines": chosen.machines}.items():
        if count < 1:
            raise UsageError(f"{option}: at least 1.")
        if count > 1 and address.startswith("sqlite"):
            raise UsageError(f"{option} above 1 needs PostgreSQL: --database postgresql://...")
    if (chosen.calls_per_minute or 0) < 0:
        raise UsageError("--calls-per-minute: 0 for no limit, or at least 1.")
    return Settings(
        address,
        host=chosen.host,
        port=chosen.port,
        share_base_url=chosen.share_base_url,
        rates=RateLimits() if chosen.calls_per_minute is None else person_rate(chosen.calls_per_minute),
        processes=chosen.workers * chosen.machines,
        writer_environment=dict(os.environ),
        database_connections=chosen.database_connections,
        metrics=chosen.metrics,
        proxies=(*LOOPBACK, *chosen.trusted_proxy),
        assets=object_store_settings(os.environ, address),
        asset_quota_bytes=asset_quota_bytes(os.environ),
        pages=page_folder(os.environ, address),
        allowed_hosts=tuple(chosen.allowed_host or _split_list(os.environ.get("WORKBENCH_ALLOWED_HOSTS", ""))),
    )


def _split_list(names: str) -> list[str]:
    return [part.strip() for part in names.split(",") if part.strip()]
