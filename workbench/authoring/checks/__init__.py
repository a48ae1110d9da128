"""Checks of lessons: what in a lesson deserves an author's look, by rules that are pure functions. Source: ours."""

from workbench.authoring.checks.checking import check as check
from workbench.authoring.checks.finding import LessonFinding as LessonFinding
from workbench.authoring.checks.finding import Rule as Rule
from workbench.authoring.checks.finding import Severity as Severity
from workbench.authoring.checks.lesson_view import CheckContext as CheckContext
from workbench.authoring.checks.rules import RULES as RULES
