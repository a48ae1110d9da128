"""The triggers that keep the tallies of projects, on either database."""

from __future__ import annotations

COUNTED = ("course", "lesson")


def triggers(dialect: str) -> list[str]:
    """Return statements that make the triggers.

    Things that leave the trash or enter a project count, those that leave don't.
    """
    return [statement for table in COUNTED for statement in (_server if dialect == "postgresql" else _file)(table)]


def _server(table: str) -> list[str]:
    less, more = _less(table), _more(table)
    body = f"IF TG_OP <> 'INSERT' THEN {less}; END IF; IF TG_OP <> 'DELETE' THEN {more}; END IF; RETURN NULL;"
    head = f"CREATE FUNCTION tally_{table}() RETURNS trigger LANGUAGE plpgsql AS"
    events = "INSERT OR DELETE OR UPDATE OF deleted_at, project_id"
    trigger = f"CREATE TRIGGER {table}_tallied AFTER {events} ON {table}"
    return [f"{head} $$ BEGIN {body} END $$", f"{trigger} FOR EACH ROW EXECUTE FUNCTION tally_{table}()"]


def _file(table: str) -> list[str]:
    less, more = _less(table), _more(table)
    events = {"INSERT": more, "DELETE": less, "UPDATE OF deleted_at, project_id": f"{less}; {more}"}
    return [
        f"CREATE TRIGGER {table}_tallied_{event.split()[0].lower()} AFTER {event} ON {table} BEGIN {does}; END"
        for event, does in events.items()
    ]


def _less(table: str) -> str:
    change = f"UPDATE tally SET {table}s = {table}s - 1"  # noqa: S608  # a name from the list above
    return f"{change} WHERE project_id = OLD.project_id AND OLD.deleted_at IS NULL"


def _more(table: str) -> str:
    one = ", ".join(["1" if counted_table == table else "0" for counted_table in COUNTED])
    return (
        f"INSERT INTO tally (project_id, organization_id, courses, lessons) "
        f"SELECT NEW.project_id, NEW.organization_id, {one} WHERE NEW.deleted_at IS NULL "
        f"ON CONFLICT (project_id) DO UPDATE SET {table}s = tally.{table}s + 1"
    )
