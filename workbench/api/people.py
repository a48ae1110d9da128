"""The people of an organization, as `wb.people` has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from workbench.api.arguments import ColumnNames, PersonName, SortColumns, Yes
from workbench.api.collection import Collection, ask_for_number
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.errors import NotFound
from workbench.procedures.member import Invited, Member, Role
from workbench.procedures.organization import add_member, get_members, remove_member, set_member_role
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas


class People(Collection):
    """Members: a person is given by id, or by a name or e-mail address that only one of them has."""

    def list(
        self,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each member, by name, with the role.

        It includes what members did and spent, as far as you may see it.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.people.list()["role"].to_list()
        ['owner']
        """
        return self._report("members", columns=columns, limit=limit, sort=sort)

    def iter(self) -> Iterator[Member]:
        """Yield the members by name, from one request.

        >>> [person.role for person in wb.people.iter()]
        ['owner']
        """
        yield from self._client.call(get_members(organization_id=self.organization_id)).members

    def get(self, person: PersonName) -> Member:
        """Return a member. Raises `NotFound`, or `InputRejected` with the nearest names.

        >>> wb.people.get("owner@localhost").role
        'owner'
        """
        person_id = self._id(person)
        for member in self.iter():
            if member.person_id == person_id:
                return member
        raise NotFound(f"There is no person {person_id!r} here.", code="NOT_FOUND", http_status=404)

    def invite(
        self,
        email: Annotated[str, Help("email address", "EMAIL")],
        *,
        role: Annotated[Role, Help("role")],
    ) -> Invited:
        """Invite an e-mail address into the organization; the person is a member when they accept.

        >>> wb.people.invite("ana@example.org", role="viewer").role
        'viewer'
        """
        return self._client.call(add_member(email=email, role=role, organization_id=self.organization_id))

    def change_role(self, person: PersonName, role: Annotated[Role, Help("new role")]) -> Member:
        """Give a member another role; it holds from their next request on. The last owner stays one.

        >>> wb.people.change_role("owner@localhost", "owner").role
        'owner'
        """
        call = set_member_role(person_id=self._id(person), role=role, organization_id=self.organization_id)
        return self._client.call(call)

    def remove(self, person: PersonName, *, yes: Yes = False) -> Member:
        """Remove a member from the organization; their content stays. The last owner can't be removed.

        It first shows who that is, and asks for confirmation; `yes=True` skips the question.

        >>> wb.people.remove("owner@localhost", yes=True)
        Traceback (most recent call last):
        workbench.errors.Conflict: ...
        """
        person_id = self._id(person)
        if not yes:
            ask_for_number(
                _removal(self.get(person_id), self.organization), 1, unasked=f"remove({person_id!r}, yes=True)"
            )
        return self._client.call(remove_member(person_id=person_id, organization_id=self.organization_id))

    def _id(self, person: IdOrName) -> str:
        return identify.person_id(self._client, self.organization_id, person)


def _removal(member: Member, organization: str | None) -> str:
    who = f"{display_text(member.name)} ({display_text(member.email)})" if member.email else display_text(member.name)
    where = f"“{display_text(organization)}”" if organization else "the organization"
    return f"{who}, {display_text(member.role)}, will no longer be able to open {where}; what they created stays."
