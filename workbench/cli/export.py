"""`workbench export`: lessons and courses in any of the formats of `workbench.exports.formats`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from workbench.cli.input_file import with_standard_input
from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, note, say, say_json
from workbench.exports.formats import FORMATS, OPTIONS, Format, Option, find_format, formats_with
from workbench.patterns import Pattern

_ID: Final = Pattern("[0-9a-z]{25}")
EDITABLE: Final = "folder"
"""The format that `--editable` names, and `--format markdown FOLDER`."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "content",
        nargs="*",
        metavar="CONTENT",
        help="ids or titles of courses and lessons; - reads one per line from standard input; with --format "
        "markdown also the folder or ZIP archive for a round trip (as --editable --to); default: all courses",
    )
    parser.add_argument(
        "--format",
        choices=[*FORMATS],
        help=f"{'; '.join(f'{form.name}: {form.label}' for form in FORMATS.values())} (default: markdown)",
    )
    parser.add_argument(
        "--to",
        metavar="FOLDER",
        help="folder to write to (default: the current one); or the file, for one package, question bank or XLIFF",
    )
    parser.add_argument("--editable", action="store_true", help="same as --format folder; default: all courses")
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    parser.set_defaults(more_words="content")
    format_options = parser.add_argument_group("options for some formats")
    for option in OPTIONS:
        _add_option(format_options, option)


def _add_option(parser: Any, option: Option) -> None:
    help_text = f"{option.about}; for {', '.join(formats_with(option))}"
    if isinstance(option.default, bool):
        action = "store_false" if option.default else "store_true"
        parser.add_argument(option.flag, dest=option.name, action=action, help=help_text)
    elif option.choices:
        values = [value for _, value in option.choices]
        help_text += f" (default: {option.default})"
        parser.add_argument(option.flag, choices=values, default=option.default, help=help_text)
    elif option.limits is None:
        parser.add_argument(option.flag, metavar="CODE", default=option.default, help=help_text)
    else:
        group = parser.add_mutually_exclusive_group()
        help_text += f" (default: {option.default})"
        group.add_argument(option.flag, type=int, metavar="NUMBER", default=option.default, help=help_text)
        no_flag = f"--no-{option.flag.removeprefix('--')}"
        group.add_argument(no_flag, action="store_const", dest=option.name, const=None, help=option.without)


def run(chosen: argparse.Namespace) -> int:
    """Export the content, printing each file when it is complete."""
    _find_folder(chosen)
    form = find_format(chosen.format)
    options = _options(chosen, form)
    content = with_standard_input(chosen.content)
    if not content and not form.takes_all:
        raise UsageError("Name courses or lessons, or export all: workbench export --editable --to FOLDER")
    from workbench.api.connect import connect

    stopped = "Stopped. Nothing was written."
    if form.makes == "packages":
        stopped = "Stopped. The packages listed above are complete."
    facts = []
    with stoppable("lessons read", message=stopped) as progress, connect() as workbench:
        for written in workbench.exports.write(
            content or None, chosen.to, format=form.name, overwrite=chosen.overwrite, progress=progress, **options
        ):
            facts.append(written.facts())
            if not chosen.as_json:
                say(str(written))
            for warning in written.warnings():
                note(warning)
    if chosen.as_json:
        say_json(facts[0] if form.makes_one else facts)
    return 0


def _find_folder(chosen: argparse.Namespace) -> None:
    """Apply the short form: `--format markdown FOLDER` is a round trip, like `--editable --to FOLDER`."""
    words = list(chosen.content)
    if chosen.format == "markdown" and chosen.to is None and words and not _is_content(words[-1]):
        chosen.to, chosen.editable = words.pop(), True
    if chosen.editable and chosen.format not in (None, "markdown", EDITABLE):
        raise UsageError(f"--editable works with Markdown, not with {chosen.format}. Nothing was written.")
    chosen.content, chosen.to = words, Path(chosen.to or ".")
    chosen.format = EDITABLE if chosen.editable else chosen.format or "markdown"


def _is_content(word: str) -> bool:
    return word == "-" or _ID.fullmatch(word) is not None


def _options(chosen: argparse.Namespace, form: Format) -> dict[str, Any]:
    """Return the format's options. Raises `UsageError` for a missing one, or one that only other formats have."""
    for option in OPTIONS:
        if option.is_strict and option not in form.options and getattr(chosen, option.name) != option.default:
            *others, last = formats_with(option)
            names = f"{', '.join(others)} or {last}" if others else last
            raise UsageError(f"{option.flag} needs --format {names}. Nothing was written.")
        if option.is_required and option in form.options and getattr(chosen, option.name) is None:
            raise UsageError(f"--format {form.name} needs {option.flag}: {option.about}. Nothing was written.")
    return {option.name: getattr(chosen, option.name) for option in form.options}
