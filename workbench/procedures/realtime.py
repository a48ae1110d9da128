"""The realtime router: edits of a lesson as transactions, and following those of others."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import InputModel, OutputModel, optional_field
from workbench.authoring.transaction import MAX_TRANSACTIONS, Edits
from workbench.procedures.declare import read, write
from workbench.procedures.history import ChangesInput, ChangesOutput


class ExecuteTransactionsInput(InputModel):
    """Transactions on one lesson: all take effect, or none. Source: interface 4.5."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    language: LanguageCode = Field(description="A language that the lesson has.")
    transactions: Edits = Field(max_length=MAX_TRANSACTIONS, description="What to do, in order.")
    base_revision: int | None = optional_field("Refuse unless this is the lesson's current revision.", ge=0)


class ExecuteTransactionsOutput(OutputModel):
    """The transactions are on disk. Source: interface 4.5."""

    status: str = Field(description="`success`.")


execute_transactions = write(
    "realtime.executeTransactions",
    changes={"lessons", "reviews"},
    input=ExecuteTransactionsInput,
    output=ExecuteTransactionsOutput,
    about="Edit a lesson: insert, order, change and delete blocks (pages), as a group.",
    source="interface 4.5",
    typed=True,
)
get_changes = read(
    "realtime.getChanges",
    input=ChangesInput,
    output=ChangesOutput,
    about="What changed in a lesson since a revision; cheap enough to be asked every two seconds.",
    source="ours",
)
