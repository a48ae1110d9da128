"""Detects a draft that is plainly in another language than the requested one (decision 0010).

It answers only when it is sure: short texts, unknown languages and close relatives never count as a mismatch.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

FEWEST_LETTERS: Final = 120
"""Fewest letters of a draft from which its language is detected."""
SURE: Final = 0.95
UNLIKELY: Final = 0.02

_RELATIVES: Final = (
    {"no", "nb", "nn", "da"},
    {"hr", "sr", "bs", "sh", "cnr"},
    {"id", "ms", "jv", "su"},
    {"ar", "ary", "arz", "apc", "acm"},
    {"fa", "prs", "tg"},
    {"zh", "yue", "wuu"},
    {"pt", "gl"},
    {"es", "ast", "an", "ext", "gl"},
    {"it", "vec", "lij", "scn"},
    {"de", "lb", "nds", "bar"},
    {"nl", "af", "fy", "li"},
    {"cs", "sk"},
    {"fr", "oc"},
    {"en", "sco", "pcm"},
)


def other_language(text: str, code: str, *, fewest_letters: int = FEWEST_LETTERS) -> str | None:
    """Return the text's certain language (lower case) if it is not the one of the code; else None.

    Takes about a second the first time in a process (the model's file is read), then a few milliseconds.
    """
    wanted = code.partition("-")[0].lower()
    identifier = _identifier()
    if sum(letter.isalpha() for letter in text) < fewest_letters or wanted not in identifier.labels:
        return None
    ranking = dict(identifier.rank(text))
    detected = max(ranking, key=lambda label: ranking[label])
    if detected == wanted or any({detected, wanted} <= relatives for relatives in _RELATIVES):
        return None
    return detected if ranking[detected] >= SURE and ranking[wanted] <= UNLIKELY else None


def load() -> None:
    """Read the model's file now, which otherwise happens at the first text."""
    _identifier()


_LOADING = threading.Lock()


def _identifier() -> LanguageIdentifier:
    with _LOADING:  # many drafts may finish at the same time, and loading the model takes 75 MiB
        return _load_identifier()


@cache
def _load_identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
