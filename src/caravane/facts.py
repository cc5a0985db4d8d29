"""What is known of a game without playing it: names, seats, options, presets, endings."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from caravane.arguments import whole_number
from caravane.errors import BadInput
from caravane.text import Text

Value = str | int | bool
OptionKind = Literal["choice", "flag", "number"]
WHOLE = re.compile(r"-?[0-9]{1,9}")  # what JSON and a command line can write as a whole number


@dataclass(frozen=True, slots=True)
class Need:
    """What a value of an option is there for: it does nothing unless another option has one of some values."""

    option: str
    values: tuple[Value, ...]
    value: Value | None = None  # of the option that needs it; None: any but its default


@dataclass(frozen=True, slots=True)
class Option:
    """A rule switch chosen when a table is opened.

    A choice is stored in the state as the index of its value, a flag as 0 or 1, a number as itself.
    """

    name: str
    title: Text
    sentence: Text  # what it changes, for somebody who opens a table
    default: Value
    choices: tuple[str, ...] = ()  # a choice's values
    labels: tuple[Text, ...] = ()  # what a choice's values are called, in the same order
    low: int = 0  # a number's bounds, both allowed
    high: int = 0
    needs: tuple[Need, ...] = ()

    @property
    def kind(self) -> OptionKind:
        """What its values look like."""
        if isinstance(self.default, bool):
            return "flag"
        return "choice" if self.choices else "number"

    @property
    def allowed(self) -> str:
        """Its values in words, for help texts and errors."""
        if self.kind == "flag":
            return "true, false"
        return ", ".join(self.choices) if self.choices else f"{self.low}..{self.high}"

    def parse(self, value: Value) -> Value:
        """The value meant, from JSON or from the command line."""
        text = str(value).lower()
        if self.kind == "flag" and text in ("true", "false"):
            return text == "true"
        if self.kind == "choice" and text in self.choices:
            return text
        if self.kind == "number" and WHOLE.fullmatch(text) and self.low <= int(text) <= self.high:
            return int(text)
        raise BadInput(
            Text(
                f"L’option {self.name} ne peut pas valoir {value!r} ; valeurs possibles : {self.allowed}.",
                f"Option {self.name} cannot be {value!r}; possible values: {self.allowed}.",
            )
        )

    def code(self, value: Value) -> int:
        """The value as the state stores it."""
        return self.choices.index(str(value)) if self.choices else int(value)


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that belong together, under a name."""

    name: str
    title: Text
    sentence: Text
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facts:
    """The title page of a game."""

    id: str  # the name of its folder
    title: Text
    tagline: Text  # what it is like, for the home page
    min_seats: int
    max_seats: int
    seat_names: tuple[Text, ...]  # sides, colours or countries, by seat at the start
    author: str = ""
    year: int = 0
    minutes: int = 0  # how long a game takes people
    rules_version: int = 1  # grows when a finished game would replay differently
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    endings: tuple[str, ...] = ("end",)  # what `ending` of the rules may say
    vocabulary: Mapping[str, Text] = field(default_factory=dict)  # what reports call a kind of action or an ending
    open_hands: Callable[[Mapping[str, Value]], bool] = lambda options: False  # (options): all viewers see the same
    longest: Callable[[int, Mapping[str, Value]], int] = lambda seats, options: (
        1_000_000
    )  # (seats, options): no game has more decisions

    def named(self, word: str) -> Text:
        """What people call a kind of action or an ending; without a word for it, it stands as it is."""
        return self.vocabulary.get(word) or Text(word, word)

    def check_seats(self, seats: int | None) -> int:
        """The seat count meant; the smallest when none is given."""
        if seats is None:
            return self.min_seats
        if self.min_seats <= whole_number("seats", seats) <= self.max_seats:
            return seats
        span = f"{self.min_seats}" if self.min_seats == self.max_seats else f"{self.min_seats}-{self.max_seats}"
        raise BadInput(
            Text(
                f"{self.id} ne se joue pas à {seats} ; nombre de places possible : {span}.",
                f"{self.id} cannot be played with {seats}; possible numbers of seats: {span}.",
            )
        )

    def check_options(self, given: Mapping[str, Value], preset: str | None = None) -> dict[str, Value]:
        """Every option's value: defaults, then the preset's, then those given."""
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        if not isinstance(given, Mapping):
            raise BadInput(
                Text(
                    f"options\u00a0: {given!r}\u00a0; il faut un nom et une valeur pour chacune.",
                    f"options: {given!r}; it must be a name and a value for each.",
                )
            )
        given = dict(given)
        preset = preset or (str(given.pop("preset")) if "preset" in given and "preset" not in known else None)
        if preset is not None:
            values |= self.preset(preset).options
        for name, value in given.items():
            if name not in known:
                possible = ", ".join(known) or "-"
                raise BadInput(
                    Text(
                        f"{self.id} n’a pas d’option {name!r} ; options possibles : {possible}.",
                        f"{self.id} has no option {name!r}; possible options: {possible}.",
                    )
                )
            values[name] = known[name].parse(value)
        return values

    def choose_options(self, given: Mapping[str, Value], preset: str | None = None) -> dict[str, Value]:
        """The same for a game that is about to begin: a value that would do nothing is refused (records may hold some)."""
        values = self.check_options(given, preset)
        for option in self.options:
            value = values[option.name]
            for need in option.needs:
                if value != option.default and need.value in (None, value) and values[need.option] not in need.values:
                    raise _refusal_of_unused(option, value, need)
        return values

    def preset(self, name: str) -> Preset:
        """The preset of this name."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        possible = ", ".join(p.name for p in self.presets) or "-"
        raise BadInput(
            Text(
                f"{self.id} n’a pas de préréglage {name!r} ; préréglages possibles : {possible}.",
                f"{self.id} has no preset {name!r}; possible presets: {possible}.",
            )
        )

    def codes(self, options: Mapping[str, Value]) -> npt.NDArray[np.int64]:
        """Option values as `set_up` takes them."""
        return np.array([option.code(options.get(option.name, option.default)) for option in self.options], np.int64)


def _refusal_of_unused(option: Option, value: Value, need: Need) -> BadInput:
    chosen = f"{option.name}={str(value).lower()}"
    wanted = [f"{need.option}={str(each).lower()}" for each in need.values]
    return BadInput(
        Text(
            f"L’option {chosen} ne sert qu’avec {' ou '.join(wanted)}.",
            f"Option {chosen} is only used with {' or '.join(wanted)}.",
        )
    )
