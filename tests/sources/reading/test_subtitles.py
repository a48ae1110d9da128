"""Subtitles as paragraphs."""

from __future__ import annotations

from workbench.sources.reading.subtitles import read_subtitles

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
    """Speakers are kept; marks, styles, notes and lines that roll are not; what has no time is counted."""
    paragraphs, unreadable = read_subtitles(VTT)

    assert [(each.place, each.text) for each in paragraphs] == [
        ("00:00:01", "Ada Byron: Stop the pump first & wait."),
        ("01:02:03", "Stop the pump."),
        ("01:02:05", "Then open it."),
    ]
    assert unreadable == 1


def test_subrip_is_read_alike() -> None:
    """Numbers above the times, commas in them, and marks of some players."""
    text = "1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<b>Hello</b>\nthere\n\n2\n00:04:10,1 --> 00:04:12,0\n1 < 2\n"

    paragraphs, unreadable = read_subtitles(text)

    assert [(each.place, each.text) for each in paragraphs] == [("00:00:01", "Hello there"), ("00:04:10", "1 < 2")]
    assert unreadable == 0
