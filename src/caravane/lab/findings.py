"""From notes to findings: means with intervals."""

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from caravane.game import Game
from caravane.lab.recorder import CHOICES, DECIDED, LEADS, OPTIONS, PLIES, STARTER, WIDEST
from caravane.lab.simulation import UNFINISHED, Notes, Setting, action_types
from caravane.text import Text

SURE = 1.96  # standard errors: nineteen times in twenty the truth lies within
FEW = 12  # openings shown
TRIED = 10  # times at least, or a first choice says nothing

BROKEN_OFF = Text("interrompue", "broken off")


class Estimate(msgspec.Struct, frozen=True):
    """A mean and between what it lies, nineteen times in twenty."""

    mean: float
    low: float
    high: float
    count: int


def estimate(values: npt.NDArray[Any]) -> Estimate:
    """The mean of a sample with its interval."""
    count = len(values)
    mean = float(np.mean(values)) if count else 0.0
    error = SURE * float(np.std(values, ddof=1)) / count**0.5 if count > 1 else 0.0
    return Estimate(round(mean, 4), round(mean - error, 4), round(mean + error, 4), count)


class Named(msgspec.Struct, frozen=True):
    """An estimate of something that has a name."""

    name: Text
    estimate: Estimate


class Findings(msgspec.Struct):
    """What a setting's games showed."""

    options: dict[str, str | int | bool]
    games: int
    seats: list[Named]  # share of the win
    places: list[Named]  # the same by who began: the first, the second, ...
    plies: Estimate
    length: list[int]  # plies of each game
    points: list[list[int]]  # of each game, by seat
    margin: Estimate  # points between first and second
    leads: Estimate
    lead_counts: list[int]
    decided: Estimate  # when the last change of the lead came, as a share of the game
    choices: Estimate  # decisions with more than one possibility, by seat
    branching: Estimate  # possibilities at such a decision
    widest: int
    widths: list[float]  # possibilities in each tenth of the game
    uses: list[Named]  # share of games in which a type of action happens
    often: list[Named]  # how often a game sees it
    items: list[Named]  # points by line of the sheet
    endings: list[Named]
    openings: list[Named]  # share of the win after a first choice


def find(setting: Setting, notes: Notes, tried: Notes, game: Game) -> Findings:
    """Judge the games of a setting; `tried` are those whose first choices were drawn by lot."""
    counters = notes.counters
    names, _ = action_types(game)
    ranked = np.sort(notes.points, axis=1)[:, ::-1]
    plies = np.maximum(counters[:, PLIES], 1)
    choices = np.maximum(counters[:, CHOICES], 1)
    used = [index for index in range(len(names)) if notes.uses[:, index].any()]
    return Findings(
        options=dict(setting.options),
        games=len(counters),
        seats=[
            Named(Text(f"Place {seat + 1}", f"Seat {seat + 1}"), estimate(notes.shares[:, seat]))
            for seat in range(setting.seats)
        ],
        places=_places(notes, setting.seats),
        plies=estimate(counters[:, PLIES]),
        length=counters[:, PLIES].tolist(),
        points=notes.points.tolist(),
        margin=estimate(ranked[:, 0] - ranked[:, 1]),
        leads=estimate(counters[:, LEADS]),
        lead_counts=counters[:, LEADS].tolist(),
        decided=estimate(counters[:, DECIDED] / plies),
        choices=estimate(counters[:, CHOICES] / setting.seats),
        branching=estimate(counters[:, OPTIONS] / choices),
        widest=int(counters[:, WIDEST].max()),
        widths=[round(float(width), 2) for width in notes.widths.mean(axis=0)],
        uses=[Named(game.facts.named(names[i]), estimate(notes.uses[:, i] > 0)) for i in used],
        often=[Named(game.facts.named(names[i]), estimate(notes.uses[:, i])) for i in used],
        items=_items(notes),
        endings=[
            Named(
                BROKEN_OFF if ending == UNFINISHED else game.facts.named(ending),
                estimate(np.array([e == ending for e in notes.endings])),
            )
            for ending in sorted(set(notes.endings))
        ],
        openings=_openings(tried, game),
    )


def _places(notes: Notes, seats: int) -> list[Named]:
    """The share of the win of whoever began, came second, and so on."""
    found = []
    for place in range(seats):
        seat = (notes.counters[:, STARTER] + place) % seats
        name = Text(f"{place + 1}ᵉ à jouer" if place else "1ᵉʳ à jouer", f"No. {place + 1} to move")
        found.append(Named(name, estimate(notes.shares[np.arange(len(seat)), seat])))
    return found


def _items(notes: Notes) -> list[Named]:
    """Points by line of the sheet, the most first."""
    found = [
        Named(title, estimate(np.array([sheet.get(key, 0.0) for sheet in notes.items])))
        for key, title in notes.titles.items()
    ]
    return sorted(found, key=lambda each: -each.estimate.mean)


def _openings(tried: Notes, game: Game) -> list[Named]:
    """What a first choice is worth, the most tried ones, best first."""
    shares: dict[int, list[float]] = {}
    for first, share in zip(tried.first.ravel(), tried.shares.ravel(), strict=True):
        if first >= 0:
            shares.setdefault(int(first), []).append(float(share))
    enough = [action for action in shares if len(shares[action]) >= TRIED]
    most = sorted(enough, key=lambda action: -len(shares[action]))[: 2 * FEW]
    named = [Named(Text(game.notation(a), game.notation(a)), estimate(np.array(shares[a]))) for a in most]
    named.sort(key=lambda each: -each.estimate.mean)
    return named if len(named) <= FEW else named[: FEW // 2] + named[-FEW // 2 :]
