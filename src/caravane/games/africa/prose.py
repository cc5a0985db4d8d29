"""What happened and what is asked, in words; everything from the viewer's own views."""

from typing import Any

from caravane.game import SPECTATOR, Event, Structure
from caravane.games.africa.actions import (
    CITY,
    COLLECT,
    DECLINE,
    JUMP,
    JUMP_TO,
    KEEP,
    LIFT,
    OPEN,
    PLACE,
    STUDY,
    SWAP_ALL,
    SWAP_ONE,
    WALK,
)
from caravane.games.africa.board import (
    EMPTY,
    GOOD,
    GOODS,
    HEX_NAMES,
    MONUMENT,
    MONUMENTS,
    NOMADS,
    tile_of,
)
from caravane.games.africa.box import BOX
from caravane.games.africa.describe import describe, describe_private
from caravane.games.africa.drawing import draw
from caravane.games.africa.explain import explain
from caravane.games.africa.facts import SEAT_NAMES
from caravane.games.africa.phrases import phrase, tell_loot
from caravane.games.africa.preview import collected, count_symbols, studied
from caravane.games.africa.reasons import reason
from caravane.games.africa.scoring import final_points, score_sheet, track_points
from caravane.games.africa.state import Decision, Ending
from caravane.text import Text

__all__ = ["ask", "describe", "describe_private", "draw", "explain", "narrate", "phrase", "reason", "score_sheet"]


NARROW = "\u202f"  # before ; ! ?


def worth(points: int) -> Text:
    """Points at the end of a sentence."""
    if points == 0:
        return Text(".", ".")
    return Text(f"\u00a0: +{points}.", f": +{points}.")


def say(fr: str, en: str, points: int = 0) -> Text:
    """A sentence about the actor, ended by what it earned."""
    end = worth(points)
    return Text("{who} " + fr + end.fr, "{who} " + en + end.en)


def narrate(before: Any, after: Any, actor: int, action: int) -> list[Event]:
    """The events of one action for one viewer."""
    gained = int(track_points(after, actor) - track_points(before, actor)) if actor >= 0 else 0
    what, text = tell(before, after, actor, action, gained)
    events = [Event(actor, what | {"points": gained}, text)]
    if after.decision == Decision.OVER and before.decision != Decision.OVER:
        events.append(tell_end(after))
    elif after.monuments == MONUMENTS and before.monuments != MONUMENTS:
        events.append(tell_last_round())
    return events


def tell(before: Any, after: Any, actor: int, action: int, gained: int) -> tuple[Structure, Text]:
    """Structure and sentence of what the actor did."""
    here = HEX_NAMES[int(before.at[actor])] if before.at[actor] >= 0 else ""
    if action < WALK:
        return tell_city(action - CITY)
    if action < JUMP:
        return tell_walk(here, HEX_NAMES[action - WALK])
    if action == JUMP:
        return {"type": "leap", "from": here}, say("choisit de sauter", "chooses to jump")
    if action < OPEN:
        there = HEX_NAMES[action - JUMP_TO]
        return {"type": "jump", "from": here, "to": there}, say(f"saute en {there}", f"jumps to {there}")
    if action < LIFT:
        return tell_find(before, after, actor, action - OPEN, gained)
    if action < PLACE:
        return tell_lift(before, action - LIFT)
    if action < STUDY:
        return tell_place(before, action - PLACE, gained)
    if action <= COLLECT:
        return tell_camp(before, actor, action, gained)
    if action == DECLINE:
        return {"type": "decline"}, say("ne fait rien de plus ici", "does nothing more here")
    return tell_exchange(before, action)


def tell_city(city: int) -> tuple[Structure, Text]:
    """The city in which an explorer begins."""
    name, place = BOX.cities[city].name, BOX.cities[city].hex
    return {"type": "start", "city": BOX.cities[city].id, "to": place}, say(
        f"part de la ville\u00a0: {name.fr}", f"sets out from {name.en}"
    )


def tell_walk(here: str, there: str) -> tuple[Structure, Text]:
    """A walk; who ends where it began has stayed."""
    what = {"type": "walk", "from": here, "to": there}
    if here == there:
        return what, say(f"reste en {here}", f"stays at {here}")
    return what, say(f"avance en {there}", f"walks to {there}")


def tell_find(before: Any, after: Any, actor: int, place: int, gained: int) -> tuple[Structure, Text]:
    """A tile was turned over; its kind shows on the hex or among the actor's goods."""
    code = int(after.ground[place])
    if code == EMPTY:  # a good was taken
        more = [good for good in range(GOODS) if after.goods[actor, good] > before.goods[actor, good]]
        code = GOOD + more[0]
    tile, at = tile_of(code), HEX_NAMES[place]
    what = {"type": "find", "hex": at, "kind": tile.id, "taken": GOOD <= code < GOOD + GOODS}
    if code == MONUMENT and after.camps[actor] > before.camps[actor]:
        return what, say(f"découvre un monument en {at} et reçoit un camp", f"finds a monument at {at} and gets a camp")
    if code == MONUMENT:
        return what, say(f"découvre le dernier monument, en {at}", f"finds the last monument, at {at}", gained)
    return what, say(f"découvre {tile.one.fr} en {at}", f"finds {tile.one.en} at {at}", gained)


def tell_lift(before: Any, place: int) -> tuple[Structure, Text]:
    """Something is about to be moved."""
    tile, at = tile_of(int(before.ground[place])), HEX_NAMES[place]
    what = {"type": "lift", "hex": at, "kind": tile.id}
    return what, say(f"soulève {tile.the.fr} de {at}", f"lifts {tile.the.en} from {at}")


