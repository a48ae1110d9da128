"""The people of the example's college: their clients, their organization, and what they have made there."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from workbench.bulk.planning.plan import Plan
from workbench.client.sync import Client
from workbench.embedded.example.clocked_service import ClockedService
from workbench.embedded.example.college import College, CollegeCourse
from workbench.procedures import course, organization, project
from workbench.procedures.declare import Call
from workbench.procedures.organization import EXAMPLE_TIER
from workbench.service.db.seam import Db
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people

A = TypeVar("A", bound=BaseModel)

YOU = "You"
_WEEK_MS = 7 * 86_400_000


@dataclass(slots=True)
class ExampleLesson:
    """A lesson of one of the college's courses, as far as it is written."""

    lesson_id: str
    course: CollegeCourse
    topic: dict[str, str]
    language: str
    is_finished: bool = False
    is_renamed: bool = False
    is_tagged: bool = False
    notes: list[str] = field(default_factory=list)


@dataclass
class Staff:
    """The people who make the calls, by name; ids are known by the names of their objects.

    `folder` has the journals of the runs that the owner (`YOU`, the person at this computer) makes.
    """

    service: ClockedService
    college: College
    folder: Path
    owner_id: str
    chance: random.Random
    organization_id: str = ""
    lessons: list[ExampleLesson] = field(default_factory=list)
    by_hand: dict[str, str] = field(default_factory=dict)
    projects: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    _courses: dict[str, str] = field(default_factory=dict)
    _clients: dict[tuple[str, int], Client] = field(default_factory=dict)

    def begin_day(self, day: date) -> None:
        """It is some time between seven and twelve, UTC; from now on time passes before whatever somebody does."""
        morning = datetime.combine(day, time(7), UTC) + timedelta(minutes=self.chance.randrange(300))
        self.service.clock.set(int(morning.timestamp() * 1000))

    def open(self, credits: int) -> None:
        """Make the organization, with its opening balance."""
        now = self.service.clock()

        async def unit(db: Db) -> str:
            made = await organizations.create_organization(
                db,
                name=self.college.organization,
                owner_id=self.owner_id,
                now=now,
                opening_credits=credits,
                tier=EXAMPLE_TIER,
            )
            return made.organization_id

        self.organization_id = self.service.write(unit)
        self.people[YOU] = self.owner_id

    def invite(self, name: str) -> None:
        """Invite somebody, and accept the invitation."""
        person = next(person for person in self.college.people if person.name == name)
        here = self.organization_id
        self.call(YOU, organization.add_member(email=person.email, role=person.role, name=name, organization_id=here))
        now = self.service.clock()
        added, _ = self.service.write(lambda db: people.add_person(db, email=person.email, name=name, now=now))
        self.people[name] = added.person_id
        client = self.client(name)
        for invitation in client.call(organization.list_invitations()).invitations:
            client.call(organization.accept_invitation(invitation_id=invitation.invitation_id))

    def make_project(self, by: str, name: str, *, is_favorite: bool = False) -> None:
        """Make a project."""
        made = self.call(by, project.create_project(name=name, organization_id=self.organization_id))
        self.projects[name] = str(made.project_id)
        if is_favorite:
            self.call(by, project.set_favorite(project_id=self.projects[name], is_favorite=True))

    def call(self, by: str, call: Call[A]) -> A:
        """Any other call of somebody's."""
        return self.client(by).call(call)

    def of_course(self, of: CollegeCourse, language: str = "EN") -> list[ExampleLesson]:
        """Return the lessons of a course."""
        return [lesson for lesson in self.lessons if lesson.course is of and lesson.language == language]

    def course_id(self, by: str, of: CollegeCourse, language: str) -> str:
        """Return the id of a course, which is made when it is first needed."""
        title = of.titles[language]
        if title not in self._courses:
            project_id = next(
                self.projects[college_project.name]
                for college_project in self.college.projects
                if of in college_project.courses
            )
            made = self.call(
                by, course.create_course(title=title, project_id=project_id, organization_id=self.organization_id)
            )
            self._courses[title] = made.course_id
        return self._courses[title]

    def client(self, name: str) -> Client:
        """Return the client of a person, some minutes later; its session is renewed every week."""
        now = self.service.clock() + self.chance.randrange(1, 10) * 60_000
        self.service.clock.set(now)
        week = now // _WEEK_MS
        if (name, week) not in self._clients:
            self._clients[name, week] = self.service.sign_in(self.people[name])
        return self._clients[name, week]
