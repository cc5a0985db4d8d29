"""The report: one HTML file with everything in it."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2

from caravane.game import load
from caravane.lab import plots
from caravane.lab.examine import Examination
from caravane.lab.findings import Estimate, Findings, Named, verdicts
from caravane.text import Language, Text

LAB = "caravane.lab"


def write_report(found: Examination, language: Language, path: Path) -> None:
    """Write the report of an examination."""
    path.write_text(render(found, language), encoding="utf-8")


def render(found: Examination, language: Language) -> str:
    """The report as HTML; the same examination gives the same text."""
    source = files(LAB).joinpath("report.html.j2").read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )

    def say(fr: str, en: str) -> str:
        return fr if language == "fr" else en

    game = load(found.game)
    return environment.from_string(source).render(
        found=found,
        game=game,
        title=game.title.of(language),
        language=language,
        say=say,
        of=lambda text: Text(*text).of(language),
        number=number,
        share=share,
        command=command(found),
        variants=[(name, each, verdicts(each), pictures(each, language)) for name, each in found.variants.items()],
        ladder=_ladder(found, language),
        comparison=_comparison(found, language),
    )


def number(estimate: Estimate) -> str:
    """A mean and its interval."""
    digits = 0 if abs(estimate.mean) >= 100 else 1
    return f"{estimate.mean:.{digits}f} ({estimate.low:.{digits}f} – {estimate.high:.{digits}f})"


def share(estimate: Estimate) -> str:
    """A share and its interval, in per cent."""
    return f"{100 * estimate.mean:.1f} % ({100 * estimate.low:.1f} – {100 * estimate.high:.1f})"


def command(found: Examination) -> str:
    """What gives this report again."""
    first = next(iter(found.variants.values()))
    game = load(found.game)
    defaults = game.check_options({})
    words = ["caravane lab balance", found.game, f"--players {found.players}"]
    words += [
        f"--option {name}={str(value).lower()}"
        for name, value in first.options.items()
        if value != defaults[name] and name != found.compared
    ]
    if found.compared:
        values = ",".join(name.partition("=")[2] for name in found.variants)
        words.append(f"--compare {found.compared}={values}")
    words += [
        f"--bots {','.join(dict.fromkeys(found.bots))}"
        if len(set(found.bots)) == 1
        else f"--bots {','.join(found.bots)}"
    ]
    return " ".join([*words, f"--games {found.games}", f"--seed {found.seed}"])


def pictures(findings: Findings, language: Language) -> dict[str, str]:
    """The plots of a variant."""

    def say(fr: str, en: str) -> str:
        return fr if language == "fr" else en

    fair = 1 / len(findings.seats)
    won = say("part des victoires, %", "share of wins, %")
    return {
        "places": plots.bars(findings.places, language, won, fair, 100),
        "seats": plots.bars(findings.seats, language, won, fair, 100),
        "length": plots.histogram(findings.length, say("décisions", "decisions"), say("parties", "games")),
        "points": plots.points(findings, "points", [seat.name.of(language) for seat in findings.seats]),
        "leads": plots.histogram(
            findings.lead_counts, say("changements de meneur", "changes of the lead"), say("parties", "games")
        ),
        "course": plots.course(
            findings.widths,
            say("déroulement de la partie", "course of the game"),
            say("coups possibles", "possible actions"),
        ),
        "uses": plots.bars(
            findings.uses, language, say("parties où cela arrive, %", "games in which it happens, %"), None, 100
        ),
        "items": plots.bars(findings.items, language, say("points par joueur", "points a player"))
        if findings.items
        else "",
        "openings": plots.bars(findings.openings, language, won, fair, 100) if findings.openings else "",
    }


def _ladder(found: Examination, language: Language) -> str:
    if not found.ladder:
        return ""
    against = {"fr": "contre", "en": "against"}[language]
    named = [Named(Text(*2 * (f"{rung.bot} {against} {rung.below}",)), rung.share) for rung in found.ladder]
    axis = {"fr": "part des victoires, %", "en": "share of wins, %"}[language]
    return plots.bars(named, language, axis, 1 / found.players, 100)


def _comparison(found: Examination, language: Language) -> list[dict[str, Any]]:
    """The variants side by side."""
    if len(found.variants) < 2:
        return []
    rows: list[tuple[Text, Any, float]] = [
        (Text("Victoires de qui commence, %", "Wins of who begins, %"), lambda f: f.places[0].estimate, 100),
        (Text("Décisions par partie", "Decisions a game"), lambda f: f.plies, 1),
        (Text("Écart entre premier et deuxième, points", "Points between first and second"), lambda f: f.margin, 1),
        (Text("Changements de meneur", "Changes of the lead"), lambda f: f.leads, 1),
        (Text("Coups possibles à chaque choix", "Possible actions at a choice"), lambda f: f.branching, 1),
    ]
    return [
        {
            "title": title.of(language),
            "plot": plots.bars(
                [Named(Text(name, name), read(each)) for name, each in found.variants.items()],
                language,
                title.of(language),
                None,
                scale,
            ),
        }
        for title, read, scale in rows
    ]
