"""The report: one HTML file with everything in it."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from caravane.game import load
from caravane.lab import plots
from caravane.lab.experiments import Examination
from caravane.lab.findings import Estimate, Findings, Named
from caravane.lab.prose import BOTS, MEASURES, summary, verdicts
from caravane.text import Language, Text

LAB = "caravane.lab"


LANGUAGES: tuple[Language, ...] = ("fr", "en")


def write_report(found: Examination, language: Language, path: Path) -> None:
    """Write the report of an examination."""
    path.write_text(render(found, language), encoding="utf-8")


def render(found: Examination, language: Language) -> str:
    """The report as HTML in both languages, opened in one of them; the same examination gives the same text."""
    source = files(LAB).joinpath("report.html.j2").read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.filters["decimals"] = decimals
    return environment.from_string(source).render(
        found=found,
        game=load(found.game),
        first=language,
        languages=[_told(found, each) for each in LANGUAGES],
        number=number,
        share=share,
        command=command(found),
    )


def decimals(page: str, language: Language) -> Markup:
    """Decimal commas in what a French reader reads; between tags only, so that drawings stay as they are."""
    if language != "fr":
        return Markup(page)  # noqa: S704  # rendered just now, and escaped there
    return Markup(re.sub(r">[^<]+<", lambda text: re.sub(r"(?<=\d)\.(?=\d)", ",", text[0]), page))  # noqa: S704


def _told(found: Examination, language: Language) -> dict[str, Any]:
    """What the page needs to speak one language."""

    def say(fr: str, en: str) -> str:
        return fr if language == "fr" else en

    def of(text: Text) -> str:
        return Text(*text).of(language)

    return {
        "id": language,
        "name": say("Français", "English"),
        "title": load(found.game).title.of(language),
        "say": say,
        "of": of,
        "summary": summary(found).of(language),
        "bots": ", ".join(
            f"{bot} ({BOTS[bot].of(language)})" if bot in BOTS else bot for bot in dict.fromkeys(found.bots)
        ),
        "variants": [(name, each, verdicts(each), pictures(each, language)) for name, each in found.variants.items()],
        "ladder": _ladder(found, language),
        "comparison": _comparison(found, language),
    }


def number(estimate: Estimate) -> str:
    """A mean and its interval."""
    digits = 0 if abs(estimate.mean) >= 100 else 1
    return f"{estimate.mean:.{digits}f} ({estimate.low:.{digits}f} – {estimate.high:.{digits}f})"


def share(estimate: Estimate) -> str:
    """A share and its interval, in per cent."""
    low, high = max(estimate.low, 0.0), min(estimate.high, 1.0)
    return f"{100 * estimate.mean:.1f}\u00a0% ({100 * low:.1f} – {100 * high:.1f})"


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
    """The plots of one variant as SVG, by their place in the report."""

    def say(fr: str, en: str) -> str:
        return fr if language == "fr" else en

    fair = 1 / len(findings.seats)
    won = say("part des victoires, %", "share of wins, %")
    return {
        "places": plots.bars(findings.places, language, won, fair, 100),
        "seats": plots.bars(findings.seats, language, won, fair, 100),
        "length": plots.histogram(findings.length, say("décisions", "decisions"), say("parties", "games")),
        "points": plots.points(
            list(zip(*findings.points, strict=True)), "points", [seat.name.of(language) for seat in findings.seats]
        ),
        "leads": plots.histogram(
            findings.lead_counts, say("changements de meneur", "changes of the lead"), say("parties", "games")
        ),
        "course": plots.course(
            findings.widths,
            say("déroulement de la partie", "course of the game"),
            say("coups possibles", "possible actions"),
        ),
        "uses": plots.bars(
            findings.uses,
            language,
            say("parties où cela arrive, %", "games in which it happens, %"),
            None,
            100,
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
    rungs = [Named(Text(*2 * (f"{rung.bot} {against} {rung.below}",)), rung.share) for rung in found.ladder]
    axis = {"fr": "part des victoires, %", "en": "share of wins, %"}[language]
    return plots.bars(rungs, language, axis, 1 / found.players, 100)


def _comparison(found: Examination, language: Language) -> list[str]:
    """The variants side by side, one plot a measure."""
    if len(found.variants) < 2:
        return []
    return [
        plots.bars(
            [Named(Text(name, name), measure.read(each)) for name, each in found.variants.items()],
            language,
            measure.title.of(language),
            None,
            measure.scale,
        )
        for measure in MEASURES
    ]
