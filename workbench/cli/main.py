"""`workbench`: finds the command, runs it, and reports an error in one line.

Only the command that is run is imported, so that help is quick. Exit codes: 0 done, 1 failed, 2 wrong use,
130 stopped by Ctrl-C, 143 ended by SIGTERM.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from workbench.cli.common_options import asks_for_json, show_logs, use_service
from workbench.cli.output import UsageError, be_quiet, complain
from workbench.cli.parser import COMMANDS, load, parse


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
        with use_service(chosen.url if COMMANDS[chosen.command].asks else None), show_logs(chosen.verbose):
            return int(load(chosen.command).run(chosen))
    except UsageError as refused:
        return complain(refused.message, exit_code=2, as_json=as_json)
    except KeyboardInterrupt as stopped:
        exit_code = getattr(stopped, "exit_code", 130)
        return complain(str(stopped) or "stopped", exit_code=exit_code, as_json=as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read us has gone; nothing is left to say
        return 0
    except Exception as failed:  # noqa: BLE001  (a person gets one line, never a traceback)
        return _failed(failed, as_json=as_json)


def _failed(failed: Exception, *, as_json: bool) -> int:
    from workbench.errors import InputRejected, PlanRejected, WorkbenchError

    if isinstance(failed, WorkbenchError):
        fields = {"code": "code", "httpStatus": "http_status", "procedure": "procedure"}
        return complain(
            str(failed),
            exit_code=2 if isinstance(failed, (InputRejected, PlanRejected)) else 1,
            as_json=as_json,
            kind=type(failed).__name__,
            **{name: getattr(failed, field, None) for name, field in fields.items()},
        )
    if os.environ.get("WORKBENCH_TRACE"):
        raise failed
    message = f"This should not have happened ({type(failed).__name__}: {failed}). WORKBENCH_TRACE=1 shows where."
    return complain(message, exit_code=1, as_json=as_json, kind=type(failed).__name__)


if __name__ == "__main__":
    sys.exit(main())
