"""The lab: the same seed gives the same report, readable, in both languages; mistakes are named."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from caravane.bots.simple import WORLDS
from caravane.chance import SeededChance
from caravane.cli import main
from caravane.errors import BadInput
from caravane.game import Value, games, load

pytest.importorskip("jinja2")
from caravane.lab import Question, examine  # after the check that the extra is here
from caravane.lab.bot_games import Notebook
from caravane.lab.experiments import Examination
from caravane.lab.findings import Estimate, Named, estimate
from caravane.lab.plots import bars, course, histogram, points
from caravane.lab.prose import summary, verdicts
from caravane.lab.recorder import MAX_PLIES
from caravane.lab.report import command, render
from caravane.lab.simulation import Notes, Setting, action_types, simulate
from caravane.text import Text
from tests.grown import GROWN

SHORT: dict[str, Value] = {"match": "single", "no_progress": 10}


@pytest.fixture(scope="module")
def found() -> Examination:
    """A small examination that compares two variants."""
    return examine(Question("pistes", options=SHORT, compare=("move", ("slide", "rook")), bots=("quick",), games=3))


@pytest.fixture(scope="module")
def page(found: Examination) -> str:
    """Its report in English."""
    return render(found, "en")


class Outline(HTMLParser):
    """Headings and addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_same_seed_gives_the_same_report(found: Examination) -> None:
    again = examine(Question("pistes", options=SHORT, compare=("move", ("slide", "rook")), bots=("quick",), games=3))
    assert again == found
    assert bars(again.variants["move=slide"].seats, "en", "") == bars(found.variants["move=slide"].seats, "en", "")


def test_the_report_stands_alone_with_a_plot_for_every_question(page: str) -> None:
    outline = Outline()
    outline.feed(page)
    assert outline.tags.count("svg") >= 2 * 15
    assert outline.addresses == [], "nothing is fetched from elsewhere"
    assert len(page) < 60_000


def test_it_speaks_french_and_english_and_opens_in_the_one_asked_for(found: Examination, page: str) -> None:
    for text in (page, render(found, "fr")):
        assert "Est-ce juste" in text
        assert "Is it fair" in text
    assert 'id="en" checked' in page
    assert 'id="fr" checked' in render(found, "fr")


def test_figures_have_the_comma_of_their_language(page: str) -> None:
    french, english = page.split('<main lang="')[1:]
    assert re.search(r"coups possibles à chacun.: \d+,\d \(", french)
    assert re.search(r"possible actions at each: \d+\.\d \(", english)
    assert re.findall(r' d="[^"]*\d,\d', page) == [], "drawings keep their points"


def test_the_first_paragraph_says_what_was_found(found: Examination, page: str) -> None:
    said = summary(found)
    assert said.en.startswith("With move=rook, compared with move=slide: ")
    assert "a choice offers" in said.en
    assert "un choix offre" in said.fr
    assert page.split("<p")[1].startswith(' class="found">Avec move=rook'), "before anything else"


def test_of_several_places_one_may_stray_by_chance(found: Examination) -> None:
    even = replace(found.variants["move=slide"], places=places(0.14, 0.021))
    odd = replace(even, places=places(0.12, 0.021))
    assert verdicts(even)[0].mood == "good"
    assert verdicts(odd)[0].text.en.startswith("No. 4 to move wins 12")


def places(fourth: float, spread: float) -> list[Named]:
    """Six places in the order of play, of which the fourth wins less."""
    shares = [fourth if place == 3 else 1 / 6 for place in range(6)]
    return [
        Named(Text("", f"No. {place + 1} to move"), Estimate(share, share - spread, share + spread, 1000))
        for place, share in enumerate(shares)
    ]


@pytest.mark.parametrize("name", GROWN)
def test_every_kind_of_action_and_every_ending_has_a_name(name: str) -> None:
    game = load(name)
    assert {*action_types(game)[0], *game.endings} <= game.facts.vocabulary.keys()
    assert game.facts.named("tunnel") == Text("tunnel", "tunnel"), "what a new game brings stands as it is"


def test_plots_of_nothing_much_are_still_drawn() -> None:
    nothing = [Named(Text("rien", "nothing"), Estimate(0.0, 0.0, 0.0, 1))]
    for plot in (
        bars(nothing, "en", "a"),
        histogram([0, 0], "a", "b"),
        points([[3], [3]], "a", ["1", "2"]),
        course([0.0] * 10, "a", "b"),
    ):
        assert "nan" not in plot
        assert plot.count("<path") >= 2


def test_a_bar_is_as_long_as_its_figure_and_names_are_escaped() -> None:
    rows = [Named(Text("", name), Estimate(mean, mean - 1, mean + 1, 9)) for name, mean in (("<a>", 10.0), ("b", 20.0))]
    plot = bars(rows, "en", "points")
    boxes = re.findall(r"M([\d.]+) [\d.]+H([\d.]+)V", plot)
    short, long = (float(right) - float(left) for left, right in boxes)
    assert long == pytest.approx(2 * short, abs=0.3)
    assert "&lt;a&gt;" in plot


