"""Findings in words, for people who know no statistics."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist

from caravane.lab.experiments import Examination
from caravane.lab.findings import SURE, Estimate, Findings, Named
from caravane.text import Text

LATE = 0.6  # of the game: a lead that still changes then is open
SELDOM = 0.1  # of the games
UNFAIR = 0.4  # of a fair share, above or below it

BOTS = {
    "random": Text("choisit au hasard", "chooses by lot"),
    "quick": Text("suit quelques règles simples", "follows a few simple rules of thumb"),
    "greedy": Text("prend ce qui vaut le plus tout de suite", "takes what is worth most at once"),
    "restless": Text(
        "prend ce qui vaut le plus tout de suite, mais tire au sort un choix sur huit",
        "takes what is worth most at once, but draws one choice in eight by lot",
    ),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence, and whether it should worry a designer: "good", "look", "worry"."""

    mood: str
    text: Text


@dataclass(frozen=True, slots=True)
class Measure:
    """What variants are held against each other by; `change` tells of {name}, {value} and {other}."""

    title: Text
    read: Callable[[Findings], Estimate]
    scale: float
    change: Text


MEASURES = (
    Measure(
        Text("Victoires de qui commence, %", "Wins of who begins, %"),
        lambda findings: findings.places[0].estimate,
        100,
        Text("qui commence gagne {value} % des parties au lieu de {other} %", "whoever begins wins {value} % instead of {other} %"),
    ),
    Measure(
        Text("Décisions par partie", "Decisions a game"),
        lambda findings: findings.plies,
        1,
        Text("une partie demande {value} décisions au lieu de {other}", "a game takes {value} decisions instead of {other}"),
    ),
    Measure(
        Text("Écart entre premier et deuxième, points", "Points between first and second"),
        lambda findings: findings.margin,
        1,
        Text("le premier devance le deuxième de {value} points au lieu de {other}", "the first is {value} points ahead of the second instead of {other}"),
    ),
    Measure(
        Text("Changements de meneur", "Changes of the lead"),
        lambda findings: findings.leads,
        1,
        Text("on change {value} fois de meneur au lieu de {other}", "the lead changes {value} times instead of {other}"),
    ),
    Measure(
        Text("Coups possibles à chaque choix", "Possible actions at a choice"),
        lambda findings: findings.branching,
        1,
        Text("un choix offre {value} coups au lieu de {other}", "a choice offers {value} actions instead of {other}"),
    ),
)  # fmt: skip


def summary(found: Examination) -> Text:
    """The first paragraph: what was found."""
    if len(found.variants) > 1:
        told = [_difference(*pair) for pair in pairwise(found.variants.items())]
    else:
        findings = next(iter(found.variants.values()))
        told = [_fair(findings), _suspense(findings), _ending(findings), *_skill(found)]
    return Text(" ".join(text.fr for text in told), " ".join(text.en for text in told))


def verdicts(findings: Findings) -> list[Verdict]:
    """What the numbers mean, one by one."""
    return [_fairness(findings), _lead(findings), _variety(findings), _ends(findings)]


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * min(max(share, 0.0), 1.0):.0f}"


def _figure(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}".removesuffix(".0")


def _outlier(findings: Findings) -> Named | None:
    """The place in the order of play that is farthest from fair, if that can hardly be chance."""
    fair = 1 / len(findings.places)
    # Several places are looked at, and by chance alone one of them may stray: so wider bounds than for one.
    wider = NormalDist().inv_cdf(1 - 0.025 / len(findings.places)) / SURE
    told = [
        place
        for place in findings.places
        if abs(place.estimate.mean - fair) > wider * (place.estimate.high - place.estimate.mean)
    ]
    return max(told, key=lambda place: abs(place.estimate.mean - fair), default=None)


def _fair(findings: Findings) -> Text:
    place, fair = _outlier(findings), 1 / len(findings.places)
    if place is None:
        return Text(
            f"Jouer en premier ou en dernier ne change rien que ces {findings.games} parties aient pu montrer.",
            f"Whether one plays first or last made no difference that these {findings.games} games could show.",
        )
    share, even = percent(place.estimate.mean), percent(fair)
    return Text(
        f"L’ordre de jeu semble compter : le {place.name.fr} gagne {share} parties sur 100 ; {even} seraient justes.",
        f"The order of play seems to matter: {_ordinal(place)} wins {share} games in 100; {even} would be fair.",
    )


def _ordinal(place: Named) -> str:
    return place.name.en.replace("No.", "number")


def _suspense(findings: Findings) -> Text:
    leads, late = findings.leads.mean, findings.decided.mean
    if leads < 0.5:
        return Text("On ne change presque jamais de meneur.", "The lead hardly ever changes.")
    many = f"{leads:.0f}" if leads >= 3 else f"{leads:.1f}"
    if late < LATE:
        return Text(
            f"Les parties se décident tôt : on change {many} fois de meneur, et plus guère dans la seconde moitié.",
            f"Games are decided early: the lead changes {many} times, and hardly in the second half.",
        )
    if leads < 3:
        return Text(
            f"On change {many} fois de meneur, la dernière fois vers la fin.",
            f"The lead changes {many} times, the last time late in the game.",
        )
    return Text(
        f"Les parties restent ouvertes : on change {many} fois de meneur, la dernière fois vers la fin.",
        f"Games stay open: the lead changes {many} times, the last time late in the game.",
    )


