"""Declaring and calling: a Call is a value, misuse is told in one sentence, and the types arrive."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from pydantic import ValidationError

from tests.meta.source_tree import ROOT
from workbench.authoring.shape import NoInput
from workbench.errors import InputRejected, NotSent
from workbench.procedures import course, lesson, organization, realtime
from workbench.procedures.declare import Call, OrganizationScope, dump_answer, sentence
from workbench.wire.message import ABSENT

BLOCK_ID = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


class TestCall:
    def test_calling_a_procedure_gives_a_value(self) -> None:
        """Two calls that say the same are the same; nothing is sent, so nothing can differ."""
        assert course.get_course_sharing_info(course_id="c") == course.get_course_sharing_info(course_id="c")
        assert course.get_course_sharing_info(course_id="c") != course.get_course_sharing_info(course_id="d")

    def test_a_call_cannot_be_changed(self) -> None:
        """It may be sent again, from another thread too."""
        call = course.get_course_sharing_info(course_id="c")
        with pytest.raises(AttributeError):
            call.key = "k"  # type: ignore[misc]

    def test_a_call_knows_its_name_and_its_input_as_on_the_wire(self) -> None:
        """Snake case inside, camelCase outside."""
        call = course.get_course_sharing_info(course_id="c")
        assert (call.name, call.wire_input()) == ("courseRouter.getCourseSharingInfo", {"courseId": "c"})

    @pytest.mark.parametrize(
        "call", [organization.get_last_selected_organization_id(), organization.get_org_tier_and_status()]
    )
    def test_a_call_without_input_is_absent_not_null(self, call: Call[Any]) -> None:
        """Interface 4.0 tells the two apart."""
        assert call.wire_input() is ABSENT

    def test_a_null_that_the_interface_shows_is_sent(self) -> None:
        """Interface 4.6: `projectId` is an id or null."""
        call = organization.get_full_sidebar_items(sort_preference="x", organization_id="o", project_id=None)
        assert call.wire_input() == {"sortPreference": "x", "organizationId": "o", "projectId": None}

    def test_an_addition_of_ours_that_is_not_given_is_not_sent(self) -> None:
        """A service that knows the interface alone never meets it."""
        call = lesson.create_starter_lesson(language="en", topic=" Bread ")
        assert call.wire_input() == {"language": "EN", "topic": "Bread"}

    def test_a_keyed_call_is_another_value_of_the_same_input(self) -> None:
        """The key stays out of the representation."""
        call = lesson.create_starter_lesson(language="EN", topic="Bread")
        keyed = call.keyed("run-7")
        assert (keyed.key, call.key, keyed.wire_input()) == ("run-7", None, call.wire_input())
        assert "run-7" not in repr(keyed)


class TestMisuse:
    @pytest.mark.parametrize(
        ("said", "told"),
        [
            ({}, "courseId: it is missing."),
            ({"course_id": 5}, "course_id: it must be text (given: 5 (int))."),
            ({"course_id": None}, "course_id: it must be text (given: None)."),
            ({"course": "c"}, "course: unknown field; did you mean course_id?"),
            ({"course_id": "c", "colour": "red"}, "colour: unknown field."),
            ({"course_id": "c" * 65}, f"course_id: it has at most 64 characters (given: '{'c' * 59}…')."),
        ],
    )
    def test_a_wrong_input_is_one_plain_sentence(self, said: dict[str, Any], told: str) -> None:
        """It names the field and shows the value; the procedure's name means nothing to anyone who called a verb."""
        with pytest.raises(InputRejected) as refused:
            course.get_course_sharing_info(**said)
        assert refused.value.message == told

    def test_a_slip_in_a_keyword_of_an_open_input_is_told(self) -> None:
        """From the wire it would be ignored; here the last selected organization would answer in its place."""
        with pytest.raises(InputRejected, match=r"organisation_id: .* did you mean organization_id\?"):
            organization.get_org_tier_and_status(organisation_id="o")  # type: ignore[call-arg]

    def test_an_input_without_its_name_is_told(self) -> None:
        """Nobody has to know the order of fields."""
        with pytest.raises(InputRejected, match="given by name"):
            course.get_course_sharing_info("c")  # type: ignore[call-arg, misc]

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", object()])
    def test_what_json_cannot_hold_is_told_before_sending(self, value: object) -> None:
        """It is neither changed to null in silence nor an error of another family."""
        mutation = {"type": "lessonBlockUpdate", "id": BLOCK_ID, "content": {"x": value}}
        transactions: Any = [{"label": "edit", "mutations": [mutation]}]
        with pytest.raises(InputRejected, match="cannot be sent as JSON"):
            realtime.execute_transactions(lesson_id="l", language="EN", transactions=transactions)

    @pytest.mark.parametrize("topic", ["", "   ", "x" * 4001])
    def test_the_topic_rules_hold_before_sending(self, topic: str) -> None:
        """No credit is risked for a topic that would be refused."""
        with pytest.raises(InputRejected, match="the topic"):
            lesson.create_starter_lesson(language="EN", topic=topic)

    def test_a_refused_input_was_not_sent(self) -> None:
        """A caller that knows `NotSent` knows that nothing happened."""
        assert issubclass(InputRejected, NotSent)


