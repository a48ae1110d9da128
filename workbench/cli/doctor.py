"""`workbench doctor`: check the installation and connections, a line for each, with what to do."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from workbench import __version__
from workbench.cli.output import say, say_csv, say_json
from workbench.client.extras import DISTRIBUTION, how_to_install
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.service.ai.writer_trial import WriterTrial

EXTRAS = (
    "lab",
    "keyring",
    "ai",
    "anthropic",
    "google",
    "postgres",
    "excel",
    "plots",
    "reports",
    "sources",
    "voila",
    "cluster",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A result: `state` is `ok`, `missing` (optional) or `wrong`."""

    check: str
    state: str
    message: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--writer",
        action="store_true",
        help="also let the model in WORKBENCH_AI_MODEL write a short draft, which its provider charges for",
    )


def run(chosen: argparse.Namespace) -> int:
    """Look, tell, change nothing; 1 when something is wrong. Starts no service."""
    findings = [*check_installation(), *storage(), *reachable(), *(tried_writer() if chosen.writer else ())]
    wrong = [finding for finding in findings if finding.state == "wrong"]
    if chosen.as_json:
        say_json([asdict(finding) for finding in findings])
    elif chosen.output == "csv":
        say_csv(map(asdict, findings), ["check", "state", "message"])
    else:
        for finding in findings:
            say(f"{finding.state:<8} {finding.check:<14} {finding.message}")
        say(f"{len(wrong)} to fix." if wrong else "No problems found.")
    return 1 if wrong else 0


def check_installation() -> Iterator[Finding]:
    """Yield findings on Python, the package, and the needs of each optional part."""
    yield Finding("python", "ok", f"{platform.python_version()} at {sys.executable}")
    yield Finding("workbench", "ok", __version__)
    try:
        declared = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        yield Finding(
            "parts", "missing", "the package runs from its folder and is not installed, so its parts are unknown"
        )
        return
    for extra in ("", *EXTRAS):
        yield _part(extra, declared)


def storage() -> Iterator[Finding]:
    """Yield findings on the data folder, and on where a session could be kept."""
    from workbench.client.data_folder import data_folder, ensure_private
    from workbench.client.session import keyring_store
    from workbench.errors import Misconfigured

    folder, refusal = data_folder(), ""
    try:
        if folder.exists():
            ensure_private(folder)
    except Misconfigured as refused:
        refusal = refused.message
    if refusal:
        yield Finding("data folder", "wrong", refusal)
    elif not folder.exists():
        yield Finding("data folder", "ok", f"{folder} (not created yet)")
    elif os.access(folder, os.W_OK):
        yield Finding("data folder", "ok", str(folder))
    else:
        yield Finding("data folder", "wrong", f"{folder} can't be written. Name another folder with WORKBENCH_HOME.")
    problem = keyring_store.problem()
    yield Finding("keyring", "missing" if problem else "ok", problem or "sessions are kept in the keyring")


def reachable() -> Iterator[Finding]:
    """Yield findings on the service of this computer, and on the one that a notebook would use."""
    from workbench.client.session import profile
    from workbench.client.session.environment import ENVIRONMENT
    from workbench.embedded.life import find
    from workbench.errors import WorkbenchError

    try:
        running = find()
        note = running.changed_setting(ENVIRONMENT) if running else None
        message = (
            f"at {running.base_url}, process {running.pid}" if running else "not running; it starts when it is needed"
        )
        yield Finding("own service", "wrong" if note else "ok", note or message)
        session = profile.from_environment(ENVIRONMENT) or profile.last_profile()
    except WorkbenchError as failed:
        yield Finding("session", "wrong", str(failed))
        return
    if session or running:
        yield _session()


def tried_writer() -> Iterator[Finding]:
    """Yield findings on a draft by the configured model: whether it is written, its cost, and the checks."""
    from workbench.cli.output import note
    from workbench.errors import WorkbenchError
    from workbench.service.ai.writer_trial import try_writer

    try:
        trial = try_writer(os.environ, lambda seconds: note(f"writing, {seconds} s") if seconds % 10 == 0 else None)
    except WorkbenchError as failed:
        yield Finding("writer", "wrong", failed.message)
        return
    if trial is None:
        yield Finding(
            "writer", "missing", "WORKBENCH_AI_MODEL is not set, so services started here create planning sheets"
        )
        return
    drafted = f"{trial.writer} drafted “{trial.title}”, {count_text(trial.blocks, 'block')}, in {trial.seconds:.1f} s"
    yield Finding("writer", "ok", drafted)
    yield Finding("writer cost", "ok", _cost(trial))
    worst = [finding for finding in trial.findings if finding.severity == "error"]
    names = ", ".join(f"{finding.rule} ({finding.severity})" for finding in trial.findings)
    repaired = f"{trial.repairs} mistakes repaired; " if trial.repairs else ""
    yield Finding("writer draft", "wrong" if worst else "ok", repaired + (names or "the checks found nothing"))


def _cost(trial: WriterTrial) -> str:
    if trial.input_tokens is None or trial.output_tokens is None:
        return "the server reports no tokens"
    tokens = f"{trial.input_tokens:,} tokens read, {trial.output_tokens:,} written"
    if trial.cost_usd is None:
        return f"{tokens}; no list price for this model"
    return f"{tokens}; about {trial.cost_usd:.4f} USD by the provider's list price"


def _session() -> Finding:
    from workbench.api.connect import connect
    from workbench.errors import WorkbenchError

    try:
        with connect() as workbench:
            facts = workbench.facts
    except WorkbenchError as failed:
        return Finding("session", "wrong", str(failed))
    who = facts.who.email if facts.who else "an unnamed person"
    return Finding("session", "ok", f"{who} at {facts.origin}, from {facts.source}")


def _part(extra: str, declared: list[str]) -> Finding:
    from packaging.requirements import Requirement

    about = f"[{extra}]" if extra else "needed"
    needed = [Requirement(line) for line in declared]
    mine = [
        requirement
        for requirement in needed
        if (requirement.marker is None and not extra)
        or (requirement.marker is not None and requirement.marker.evaluate({"extra": extra}))
    ]
    mine = [
        requirement
        for requirement in mine
        if requirement.name != DISTRIBUTION and (not extra or f'"{extra}"' in str(requirement.marker))
    ]
    lacking = [requirement for requirement in mine if not _is_met(requirement.name, str(requirement.specifier))]
    names = ", ".join(f"{requirement.name}{requirement.specifier}" for requirement in lacking)
    if not lacking:
        return Finding(about, "ok", f"{len(mine)} installed as needed")
    if not extra:
        return Finding(about, "wrong", f"{names}: install the package again")
    return Finding(about, "missing", f"{names}: {how_to_install(extra)}")


def _is_met(name: str, specifier: str) -> bool:
    from packaging.specifiers import SpecifierSet

    try:
        return SpecifierSet(specifier).contains(metadata.version(name), prereleases=True)
    except metadata.PackageNotFoundError:
        return False
