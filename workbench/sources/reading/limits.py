"""How a process that reads a file limits itself, before it looks at the first byte."""

from __future__ import annotations


def limit_itself(seconds: int, memory_bytes: int) -> None:
    """Limit this process's time and memory for good; it can write no file and leaves no image behind when it fails.

    Nothing here is fatal: where a system knows no such limit, that of time holds, which the parent watches.
    """
    try:
        import resource
    except ImportError:
        return
    for kind, limit in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            _, hard = resource.getrlimit(kind)
            most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):
            continue
