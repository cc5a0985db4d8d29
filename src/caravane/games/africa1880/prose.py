"""What is asked and what happened, in words, from one viewer's views only."""

from caravane.game import SPECTATOR, Event, Structure
from caravane.games.africa1880.actions import CHOOSE, DO_NOTHING, PLACE, READY, UNREADY, decode
from caravane.games.africa1880.board import COUNTRY, TERRITORIES, TERRITORY, TURNS, YEARS
from caravane.games.africa1880.describe import describe, describe_private, played
from caravane.games.africa1880.drawing import draw
from caravane.games.africa1880.explain import explain
from caravane.games.africa1880.phrases import phrase
from caravane.games.africa1880.preparation import country_to_place, seat_to_choose
from caravane.games.africa1880.reasons import reason
from caravane.games.africa1880.report import report
from caravane.games.africa1880.report_lines import the
from caravane.games.africa1880.rules import ending
from caravane.games.africa1880.scoring import points, score_sheet, winner
from caravane.games.africa1880.state import CHOOSING, DRAWING, NOBODY, OVER, PLACING, State
from caravane.games.africa1880.warnings import is_landing_missing, missing_orders, missing_relations, on_line
from caravane.text import Text

__all__ = ["ask", "describe", "describe_private", "draw", "explain", "narrate", "phrase", "reason", "score_sheet"]


def ask(view: State, seat: int) -> Text:
    """What is asked of a seat, or whom it waits for."""
    stage = int(view.stage)
    if stage == OVER:
        return _result(view)
    if stage == DRAWING:
        return Text("Les pays sont tirés au sort.", "The countries are being drawn.")
    if stage == CHOOSING:
        if seat_to_choose(view) == seat:
            return Text("Quel pays prenez-vous\u00a0?", "Which country do you take?")
        return Text("Un autre joueur choisit son pays.", "Another player chooses a country.")
    if stage == PLACING:
        country = country_to_place(view)
        name = COUNTRY[country].name
        if int(view.seat_of[country]) == seat:
            return Text(
                f"{name.fr}\u00a0: où va votre première présence\u00a0?",
                f"{name.en}: where does your first presence go?",
            )
        return Text(f"{name.fr}\u00a0: première présence à venir.", f"{name.en}: first presence to come.")
    return _ask_sheet(view, seat)


def _ask_sheet(view: State, seat: int) -> Text:
    year = YEARS[int(view.turn)]
    waiting = the(c for c in played(view) if not view.ready[int(view.seat_of[c])])
    if not 0 <= seat < int(view.africa1880):
        return Text(f"Ordres de {year}\u00a0: on attend {waiting.fr}.", f"Orders of {year}: waiting for {waiting.en}.")
    if view.ready[seat]:
        return Text(f"Fiche scellée. On attend {waiting.fr}.", f"Sheet sealed. Waiting for {waiting.en}.")
    country = int(view.country[seat])
    for territory in missing_orders(view, country):
        name = TERRITORY[territory].name
        return Text(f"{name.fr}\u00a0: que fait votre présence\u00a0?", f"{name.en}: what does your presence do?")
    if is_landing_missing(view, country):
        return Text("Bateau\u00a0: sur quelle côte débarquer\u00a0?", "Boat: on which coast do you land?")
    for other in missing_relations(view, country):
        name = COUNTRY[other].name
        return Text(f"{name.fr}\u00a0: alliance ou guerre\u00a0?", f"{name.en}: alliance or war?")
    return Text(f"Sceller la fiche de {year}\u00a0?", f"Seal the sheet of {year}?")


def _result(view: State) -> Text:
    seat = winner(view)
    if seat == NOBODY:
        return Text("Égalité en tête\u00a0: personne ne gagne.", "A tie for first: nobody wins.")
    name = COUNTRY[int(view.country[seat])].name
    total = points(view, seat)
    return Text(f"{name.fr}\u00a0: victoire avec {total} points.", f"{name.en}: victory with {total} points.")


def narrate(before: State, after: State, actor: int, action: int) -> list[Event]:
    """The events of one action for one viewer; the last READY brings the report of the turn."""
    if action < PLACE:
        name = COUNTRY[action - CHOOSE].name
        events = [Event(actor, decode(action), Text(f"{{who}} prend\u00a0: {name.fr}.", f"{{who}} takes {name.en}."))]
        return [*events, *_first_presences(after)]
    if action < DO_NOTHING:
        name = TERRITORY[action - PLACE].name
        text = Text(
            f"{{who}} pose sa première présence\u00a0: {name.fr}.", f"{{who}} places the first presence at {name.en}."
        )
        return [Event(actor, decode(action), text)]
    if action == UNREADY:
        return [Event(actor, {"type": "unsealed"}, Text("{who} reprend sa fiche.", "{who} takes the sheet back."))]
    if action != READY:
        return _written(before, after, actor, action)
    sealed = Event(actor, {"type": "sealed"}, Text("{who} scelle sa fiche.", "{who} seals the sheet."))
    return [sealed, *_turn(after)] if int(after.turn) > int(before.turn) else [sealed]


def _first_presences(after: State) -> list[Event]:
    """What a historical start puts on the board once all have a country (§1.8)."""
    events = []
    for country in played(after):
        for territory in range(TERRITORIES):
            if after.present[country, territory]:
                name, place = COUNTRY[country].name, TERRITORY[territory]
                what: Structure = {"type": "place", "country": COUNTRY[country].id, "territory": place.id}
                text = Text(
                    f"{name.fr}\u00a0: première présence, {place.name.fr}.",
                    f"{name.en}: first presence at {place.name.en}.",
                )
                events.append(Event(int(after.seat_of[country]), what, text))
    return events


def _written(before: State, after: State, actor: int, action: int) -> list[Event]:
    """What the writer alone learns; a viewer whose views show no change learns nothing (§2.4)."""
    if before.tobytes() == after.tobytes():  # type: ignore[attr-defined]  # a record, beyond its fields
        return []
    return [Event(actor, decode(action), on_line(action))]


def _turn(after: State) -> list[Event]:
    """The report of the turn just played, then the next year or the end."""
    turn = int(after.turn) - 1
    year = YEARS[turn]
    events = [
        Event(
            SPECTATOR,
            {"type": "revealed", "year": year},
            Text(f"{year}\u00a0: les fiches sont ouvertes.", f"{year}: the sheets are open."),
        )
    ]
    for fact in report(after):
        seat = int(after.seat_of[fact.country]) if fact.country != NOBODY else SPECTATOR
        events.append(Event(seat, fact.what, fact.text))
    if int(after.stage) == OVER:
        seat = winner(after)
        what: Structure = {"type": "over", "ending": ending(after), "winner": None if seat == NOBODY else seat}
        return [*events, Event(SPECTATOR, what, _result(after))]
    year = YEARS[min(turn + 1, TURNS - 1)]
    what = {"type": "year", "year": year}
    return [*events, Event(SPECTATOR, what, Text(f"L’année {year} commence.", f"The year {year} begins."))]