class TestFromTheWire:
    @pytest.mark.parametrize("value", [ABSENT, None, {}, {"page": 3}])
    def test_an_open_input_takes_absent_null_and_unknown_fields(self, value: object) -> None:
        """Where the interface shows no input, no client can be wrong about it."""
        assert organization.get_user_data.read_input(value) == OrganizationScope()

    def test_an_open_input_reads_what_it_knows(self) -> None:
        """Beside whatever else there is."""
        asked = organization.get_user_data.read_input({"organizationId": "o", "page": 3})
        assert asked.organization_id == "o"

    @pytest.mark.parametrize("value", [5, "o", [], {"organizationId": 5}])
    def test_an_open_input_is_an_object_with_fields_of_their_types(self, value: object) -> None:
        """Anything else is refused, not guessed at."""
        with pytest.raises(ValidationError):
            organization.get_user_data.read_input(value)

    @pytest.mark.parametrize("value", [ABSENT, None, {}, 5, [1], {"x": 1}])
    def test_a_procedure_that_takes_nothing_takes_anything(self, value: object) -> None:
        """And ignores it."""
        assert organization.get_rate_card.read_input(value) == NoInput()

    @pytest.mark.parametrize(
        "value",
        [ABSENT, None, {}, [], "c", {"courseId": None}, {"courseId": 5}, {"courseId": True}, {"courseId": "c", "x": 1}],
    )
    def test_a_shown_input_is_strict(self, value: object) -> None:
        """Its fields are required, of their type, and no others are taken."""
        with pytest.raises(ValidationError):
            course.get_course_sharing_info.read_input(value)

    def test_the_shown_field_that_may_be_null_must_be_there(self) -> None:
        """Interface 4.6 shows `projectId` as an id or null, not as absent."""
        with pytest.raises(ValidationError):
            organization.get_full_sidebar_items.read_input(
                {"sortPreference": "recently-updated", "organizationId": "o"}
            )


class TestAnswer:
    def test_an_answer_is_read_into_its_model(self) -> None:
        """Unknown words and unknown fields are kept: the interface enumerates neither."""
        answer = organization.get_org_tier_and_status.read_output({"tier": "Platinum", "status": "Dormant", "seats": 5})
        assert (answer.tier, answer.status, answer.model_extra) == ("Platinum", "Dormant", {"seats": 5})

    def test_an_answer_without_a_field_that_the_interface_shows_is_refused(self) -> None:
        """It is no answer of this interface."""
        with pytest.raises(ValidationError):
            organization.get_org_tier_and_status.read_output({"tier": "Pro"})

    def test_an_answer_is_written_in_camel_case(self) -> None:
        """As compact JSON."""
        assert dump_answer(organization.LastSelected(organization_id="o")) == b'{"organizationId":"o"}'


