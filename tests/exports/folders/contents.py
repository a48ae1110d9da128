"""Random blocks of every type, for the tests of folders, with texts that are hard to write down."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

from workbench.authoring.block import Block
from workbench.authoring.content import CONTENT_MODELS, checked_content

PIECES = (
    "Tide", "the *moon*", "- item",
    "1. one", "> quote", "[x] done", "- [x] a", "# Head", "#### Title", "---", "```toml",
    "```", '"""', "'''", "\\", "\\n", "<!-- block text -->", "\\<!-- block",
    "→", " | ", "a → b", "{{c1::x}}", "$x^2$",
    "المد", "😀", "<b>", "&amp;", "=", "~", "\t", "  ", "\u00a0", "a\x7fb", "null", "true", "**t**: m", "]]>",
)  # fmt: skip


def line(random: Random) -> str:
    """A text of one line that is not blank."""
    return f"{' '.join(random.choices(PIECES, k=random.randint(0, 4)))}a{random.choice(('', ' ', '.'))}"


def passage(random: Random) -> str:
    """A text of some lines, some of them empty, not all."""
    lines = [line(random) if random.random() < 0.8 else "" for _ in range(random.randint(0, 3))]
    return "\n".join([*lines, line(random)]) + random.choice(("", "", "\n", "\n\n"))


def content(kind: str, random: Random) -> dict[str, Any]:
    """The content of a block of this type, as the service stores it; sometimes with a field that nobody knows."""
    extra = {"note": random.choice([None, 1, 2.5, True, line(random), [1, "a"], {"a": {"b": [passage(random)]}}])}
    made: dict[str, Any] = _contents(kind, random)
    return checked_content(kind, made | (extra if random.random() < 0.1 else {}))


def blocks(random: Random, *, count: int = 0) -> list[Block]:
    """Blocks of every type, in any order, or so many of any."""
    kinds = [model for model in CONTENT_MODELS if model not in ("image", "audio", "video", "file")]
    chosen = random.choices(kinds, k=count) if count else random.sample(kinds, k=len(kinds))
    made = [Block(id=block_id(random), type=kind, content=content(kind, random)) for kind in chosen]
    other = {"caption": line(random), "deep": {"a": [{"b": passage(random)}, 3]}, "none": random.choice([None, 0])}
    return made if count else [*made, Block(id=block_id(random), type="ofAnotherMaker", content=other)]


def block_id(random: Random) -> str:
    """An id."""
    return str(UUID(int=random.getrandbits(128)))


def _contents(kind: str, random: Random) -> dict[str, Any]:
    several = [f"{line(random)} {number}" for number in range(random.randint(2, 4))]
    feedback = random.choice(("", passage(random)))
    match kind:
        case "heading":
            return {"text": line(random), "level": random.randint(1, 3)}
        case "text" | "authorNote":
            return {"markdown": passage(random)}
        case "example":
            return {"title": random.choice(("", line(random))), "markdown": passage(random)}
        case "callout":
            kinds = ("note", "tip", "warning")
            return {"kind": random.choice(kinds), "markdown": passage(random)}
        case "objectives" | "summary":
            return {"items": several}
        case "keyTerms":
            return {"terms": [{"term": term, "meaning": passage(random)} for term in several]}
        case "quiz":
            right = random.randrange(len(several))
            choices = [
                {"text": text, "isCorrect": index == right, "feedback": feedback} for index, text in enumerate(several)
            ]
            return {"question": passage(random), "multiple": random.random() < 0.3, "choices": choices}
        case "ordering":
            return {"prompt": passage(random), "items": several, "feedback": feedback}
        case "matching":
            pairs = [{"left": item, "right": f"{line(random)}{index}"} for index, item in enumerate(several)]
            return {"prompt": passage(random), "pairs": pairs, "feedback": feedback}
        case "fillIn":
            return {"text": f"{passage(random)} ___ .", "gaps": [{"answers": several}], "feedback": feedback}
        case "shortAnswer":
            return {"question": passage(random), "modelAnswer": passage(random)}
        case "reflection":
            return {"prompt": passage(random)}
    return {}
