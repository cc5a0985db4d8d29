"""What an action of Africa brings and leaves to others, in words, from what the seat knows."""

from typing import Any

import numpy as np

from caravane.games.africa.actions import (
    CITY,
    COLLECT,
    DECLINE,
    JUMP,
    JUMP_TO,
    KEEP,
    LIFT,
    MAX_LEGAL,
    OPEN,
    PLACE,
    STUDY,
    SWAP_ALL,
    SWAP_ONE,
    WALK,
)
from caravane.games.africa.board import (
    ANIMAL,
    ANIMALS,
    CITY_HEX,
    EMPTY,
    FACE_DOWN,
    GEMS,
    GOLD,
    GOODS,
    HEX_NAMES,
    HEXES,
    NOMADS,
    tile_of,
)
from caravane.games.africa.discovery import swap
from caravane.games.africa.facts import SEAT_NAMES
from caravane.games.africa.phrases import tell_loot
from caravane.games.africa.preview import NEIGHBOURS, Tile, collected, count_symbols, relocations, studied
from caravane.games.africa.queries import can_improve, is_relocatable, lay
from caravane.games.africa.rules import jumps, walks
from caravane.games.africa.scoring import goods_points, symbols
from caravane.games.africa.state import SETTLE
from caravane.games.africa.views import sees_treasure, unseen
from caravane.reasons import Reason, listed
from caravane.text import Text, counted, in_points

HIDDEN = Text("tuile cachée", "hidden tile"), Text("tuiles cachées", "hidden tiles")


def reason(view: Any, seat: int, action: int) -> Reason:
    """Why this action, by what kind it is."""
    if action < WALK:
        return _stand(view, int(CITY_HEX[action - CITY]), Text("Choisissez une ville.", "Choose a city."))
    if action < JUMP:
        return _walk(view, seat, action - WALK)
    if action < OPEN:
        return _jump(view, seat, action)
    if action < LIFT:
        return _open(view, seat, action - OPEN)
    if action < PLACE:
        return _lift(view, seat, action - LIFT)
    if action < STUDY:
        return _place(view, seat, action - PLACE)
    if action <= COLLECT:
        return _camp(view, seat, action)
    if action == DECLINE:
        return _decline(view, seat)
    return _exchange(view, seat, action)


def _around(place: int) -> Text:
    return Text(f"Regardez autour de {HEX_NAMES[place]}.", f"Look around {HEX_NAMES[place]}.")


def hidden_near(view: Any, place: int) -> int:
    """How many tiles lie face down next to a hex."""
    return sum(int(view.ground[near]) == FACE_DOWN for near in NEIGHBOURS[place])


def _stand(view: Any, place: int, kind: Text) -> Reason:
    """Standing somewhere: what can be turned over from there."""
    number = hidden_near(view, place)
    tiles = counted(number, *HIDDEN)
    farther = len({far for near in NEIGHBOURS[place] for far in NEIGHBOURS[near] if int(view.ground[far]) == FACE_DOWN})
    gain = Text(f"se tient à côté de {tiles.fr}", f"stands next to {tiles.en}")
    more = Text(
        f"en a {farther} à deux pas de {HEX_NAMES[place]}", f"has {farther} within two steps of {HEX_NAMES[place]}"
    )
    return Reason(_around(place), kind, (gain, more))


def best_act(view: Any, seat: int, place: int) -> tuple[int, list[Text]]:
    """The most points that are certain for an explorer on a hex, and what can be done there, best first."""
    acts = [(points, text) for points, text in _lifts_from(view, place) if points > 0]
    if int(view.camps[seat]) > 0 and int(view.ground[place]) == EMPTY:
        count = len(studied(view, place))
        if count > 1:
            points = in_points(count)
            acts.append((count, Text(f"un camp rapporte {points.fr}", f"a camp brings {points.en}")))
        gold, gems = count_symbols(view, collected(view, place))
        if gold + gems:
            loot = tell_loot(gold, gems)
            acts.append((0, Text(f"un camp prend {loot.fr}", f"a camp takes {loot.en}")))
    acts.sort(key=lambda each: -each[0])
    return (acts[0][0] if acts else 0), [text for _, text in acts]