class TestSentence:
    def told(self, value: object) -> str:
        """The sentence for a refused `executeTransactions`."""
        with pytest.raises(ValidationError) as refused:
            realtime.execute_transactions.read_input(value)
        return sentence(refused.value)

    def test_thousands_of_faults_are_counted_and_not_told(self) -> None:
        """Telling the first of them would cost as much as telling all."""
        with pytest.raises(ValidationError) as refused:
            organization.select_organization.read_input({f"field{number}": 0 for number in range(2_000)})

        assert sentence(refused.value) == "input: 2,001 fields are wrong."

    def test_it_names_the_place_inside(self) -> None:
        """With positions, so that one edit of many can be found."""
        transactions = [{"label": "a", "mutations": []}, {"label": 5, "mutations": []}]
        value = {"lessonId": "l", "language": "EN", "transactions": transactions}
        assert self.told(value) == "transactions.1.label: it must be text."

    def test_it_never_says_the_value_back(self) -> None:
        """Not even a mutation's type, which pydantic's own sentence repeats."""
        transactions = [{"label": "a", "mutations": [{"type": "dropEverything"}]}]
        told = self.told({"lessonId": "l", "language": "EN", "transactions": transactions})
        assert told == "transactions.0.mutations.0: its type is unknown."

    def test_it_stays_short_whatever_the_field_is_called(self) -> None:
        """A field name comes from the caller too."""
        told = self.told({"lessonId": "l", "language": "EN", "transactions": [], "x" * 5000: 1})
        assert len(told) < 200

    def test_an_input_that_is_no_object_is_told(self) -> None:
        """There is no field to name then."""
        assert self.told(5) == "input: it must be an object."


PERSONS_CODE = """
from typing import TypeVar
from pydantic import BaseModel
from workbench.procedures import course, lesson, organization
from workbench.procedures.declare import Call

A = TypeVar("A", bound=BaseModel)
def call(one: Call[A]) -> A: ...  # type: ignore[empty-body]

reveal_type(course.get_course_sharing_info(course_id="c"))
reveal_type(call(lesson.create_starter_lesson(language="EN", topic="Bread")).lesson_id)
reveal_type(organization.get_user_data.read_input(None))
organization.get_org_tier_and_status(organisation_id="o")
course.get_course_sharing_info()
course.get_course_sharing_info(course_id=5)
call(organization.get_org_tier_and_status()).teir
"""


@pytest.fixture(scope="module")
def remarks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says of each line of a person's code, with this repository's configuration."""
    file = tmp_path_factory.mktemp("typing") / "person.py"
    file.write_text(PERSONS_CODE, encoding="utf-8")
    cache = ["--cache-dir", str(ROOT / ".mypy_cache")]  # which `make check` has just filled
    words = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), *cache, str(file)]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False).stdout
    lines = PERSONS_CODE.splitlines()
    found = re.findall(r"person\.py:(\d+): (?:error|note): (.*)", said)
    return {lines[int(line) - 1]: rest for line, rest in reversed(found)}


class TestTyping:
    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ('reveal_type(course.get_course_sharing_info(course_id="c"))', "Call[workbench.procedures.course.Sharing]"),
            (
                'reveal_type(call(lesson.create_starter_lesson(language="EN", topic="Bread")).lesson_id)',
                'Revealed type is "str"',
            ),
            ("reveal_type(organization.get_user_data.read_input(None))", "declare.OrganizationScope"),
        ],
        ids=["call", "answer", "input"],
    )
    def test_the_types_arrive(self, remarks: dict[str, str], line: str, told: str) -> None:
        """A call knows its answer, an answer its fields, a handler its input."""
        assert told in remarks[line]

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ('organization.get_org_tier_and_status(organisation_id="o")', 'did you mean "organization_id"?'),
            ("course.get_course_sharing_info()", 'Missing named argument "course_id"'),
            ("course.get_course_sharing_info(course_id=5)", 'incompatible type "int"; expected "str"'),
            ("call(organization.get_org_tier_and_status()).teir", 'has no attribute "teir"'),
        ],
        ids=["misspelt", "missing", "wrong type", "unknown field"],
    )
    def test_misuse_is_an_error(self, remarks: dict[str, str], line: str, told: str) -> None:
        """Before anything runs."""
        assert told in remarks[line]
