"""What a network is given of AFRICA 1880. Countries keep their order: none can be exchanged with another."""

from caravane.blocks import NO_ROW, Block, Look, amount, each, seat
from caravane.games.africa1880.board import COUNTRIES, SQUARES, TERRITORIES, TURNS
from caravane.games.africa1880.state import ALLIANCE, EXPLORE_TO, LAND_AT, MAX_STROKES, NOBODY, UNWRITTEN, WAR

TURNED_BY = "country"
_OPTION = "the same in all positions of an environment"
_PAST = "of turns that are over; the rules never look at it again"
LEFT_OUT = {
    "africa1880": _OPTION,
    "countries": _OPTION,
    "first_empty": _OPTION,
    "historical": _OPTION,
    "landing_bounces": _OPTION,
    "shortage_by_target": _OPTION,
    "madagascar": _OPTION,
    "past_order": _PAST,
    "past_landing": _PAST,
    "last_present": _PAST,
    "last_developed": _PAST,
    "last_colony": _PAST,
}


def own_country(look: Look) -> list[int]:
    """The row of the looking seat's country; nobody's before it has one, and for who watches."""
    return [look.turned if look.seat >= 0 and look.turned != NOBODY else NO_ROW]


BLOCKS = (
    Block("stage", "what the game waits for, one-hot", each(0, 4)),
    Block("turn", "turns resolved, one-hot", each(0, TURNS)),
    Block("country", "of each seat, one-hot; own first", each(0, COUNTRIES - 1), rows=Look.around),
    Block("seat_of", "who plays each country: own, next, …", seat),
    Block("present", "of each country in each territory", amount(1)),
    Block("developed", "squares covered, one-hot", each(0, int(SQUARES.max()))),
    Block("colony", "in each territory", amount(1)),
    Block("ready", "sheets sealed; own first", amount(1), rows=Look.around),
    Block("strokes", f"changes to the own sheet, of {MAX_STROKES}", amount(MAX_STROKES), rows=own_country),
    Block(
        "order",
        "the own sheet, one-hot a territory: unwritten, nothing, develop, explore each territory",
        each(UNWRITTEN, EXPLORE_TO + TERRITORIES - 1),
        rows=own_country,
    ),
    Block(
        "landing",
        "of the own sheet, one-hot: unwritten, none, each territory",
        each(UNWRITTEN, LAND_AT + TERRITORIES - 1),
        rows=own_country,
    ),
    Block(
        "relation",
        "of the own sheet, one-hot a country: unwritten, alliance, war",
        each(UNWRITTEN, WAR),
        rows=own_country,
    ),
    Block(
        "past_relation", "alliance, war; by turn, who declared, to whom: what promises were worth", each(ALLIANCE, WAR)
    ),
)
SYMMETRIES = ()
