"""How a server is set up: defaults, then one TOML file, then the environment (`CARAVANE_…`), then the command line."""

import os
import sys
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from caravane.errors import BadInput
from caravane.text import Text

PREFIX = "CARAVANE_"

# Names of before; they are still read, with a notice.
RENAMED = {
    "bot_limit": "bot_timeout",
    "bot_tables": "bot_only_tables",
    "connections_of_address": "connections_per_address",
    "rate_per_minute": "requests_per_minute",
    "sockets_of_address": "sockets_per_address",
    "sockets_of_person": "sockets_per_person",
    "strangers_of_address": "anonymous_sockets_per_address",
    "tables_held": "unfinished_tables",
    "tables_per_hour_of_address": "tables_per_hour_per_address",
    "thinking_per_hour": "bot_seconds_per_hour",
    "watches_of_person": "watched_tables_per_person",
    "words_of_watchers": "spectator_messages_per_minute",
    "words_per_minute": "messages_per_minute",
}


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set; docs/hosting.md says what for."""

    database_url: str = "sqlite+aiosqlite:///caravane.db"
    channels_url: str = ""  # empty: this process only; redis://… or postgresql://…
    workers_url: str = (
        ""  # empty: bots think in processes of this machine; redis://… or postgresql://…: `caravane worker`
    )
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    bot_processes: int = 1
    bot_seconds: float = 1.0  # what a bot of the highest level may think
    bot_timeout: float = 10.0  # after which a thinking bot is given up
    requests_per_minute: int = 1200  # HTTP requests of one person or address; 0: no limit
    commands_per_second: int = 50  # socket commands of one person, over all sockets; 0: no limit
    commands_per_second_per_address: int = 500
    processor_share: float = 0.25  # of one core, for all that one address asks for; 0: no limit
    # What one person or address may have; 0: no limit. A family meets none of them.
    tables_per_hour: int = 120  # opened by one person
    tables_per_hour_per_address: int = 1200
    guests_per_hour_per_address: int = 300  # new ones; all processes count together
    unfinished_tables: int = 200  # unfinished, of one person
    bot_only_tables: int = 4  # of one person, at which only bots play, at a time
    bot_seconds_per_hour: float = 3600.0  # seconds for all bots and hints of one person
    messages_per_minute: int = 40  # chat messages of one player
    spectator_messages_per_minute: int = 10  # chat messages a minute of one who watches
    sockets_per_person: int = 30
    sockets_per_address: int = 1000
    anonymous_sockets_per_address: int = 50  # sockets without a cookie or token
    watched_tables_per_person: int = 500  # tables watched at a time, over all sockets
    connections_per_address: int = 1000  # HTTP connections; not counted behind a proxy
    head_seconds: float = 10.0  # in which the head of a request must be there
    body_seconds: float = 60.0  # and its body
    origins: tuple[str, ...] = ()  # allowed besides the server's own
    trust_proxy: bool = False  # take the address from X-Forwarded-For
    secure_cookie: bool = False  # only over https
    log: str = "text"  # text or json
    passwords_at_once: int = 2  # hashed in parallel; each takes 64 MB while it is
    public_url: str = ""  # where people reach the server, for links in mails
    mail_host: str = ""  # empty: no mails are sent
    mail_port: int = 587
    mail_security: Literal["starttls", "tls", "none"] = "starttls"
    mail_user: str = ""
    mail_password: str = ""
    mail_from: str = ""

    def __post_init__(self) -> None:
        if self.mail_host and not (self.public_url and "@" in self.mail_from):
            raise BadInput(
                Text(
                    "Pour envoyer des courriels il faut aussi public_url (l’adresse du serveur) et mail_from (l’expéditeur).",
                    "To send mails, public_url (where the server is) and mail_from (the sender) are needed too.",
                )
            )
        if self.workers > 1 and not self.channels_url:
            raise BadInput(
                Text(
                    "Plusieurs processus ont besoin d’un canal commun : donnez --channels-url (redis://… ou postgresql://…).",
                    "Several processes need a common channel: give --channels-url (redis://… or postgresql://…).",
                )
            )


def load_settings(file: Path | None = None, **given: Any) -> Settings:
    """The settings meant; `given` come from the command line, None where nothing was said."""
    values: dict[str, Any] = {}
    path = file or (Path(found) if (found := os.environ.get(PREFIX + "CONFIG")) else None)
    if path is not None:
        values |= _by_new_names(_from_toml(path))
    values |= _by_new_names(_from_environment())
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(Text(f"Réglage refusé : {error}", f"Setting refused: {error}")) from error


def _from_environment() -> dict[str, Any]:
    names = [*RENAMED, *(field.name for field in msgspec.structs.fields(Settings))]
    found = {name: os.environ.get(PREFIX + name.upper()) for name in names}
    return {name: text.split(",") if name == "origins" else text for name, text in found.items() if text is not None}


def _by_new_names(values: dict[str, Any]) -> dict[str, Any]:
    """The same settings by the names of today; where both are given, that of today counts."""
    for old in sorted(RENAMED.keys() & values.keys()):
        sys.stderr.write(f"caravane: {old} is now called {RENAMED[old]} / {old} s’appelle maintenant {RENAMED[old]}\n")
        values.setdefault(RENAMED[old], values.pop(old))
    return values


def _from_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadInput(Text(f"{path} ne se lit pas : {error}", f"Cannot read {path}: {error}")) from error


def async_url(url: str) -> str:
    """A database address with the driver that we use."""
    for plain, full in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(plain):
            return full + url.removeprefix(plain)
    return url
