"""When no server was there, and who opened each table."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what is missing; who opened a table stands in its terms."""
    op.create_table(
        "absences",
        sa.Column("ended_at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.String(16)))
    op.create_index("ix_tables_owner", "tables", ["owner"])
    tables = sa.table("tables", sa.column("id"), sa.column("terms"), sa.column("owner"))
    connection = op.get_bind()
    rows = connection.execute(sa.select(tables.c.id, tables.c.terms)).all()
    owners = [{"of": row.id, "who": owner} for row in rows if (owner := _owner(row.terms)) is not None]
    if owners:
        change = sa.update(tables).where(tables.c.id == sa.bindparam("of")).values(owner=sa.bindparam("who"))
        connection.execute(change, owners)


def _owner(terms: object) -> str | None:
    """Terms that cannot be read name nobody: such a table is damaged, and must not stop the others."""
    try:
        owner = json.loads(terms)["owner"] if isinstance(terms, str) else None
    except (ValueError, TypeError, KeyError):
        return None
    return owner if isinstance(owner, str) and len(owner) <= 16 else None
