"""The token as a canary: all that a service may do to draw it out, and all in which it would be seen."""

from __future__ import annotations

import traceback

from tests.client.conftest import CANARY
from tests.client.scripted_service import PAGE, Act, cut, cut_midway, given, packed, refused, reply, silent

ACTS: dict[str, Act] = {
    "cut": cut,
    "cut midway": cut_midway,
    "silent": silent,
    "page": PAGE,
    "redirect": reply(302, headers={"Location": f"https://elsewhere.example/?token={CANARY}"}),
    "bomb": packed([b" " * 1_000_000] * 40),
    "said back in a page": reply(500, f"<html>Cookie: x={CANARY}</html>".encode()),
    "said back in an error": refused("BAD_REQUEST", -32600, 400, f"bad header Cookie: x={CANARY}"),
    "said back in a header": given({"tier": 1}, Set_Cookie=f"x={CANARY}", X_Echo=CANARY),
    "unauthorized": refused("UNAUTHORIZED", -32001, 401),
    "wrong fields": given({"tier": {"secret": 1}}),
}


def with_variables(error: BaseException) -> str:
    """Everything that a traceback can show, the variables of every frame and every hidden cause included."""
    shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    inner = [with_variables(cause) for cause in (error.__cause__, error.__context__) if cause is not None]
    return "".join([shown, *inner, repr(error), str(error), repr(vars(error))])