def _lifts_from(view: Any, place: int) -> list[tuple[int, Text]]:
    """What an explorer on a hex could take elsewhere, with its points."""
    found = []
    for near in [place, *NEIGHBOURS[place]]:
        if is_relocatable(int(view.ground[near])) and can_improve(view, near):
            points, tile = relocations(view, near)[0].points, tile_of(int(view.ground[near])).the
            worth = in_points(points)
            text = Text(
                f"déplacer {tile.fr} de {HEX_NAMES[near]} rapporte {worth.fr}",
                f"moving {tile.en} from {HEX_NAMES[near]} brings {worth.en}",
            )
            found.append((points, text))
    return found


def _walk(view: Any, seat: int, place: int) -> Reason:
    _, acts = best_act(view, seat, place)
    tiles, name = counted(hidden_near(view, place), *HIDDEN), HEX_NAMES[place]
    touch = Text(f"touche {tiles.fr} en {name}", f"touches {tiles.en} on {name}")
    gains = [*(Text(f"mène en {name}, où {act.fr}", f"leads to {name}, where {act.en}") for act in acts[:1]), touch]
    if acts:
        kind = Text("Des points certains vous attendent.", "Certain points wait for you.")
    else:
        kind = Text("Allez là où il y a beaucoup à découvrir.", "Go where there is much to turn over.")
    return Reason(_around(place), kind, tuple(gains))


def _jump(view: Any, seat: int, action: int) -> Reason:
    kind = Text("Il y a mieux ailleurs\u00a0: sautez.", "It is better elsewhere: jump.")
    if action > JUMP:
        return _stand(view, action - JUMP_TO, kind)
    out = np.empty(HEXES, np.int32)
    places = [each - JUMP_TO for each in out[: jumps(view, seat, out)].tolist()]
    best = max(places, key=lambda place: hidden_near(view, place))
    tiles, here = counted(hidden_near(view, best), *HIDDEN), counted(hidden_near(view, int(view.at[seat])), *HIDDEN)
    gain = Text(
        f"peut vous mettre à côté de {tiles.fr}, contre {here.fr} ici",
        f"can put you next to {tiles.en}, against {here.en} here",
    )
    where = Text("Regardez le reste de la carte.", "Look at the rest of the map.")
    return Reason(where, kind, (gain,))


def reach(view: Any, seat: int) -> list[int]:
    """The hexes where an explorer could stand after a walk of its own."""
    out = np.empty(MAX_LEGAL, np.int32)
    later = view.copy()
    later.half = 1  # no jump
    return [action - WALK for action in out[: walks(later, seat, out)].tolist()]


def _first_rival(view: Any, seat: int, place: int) -> Text | None:
    """Somebody else who could come beside a hex in the next turn."""
    for step in range(1, int(view.africa)):
        other = (seat + step) % int(view.africa)
        if int(view.at[other]) >= 0 and {place, *NEIGHBOURS[place]} & set(reach(view, other)):
            return SEAT_NAMES[other]
    return None


def _before(who: Text | None) -> tuple[Text, ...]:
    return () if who is None else (Text(f"le prend avant {who.fr}", f"takes it before {who.en}"),)


def _open(view: Any, seat: int, place: int) -> Reason:
    best, value = _best_find(view, place)
    name = HEX_NAMES[place]
    gains = []
    if best is not None:
        points = in_points(value)
        text = Text(
            f"peut montrer {best.one.fr}\u00a0: {points.fr}",
            f"may show {best.one.en}: {points.en}",
        )
        gains.append(text)
    tiles = counted(hidden_near(view, place), *HIDDEN)
    gains.append(Text(f"ouvre par {name} un passage vers {tiles.fr}", f"opens through {name} a way to {tiles.en}"))
    kind = Text("Il y a une tuile à découvrir.", "There is a tile to turn over.")
    return Reason(_around(place), kind, (*gains, *_before(_first_rival(view, seat, place))))


