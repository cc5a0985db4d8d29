"""Text forms: of actions (`alger>libye`, `italy G`) and of a whole position as a table."""

from caravane.fields import read
from caravane.games.africa1880.actions import (
    ALLY,
    DEVELOP_AT,
    DO_NOTHING,
    EXPLORE,
    FIGHT,
    LAND,
    STAY_AT_SEA,
    notation,
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
from caravane.games.africa1880.scoring import points
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
    State,
)
from caravane.text import Language, Text

INITIALS = ("G", "F", "D", "I", "N", "B")  # of the countries, as the box spells them


STAGES = (
    Text("tirage", "drawing"),
    Text("choix des pays", "choosing"),
    Text("placement", "placing"),
    Text("ordres", "writing"),
    Text("fin", "over"),
)


def draw(record: State, language: Language) -> str:
    """The position as a table: squares, colony, presences; then seats, embassies and the sheet being written."""
    view = read(record)
    lines = [_heading(view), *(_territory_line(view, territory) for territory in range(TERRITORIES))]
    lines += [_seat_line(view, record, seat) for seat in range(int(view.africa1880))]
    if int(view.turn) > 0:
        lines += _embassies(view)
    if int(view.stage) == WRITING:
        lines += _sheets(view)
    return "\n".join(line.of(language) for line in lines)


def _heading(view: State) -> Text:
    turn = int(view.turn)
    year = YEARS[turn] if turn < TURNS else YEARS[-1]
    stage, colonies = STAGES[int(view.stage)], int(view.colony.sum())
    return Text(
        f"{year} {stage.fr} tour {turn}/{TURNS} colonies {colonies}",
        f"{year} {stage.en} turn {turn}/{TURNS} colonies {colonies}",
    )


def _territory_line(view: State, territory: int) -> Text:
    done, squares = int(view.developed[territory]), int(SQUARES[territory])
    bar = "#" * done + "." * (squares - done)
    who = "".join(INITIALS[c] if view.present[c, territory] else "." for c in range(COUNTRIES))
    coast = "~" if MAP["territories"][territory]["coastal"] else " "
    line = f"{TERRITORY[territory].id:<15}{coast} {bar:<4} {who}"
    return Text(f"{line} colonie", f"{line} colony") if view.colony[territory] else Text(line, line)


def _seat_line(view: State, record: State, seat: int) -> Text:
    country = int(view.country[seat])
    if country == NOBODY:
        return Text(f"place {seat}\u00a0: sans pays", f"seat {seat}: no country")
    sealed = Text(" scellé", " sealed") if view.ready[seat] else Text("", "")
    held = f"{COUNTRY[country].id} stock {stock(record, country)} points {points(record, seat)}"
    return Text(f"place {seat}\u00a0: {held}{sealed.fr}", f"seat {seat}: {held}{sealed.en}")


def _embassies(view: State) -> list[Text]:
    played = [country for country in range(COUNTRIES) if int(view.seat_of[country]) != NOBODY]
    turn = int(view.turn) - 1
    columns = " ".join(INITIALS[c] for c in played)
    lines = [
        Text(
            f"ambassades {YEARS[turn]} (colonne\u00a0: qui déclare) {columns}",
            f"embassies {YEARS[turn]} (column: who declares) {columns}",
        )
    ]
    for home in played:
        tokens = ["." if c == home else "G" if int(view.past_relation[turn, c, home]) == WAR else "A" for c in played]
        line = f"{COUNTRY[home].id:<15} {' '.join(tokens)}"
        lines.append(Text(line, line))
    return lines


def _sheets(view: State) -> list[Text]:
    return [
        Text(
            f"feuille {COUNTRY[country].id}\u00a0: {', '.join(map(notation, written))}",
            f"sheet {COUNTRY[country].id}: {', '.join(map(notation, written))}",
        )
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
