"""Whether a position that was read can be: what the rules never let happen is refused with the sentence why.

Whoever plays on from a position relies on this: the kernels check nothing.
"""

from typing import Any

from caravane.games.africa1880.board import COLONIES, COUNTRIES, COUNTRY, TERRITORIES, TERRITORY, TURNS
from caravane.games.africa1880.resolution import colony_count
from caravane.games.africa1880.state import (
    CHOOSING,
    EXPLORE_TO,
    LAND_AT,
    NOBODY,
    OVER,
    PLACING,
    UNWRITTEN,
    WRITING,
)
from caravane.games.africa1880.writing import may_land
from caravane.positions import refuse
from caravane.text import Text


def check(state: Any) -> None:
    """Moment, seats, board and sheets agree."""
    seats, stage = int(state.africa1880), int(state.stage)
    without = [seat for seat in range(seats) if int(state.country[seat]) == NOBODY]
    if stage == CHOOSING and not without:
        refuse(Text("chaque place a déjà son pays (§1.2).", "every seat has its country already (§1.2)."))
    if stage != CHOOSING and without:
        refuse(
            Text(
                f"la place {without[0]} n’a pas de pays\u00a0: seulement avec now=choosing (§1.2).",
                f"seat {without[0]} has no country: only with now=choosing (§1.2).",
            )
        )
    if stage in (CHOOSING, PLACING):
        _check_set_up(state)
    else:
        _check_end(state)
    _check_sheets(state)


def _check_set_up(state: Any) -> None:
    counts = [int(state.present[country].sum()) for country in range(COUNTRIES)]
    most = 0 if int(state.stage) == CHOOSING else 1
    if max(counts) > most or state.developed.any():
        refuse(
            Text(
                "avant les premiers ordres, chaque pays pose au plus une présence, et rien d’autre (§1.6).",
                "before the first orders each country places one presence at most, and nothing else (§1.6).",
            )
        )
    if int(state.stage) == PLACING and all(
        counts[country] for country in range(COUNTRIES) if int(state.seat_of[country]) != NOBODY
    ):
        refuse(
            Text(
                "chaque pays a posé sa première présence\u00a0: now=1880.",
                "every country has placed its first: now=1880.",
            )
        )


def _check_end(state: Any) -> None:
    colonies = int(colony_count(state))
    is_last = int(state.turn) == TURNS or colonies >= COLONIES
    if is_last and int(state.stage) != OVER:
        refuse(
            Text(
                f"{colonies} colonies\u00a0: la partie est finie (§7.2), now=over:….",
                f"{colonies} colonies: the game is over (§7.2), now=over:….",
            )
        )
    if int(state.stage) == OVER and not is_last:
        refuse(
            Text(
                f"la partie finit en 1914 ou à la {COLONIES}e colonie (§7.1, §7.2)\u00a0; il y en a {colonies}.",
                f"the game ends in 1914 or with colony {COLONIES} (§7.1, §7.2); there are {colonies}.",
            )
        )
    if int(state.stage) == WRITING and all(state.ready[seat] for seat in range(int(state.africa1880))):
        refuse(
            Text(
                "toutes les fiches sont scellées\u00a0: le tour est déjà joué (§2.5).",
                "all sheets are sealed: the turn has been played (§2.5).",
            )
        )


def _check_sheets(state: Any) -> None:
    is_written = state.order.any() or state.landing.any() or state.relation.any() or state.strokes.any()
    if int(state.stage) != WRITING and (is_written or state.ready.any()):
        refuse(
            Text(
                "les fiches ne s’écrivent et ne se scellent que pendant un tour (now=1880…).",
                "sheets are written and sealed during a turn only (now=1880…).",
            )
        )
    for country in range(COUNTRIES):
        who = COUNTRY[country].name
        for place in range(TERRITORIES):
            code, name = int(state.order[country, place]), TERRITORY[place].name
            if code != UNWRITTEN and not state.present[country, place]:
                refuse(
                    Text(
                        f"{who.fr} donne un ordre à {name.fr}, sans présence là (§3.1).",
                        f"{who.en} gives an order at {name.en} without a presence there (§3.1).",
                    )
                )
            if code >= EXPLORE_TO and state.colony[code - EXPLORE_TO]:
                goal = TERRITORY[code - EXPLORE_TO].name
                refuse(
                    Text(
                        f"{who.fr} explore {goal.fr}, qui est une colonie (§3.4).",
                        f"{who.en} explores {goal.en}, which is a colony (§3.4).",
                    )
                )
        if int(state.landing[country]) >= LAND_AT and not may_land(state, int(state.landing[country]) - LAND_AT):
            name = TERRITORY[int(state.landing[country]) - LAND_AT].name
            refuse(
                Text(
                    f"{who.fr} débarque à {name.fr}, où une présence se trouve (§3.5).",
                    f"{who.en} lands at {name.en}, where a presence stands (§3.5).",
                )
            )
