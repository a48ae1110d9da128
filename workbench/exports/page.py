"""A lesson or a course as one HTML file that needs nothing else: no script, no picture, no address of another host."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape

from workbench.authoring.block import below_title
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.labels import direction
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import answers_html
from workbench.procedures.lesson import Lesson

_STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fdfcfa;--soft:#5b6470;--line:#e3e0da;--accent:#1c5d99;--card:#fff}
@media (prefers-color-scheme:dark){
:root{--ink:#e8e6e3;--paper:#16181b;--soft:#a3abb5;--line:#33373d;--accent:#8ec2f0;--card:#1d2024}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.65 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 4rem}
h1{font-size:2.1rem;line-height:1.2;margin:0 0 .75rem;text-wrap:balance}
h2{font-size:1.55rem;line-height:1.25;margin:2.5rem 0 .5rem}h3{font-size:1.15rem;margin:0 0 .5rem}
article+article{border-top:1px solid var(--line);margin-top:3rem;padding-top:1.5rem}
nav{margin:1.5rem 0;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
section.block{margin:1.5rem 0;overflow-wrap:anywhere}
section:is(.objectives,.keyTerms,.example,.callout,.quiz,.ordering,.matching,.fillIn,.shortAnswer,.reflection,.summary){
background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.1rem 1.25rem}
section.objectives,section.summary{border-inline-start:4px solid var(--accent)}
section.blank{display:none}
section.authorNote{border:2px dashed var(--soft);border-radius:.75rem;padding:1.1rem 1.25rem;color:var(--soft)}
dt{font-weight:650}dd{margin:0 0 .6rem;color:var(--soft)}a{color:var(--accent)}
summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
figure.media{margin:1rem 0}figure.media img{display:block;max-width:100%;height:auto;border-radius:.5rem}
figcaption{color:var(--soft)}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid var(--line);padding:.35rem .6rem}
section.callout{border-inline-start:4px solid var(--accent)}.kind{font-weight:650;margin:0}.footnotes{font-size:.9em}
.formula{overflow:auto;margin:1rem 0}.answers{display:none}
@media print{body{background:#fff;color:#000}nav,details{display:none}.answers{display:block;break-before:page}
article{counter-reset:question}section:has(>details){counter-increment:question}
section:has(>details)>:first-child::before{content:counter(question)". "}}
""".strip()
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


def course_page(title: str, lessons: Sequence[Lesson]) -> str:
    """The whole document: the lessons in the order given, with a list of contents where there are several."""
    language = lessons[0].language if lessons else "EN"
    body = "\n".join(_article(place, each, alone=len(lessons) == 1) for place, each in enumerate(lessons))
    code = escape(language.lower(), quote=True)
    return (
        f'<!doctype html>\n<html lang="{code}" dir="{direction(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY, quote=True)}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1 dir="auto">{escape(title)}</h1>\n{_contents(lessons)}{body}\n'
        "</main>\n</body>\n</html>\n"
    )


def lesson_page(lesson: Lesson) -> str:
    """The whole document of one lesson."""
    return course_page(lesson.title, [lesson])


def _article(place: int, lesson: Lesson, *, alone: bool) -> str:
    head, level = ("", 1) if alone else (f'<h2 dir="auto">{escape(lesson.title)}</h2>\n', 2)
    blocks = below_title(lesson.blocks, lesson.title)
    shown = blocks_html(blocks, lesson.language, has_author_notes=True, sections=section_levels(blocks, level))
    language = escape(lesson.language.lower(), quote=True)
    return (
        f'<article id="lesson-{place + 1}" lang="{language}" dir="{direction(lesson.language)}">\n{head}'
        f"{shown}{answers_html(blocks, lesson.language, level + 1)}\n</article>"
    )


def _contents(lessons: Sequence[Lesson]) -> str:
    if len(lessons) < 2:
        return ""
    links = (f'<li><a href="#lesson-{place + 1}">{escape(each.title)}</a></li>' for place, each in enumerate(lessons))
    return f'<nav aria-label="Lessons"><ol>{"".join(links)}</ol></nav>\n'
