"""`workbench`: finds the command, runs it, and reports an error in one line.

Only the command that is run is imported, so that help is quick. The exit codes are those of `EXIT_CODES`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from workbench.cli.commands import COMMANDS
from workbench.cli.common_options import asks_for_json, show_logs, use_service
from workbench.cli.output import FAILED, INTERRUPTED, WRONG_USE, UsageError, answer_as, be_quiet, complain
from workbench.cli.parser import load, parse


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    as_json = asks_for_json(words)
    try:
        if "_ARGCOMPLETE" in os.environ:
            from workbench.cli.completion import complete

            complete()
        chosen = parse(words)
        be_quiet(chosen.quiet)
        answer_as(chosen.output)
        command = COMMANDS[chosen.command]
        with _service(chosen) if command.asks else nullcontext(), show_logs(chosen.verbose):
            return int(load(command).run(chosen))
    except UsageError as refused:
        return complain(refused.message, exit_code=WRONG_USE, as_json=as_json)
    except KeyboardInterrupt as stopped:
        exit_code = getattr(stopped, "exit_code", INTERRUPTED)
        return complain(str(stopped) or "stopped", exit_code=exit_code, as_json=as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader of the pipe has closed it; nothing more to print
        return 0
    except Exception as failed:  # noqa: BLE001  (a person gets one line, never a traceback)
        return _report_failure(failed, as_json=as_json)


def _service(chosen: argparse.Namespace) -> AbstractContextManager[None]:
    return use_service(chosen.url, profile=chosen.profile, organization=chosen.within)


def _report_failure(failed: Exception, *, as_json: bool) -> int:
    from workbench.errors import InputRejected, PlanRejected, WorkbenchError, is_disk_full

    if isinstance(failed, WorkbenchError):
        fields = {"code": "code", "httpStatus": "http_status", "procedure": "procedure"}
        return complain(
            str(failed),
            exit_code=WRONG_USE if isinstance(failed, (InputRejected, PlanRejected)) else FAILED,
            as_json=as_json,
            kind=type(failed).__name__,
            **{name: getattr(failed, field, None) for name, field in fields.items()},
        )
    if os.environ.get("WORKBENCH_TRACE"):
        raise failed
    if is_disk_full(failed):
        message = "The disk is full or read-only. Free some space and run the command again."
        return complain(message, exit_code=FAILED, as_json=as_json, kind=type(failed).__name__)
    message = f"Unexpected error ({type(failed).__name__}: {failed}). Set WORKBENCH_TRACE=1 to see where."
    return complain(message, exit_code=FAILED, as_json=as_json, kind=type(failed).__name__)


if __name__ == "__main__":
    sys.exit(main())