def _best_find(view: Any, place: int) -> tuple[Any, int]:
    """The animal, of those that may still lie face down, that would bring most if it lay here, and how much."""
    found, most = None, 0
    for code in (*range(ANIMAL, ANIMAL + ANIMALS), NOMADS):
        if int(unseen(view, code)) == 0:
            continue
        turned = view.copy()
        turned.ground[place] = code
        tile = Tile(turned, place)
        spots = [at for at in range(HEXES) if int(view.ground[at]) == EMPTY or at == place]
        value = max(tile.settled(at).points for at in spots)
        if value > most:
            found, most = tile_of(code), value
    return found, most


def _tile(view: Any, place: int) -> Any:
    return tile_of(int(view.ground[place]))


def _kind_of_find(view: Any, place: int) -> Text:
    if int(view.ground[place]) == NOMADS:
        return Text("Des nomades cherchent de la place.", "Nomads look for room.")
    return Text("Un animal peut rejoindre les siens.", "An animal can join its herd.")


def _lift(view: Any, seat: int, place: int) -> Reason:
    aim = relocations(view, place)[0]
    points, names = in_points(aim.points), _company(view, place, aim.because)
    gain = Text(
        f"rejoint {names.fr} en {aim.hex}\u00a0: {points.fr}",
        f"joins {names.en} on {aim.hex}: {points.en}",
    )
    return Reason(_around(place), _kind_of_find(view, place), (gain, *_before(_first_rival(view, seat, place))))


def _company(view: Any, place: int, because: list[str]) -> Text:
    """What counts for a tile: two giraffes, or three empty hexes."""
    tile = _tile(view, place)
    if int(view.ground[place]) == NOMADS:
        return counted(len(because), Text("case vide", "empty hex"), Text("cases vides", "empty hexes"))
    one = Text(tile.one.fr, tile.one.en)
    return one if len(because) == 1 else Text(f"{len(because)} {tile.many.fr}", f"{len(because)} {tile.many.en}")


def _place(view: Any, seat: int, place: int) -> Reason:
    subject = int(view.subject)
    tile = Tile(view, subject)
    aim = tile.settled(place) if int(view.decision) == SETTLE else tile.relocated(place)
    points, names = in_points(aim.points), _company(view, subject, aim.because)
    with_names = listed(aim.because)
    company = Text(f"{names.fr} ({with_names.fr})", f"{names.en} ({with_names.en})") if aim.because else names
    gains = [Text(f"trouve {company.fr}\u00a0: {points.fr}", f"finds {company.en}: {points.en}")]
    if not aim.because:
        gains = [Text(f"reste à l’écart\u00a0: {points.fr}", f"stays apart: {points.en}")]
    after = view.copy()
    lay(after, subject, EMPTY)
    lay(after, place, tile.code)
    left = _left_to_others(view, after, seat)
    return Reason(_around(place), _kind_of_find(view, subject), (*gains, *left))


def _left_to_others(view: Any, after: Any, seat: int) -> tuple[Text, ...]:
    """What the next one could make of an animal or nomads nearby, if that becomes less."""
    other = (seat + 1) % int(view.africa)
    if int(view.at[other]) < 0:
        return ()
    before, now = _most_lifted(view, other), _most_lifted(after, other)
    if now >= before:
        return ()
    who, points = SEAT_NAMES[other], in_points(now)
    if now == 0:
        return (Text(f"ne laisse rien à déplacer à {who.fr}", f"leaves {who.en} nothing to move"),)
    return (
        Text(
            f"ne laisse à {who.fr} que {points.fr} à déplacer",
            f"leaves {who.en} only {points.en} to make by moving",
        ),
    )


def _most_lifted(view: Any, seat: int) -> int:
    """The most points that somebody could make next by moving one tile."""
    near = {beside for place in reach(view, seat) for beside in [place, *NEIGHBOURS[place]]}
    tiles = [at for at in near if is_relocatable(int(view.ground[at])) and can_improve(view, at)]
    return max((relocations(view, at)[0].points for at in tiles), default=0)