def test_the_command_in_the_report_makes_it_again(found: Examination) -> None:
    assert command(found) == (
        "caravane lab balance pistes --players 2 --option match=single --option no_progress=10"
        " --compare move=slide,rook --bots quick --games 3 --seed 0"
    )


def test_every_game_is_shared_out_and_noted(found: Examination) -> None:
    for variant in found.variants.values():
        assert sum(seat.estimate.mean for seat in variant.seats) == pytest.approx(1, abs=1e-3)
        assert len(variant.length) == len(variant.points) == variant.games == 3
        assert sum(ending.estimate.mean for ending in variant.endings) == pytest.approx(1, abs=1e-3)
        assert {verdict.mood for verdict in verdicts(variant)} <= {"good", "look", "worry"}
    assert list(found.variants) == ["move=slide", "move=rook"]


@pytest.mark.parametrize("name", [name for name in games() if name != "pistes"])
def test_a_random_game_of_every_kind_is_noted(name: str) -> None:
    game = load(name)
    options = tuple(game.check_options({}).items())
    notes = simulate(Setting(name, game.min_seats, options, ("quick",) * game.min_seats), 5, 1)
    assert notes.counters[0, 0] > 2
    assert notes.uses.sum() == notes.counters[0, 0]
    assert notes.endings[0] in game.endings
    assert notes.shares[0].sum() == pytest.approx(1)
    assert (notes.first >= 0).all()


def test_an_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    rng = np.random.default_rng(1)
    held = [0.0 for _ in range(400)]
    for trial in range(400):
        sample = estimate(rng.normal(3.0, 2.0, 200))
        held[trial] = sample.low <= 3.0 <= sample.high
    assert 0.92 < np.mean(held) < 0.98


def test_joined_notes_are_those_of_one_long_run() -> None:
    game = load("pistes")
    setting = Setting("pistes", 2, tuple(game.check_options(SHORT).items()), ("random",) * 2)
    whole, parts = simulate(setting, 0, 4), [simulate(setting, 0, 2), simulate(setting, 2, 2)]
    assert np.array_equal(Notes.joined(parts).counters, whole.counters)
    assert np.array_equal(Notes.joined(parts).shares, whole.shares)


@pytest.mark.parametrize("name", ["pistes", "africa"])
def test_notes_from_python_are_those_of_compiled_code(name: str) -> None:
    game = load(name)
    setting = Setting(name, 2, tuple(game.check_options(SHORT if name == "pistes" else {}).items()), ("quick",) * 2)
    here = simulate(setting, 3, 1)
    notebook = Notebook(game, 2, [None, None], setting.policies())
    states, worlds = np.zeros(1, game.state), np.zeros(3, game.state)
    states[0] = game.start(2, dict(setting.options))
    actions, widths = np.zeros(game.max_legal, np.int32), np.zeros(MAX_PLIES, np.int32)
    uses, first, counters = np.zeros_like(here.uses[0]), np.full(2, -1, np.int32), np.zeros_like(here.counters[0])
    notebook.play(
        states, worlds, False, WORLDS if game.has_secrets else 1, SeededChance(3).word(), actions,
        action_types(game)[1], uses, first, counters, widths,
    )  # fmt: skip
    assert counters.tolist() == here.counters[0].tolist()
    assert uses.tolist() == here.uses[0].tolist()
    assert first.tolist() == here.first[0].tolist()


@pytest.mark.compiled  # plain, a level is somebody quicker who looks at the clock
def test_levels_sit_in_the_lab_and_repeat_themselves() -> None:
    setting = Setting("africa", 2, tuple(load("africa").check_options({}).items()), ("level1", "random"))
    one, again = simulate(setting, 0, 4), simulate(setting, 0, 4)
    assert np.array_equal(one.counters, again.counters)
    assert one.shares[:, 0].mean() > 0.5, "whoever looks one move ahead beats chance"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            Question("pistes", bots=("deep-blue",)),
            "The lab has no bot 'deep-blue'; bots: random, quick, greedy, restless, level1, level2",
        ),
        (Question("africa", 3, bots=("quick", "quick")), "One bot is needed, or 3: one a seat; given: 2"),
        (Question("pistes", compare=("move", ("slide", "fly"))), "Option move cannot be 'fly'"),
    ],
)
def test_mistakes_are_named(question: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        examine(question)


def test_the_command_line_writes_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.html"
    options = ["--option", "match=single", "--option", "no_progress=10", "--bots", "quick", "--games", "2"]
    assert main(["--lang", "fr", "lab", "balance", "pistes", *options, "-o", str(target)]) == 0
    assert capsys.readouterr().out.strip() == str(target)
    assert 'lang="fr"' in target.read_text(encoding="utf-8")
    assert main(["--lang", "en", "lab", "balance", "pistes", "--compare", "move"]) == 2
    assert "NAME=VALUE,VALUE" in capsys.readouterr().err
