"""Subtitles as paragraphs."""

from __future__ import annotations

from workbench.documents.subtitles import read_subtitles

VTT = """WEBVTT - Safety

STYLE
::cue { color: red }

NOTE not for viewers

intro
00:01.000 --> 00:04.000 align:start
<v.loud Ada Byron>Stop the <i>pump</i> first &amp; wait.

01:02:03.500 --> 01:02:05.000
Stop the pump.

01:02:05.000 --> 01:02:07.000
Stop the pump.
Then open it.

not a time
lost
"""


def test_cues_come_with_their_times() -> None:
    """Speakers are kept; marks, styles and notes are not; lines that roll and what has no time are counted."""
    paragraphs, notes = read_subtitles(VTT)

    assert [(paragraph.place, paragraph.text) for paragraph in paragraphs] == [
        ("00:00:01", "Ada Byron: Stop the pump first & wait."),
        ("01:02:03", "Stop the pump."),
        ("01:02:05", "Then open it."),
    ]
    assert notes == [
        "1 cue without a readable time was left out.",
        "1 line repeated from before was left out.",
    ]


def test_subrip_is_read_alike() -> None:
    """Numbers above the times, commas in them, and marks of some players."""
    text = "1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<b>Hello</b>\nthere\n\n2\n00:04:10,1 --> 00:04:12,0\n1 < 2\n"

    paragraphs, notes = read_subtitles(text)

    assert [(paragraph.place, paragraph.text) for paragraph in paragraphs] == [
        ("00:00:01", "Hello there"),
        ("00:04:10", "1 < 2"),
    ]
    assert notes == []


def test_cues_without_empty_lines_between_them_are_several() -> None:
    """They became one, whose text had the times of the others in it."""
    text = "".join(f"{number}\n00:00:0{number},000 --> 00:00:0{number},900\nLine {number}\n" for number in range(1, 6))
    rolled = "00:01.000 --> 00:02.000\nten\n10\n00:03.000 --> 00:04.000\ntwo\n00:05.000 --> 00:06.000\nthree\n"

    assert [(cue.place, cue.text) for cue in read_subtitles(text)[0]] == [
        (f"00:00:0{number}", f"Line {number}") for number in range(1, 6)
    ]
    assert [cue.text for cue in read_subtitles(rolled)[0]] == ["ten", "two", "three"]


def test_a_cue_below_lines_of_another_kind_is_read() -> None:
    """A heading with keys, or a note, right above a time hid the cue."""
    text = "WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\nfirst\n\nNOTE a\nb\n00:03.000 --> 00:04.000\nsecond\n"

    assert [cue.text for cue in read_subtitles(text)[0]] == ["first", "second"]