def _camp(view: Any, seat: int, action: int) -> Reason:
    here, left = int(view.at[seat]), int(view.camps[seat]) - 1
    stays = counted(left, Text("camp", "camp"), Text("camps", "camps"))
    rest = Text(f"vous laisse {stays.fr}", f"leaves you {stays.en}")
    if action == STUDY:
        because = studied(view, here)
        names, points = listed([HEX_NAMES[at] for at in because]), in_points(len(because))
        gain = Text(f"compte {names.fr}\u00a0: {points.fr}", f"counts {names.en}: {points.en}")
        if not because:
            gain = Text("ne compte rien ici", "counts nothing here")
        return Reason(_around(here), Text("Un camp peut compter.", "A camp can count."), (gain, rest))
    gold, gems = count_symbols(view, collected(view, here))
    gains = []
    for metal, more, one, many in (
        (GOLD, gold, Text("pépite", "nugget"), Text("pépites", "nuggets")),
        (GEMS, gems, Text("pierre précieuse", "gem"), Text("pierres précieuses", "gems")),
    ):
        if more:
            gains.append(_majority(view, seat, metal, more, one, many))
    if not gains:
        gains = [Text("ne prend rien ici", "takes nothing here")]
    return Reason(_around(here), Text("Un camp peut prendre un trésor.", "A camp can take treasure."), (*gains, rest))


def _majority(view: Any, seat: int, metal: int, more: int, one: Text, many: Text) -> Text:
    """How many one would have, beside the most of the others if that can be seen (§6.4)."""
    mine = counted(int(symbols(view, seat, metal)) + more, one, many)
    others = [other for other in range(int(view.africa)) if other != seat]
    if not all(sees_treasure(view, seat, other) for other in others):
        return Text(f"vous donne {mine.fr}", f"gives you {mine.en}")
    most = max(int(symbols(view, other, metal)) for other in others)
    return Text(f"vous donne {mine.fr} contre {most}", f"gives you {mine.en} against {most}")


def _decline(view: Any, seat: int) -> Reason:
    here = int(view.at[seat])
    points, _ = best_act(view, seat, here)
    worth = in_points(points)
    camps = int(view.camps[seat])
    gains = [
        Text("ne renonce à aucun point certain ici", "gives up no certain point here")
        if points == 0
        else Text(f"renonce à {worth.fr} ici", f"gives up {worth.en} here")
    ]
    if camps:
        kept = counted(camps, Text("camp", "camp"), Text("camps", "camps"))
        gains.append(Text(f"garde {kept.fr}", f"keeps {kept.en}"))
    return Reason(_around(here), Text("Rien ne presse ici.", "Nothing is urgent here."), tuple(gains))


def _exchange(view: Any, seat: int, action: int) -> Reason:
    where = Text("Regardez les objets de chacun.", "Look at everybody's goods.")
    before = int(goods_points(view, seat))
    if action == KEEP:
        worth = in_points(before)
        gain = Text(f"garde des objets qui valent {worth.fr}", f"keeps goods worth {worth.en}")
        return Reason(where, Text("Gardez ce que vous avez.", "Keep what you have."), (gain,))
    takes_all = action >= SWAP_ALL
    other, good = divmod(action - (SWAP_ALL if takes_all else SWAP_ONE), GOODS)
    after = view.copy()
    swap(after, seat, other, good, int(view.goods[other, good]) if takes_all else 1)
    now, worth, who = int(goods_points(after, seat)), in_points(int(goods_points(after, seat))), SEAT_NAMES[other]
    gain = Text(
        f"porte vos objets de {before} à {worth.fr}" if now != before else f"laisse vos objets à {worth.fr}",
        f"takes your goods from {before} to {worth.en}" if now != before else f"leaves your goods at {worth.en}",
    )
    theirs = int(goods_points(view, other)), int(goods_points(after, other))
    rival = Text(
        f"fait passer ceux du joueur {who.fr} de {theirs[0]} à {theirs[1]}",
        f"takes {who.en}'s from {theirs[0]} to {theirs[1]}",
    )
    kind = Text("Un échange fait une série.", "An exchange makes a set.")
    return Reason(where, kind, (gain, rival) if theirs[0] != theirs[1] else (gain,))
