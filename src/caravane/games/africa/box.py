"""Reads box.toml and says clearly what is wrong with it."""

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from caravane.errors import BadInput
from caravane.text import Text

GROUPS = ("monument", "nomads", "goods", "animals", "gold", "gems")
Group = Literal["monument", "nomads", "goods", "animals", "gold", "gems"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_SEATS = 5
MOST_CAMPS, MOST_SYMBOLS = 20, 9  # so that a seat's camps, and its symbols, fit the state
MOST_HEXES = 120  # §1.1 a longer list of places would be no small decision any more

BOX_FILE = Path(__file__).with_name("box.toml")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name in both languages."""

    fr: str
    en: str

    @property
    def text(self) -> Text:
        """As the rest of the house writes it."""
        return Text(self.fr, self.en)


class City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A start city and the hex it lies on."""

    id: str
    hex: str
    name: Words


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile: how many there are, and how people speak of one, of that one, of several."""

    id: str
    group: Group
    count: int
    one: Words
    the: Words
    many: Words
    symbols: int = 0  # nuggets or gems on it


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that box.toml says."""

    camp_supply: int
    camps_each: int
    rows: list[tuple[int, int]]
    cities: list[City]
    tiles: list[Tile]

    def hexes(self) -> list[tuple[int, int]]:
        """Row and column of each hex, in reading order."""
        return [(row, column) for row, (first, last) in enumerate(self.rows) for column in range(first, last + 1)]

    def of_group(self, group: str) -> list[Tile]:
        """The kinds of a group, in the order of the file."""
        return [tile for tile in self.tiles if tile.group == group]


def hex_name(row: int, column: int) -> str:
    """Row letter from the north, column counted from one."""
    return f"{LETTERS[row]}{column + 1}"


def around(row: int, column: int) -> list[tuple[int, int]]:
    """The six places next to one, on the board or not."""
    shift = row % 2
    return [
        (row - 1, column - 1 + shift),
        (row - 1, column + shift),
        (row, column - 1),
        (row, column + 1),
        (row + 1, column - 1 + shift),
        (row + 1, column + shift),
    ]


def read_box(text: str) -> Box:
    """The box that this TOML describes; BadInput says what is wrong."""
    try:
        box = msgspec.convert(tomllib.loads(text), Box)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(Text(f"box.toml n’est pas lisible : {error}.", f"box.toml cannot be read: {error}.")) from error
    check_outline(box)
    check_cities(box)
    check_bag(box)
    return box


def check_outline(box: Box) -> None:
    """Rows run from left to right, fit the names, and hang together (§1.1)."""
    if not 0 < len(box.rows) <= len(LETTERS):
        raise BadInput(
            Text(
                f"Le plateau doit avoir 1 à 26 rangées, pas {len(box.rows)}.",
                f"The board must have 1 to 26 rows, not {len(box.rows)}.",
            )
        )
    for row, (first, last) in enumerate(box.rows):
        if not 0 <= first <= last:
            raise BadInput(
                Text(
                    f"La rangée {LETTERS[row]} va de {first} à {last} : il faut 0 <= première <= dernière.",
                    f"Row {LETTERS[row]} runs from {first} to {last}: 0 <= first <= last is needed.",
                )
            )
    count = sum(last - first + 1 for first, last in box.rows)  # before they are listed: a slip may ask for millions
    if count > MOST_HEXES:
        raise BadInput(
            Text(
                f"Le plateau a {count} cases ; au plus {MOST_HEXES}.",
                f"The board has {count} hexes; at most {MOST_HEXES}.",
            )
        )
    hexes = box.hexes()
    cut_off = sorted(set(hexes) - reachable(hexes))
    if cut_off:
        names = ", ".join(hex_name(*place) for place in cut_off)
        start = hex_name(*hexes[0])
        raise BadInput(
            Text(
                f"Le plateau n’est pas d’un seul tenant : depuis {start} on n’atteint pas {names}.",
                f"The board is not connected: from {start} one cannot reach {names}.",
            )
        )


def reachable(hexes: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """What hangs together with the first hex."""
    board, seen, todo = set(hexes), {hexes[0]}, [hexes[0]]
    while todo:
        for place in around(*todo.pop()):
            if place in board and place not in seen:
                seen.add(place)
                todo.append(place)
    return seen


def check_cities(box: Box) -> None:
    """Enough cities for all, each on a hex of its own (§1.4)."""
    names = {hex_name(*place) for place in box.hexes()}
    for city in box.cities:
        if city.hex not in names:
            raise BadInput(
                Text(
                    f"La ville {city.id} est en {city.hex}, qui n’est pas une case du plateau.",
                    f"The city {city.id} lies at {city.hex}, which is not a hex of the board.",
                )
            )
    for what, values in (("id", [c.id for c in box.cities]), ("hex", [c.hex for c in box.cities])):
        refuse_twice(f"cities.{what}", values)
    if len(box.cities) < MOST_SEATS:
        raise BadInput(
            Text(
                f"Il y a {len(box.cities)} villes pour {MOST_SEATS} places : il en manque.",
                f"There are {len(box.cities)} cities for {MOST_SEATS} seats: too few.",
            )
        )


def check_bag(box: Box) -> None:
    """The tiles fill the hexes exactly (§1.1); each group is as the rules need it."""
    refuse_twice("tiles.id", [tile.id for tile in box.tiles])
    for tile in box.tiles:
        if tile.count < 1 or tile.count > 100:
            raise BadInput(
                Text(
                    f"La tuile {tile.id} doit exister 1 à 100 fois, pas {tile.count}.",
                    f"Tile {tile.id} must exist 1 to 100 times, not {tile.count}.",
                )
            )
        is_treasure = tile.group in ("gold", "gems")
        if not 0 <= tile.symbols <= MOST_SYMBOLS or is_treasure != (tile.symbols > 0):
            raise BadInput(
                Text(
                    f"La tuile {tile.id} ({tile.group}) a {tile.symbols} symboles : l’or et les pierres en ont 1 à {MOST_SYMBOLS}, les autres aucun.",
                    f"Tile {tile.id} ({tile.group}) has {tile.symbols} symbols: gold and gems have 1 to {MOST_SYMBOLS}, others none.",
                )
            )
    for group in GROUPS:
        kinds = len(box.of_group(group))
        if kinds == 0 or (group in ("monument", "nomads") and kinds != 1):
            wanted = "1" if group in ("monument", "nomads") else "1+"
            raise BadInput(
                Text(
                    f"Le groupe {group} a {kinds} sortes de tuiles ; il en faut {wanted}.",
                    f"Group {group} has {kinds} kinds of tiles; {wanted} needed.",
                )
            )
    tiles, places = sum(tile.count for tile in box.tiles), len(box.hexes()) - len(box.cities)
    if tiles != places:
        raise BadInput(
            Text(
                f"{tiles} tuiles pour {places} cases ({len(box.hexes())} cases moins {len(box.cities)} villes) : les nombres doivent être égaux.",
                f"{tiles} tiles for {places} hexes ({len(box.hexes())} hexes less {len(box.cities)} cities): the numbers must be equal.",
            )
        )
    check_camps(box)


def check_camps(box: Box) -> None:
    """There are camps enough for the monuments, and no more than the record holds."""
    monuments = box.of_group("monument")[0].count
    if not 0 <= box.camps_each <= MOST_CAMPS or box.camp_supply > MOST_CAMPS:
        raise BadInput(
            Text(
                f"camps_each et camp_supply vont de 0 à {MOST_CAMPS}, pas {box.camps_each} et {box.camp_supply}.",
                f"camps_each and camp_supply go from 0 to {MOST_CAMPS}, not {box.camps_each} and {box.camp_supply}.",
            )
        )
    if box.camp_supply < monuments - 1:
        raise BadInput(
            Text(
                f"La réserve de {box.camp_supply} camps ne suffit pas à {monuments} monuments (un par monument sauf le dernier).",
                f"A supply of {box.camp_supply} camps is too small for {monuments} monuments (one each but the last).",
            )
        )


def refuse_twice(where: str, values: list[str]) -> None:
    """Nothing may be listed twice."""
    for value in values:
        if values.count(value) > 1:
            raise BadInput(Text(f"{where} : {value!r} y est deux fois.", f"{where}: {value!r} is there twice."))


BOX = read_box(BOX_FILE.read_text("utf-8"))
