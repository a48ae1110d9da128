"""Raw bytes of one answer, for reports with many rows. A function, not a method of the client.

The conversation decides what to send, repeat and refuse; only the handling of an answer differs (decision 0060).
"""

from __future__ import annotations

from typing import Any, Final

from workbench.client.conversation import answers, converse
from workbench.client.sync import Client
from workbench.patterns import Pattern
from workbench.procedures.declare import Call, dump_answer
from workbench.wire.message import Response

_ENVELOPE: Final = Pattern(rb'\s*\[\s*\{\s*"result"\s*:\s*\{\s*(?:"type"\s*:\s*"data"\s*,\s*)?"data"\s*:\s*')
_END: Final = Pattern(rb"\s*\}\s*\}\s*\]\s*$")
_ODD: Final = Pattern(rb'[^{]|\{\s*"(?:json|meta)"')  # not an object, or one in its own envelope
_TAIL: Final = 64


def raw_data(client: Client, call: Call[Any]) -> bytes:
    """Return the JSON of a read's answer, unchecked: the caller has to check its content.

    An envelope of an unusual form is read normally and serialized again. Raises the errors of `client.call`.
    """
    settings = client.connection.endpoint.settings
    answer = answers(client.run(converse((call,), settings, read=_unwrap_data)))[0]
    return answer if isinstance(answer, bytes) else dump_answer(answer)


def _unwrap_data(response: Response) -> list[Any] | None:
    """Return the answer's data without its envelope; `None` leaves reading to the conversation."""
    if response.http_status != 200:
        return None
    body = response.body
    start, end = _ENVELOPE.match(body), _END.search(body, max(0, len(body) - _TAIL))
    if start is None or end is None or end.start() <= start.end() or _ODD.match(body, start.end()):
        return None
    return [body[start.end() : end.start()]]
