"""The first form: people, tokens, tables, their log and what is derived from it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _people()
    _tables()
    op.create_table(
        "house",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("login", sa.String(64)),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("password", sa.String(200)),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.UniqueConstraint("login", name="uq_people_login"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("label", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_used_at", sa.BigInteger),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("wake_at", sa.BigInteger),
    )
    op.create_index("ix_tables_status", "tables", ["status", "opened_at"])
    op.create_index("ix_tables_wake_at", "tables", ["wake_at"])
    op.create_table(
        "sitters",
        sa.Column("table", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
    )
    op.create_index("ix_sitters_person", "sitters", ["person"])
    for name in ("events", "snapshots"):
        moment = [sa.Column("at", sa.BigInteger, nullable=False)] if name == "events" else []
        op.create_table(
            name,
            sa.Column("table", sa.String(16), primary_key=True),
            sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
            *moment,
            sa.Column("body", sa.LargeBinary, nullable=False),
        )
