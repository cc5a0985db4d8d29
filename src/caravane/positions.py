"""A position as one line of text that a person can read and type, both ways. docs/positions.md has the grammar.

    pistes gate_limit=3 2D5LL/1L7L/... L quiet=4
    africa:3 viewer=0 c.zz/... 0c2 1h6 2h9 ...

The head is the same for every game: its id, `:seats` where the number is free, the options that differ from the
default, and `viewer=` when the line holds only what a seat (or the `public`) knows. The words after it are the game's
own: each game has a module `positions` that fulfils `Positions`. Without words the line is the start of the game.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

import numpy as np

from caravane.chance import Chance
from caravane.errors import BadInput
from caravane.game import SPECTATOR, Game, Option, Value, load
from caravane.text import Text

LONGEST = 100_000  # characters: a line of the longest game is a third of that
PUBLIC = "public"  # how the viewer of a spectator's line is written
UNKNOWN = "?"  # how a game writes what the viewer does not know
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)


class Positions(Protocol):
    """What a game adds: its own words, both ways."""

    def options(self, state: Any) -> Sequence[int]:
        """The option codes that a state holds, in declared order."""

    def write(self, state: Any, viewer: int | None, *, history: bool) -> list[str]:
        """The words of a truth (viewer None) or of a view; `history`: with what only matters for exactness."""

    def read(self, state: Any, words: list[str], viewer: int | None) -> None:
        """Fill a record, as it is at the start of a game (or as the viewer sees that), from the words; BadInput."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a line of text says: game, seats, options, whose knowledge, and the state."""

    game: Game
    seats: int
    options: dict[str, Value]
    viewer: int | None  # None: the state is the truth; a seat or SPECTATOR: what it knows
    state: Any
    line: str | None = None  # as it was given

    def written(self) -> str | None:
        """The line as `write` gives it, however long the one was that was given; None at the start of a game."""
        return None if self.line is None else write_known(self.game, self.state, self.viewer)

    def truth(self, chance: Chance) -> tuple[Any, int | None]:
        """A state to play from, and the word that was asked from chance to deal what the viewer does not know."""
        state = self.state.copy()
        if self.viewer is None:
            return state, None
        word = chance.word()
        self.game.rules.determinize(state, self.viewer, word)
        return state, int(word)


def write(game: Game, state: Any, viewer: int | None = None, *, history: bool = True) -> str:
    """A truth as a line; with a viewer (a seat or SPECTATOR) only what that one knows."""
    known = state if viewer is None else game.view(state, viewer)
    return write_known(game, known, viewer, history=history)


def write_known(game: Game, known: Any, viewer: int | None, *, history: bool = True) -> str:
    """The line of a truth (viewer None) or of a view that was made for the viewer."""
    module = module_of(game)
    seats = seats_of(game, known)
    values = {
        option.name: value_of(option, int(code))
        for option, code in zip(game.options, module.options(known), strict=True)
    }
    words = [game.id if game.min_seats == game.max_seats else f"{game.id}:{seats}"]
    words += [
        f"{option.name}={_spelled(values[option.name])}" for option in game.options if not _is_default(option, values)
    ]
    if viewer is not None:
        words.append(f"viewer={PUBLIC if viewer == SPECTATOR else viewer}")
    if known.tobytes() != _blank(game, seats, values, viewer).tobytes():
        words += module.write(known, viewer, history=history)
    return " ".join(words)


def read(text: str, game: Game | None = None) -> Position:
    """The position of a line; BadInput says which part is wrong and what would be possible."""
    words = _words(text)
    found, seats = _read_head(words[0], game)
    given, own = _sort_out(found, words[1:])
    viewer = _read_viewer(given.pop("viewer", None), seats)
    options = found.check_options(given)
    state = _blank(found, seats, options, viewer)
    if own:
        module_of(found).read(state, own, viewer)
        _check(found, state, viewer)
    return Position(found, seats, options, viewer, state, " ".join(words))


def start_of(game: Game, seats: int, options: dict[str, Value]) -> Position:
    """The start of a game, before chance has given anything."""
    return Position(game, seats, options, None, game.start(seats, options))


def opening(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    preset: str | None = None,
    position: str | None = None,
) -> Position:
    """Where a game begins: at its start, or at a position, which then says itself by which options and for how many."""
    played = game if isinstance(game, Game) else load(game)
    if position is None:
        count = played.check_seats(seats)
        values = played.choose_options(options or {}, preset)
        return start_of(played, count, values)
    if not isinstance(position, str):
        raise BadInput(
            Text(
                f"position\u00a0: {position!r}\u00a0; il faut une ligne de texte.",
                f"position: {position!r}; it must be a line of text.",
            )
        )
    found = read(position, played)
    if options or preset is not None:
        raise BadInput(
            Text(
                "La position dit elle-même ses options : écrivez-les dans la ligne.",
                "The position has its options in itself: write them into the line.",
            )
        )
    if seats not in (None, found.seats):
        raise BadInput(
            Text(
                f"La position est pour {found.seats} places, pas pour {seats}.",
                f"The position is for {found.seats} seats, not for {seats}.",
            )
        )
    found.game.choose_options(found.options)
    return found


def module_of(game: Game) -> Positions:
    """The game's own part; a sentence if it has none."""
    if game.positions is None:
        raise BadInput(
            Text(
                f"Les positions de {game.id} ne s’écrivent pas encore.",
                f"Positions of {game.id} cannot be written yet.",
            )
        )
    module: Positions = game.positions
    return module


