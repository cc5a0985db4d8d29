"""Runs the numbered cases, and short turns for the tests by rule."""

import tomllib
from pathlib import Path
from typing import Any

from caravane.chance import SeededChance
from caravane.game import Orders, Structure
from caravane.games.africa1880 import GAME
from caravane.games.africa1880.actions import READY
from caravane.games.africa1880.board import COUNTRY, COUNTRY_INDEX, TERRITORY
from caravane.games.africa1880.report import last_turn, play, report
from caravane.games.africa1880.resolution import colony_count, stock
from caravane.games.africa1880.rules import ending
from caravane.games.africa1880.scoring import winner
from caravane.games.africa1880.state import NOBODY, WAR
from caravane.play import Play
from tests.games.africa1880.builder import board_of, position

CASES = Path(__file__).parent / "cases"


def _orders() -> Orders:
    assert GAME.orders is not None
    return GAME.orders


ORDERS = _orders()


def load_cases() -> list[Structure]:
    """Every case of every file, in order."""
    return [case for path in sorted(CASES.glob("*.toml")) for case in tomllib.loads(path.read_text())["case"]]


def complete(described: Structure) -> Structure:
    """A case's position with `fill`, `also` and `colonise` spelt out."""
    at = {place: list(who) for place, who in described.get("at", {}).items()}
    colonies = list(described.get("colonies", []))
    if fill := described.get("fill"):
        rest = [entry.id for entry in TERRITORY if entry.id not in fill["keep_free"]]
        wanted = [*fill.get("with", []), *(place for place in rest if place not in fill.get("with", []))]
        for place in wanted[: fill["count"]]:
            at.setdefault(place, []).append(fill["country"])
    for place, who in described.get("also", {}).items():
        at.setdefault(place, []).extend(who)
    taken = set(at)
    for place in [entry.id for entry in TERRITORY if entry.id not in taken][: described.get("colonise", 0)]:
        at[place] = [described["countries"][0]]
        colonies.append(place)
    return {**described, "at": at, "colonies": colonies}


def table(described: Structure) -> Play:
    """A game that stands at the described position."""
    state = position(complete(described))
    options = GAME.check_options(described.get("options", {}))
    return Play(GAME, int(state.africa1880), options, SeededChance(0), state)


def hand_in(game: Play, seat: int, sheet: str | Structure) -> list[str]:
    """Write and seal a whole sheet; how each of its lines was read."""
    reading = ORDERS.read(GAME.view(game.state, seat), seat, sheet)
    for action in reading.actions:
        game.apply(action, seat)
    game.apply(READY, seat)
    return [f"{line.status} {line.rule}".strip() for line in reading.lines if line.number]


def play_turn(game: Play, turn: Structure) -> dict[str, list[str]]:
    """Hand in all sheets of a turn; how their lines were read, by country."""
    lines = {}
    for seat in range(game.seats):
        country = COUNTRY[int(game.state.country[seat])].id
        others = [COUNTRY[int(c)].id for c in game.state.country if int(c) != NOBODY and COUNTRY[int(c)].id != country]
        default = "; ".join(f"{other}: G" for other in others) if turn.get("everybody_fights") else ""
        lines[country] = hand_in(game, seat, turn.get("sheets", {}).get(country, default))
    return lines


def check_turn(game: Play, turn: Structure) -> None:
    """Play one turn of a case and compare everything it says."""
    before = board_of(game.state)
    lines = play_turn(game, turn)
    after = board_of(game.state)
    assert GAME.invariants(game.state) == []
    assert {place: who for place, who in _merged(before["at"], turn.get("at", {})).items() if who} == after["at"]
    assert sorted([*before["colonies"], *turn.get("colonies", [])]) == sorted(after["colonies"])
    squares = _merged(before["developed"], turn.get("developed", {}))
    assert {p: n for p, n in squares.items() if p not in after["colonies"]} == after["developed"]
    for country, expected in turn.get("lines", {}).items():
        assert lines[country] == expected, country
    _check_facts(game.state, turn)
    _check_numbers(game.state, turn)


def _merged(old: Structure, new: Structure) -> Structure:
    order = list(COUNTRY_INDEX)
    return old | {
        key: sorted(value, key=order.index) if isinstance(value, list) else value for key, value in new.items()
    }


def _check_facts(state: Any, turn: Structure) -> None:
    told = [fact.what for fact in report(state)]
    for fact in turn.get("facts", []):
        assert any(all(what.get(key) == value for key, value in fact.items()) for what in told), (fact, told)
    check_report(state)


def check_report(state: Any) -> None:
    """The report, worked out from public information, ends on the board that the kernels made."""
    board = last_turn(state)
    play(board)
    assert board.present == {c: {t for t in range(32) if state.present[c, t]} for c in board.present}
    assert board.developed == state.developed.tolist()
    assert board.colonies == {t for t in range(32) if state.colony[t]}


def _check_numbers(state: Any, turn: Structure) -> None:
    for country, count in turn.get("stock", {}).items():
        assert stock(state, COUNTRY_INDEX[country]) == count, country
    for country, count in turn.get("points", {}).items():
        assert GAME.rules.points(state, int(state.seat_of[COUNTRY_INDEX[country]])) == count, country
    if "embassies" in turn:
        assert wars_received(state) == turn["embassies"]
    if "ending" in turn:
        assert ending(state) == turn["ending"]
    if "winner" in turn:
        seat = winner(state)
        assert turn["winner"] == ("nobody" if seat == NOBODY else COUNTRY[int(state.country[seat])].id)
    if "colony_count" in turn:
        assert colony_count(state) == turn["colony_count"]


def wars_received(state: Any) -> dict[str, list[str]]:
    """Embassies with a cannon in them, and whose."""
    last = state.past_relation[int(state.turn) - 1]
    wars = {COUNTRY[home].id: [COUNTRY[c].id for c in range(6) if last[c, home] == WAR] for home in range(6)}
    return {home: who for home, who in wars.items() if who}
