"""Invitations, and nobody's default organization is one that they did not choose.

Who was added by a member and never signed in is invited instead. Who works where an administrator put them, and has
selected nothing, keeps that as their default, also where a member had added them elsewhere before.

Revision ID: 0006
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, PrimaryKeyConstraint, Text, UniqueConstraint

revision = "0006"
down_revision = "0005"

FOLDED = Text().with_variant(Text(collation="C"), "postgresql")
_BY_A_MEMBER = (
    "SELECT {} FROM audit WHERE audit.action = 'organization.addMember' "
    "AND audit.organization_id = membership.organization_id AND audit.subject = membership.person_id"
)
_NO_SESSION = "NOT EXISTS (SELECT 1 FROM session WHERE session.person_id = membership.person_id)"
_NEVER_CAME = f"EXISTS ({_BY_A_MEMBER.format(1)}) AND {_NO_SESSION}"


def upgrade() -> None:
    op.create_table(
        "invitation",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("email", Text, nullable=False),
        Column("email_folded", FOLDED, nullable=False),
        Column("role", Text, nullable=False),
        Column("invited_by", Text),
        Column("created_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_invitation_organization_id")),
        ForeignKeyConstraint(["invited_by"], ["person.id"], name=op.f("fk_invitation_invited_by")),
        PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        UniqueConstraint("organization_id", "email_folded", name=op.f("uq_invitation_organization_id_email_folded")),
    )
    op.create_index(op.f("ix_invitation_email_folded"), "invitation", ["email_folded"])
    on_a_server = op.get_context().dialect.name == "postgresql"
    new_id = "replace(gen_random_uuid()::text, '-', '')" if on_a_server else "lower(hex(randomblob(16)))"
    inviter = _BY_A_MEMBER.format("audit.person_id") + " ORDER BY audit.id DESC LIMIT 1"
    op.execute(
        "INSERT INTO invitation (id, organization_id, email, email_folded, role, invited_by, created_at) "  # noqa: S608  # names from above
        f"SELECT {new_id}, membership.organization_id, person.email, person.email_folded, membership.role, "
        f"({inviter}), membership.created_at "
        f"FROM membership JOIN person ON person.id = membership.person_id WHERE {_NEVER_CAME}"
    )
    op.execute(f"DELETE FROM membership WHERE {_NEVER_CAME}")  # noqa: S608  # names from above
    op.execute(
        "UPDATE person SET last_organization_id = (SELECT membership.organization_id FROM membership "  # noqa: S608
        f"WHERE membership.person_id = person.id AND NOT EXISTS ({_BY_A_MEMBER.format(1)}) "
        "ORDER BY membership.created_at, membership.organization_id LIMIT 1) WHERE last_organization_id IS NULL"
    )
