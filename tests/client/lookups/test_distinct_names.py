"""Names that distinguish things."""

from __future__ import annotations

from workbench.client.lookups.names import distinct_names


def test_a_name_that_only_one_has_stays_as_it_is() -> None:
    """The detail is for names that are alike."""
    assert distinct_names([("p1", "Ada", "ada@x.org"), ("p2", "Bob", "bob@x.org")]) == {"p1": "Ada", "p2": "Bob"}


def test_two_alike_have_their_detail_behind_them() -> None:
    """Case and outer blanks distinguish nothing."""
    found = distinct_names([("p1", "ada", "ada@x.org"), ("p2", "Ada ", "ada@y.org")])

    assert found == {"p1": "ada (ada@x.org)", "p2": "Ada  (ada@y.org)"}


def test_without_a_detail_that_differs_the_ids_distinguish_them() -> None:
    """Their ends, or all of them where the ends are alike too."""
    assert distinct_names([("abc-111111", "Trade", ""), ("abc-222222", "Trade", "")]) == {
        "abc-111111": "Trade (…111111)",
        "abc-222222": "Trade (…222222)",
    }
    assert len(set(distinct_names([("x-111111", "T", "d"), ("y-111111", "T", "d")]).values())) == 2