def _most(findings: Findings) -> Named:
    return max(findings.endings, key=lambda ending: ending.estimate.mean)


def _ending(findings: Findings) -> Text:
    most = _most(findings)
    name, share = most.name, percent(most.estimate.mean)
    return Text(
        f"Sur 100 parties, {share} finissent ainsi : {name.fr}.", f"Of 100 games {share} end like this: {name.en}."
    )


def _skill(found: Examination) -> list[Text]:
    if not found.ladder:
        return []
    fair = 1 / found.players
    better = [rung for rung in found.ladder if rung.share.low > fair]
    if not better:
        return [
            Text(
                "Que le talent compte, ces parties n’ont pu le montrer.",
                "That skill counts could not be shown by these games.",
            )
        ]
    best = better[-1]  # the highest rung says most
    share, even = percent(best.share.mean), percent(fair)
    bot, below = BOTS[best.bot], BOTS[best.below]
    return [
        Text(
            f"Le talent compte : un robot qui {bot.fr}, seul contre des robots dont chacun {below.fr}, "
            f"gagne {share} parties sur 100, au lieu de {even} par la seule chance.",
            f"Skill counts: a bot that {bot.en}, alone against bots each of which {below.en}, "
            f"wins {share} games in 100, where luck alone would give {even}.",
        )
    ]


def _difference(one: tuple[str, Findings], other: tuple[str, Findings]) -> Text:
    """How a variant differs from the one before it, where that can hardly be chance."""
    changes = []
    for measure in MEASURES:
        before, after = measure.read(one[1]), measure.read(other[1])
        if before.high < after.low or after.high < before.low:
            changes.append(_filled(measure, before, after))
    was, now = _most(one[1]).name, _most(other[1]).name
    if was != now:
        changes.append(
            Text(
                f"la fin habituelle est « {now.fr} » au lieu de « {was.fr} »",
                f"the usual ending is “{now.en}” instead of “{was.en}”",
            )
        )
    if not changes:
        return Text(
            f"Entre {one[0]} et {other[0]}, ces parties n’ont montré aucune différence.",
            f"Between {one[0]} and {other[0]} these games showed no difference.",
        )
    french, english = " ; ".join(each.fr for each in changes), "; ".join(each.en for each in changes)
    return Text(
        f"Avec {other[0]}, comparé à {one[0]} : {french}.", f"With {other[0]}, compared with {one[0]}: {english}."
    )


def _filled(measure: Measure, before: Estimate, after: Estimate) -> Text:
    figures = {"value": _figure(measure.scale * after.mean), "other": _figure(measure.scale * before.mean)}
    return Text(measure.change.fr.format(**figures), measure.change.en.format(**figures))


def _fairness(findings: Findings) -> Verdict:
    place, fair = _outlier(findings), 1 / len(findings.places)
    if place is None:
        return Verdict(
            "good",
            Text(
                f"Aucune place n’est avantagée au point qu’on le voie en {findings.games} parties "
                f"(part équitable : {percent(fair)} %).",
                f"No place in the order of play has an advantage that {findings.games} games could show "
                f"(a fair share is {percent(fair)} %).",
            ),
        )
    low, high = percent(place.estimate.low), percent(place.estimate.high)
    share = percent(place.estimate.mean)
    return Verdict(
        "worry" if abs(place.estimate.mean - fair) > UNFAIR * fair else "look",
        Text(
            f"Le {place.name.fr} gagne {share} % (entre {low} et {high} %) ; équitable serait {percent(fair)} %.",
            f"{place.name.en} wins {share} % (between {low} and {high} %); fair would be {percent(fair)} %.",
        ),
    )


def _lead(findings: Findings) -> Verdict:
    leads, late = f"{findings.leads.mean:.1f}", percent(findings.decided.mean)
    if findings.leads.mean < 0.5:
        return Verdict("look", _suspense(findings))
    return Verdict(
        "good" if findings.decided.mean > 0.5 else "look",
        Text(
            f"On change de meneur {leads} fois par partie ; le dernier changement vient à {late} % de la partie.",
            f"The lead changes {leads} times a game; the last change comes {late} % into it.",
        ),
    )


def _variety(findings: Findings) -> Verdict:
    rare = [use.name for use in findings.uses if use.estimate.mean < SELDOM]
    if not rare:
        return Verdict("good", Text("Chaque sorte de coup sert souvent.", "Every kind of action is in regular use."))
    french, english = ", ".join(name.fr for name in rare), ", ".join(name.en for name in rare)
    return Verdict(
        "look",
        Text(
            f"Ces sortes de coups servent dans moins d’une partie sur dix : {french}.",
            f"These kinds of action happen in fewer than one game in ten: {english}.",
        ),
    )


def _ends(findings: Findings) -> Verdict:
    most = _most(findings)
    name, share = most.name, percent(most.estimate.mean)
    return Verdict(
        "worry" if most.name.en == "unfinished" else "good",
        Text(
            f"Une partie dure {findings.plies.mean:.0f} décisions ; la fin la plus fréquente est « {name.fr} » ({share} %).",
            f"A game lasts {findings.plies.mean:.0f} decisions; the most frequent ending is “{name.en}” ({share} %).",
        ),
    )