def seats_of(game: Game, state: Any) -> int:
    """How many seats a state has."""
    return int(game.rules.seats(state))


def value_of(option: Option, code: int) -> Value:
    """The value behind the number that a state holds."""
    if option.kind == "flag":
        return bool(code)
    return option.choices[code] if option.choices else code


# --- for the games' own modules ---------------------------------------------------------------------------


def wrong(part: str, why: Text) -> NoReturn:
    """Refuse a part of a line: which, why, and what would be possible."""
    shown = part if len(part) <= 60 else f"{part[:57]}…"
    raise BadInput(Text(f"Position, « {shown} » : {why.fr}", f"Position, “{shown}”: {why.en}"))


def refuse(why: Text) -> NoReturn:
    """Refuse a position as a whole."""
    raise BadInput(Text(f"Cette position ne peut pas être : {why.fr}", f"This position cannot be: {why.en}"))


def whole(part: str, number: str, low: int, high: int) -> int:
    """A whole number within bounds, in a part of a line."""
    if _WHOLE.fullmatch(number) and low <= int(number) <= high:
        return int(number)
    wrong(
        part,
        Text(
            f"{number!r} n’est pas un nombre entier de {low} à {high}.",
            f"{number!r} is not a whole number from {low} to {high}.",
        ),
    )


def one_of(part: str, word: str, possible: Sequence[str]) -> int:
    """Which of the possible words this is."""
    if word in possible:
        return possible.index(word)
    choices = ", ".join(possible)
    wrong(part, Text(f"attendu l’un de : {choices}.", f"expected one of: {choices}."))


def named_parts(words: Iterable[str], possible: Sequence[str]) -> dict[str, str]:
    """The words `name=value` by name; each name at most once."""
    parts: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in possible:
            choices = ", ".join(f"{each}=" for each in possible)
            wrong(word, Text(f"partie inconnue ; possibles : {choices}.", f"unknown part; possible: {choices}."))
        if name in parts:
            wrong(word, Text(f"{name}= y est deux fois.", f"{name}= is there twice."))
        parts[name] = value
    return parts


# --- the head ---------------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    if len(text) > LONGEST:
        raise BadInput(
            Text(
                f"Une position tient en {LONGEST} caractères ; celle-ci en a {len(text)}.",
                f"A position has at most {LONGEST} characters; this one has {len(text)}.",
            )
        )
    words = text.split()
    if words:
        return words
    raise BadInput(
        Text(
            "La position est vide ; elle commence par un jeu, par exemple pistes ou africa:3.",
            "The position is empty; it begins with a game, for example pistes or africa:3.",
        )
    )


def _read_head(word: str, expected: Game | None) -> tuple[Game, int]:
    """`africa:3`: the game and how many play it."""
    name, colon, count = word.partition(":")
    game = load(name)
    if expected is not None and game.id != expected.id:
        wrong(
            word,
            Text(
                f"c’est une position de {game.id}, il en faut une de {expected.id}.",
                f"this is a position of {game.id}, one of {expected.id} is needed.",
            ),
        )
    if not colon and game.min_seats != game.max_seats:
        heads = f"{game.id}:{game.min_seats} … {game.id}:{game.max_seats}"
        wrong(word, Text(f"combien de places ? {heads}.", f"how many seats? {heads}."))
    if colon and not _WHOLE.fullmatch(count):
        wrong(word, Text("après « : » vient le nombre de places.", "after “:” comes the number of seats."))
    return game, game.check_seats(int(count) if colon else None)


def _sort_out(game: Game, words: list[str]) -> tuple[dict[str, Value], list[str]]:
    """Options and viewer by name, and the game's own words."""
    heads = {option.name for option in game.options} | {"viewer", "preset"}
    given: dict[str, Value] = {}
    own = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in heads:
            own.append(word)
        elif name in given:
            wrong(word, Text(f"{name}= y est deux fois.", f"{name}= is there twice."))
        else:
            given[name] = value
    return given, own


def _read_viewer(value: Value | None, seats: int) -> int | None:
    if value is None:
        return None
    if value == PUBLIC:
        return SPECTATOR
    if _WHOLE.fullmatch(str(value)) and int(value) < seats:
        return int(value)
    wrong(
        f"viewer={value}",
        Text(
            f"une place de 0 à {seats - 1}, ou {PUBLIC} pour qui regarde.",
            f"a seat from 0 to {seats - 1}, or {PUBLIC} for those who watch.",
        ),
    )


def _blank(game: Game, seats: int, options: Mapping[str, Value], viewer: int | None) -> Any:
    """The start of a game, before chance has given anything, as the viewer sees it."""
    start = game.start(seats, options)
    return start if viewer is None else game.view(start, viewer)


def _check(game: Game, state: Any, viewer: int | None) -> None:
    """The last net: what no game may hold never comes out of a text."""
    truth = state
    if viewer is not None:
        truth = state.copy()
        game.rules.determinize(truth, viewer, np.uint64(0))
    broken = game.invariants(truth)
    if broken:
        refuse(
            Text(f"ses parties ne vont pas ensemble ({broken[0]}).", f"its parts do not fit together ({broken[0]}).")
        )
    if game.rules.is_over(truth) or game.rules.asks_chance(truth):
        return
    movers = game.seats_to_move(truth)
    if not movers or not all(game.legal(truth, seat) for seat in movers):
        refuse(Text("personne ne pourrait continuer.", "nobody could go on."))


def _is_default(option: Option, values: Mapping[str, Value]) -> bool:
    return values[option.name] == option.default


def _spelled(value: Value) -> str:
    return str(value).lower()
