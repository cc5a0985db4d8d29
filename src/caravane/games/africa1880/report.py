"""The report of a turn: who did what, what had no effect and why, who was removed by whom, which colonies arose.

It is worked out here a second time, with reasons, from what is public after the reveal: the board as it was when
the orders were written and the orders themselves. Tests hold it equal to the kernels of resolution.py.
"""

from dataclasses import dataclass, field

from caravane.fields import read
from caravane.game import Structure
from caravane.games.africa1880.board import COUNTRIES, PRESENCES, SQUARES, TERRITORIES
from caravane.games.africa1880.report_lines import (
    Expedition,
    Fact,
    arrival,
    developed,
    founding,
    relations,
    removed,
    surplus,
)
from caravane.games.africa1880.state import DEVELOP, EXPLORE_TO, LAND_AT, NOBODY, WAR, State


@dataclass(slots=True)
class Board:
    """Presences, squares and colonies as sets, and the sheets that are carried out on them."""

    present: dict[int, set[int]]  # country: territories; in the order of countries, as all that follow
    developed: list[int]
    colonies: set[int]
    orders: dict[int, dict[int, int]]  # country: {territory: code}
    landings: dict[int, int]  # country: territory
    relations: dict[int, dict[int, int]]  # country: {other: code}
    by_target: bool = False
    bounces: bool = False
    facts: list[Fact] = field(default_factory=list)

    def at(self, territory: int) -> list[int]:
        """The countries that stand there."""
        return [country for country, places in self.present.items() if territory in places]

    def at_war(self, country: int, other: int) -> bool:
        """Whether a country declared war on another."""
        return self.relations[country].get(other) == WAR


def last_turn(record: State) -> Board:
    """The board before the last turn that was played, with its orders."""
    view = read(record)
    turn = int(view.turn) - 1
    played = [country for country in range(COUNTRIES) if int(view.seat_of[country]) != NOBODY]
    return Board(
        {c: {t for t, standing in enumerate(view.last_present[c].tolist()) if standing} for c in played},
        [int(count) for count in view.last_developed],
        {t for t in range(TERRITORIES) if view.last_colony[t]},
        {c: {t: int(code) for t, code in enumerate(view.past_order[turn, c].tolist()) if code} for c in played},
        {c: int(view.past_landing[turn, c]) - LAND_AT for c in played if view.past_landing[turn, c] >= LAND_AT},
        {c: {o: int(view.past_relation[turn, c, o]) for o in played if o != c} for c in played},
        bool(view.shortage_by_target),
        bool(view.landing_bounces),
    )


def report(view: State) -> list[Fact]:
    """The report of the last turn that was played, from any view of the position after it."""
    board = last_turn(view)
    play(board)
    return board.facts


def play(board: Board) -> None:
    """Carry out phases 3 to 5 on the sets, noting each fact (§2.2)."""
    _develop(board)
    _set_up_presences(board)
    for country, declared in board.relations.items():
        board.facts.append(relations(country, declared))
    _settle_conflicts(board)
    _build_colonies(board)


def _develop(board: Board) -> None:
    for territory in range(TERRITORIES):
        who = [c for c, orders in board.orders.items() if orders.get(territory) == DEVELOP]
        if not who:
            continue
        placed = min(len(who), int(SQUARES[territory]) - board.developed[territory])
        board.developed[territory] += placed
        if placed:
            board.facts.append(developed(territory, who, placed, board.developed[territory]))
        if placed < len(who):
            board.facts.append(surplus(territory, who, len(who) - placed))


def expeditions(
    present: set[int], orders: dict[int, int], landing: int, country: int, by_target: bool
) -> list[Expedition]:
    """What comes of one country's explorations and landing, other countries apart (§4.5, §4.6, §4.7)."""
    sent = [(here, code - EXPLORE_TO) for here, code in sorted(orders.items()) if code >= EXPLORE_TO]
    if by_target:
        sent.sort(key=lambda way: way[1])
    if landing != NOBODY:
        sent.append((NOBODY, landing))
    left, taken = PRESENCES - len(present), set(present)
    results = []
    for here, there in sent:
        if there in taken:
            results.append(Expedition(country, here, there, "4.5"))
        elif left == 0:
            results.append(Expedition(country, here, there, "4.7" if by_target and here != NOBODY else "4.6"))
        else:
            taken.add(there)
            left -= 1
            results.append(Expedition(country, here, there))
    return results


def _set_up_presences(board: Board) -> None:
    sent = []
    for country in board.present:
        landing = board.landings.get(country, NOBODY)
        sent += expeditions(board.present[country], board.orders[country], landing, country, board.by_target)
    arriving = [expedition for expedition in sent if not expedition.rule]
    for expedition in sent:
        if board.bounces and expedition in arriving and _bounces(expedition, arriving):
            expedition = Expedition(expedition.country, NOBODY, expedition.there, "4.9")
        if not expedition.rule:
            board.present[expedition.country].add(expedition.there)
        board.facts.append(arrival(expedition))


def _bounces(landing: Expedition, arriving: list[Expedition]) -> bool:
    """Whether a landing meets another country that arrives at the same place (§4.9)."""
    if landing.here != NOBODY:
        return False
    return any(other.there == landing.there and other.country != landing.country for other in arriving)


def _settle_conflicts(board: Board) -> None:
    for territory in range(TERRITORIES):
        here = board.at(territory)
        if territory in board.colonies or len(here) < 2:  # §5.1, §6.2
            continue
        leaving = [country for country in here if _leaves(board, country, here)]
        for country in leaving:
            board.present[country].discard(territory)
            foes = [other for other in here if other != country and board.at_war(other, country)]
            friends = [other for other in here if other != country and other not in foes]
            board.facts.append(removed(territory, country, foes, friends))


def _leaves(board: Board, country: int, here: list[int]) -> bool:
    """§5.2 for two, §5.3 for three and more."""
    others = [other for other in here if other != country]
    wars = sum(board.at_war(other, country) for other in others)
    if len(others) == 1:
        return wars == 1 and not board.at_war(country, others[0])
    return wars > len(others) - wars


def _build_colonies(board: Board) -> None:
    for territory in range(TERRITORIES):
        here = board.at(territory)
        if territory in board.colonies or board.developed[territory] < int(SQUARES[territory]):
            continue
        wars = [(a, b) for a in here for b in here if board.at_war(a, b)]
        if here and not wars:
            board.colonies.add(territory)
        board.facts.append(founding(territory, here, wars))


def as_structures(facts: list[Fact]) -> list[Structure]:
    """The report without sentences, for clients."""
    return [fact.what for fact in facts]
