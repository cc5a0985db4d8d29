"""Why an action is not legal here: the rule and a sentence, from what the seat may see."""

from caravane.game import Refusal
from caravane.games.africa1880.actions import (
    ALLY,
    DO_NOTHING,
    EXPLORE,
    LAND,
    PLACE,
    READY,
    STAY_AT_SEA,
    UNREADY,
    decode,
)
from caravane.games.africa1880.board import (
    COASTAL,
    COUNTRIES,
    COUNTRY,
    TERRITORY,
    TERRITORY_INDEX,
    WAYS,
)
from caravane.games.africa1880.drawing import actions_on_sheet
from caravane.games.africa1880.preparation import country_to_place, may_place, seat_to_choose
from caravane.games.africa1880.state import (
    CHOOSING,
    MAX_STROKES,
    NOBODY,
    OVER,
    PLACING,
    WRITING,
    State,
)
from caravane.games.africa1880.writing import are_joined, is_empty
from caravane.text import Text

FINE = Refusal("", Text("C’est permis.", "It is allowed."))


def explain(state: State, seat: int, action: int) -> Refusal:
    """The rule that forbids an action; its number is empty if nothing does."""
    stage = int(state.stage)
    if stage == OVER:
        return Refusal("7.1", Text("La partie est finie.", "The game is over."))
    if action < PLACE:
        return _choosing(state, seat, action)
    if action < DO_NOTHING:
        return _placing(state, seat, action - PLACE)
    if stage != WRITING:
        return Refusal(
            "2.2",
            Text(
                "Les fiches s’écrivent après les premières présences.", "Sheets are written after the first presences."
            ),
        )
    if action >= READY:
        return _sealing(state, seat, action)
    return _writing(state, seat, action)


def _choosing(state: State, seat: int, country: int) -> Refusal:
    if int(state.stage) != CHOOSING:
        return Refusal("1.2", Text("Les pays sont déjà attribués.", "The countries are already taken."))
    if seat_to_choose(state) != seat:
        return Refusal("1.2", Text("Une autre place choisit d’abord.", "Another seat chooses first."))
    if int(state.seat_of[country]) != NOBODY:
        name = COUNTRY[country].name
        return Refusal("1.2", Text(f"{name.fr}\u00a0: pays déjà pris.", f"{name.en}: already taken."))
    return FINE


def _placing(state: State, seat: int, territory: int) -> Refusal:
    name = TERRITORY[territory].name
    if int(state.stage) != PLACING:
        text = Text("Ce n’est pas le moment des premières présences.", "First presences are not placed now.")
        return Refusal("1.6", text)
    if int(state.seat_of[country_to_place(state)]) != seat:
        return Refusal("1.6", Text("Un autre pays pose d’abord sa présence.", "Another country places first."))
    if not COASTAL[territory]:
        return Refusal("1.6", Text(f"{name.fr} n’est pas un territoire côtier.", f"{name.en} is not on the coast."))
    if not may_place(state, territory):
        text = Text(f"{name.fr}\u00a0: une présence y est déjà.", f"{name.en}: a presence is there already.")
        return Refusal("1.7", text)
    return FINE


def _sealing(state: State, seat: int, action: int) -> Refusal:
    sealed = int(state.ready[seat]) == 1
    if action == READY and sealed:
        return Refusal("2.5", Text("La fiche est déjà scellée.", "The sheet is already sealed."))
    if action == UNREADY and not sealed:
        return Refusal("2.5", Text("La fiche n’est pas scellée.", "The sheet is not sealed."))
    if action == UNREADY and int(state.strokes[int(state.country[seat])]) >= MAX_STROKES:
        return _too_many()
    return FINE


def _too_many() -> Refusal:
    text = Text(
        f"Cette fiche a été changée {MAX_STROKES} fois ce tour\u00a0: elle ne change plus.",
        f"This sheet was changed {MAX_STROKES} times this turn: it changes no more.",
    )
    return Refusal("2.6", text)


def _writing(state: State, seat: int, action: int) -> Refusal:
    country = int(state.country[seat])
    if int(state.ready[seat]) == 1:
        return Refusal(
            "2.5",
            Text("La fiche est scellée\u00a0: descellez-la d’abord.", "The sheet is sealed: unseal it first."),
            -1 if int(state.strokes[country]) >= MAX_STROKES else UNREADY,
        )
    if int(state.strokes[country]) >= MAX_STROKES:
        return _too_many()
    if action in actions_on_sheet(state, country):
        return Refusal("2.5", Text("C’est déjà écrit ainsi.", "It is already written so."))
    if action >= ALLY:
        return _relation(state, country, (action - ALLY) % COUNTRIES)
    if action >= STAY_AT_SEA:
        return FINE if action == STAY_AT_SEA else _landing(state, action - LAND)
    structure = decode(action)
    here = TERRITORY_INDEX[structure.get("territory") or structure["from"]]
    if not state.present[country, here]:
        name = TERRITORY[here].name
        text = Text(f"{name.fr}\u00a0: vous n’y avez pas de présence.", f"{name.en}: you have no presence there.")
        return Refusal("3.1", text)
    return _exploration(state, here, WAYS[action - EXPLORE][1]) if action >= EXPLORE else FINE


def _exploration(state: State, here: int, there: int) -> Refusal:
    start, goal = TERRITORY[here].name, TERRITORY[there].name
    if not are_joined(state, here, there):
        text = Text(
            f"{start.fr} et {goal.fr} ne sont pas limitrophes à cette table.",
            f"{start.en} and {goal.en} do not border at this table.",
        )
        return Refusal("3.3", text)
    if state.colony[there]:
        text = Text(
            f"{goal.fr} est une colonie\u00a0: on ne l’explore plus.",
            f"{goal.en} is a colony: it is not explored any more.",
        )
        return Refusal("3.4", text)
    return FINE


def _landing(state: State, territory: int) -> Refusal:
    name = TERRITORY[territory].name
    if not COASTAL[territory]:
        return Refusal("3.5", Text(f"{name.fr} n’est pas un territoire côtier.", f"{name.en} is not on the coast."))
    if not is_empty(state, territory):
        text = Text(
            f"{name.fr}\u00a0: une présence y est, on n’y débarque pas.", f"{name.en}: a presence is there, no landing."
        )
        return Refusal("3.5", text)
    return FINE


def _relation(state: State, country: int, other: int) -> Refusal:
    name = COUNTRY[other].name
    if other == country:
        text = Text(f"{name.fr} est votre pays.", f"{name.en} is your own country.")
        return Refusal("3.6", text)
    if int(state.seat_of[other]) == NOBODY:
        text = Text(f"{name.fr}\u00a0: ce pays n’est pas en jeu.", f"{name.en}: this country is not played.")
        return Refusal("1.1", text)
    return FINE
