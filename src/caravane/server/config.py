"""How a server is set up: defaults, then one TOML file, then the environment (`CARAVANE_…`), then the command line."""

import os
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from caravane.errors import BadInput
from caravane.text import Text

PREFIX = "CARAVANE_"


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
    bot_limit: float = 10.0  # after which a thinking bot is given up
    rate_per_minute: int = 1200  # HTTP requests of one person or address; 0: no limit
    commands_per_second: int = 50  # socket commands of one connection; 0: no limit
    origins: tuple[str, ...] = ()  # allowed besides the server's own
    trust_proxy: bool = False  # take the address from X-Forwarded-For
    secure_cookie: bool = False  # only over https
    log: str = "text"  # text or json

    def __post_init__(self) -> None:
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
        values |= _from_toml(path)
    for field in msgspec.structs.fields(Settings):
        text = os.environ.get(PREFIX + field.name.upper())
        if text is not None:
            values[field.name] = text.split(",") if field.name == "origins" else text
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(Text(f"Réglage refusé : {error}", f"Setting refused: {error}")) from error


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
