"""Actions in words, to stand in a sentence; from a view, so nothing is told that lies face down."""

from typing import Any

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
    GOOD,
    GOODS,
    HEX_NAMES,
    MONUMENT,
    tile_of,
)
from caravane.games.africa.box import BOX, Tile, Words
from caravane.games.africa.facts import SEAT_NAMES
from caravane.games.africa.preview import collected, count_symbols
from caravane.text import Text, at, counted

# In place of a tile that is not there: actions that are not legal have words too.
_NO_TILE = Tile("", "goods", 0, Words("une tuile", "a tile"), Words("la tuile", "the tile"), Words("tuiles", "tiles"))


def phrase(view: Any, seat: int, action: int) -> Text:
    """What the action does, as an infinitive."""
    if action < WALK:
        name = BOX.cities[action - CITY].name
        return Text(f"commencer {at(name.fr)}", f"start in {name.en}")
    if action < OPEN:
        return _way(view, seat, action)
    if action < LIFT:
        place = HEX_NAMES[action - OPEN]
        return Text(f"découvrir {place}", f"turn over {place}")
    if action < STUDY:
        return _tile_in_hand(view, action)
    if action <= COLLECT:
        return _camp(view, seat, action)
    if action == DECLINE:
        return Text("ne rien faire de plus ici", "do nothing more here")
    return _exchange(view, action)


def _kind(code: int) -> Tile:
    """The kind of tile behind a code that may be none."""
    return tile_of(code) if code >= MONUMENT else _NO_TILE


def _way(view: Any, seat: int, action: int) -> Text:
    if action == JUMP:
        return Text("sauter", "jump")
    if action > JUMP:
        there = HEX_NAMES[action - JUMP_TO]
        return Text(f"sauter en {there}", f"jump to {there}")
    there = HEX_NAMES[action - WALK]
    if int(view.at[seat]) == action - WALK:  # §2.4 zero steps
        return Text(f"rester en {there}", f"stay on {there}")
    return Text(f"avancer en {there}", f"walk to {there}")


def _tile_in_hand(view: Any, action: int) -> Text:
    """Lifting, and putting down what was lifted or found."""
    if action < PLACE:
        place = action - LIFT
        tile, name = _kind(int(view.ground[place])).the, HEX_NAMES[place]
        return Text(f"déplacer {tile.fr} de {name}", f"move {tile.en} from {name}")
    subject, name = int(view.subject), HEX_NAMES[action - PLACE]
    tile = _kind(int(view.ground[subject])).the
    if action - PLACE == subject:  # §3.8 a found one may stay
        return Text(f"laisser {tile.fr} en {name}", f"leave {tile.en} on {name}")
    return Text(f"poser {tile.fr} en {name}", f"set {tile.en} down on {name}")


def _camp(view: Any, seat: int, action: int) -> Text:
    if action == STUDY:
        return Text("établir un camp et étudier les environs", "build a camp to study the area")
    gold, gems = count_symbols(view, collected(view, int(view.at[seat])))
    if gold + gems == 0:
        return Text("établir un camp sans rien prendre", "build a camp and take nothing")
    loot = tell_loot(gold, gems)
    return Text(f"établir un camp et prendre {loot.fr}", f"build a camp to take {loot.en}")


def _exchange(view: Any, action: int) -> Text:
    found = _kind(int(view.found_good))
    if action == KEEP:
        return Text(f"garder {found.the.fr}", f"keep {found.the.en}")
    takes_all = action >= SWAP_ALL
    other, good = divmod(action - (SWAP_ALL if takes_all else SWAP_ONE), GOODS)
    tile, name = tile_of(GOOD + good), SEAT_NAMES[other]
    if not takes_all:
        return Text(
            f"donner {found.the.fr} au joueur {name.fr} contre {tile.one.fr}",
            f"give {name.en} {found.the.en} for {tile.one.en}",
        )
    number = int(view.goods[other, good])
    return Text(
        f"donner {number} {found.many.fr} au joueur {name.fr} contre ses {number} {tile.many.fr}",
        f"give {name.en} {number} {found.many.en} for all {number} {tile.many.en}",
    )


def tell_loot(gold: int, gems: int) -> Text:
    """Nuggets and gems in words."""
    nuggets = counted(gold, Text("pépite", "nugget"), Text("pépites", "nuggets"))
    stones = counted(gems, Text("pierre précieuse", "gem"), Text("pierres précieuses", "gems"))
    if gold and gems:
        return Text(f"{nuggets.fr} et {stones.fr}", f"{nuggets.en} and {stones.en}")
    return nuggets if gold else stones
