"""What there is to play, on the wire."""

from caravane.facts import OptionKind
from caravane.game import Value
from caravane.server.wire.base import Bilingual, Wire


class Choice(Wire, frozen=True):
    """A value that an option may take."""

    value: str
    label: Bilingual


class OptionNeed(Wire, frozen=True):
    """A value of an option, null for any but its default, is only used while another option has one of some values."""

    option: str
    values: list[Value]
    value: Value | None


class OptionFacts(Wire, frozen=True):
    """A rule switch; a flag is true or false, a number lies in low..high."""

    name: str
    title: Bilingual
    sentence: Bilingual
    kind: OptionKind
    default: Value
    choices: list[Choice]
    low: int
    high: int
    needs: list[OptionNeed]


class PresetFacts(Wire, frozen=True):
    """Options that belong together."""

    name: str
    title: Bilingual
    sentence: Bilingual
    options: dict[str, Value]


class BotLevel(Wire, frozen=True):
    """A bot one may sit down with."""

    level: int
    title: Bilingual
    sentence: Bilingual


class GameFacts(Wire, frozen=True):
    """All that is fixed about a game."""

    id: str
    title: Bilingual
    author: str
    year: int
    sentence: Bilingual
    minutes: int
    min_seats: int
    max_seats: int
    rules_version: int
    options: list[OptionFacts]
    presets: list[PresetFacts]
    seat_names: list[Bilingual]
    negotiates: bool  # private channels, proposals and order sheets belong to it
    bots: list[BotLevel]
    lesson: bool  # there is a first game that teaches