def tell_place(before: Any, place: int, gained: int) -> tuple[Structure, Text]:
    """An animal or nomads were put down, or left where they were."""
    subject = int(before.subject)
    tile, at = tile_of(int(before.ground[subject])), HEX_NAMES[place]
    what = {"type": "place", "kind": tile.id, "from": HEX_NAMES[subject], "to": at}
    if place == subject:
        return what, say(f"laisse {tile.the.fr} en {at}", f"leaves {tile.the.en} at {at}", gained)
    return what, say(f"déplace {tile.the.fr} en {at}", f"moves {tile.the.en} to {at}", gained)


def tell_camp(before: Any, actor: int, action: int, gained: int) -> tuple[Structure, Text]:
    """A camp: what it counted, or what it took."""
    place = int(before.at[actor])
    at = HEX_NAMES[place]
    if action == STUDY:
        because = [HEX_NAMES[near] for near in studied(before, place)]
        return {"type": "study", "hex": at, "because": because}, say(
            f"établit un camp en {at} et étudie les environs", f"builds a camp at {at} to study the area", gained
        )
    taken = collected(before, place)
    gold, gems = count_symbols(before, taken)
    what: Structure = {
        "type": "collect",
        "hex": at,
        "because": [HEX_NAMES[near] for near in taken],
        "gold": gold,
        "gems": gems,
    }
    what["kinds"] = [tile_of(int(before.ground[near])).id for near in taken]
    if not taken:
        return what, say(
            f"établit un camp en {at} et n’a rien à prendre", f"builds a camp at {at} and has nothing to take"
        )
    loot = tell_loot(gold, gems)
    return what, say(f"établit un camp en {at} et prend {loot.fr}", f"builds a camp at {at} and takes {loot.en}")


def tell_exchange(before: Any, action: int) -> tuple[Structure, Text]:
    """What became of a found good."""
    found = tile_of(int(before.found_good))
    if action == KEEP:
        return {"type": "keep", "kind": found.id}, say(f"garde {found.the.fr}", f"keeps {found.the.en}")
    takes_all = action >= SWAP_ALL
    other, good = divmod(action - (SWAP_ALL if takes_all else SWAP_ONE), GOODS)
    number = int(before.goods[other, good]) if takes_all else 1
    tile, name = tile_of(GOOD + good), SEAT_NAMES[other]
    what = {"type": "swap", "with": other, "gets": tile.id, "gives": found.id, "number": number}
    if takes_all:
        return what, say(
            f"donne {number} {found.many.fr} au joueur {name.fr} contre {number} {tile.many.fr}",
            f"gives {name.en} {number} {found.many.en} for {number} {tile.many.en}",
        )
    return what, say(
        f"donne {found.the.fr} au joueur {name.fr} contre {tile.one.fr}",
        f"gives {name.en} {found.the.en} for {tile.one.en}",
    )


def tell_last_round() -> Event:
    """With equal turns the round is finished (§7.2)."""
    return Event(
        SPECTATOR,
        {"type": "last_round"},
        Text(
            "C’était le dernier monument\u00a0: on termine le tour de table.",
            "That was the last monument: the round is finished.",
        ),
    )


def tell_end(after: Any) -> Event:
    """How the game ended and who won."""
    totals = [int(final_points(after, seat)) for seat in range(int(after.africa))]
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if after.ending == Ending.MONUMENTS:
        why = Text("Le dernier monument est découvert.", "The last monument is found.")
    else:
        why = Text("Plus personne n’agit depuis trois tours de table.", "Nobody has acted for three rounds.")
    names_fr, names_en = (", ".join(SEAT_NAMES[seat][language] for seat in winners) for language in (0, 1))
    text = Text(
        f"{why.fr} Victoire\u00a0: {names_fr}, {max(totals)} points.",
        f"{why.en} Winner: {names_en}, {max(totals)} points.",
    )
    return Event(SPECTATOR, {"type": "end", "winners": winners, "points": totals}, text)


def ask(view: Any, seat: int) -> Text:
    """What is asked of the seat, in one sentence."""
    if view.decision == Decision.OVER:
        return Text("La partie est finie.", "The game is over.")
    if view.decision == Decision.DEAL or seat != view.on_turn:
        name = SEAT_NAMES[int(view.on_turn)]
        return Text(f"Au joueur {name.fr} de décider.", f"{name.en.capitalize()} is to decide.")
    return ask_mover(view)


def ask_mover(view: Any) -> Text:
    """The question of each decision."""
    if view.decision == Decision.CITY:
        return Text(f"D’où partez-vous{NARROW}?", "Where do you set out?")
    if view.decision == Decision.JUMP:
        return Text(f"Où sautez-vous{NARROW}?", "Where do you jump?")
    if view.decision == Decision.ACT:
        return Text(f"Que faites-vous ici{NARROW}?", "What do you do here?")
    if view.decision == Decision.EXCHANGE:
        good = tile_of(int(view.found_good))
        return Text(f"Échangez-vous {good.the.fr}{NARROW}?", f"Do you exchange {good.the.en}?")
    if view.decision in (Decision.SETTLE, Decision.RELOCATE):
        code = int(view.ground[view.subject])
        verb_fr, verb_en = ("vont", "do") if code == NOMADS else ("va", "does")
        tile = tile_of(code)
        return Text(f"Où {verb_fr} {tile.the.fr}{NARROW}?", f"Where {verb_en} {tile.the.en} go?")
    if view.half == 0:
        return Text(f"Où avancez-vous{NARROW}?", "Where do you walk?")
    return Text(f"Et ensuite, où avancez-vous{NARROW}?", "And then, where do you walk?")
