"""What must come one after the other for a committed chance to be fair, and what is wrong where it did not."""

import msgspec

from caravane.chance import SCHEME, is_entropy
from caravane.text import Text

LONGEST_TABLE = 255  # bytes of a table's name, where it becomes part of the chance


class Order(msgspec.Struct, kw_only=True):
    """Where in the table's public log things stand, counted from 1."""

    commitment: int  # published
    entropy: list[int]  # what each seat added, in seat order; 0: nothing
    start: int  # the game began; words of chance come from here on


def find_fault(scheme: int, order: Order | None, table: str, entropy: list[str], seats: int) -> Text | None:
    """Nobody's part may be known when the server commits itself, and all parts come before the first word."""
    if scheme == 1 and order is None:
        return None  # a record of before
    if scheme != SCHEME or order is None:
        return Text(
            f"scheme {scheme} inconnu ou sans order",
            f"scheme {scheme} is unknown or lacks its order",
        )
    if not all(map(is_entropy, entropy)) or len(table.encode()) > LONGEST_TABLE:
        return Text(
            "entropy\u00a0: au plus 32 octets par place, en chiffres hexadécimaux minuscules",
            "entropy: at most 32 bytes a seat, as small hexadecimal digits",
        )
    if not len(order.entropy) == len(entropy) == seats:
        return Text("entropy et order\u00a0: une valeur par place", "entropy and order: one value a seat")
    good = 0 < order.commitment < order.start
    for part, place in zip(entropy, order.entropy, strict=True):
        good = good and (order.commitment < place < order.start if part else place == 0)
    if good:
        return None
    return Text(
        "l’engagement doit précéder ce que chaque place ajoute, et cela le début",
        "the commitment must come before what each seat adds, and that before the start",
    )
