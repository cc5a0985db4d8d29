"""Text forms: of actions (`alger>libye`, `italy G`) and of a whole position as a table."""

from caravane.errors import BadInput
from caravane.games.africa1880.actions import (
    ACTION_COUNT,
    ALLY,
    DEVELOP_AT,
    DO_NOTHING,
    EXPLORE,
    FIGHT,
    LAND,
    STAY_AT_SEA,
    decode,
)
from caravane.games.africa1880.board import (
    COUNTRIES,
    COUNTRY,
    MAP,
    SQUARES,
    TERRITORIES,
    TERRITORY,
    TURNS,
    WAY_INDEX,
    YEARS,
)
from caravane.games.africa1880.resolution import stock
from caravane.games.africa1880.rules import points
from caravane.games.africa1880.state import (
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    NO_LANDING,
    NOBODY,
    NOTHING,
    UNWRITTEN,
    WAR,
    WRITING,
    Stage,
    State,
    fields,
)
from caravane.text import Text

_FORMS = {
    "choose": "take {country}",
    "place": "place {territory}",
    "nothing": "{territory} -",
    "develop": "{territory} D",
    "explore": "{from}>{to}",
    "no-landing": "boat -",
    "land": "boat>{territory}",
    "alliance": "{country} A",
    "war": "{country} G",
    "ready": "ready",
    "unready": "unready",
}


def notation(action: int) -> str:
    """An action as people write it."""
    structure = decode(action)
    return _FORMS[structure["type"]].format(**structure)


_ACTIONS = {notation(action).lower(): action for action in range(ACTION_COUNT)}


def parse(text: str) -> int:
    """The action meant by a notation; case and outer blanks do not matter."""
    key = " ".join(str(text).lower().split())
    if key in _ACTIONS:
        return _ACTIONS[key]
    forms = ", ".join(_FORMS.values())
    raise BadInput(
        Text(
            f"Notation inconnue\u00a0: {text!r}\u00a0; formes\u00a0: {forms}.",
            f"Unknown notation {text!r}; forms: {forms}.",
        )
    )


INITIALS = ("G", "F", "D", "I", "N", "B")  # of the countries, as the box spells them


def draw(record: State) -> str:
    """The position as a table: squares, colony, presences; then seats, embassies and the sheet being written."""
    view = fields(record)
    lines = [_heading(view), *(_territory_line(view, territory) for territory in range(TERRITORIES))]
    lines += [_seat_line(view, record, seat) for seat in range(int(view.africa1880))]
    if int(view.turn) > 0:
        lines += _embassies(view)
    if int(view.stage) == WRITING:
        lines += _sheets(view)
    return "\n".join(lines)


def _heading(view: State) -> str:
    turn = int(view.turn)
    year = YEARS[turn] if turn < TURNS else YEARS[-1]
    return f"{year} {Stage(int(view.stage)).name.lower()} turn {turn}/{TURNS} colonies {int(view.colony.sum())}"


def _territory_line(view: State, territory: int) -> str:
    done, squares = int(view.developed[territory]), int(SQUARES[territory])
    bar = "#" * done + "." * (squares - done)
    who = "".join(INITIALS[c] if view.present[c, territory] else "." for c in range(COUNTRIES))
    coast = "~" if MAP["territories"][territory]["coastal"] else " "
    colony = "colony" if view.colony[territory] else ""
    return f"{TERRITORY[territory].id:<15}{coast} {bar:<4} {who} {colony}".rstrip()


def _seat_line(view: State, record: State, seat: int) -> str:
    country = int(view.country[seat])
    if country == NOBODY:
        return f"seat {seat}: no country"
    sealed = " sealed" if view.ready[seat] else ""
    return f"seat {seat}: {COUNTRY[country].id} stock {stock(record, country)} points {points(record, seat)}{sealed}"


def _embassies(view: State) -> list[str]:
    played = [country for country in range(COUNTRIES) if int(view.seat_of[country]) != NOBODY]
    turn = int(view.turn) - 1
    lines = [f"embassies {YEARS[turn]} (column: who declares) {' '.join(INITIALS[c] for c in played)}"]
    for home in played:
        tokens = ["." if c == home else "G" if int(view.past_relation[turn, c, home]) == WAR else "A" for c in played]
        lines.append(f"{COUNTRY[home].id:<15} {' '.join(tokens)}")
    return lines


def _sheets(view: State) -> list[str]:
    return [
        f"sheet {COUNTRY[country].id}: {', '.join(map(notation, written))}"
        for country in range(COUNTRIES)
        if (written := actions_on_sheet(view, country))
    ]


def actions_on_sheet(view: State, country: int) -> list[int]:
    """The orders on a country's sheet of this turn, as actions, in the order of the sheet."""
    actions = [
        order_action(territory, int(code)) for territory, code in enumerate(view.order[country]) if code != UNWRITTEN
    ]
    if landing := int(view.landing[country]):
        actions.append(STAY_AT_SEA if landing == NO_LANDING else LAND + landing - LAND_AT)
    for other, relation in enumerate(view.relation[country]):
        if relation != UNWRITTEN:
            actions.append((FIGHT if relation == WAR else ALLY) + other)
    return actions


def order_action(territory: int, code: int) -> int:
    """The action that writes this code on a presence's line."""
    if code == NOTHING:
        return DO_NOTHING + territory
    if code == DEVELOP:
        return DEVELOP_AT + territory
    return EXPLORE + WAY_INDEX[territory, code - EXPLORE_TO]
