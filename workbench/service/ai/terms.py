"""Finds the terms of a topic: words that its text itself sets apart or leans on, never a word from elsewhere.

It reads signs (lists, quotation marks, abbreviations) and positions of grammar words. It has no dictionary, so it
may miss a term; it would rather find three good ones than ten of which half are verbs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from workbench.service.ai.languages.known import LANGUAGES
from workbench.service.ai.languages.phrases import Grammar, Language, word_set

MOST_TERMS: Final = 6
LONGEST_TERM_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """A term as it is spelled in the text, and the statement that it stands in (empty for a bare keyword)."""

    term: str
    statement: str


def find_terms(
    title: str, statements: tuple[str, ...], keywords: tuple[str, ...], language: Language
) -> list[FoundTerm]:
    """At most six terms in the order of the text: the given keywords first, then what the statements show."""
    found: dict[str, tuple[int, int, FoundTerm]] = {}
    for word in keywords:
        statement = next((text for text in statements if word.casefold() in text.casefold()), "")
        found.setdefault(word.casefold(), (0, len(found), FoundTerm(word, statement)))
    grammar = _language_of(" ".join(statements), language).grammar
    title_words = set(_folded_words(title))
    for statement in statements:
        for weight, term in _candidates(statement, grammar):
            words = set(_folded_words(term))
            if len(term) >= 4 and not words <= title_words and not words & grammar.vague:
                found.setdefault(term.casefold().rstrip("s"), (weight, len(found), FoundTerm(term, statement)))
    best = sorted(found.values(), key=lambda entry: entry[:2])[:MOST_TERMS]
    chosen = [term for _, _, term in sorted(best, key=lambda entry: entry[1])]
    return [term for term in chosen if not _is_inside_another(term, chosen)]


def _is_inside_another(term: FoundTerm, chosen: list[FoundTerm]) -> bool:
    words = set(_folded_words(term.term))
    return any(words < set(_folded_words(other.term)) for other in chosen)


_TOKEN = re.compile(r"\w+(?:[-&/]\w+|['’]s\b)*|[^\w\s]")
_QUOTED = re.compile(r"[“«„\"]\s?([^“”«»„\"]{3,60}?)\s?[”»“\"]")
_SHORT_FORM = re.compile(r"\b[A-ZÄÖÜ](?:[A-Z0-9]|&(?=[A-Z])){2,7}\b")

_OF = word_set("of de del du des d do da dos das di dello della dei degli delle dell van")
_ATTACHED_AND = re.compile(r"\bو(?=ال)")


def _folded_words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _candidates(statement: str, grammar: Grammar) -> list[tuple[int, str]]:
    """(weight, term) pairs of one statement; a lighter weight is surer."""
    found = [(1, quoted) for quoted in _QUOTED.findall(statement)]
    found += [(1, short) for short in _SHORT_FORM.findall(statement)]
    found += [(2, term) for term in _after_such_as(statement, grammar)]
    match grammar.terms_by:
        case "position":
            found += [(3 if " " in term else 4, term) for term in _by_position(statement, grammar)]
        case "capital":
            found += [(3, term) for term in _by_capital(statement, grammar)]
        case "article_prefix":
            found += [(3, term) for term in _by_article_prefix(statement, grammar)]
        case "lists_only":
            pass
    return found


def _after_such_as(statement: str, grammar: Grammar) -> list[str]:
    """The items behind `such as`, up to the end of the clause."""
    lowered = statement.lower()
    for sign in grammar.such_as:
        at = lowered.find(f" {sign} ")
        if at >= 0:
            clause = re.split(r"[.;:()!?؟]", statement[at + len(sign) + 2 :], maxsplit=1)[0]
            return _short_items(_TOKEN.findall(clause), grammar)
    return []


def _short_items(pieces: list[str], grammar: Grammar) -> list[str]:
    items: list[str] = []
    run: list[str] = []
    for piece in [*pieces, "."]:
        folded = piece.casefold()
        if piece in ",،." or folded in grammar.joiners:
            if 0 < len(run) <= LONGEST_TERM_WORDS:
                items.append(" ".join(run))
            run = []
        elif folded in grammar.articles and not run:
            continue
        elif not piece[0].isalnum() or _is_grammar(folded, grammar):
            return items + ([" ".join(run)] if 0 < len(run) <= LONGEST_TERM_WORDS else [])
        else:
            run.append(piece)
    return items


def _by_position(statement: str, grammar: Grammar) -> list[str]:
    """Runs of content words between a preposition (or an article inside the sentence) and the next grammar word.

    Behind a comma or an `and`, only single words are taken, and none of the row if a longer run follows: two words
    are too often a verb and its object, and the words before them adjectives (`chemical, physical and other tests`).
    Before a preposition other than `of`, the last word of a run may be a verb (`a hood protects against`).
    """
    found: list[str] = []
    row: list[str] = []
    run: list[str] = []
    most_words = 0
    pieces = _TOKEN.findall(statement)
    for position, piece in enumerate([*pieces, "."]):
        folded = piece.casefold()
        opens = folded in grammar.prepositions or folded in grammar.articles
        joins = piece in ",،" or folded in grammar.joiners
        if piece[0].isalnum() and not opens and not joins and not _is_grammar(folded, grammar):
            run.append(piece)
            continue
        closes_well = joins or not piece[0].isalnum() or folded in _OF
        closes_well |= most_words > 1 and len(run) == 1 and folded in grammar.prepositions
        if most_words and run:
            good = closes_well and piece not in "'’(" and _is_term(run, grammar)
            if len(run) > most_words:
                row = []
            elif good:
                row = [*row, " ".join(run)]
        if opens:
            most_words = LONGEST_TERM_WORDS if position else 0
        elif joins:
            most_words = 1 if row else 0
        elif piece not in "'’":
            most_words = 0
        if not joins:
            found, row = found + row, []
        run = []
    return found


def _by_capital(statement: str, grammar: Grammar) -> list[str]:
    """Nouns of a language that writes them with a capital letter, the first word of the sentence left out."""
    pieces = _TOKEN.findall(statement)
    return [
        piece
        for before, piece in pairwise(pieces)
        if piece[0].isupper()
        and len(piece) > 3
        and before not in '.:!?„“"'
        and not _is_grammar(piece.casefold(), grammar)
    ]


def _by_article_prefix(statement: str, grammar: Grammar) -> list[str]:
    """Arabic words with the article behind a preposition or an `and`, with the bare noun that may stand between.

    Elsewhere a word with the article may as well follow a verb, and would not be a term with it.
    """
    words = _TOKEN.findall(_ATTACHED_AND.sub("و ", statement))
    found: list[str] = []
    for position, word in enumerate(words):
        if word not in grammar.prepositions and word not in grammar.joiners:
            continue
        run = words[position + 1 : position + 2]
        for following in words[position + 2 : position + 1 + LONGEST_TERM_WORDS]:
            if not following.startswith("ال"):
                break
            run.append(following)
        if run and run[-1].startswith("ال") and not any(_is_grammar(part, grammar) for part in run):
            found.append(" ".join(run))
    return found


def _is_term(run: list[str], grammar: Grammar) -> bool:
    last = run[-1].casefold()
    is_verb = last.endswith(grammar.participle_endings) or (len(run) == 1 and last.endswith(grammar.verb_endings))
    return not (is_verb or run[0][0].isdigit() or len(last) < 3)


def _is_grammar(folded: str, grammar: Grammar) -> bool:
    listed = folded in grammar.others or folded in grammar.articles or folded in grammar.prepositions
    return listed or folded.endswith(grammar.adverb_endings)


def _language_of(text: str, requested: Language) -> Language:
    """The language whose grammar words fill the text best; the one asked for, if none does better."""
    words = _folded_words(text)
    counts = {code: sum(word in known for word in words) for code, known in _grammar_words().items()}
    best = max(counts, key=lambda code: (counts[code], code == requested.code))
    return LANGUAGES[best] if counts[best] > counts.get(requested.code, 0) * 1.2 else requested


@cache
def _grammar_words() -> dict[str, frozenset[str]]:
    return {
        code: known.grammar.articles | known.grammar.prepositions | known.grammar.joiners | known.grammar.others
        for code, known in LANGUAGES.items()
    }
