"""Accounts: sessions on the server, scopes of tokens, ways back in, guesses, canonical names."""

import sqlalchemy as sa
from alembic import op

from caravane.server.accounts.names import CLASH, canonical

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what is new; people, tokens and tables stay as they are."""
    op.add_column("people", sa.Column("canonical", sa.String(200), nullable=False, server_default=""))
    op.add_column("people", sa.Column("mail", sa.String(254)))
    op.add_column("tokens", sa.Column("scopes", sa.String(32), nullable=False, server_default="read play"))
    _compute_canonical(op.get_bind())
    op.create_index("ix_people_canonical", "people", ["canonical"])
    registered = sa.text("login IS NOT NULL")
    op.create_index(
        "uq_people_canonical",
        "people",
        ["canonical"],
        unique=True,
        sqlite_where=registered,
        postgresql_where=registered,
    )
    _make_tables()


def _make_tables() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("digest", name="uq_sessions_digest"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("mail", sa.String(254)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger),
    )
    op.create_index("ix_keys_person", "keys", ["person"])
    op.create_table(
        "guesses",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("free_at", sa.BigInteger, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_guesses_last_at", "guesses", ["last_at"])


def _compute_canonical(connection: sa.Connection) -> None:
    """Who was there first has the name; those who looked like it keep theirs, and nobody else gets it."""
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("login"), sa.column("canonical"))
    query = sa.select(people.c.id, people.c.name, people.c.login).order_by(sa.text("created_at"), people.c.id)
    taken: set[str] = set()
    rows = []
    for identity, name, login in connection.execute(query).all():
        key = canonical(name)
        if login is not None and key in taken:
            key += CLASH + identity
        elif login is not None:
            taken.add(key)
        rows.append({"who": identity, "key": key})
    if rows:
        change = sa.update(people).where(people.c.id == sa.bindparam("who")).values(canonical=sa.bindparam("key"))
        connection.execute(change, rows)
