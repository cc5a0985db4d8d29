"""Every lesson played through against the rules: one that no longer fits them fails here."""

import re
from pathlib import Path

import pytest

from caravane import lessons
from caravane.errors import BadInput
from caravane.game import games, load
from caravane.lessons import Free, Lesson, Step, Words
from caravane.play import Play
from caravane.positions import opening

DOCS = Path(__file__).parents[2] / "docs"
TAUGHT = [game for game in games() if lessons.lesson_of(game) is not None]
PLAIN = re.compile(r" [:;?!»]|« |'")  # in French a sign keeps its space on its line; apostrophes are curved


def taught(game: str) -> Lesson:
    found = lessons.lesson_of(game)
    assert found is not None
    return found


def free_of(lesson: Lesson) -> Free:
    assert lesson.free is not None
    return lesson.free


def sentences(words: str) -> int:
    return len(re.findall(r"[.?!…](?=\s|$)", words))


def all_words(lesson: Lesson) -> list[Words]:
    found = [lesson.title, free_of(lesson).title, free_of(lesson).text]
    found += [Words(voice.fr, voice.en) for voice in free_of(lesson).voice]
    for step in lesson.steps:
        found += [step.title, step.text, step.wrong, *([step.done] if step.done else [])]
        found += [Words(each.fr, each.en) for each in step.answers]
    return found


def stands(game: str) -> list[tuple[Step, Play, str]]:
    """Every decision of a lesson on the first way through it: the step, the game at that point, what is expected."""
    played_game, lesson = load(game), taught(game)
    found = []
    played: list[int] = []
    for number, step in enumerate(lesson.steps):
        played = [] if step.position is not None else played
        while (here := lessons.stand(played_game, lesson, number, played)).wanted is not None:
            play = lessons.replay(played_game, here)
            found.append((step, play, here.wanted))
            fitting = (one for one in play.legal(lesson.seat) if lessons.fits(played_game, here.wanted, one))
            played = [*played, next(fitting)]
    return found


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_can_be_played_through_whichever_way_it_leaves_open(game: str) -> None:
    played_game, lesson = load(game), taught(game)
    assert lesson.steps[0].position is not None
    for number, step in enumerate(lesson.steps):
        if step.position is not None:
            assert list(lessons.ways(played_game, lesson, number))


@pytest.mark.parametrize("game", TAUGHT)
def test_the_learner_is_to_move_at_every_step_and_could_do_something_else(game: str) -> None:
    seat = taught(game).seat
    for step, play, wanted in stands(game):
        assert seat in play.to_move, step.title.en
        others = [action for action in play.legal(seat) if not lessons.fits(play.game, wanted, action)]
        assert others or len(play.legal(seat)) == 1 or wanted == "*", step.title.en


@pytest.mark.parametrize("game", TAUGHT)
def test_sentences_are_there_in_both_languages_and_short(game: str) -> None:
    for words in all_words(taught(game)):
        assert words.fr.strip(), words
        assert words.en.strip(), words
        assert words.fr != words.en, words
        assert not PLAIN.search(words.fr), words.fr
        assert "'" not in words.en, words.en
    for step in taught(game).steps:
        assert max(len(step.title.fr), len(step.title.en)) <= 40, step.title
        assert max(sentences(step.text.fr), sentences(step.text.en)) <= 2, step.text
        assert max(len(step.text.fr), len(step.text.en)) <= 260, step.text


@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_names_a_rule_that_exists(game: str) -> None:
    numbers = set(
        re.findall(r"^### §(\S+)$", (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert {step.rule for step in taught(game).steps} - numbers == set()


@pytest.mark.parametrize("game", TAUGHT)
def test_kind_answers_belong_to_something_that_could_be_done(game: str) -> None:
    seat = taught(game).seat
    for step in taught(game).steps:
        plays = [play for other, play, _ in stands(game) if other is step] if step.answers else []
        for kind in step.answers:
            legal = [action for play in plays for action in play.legal(seat)]
            assert any(lessons.fits(load(game), kind.to, action) for action in legal), (step.title.en, kind.to)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_free_game_begins_where_the_learner_has_something_to_do(game: str) -> None:
    lesson = taught(game)
    play = lessons.replay(load(game), lessons.Stand(free_of(lesson).position, 0, [], None))
    assert not play.is_over
    assert lesson.seat in play.to_move
    assert free_of(lesson).voice
    types = {load(game).decode(action)["type"] for action in range(load(game).action_count)}
    assert {voice.when for voice in free_of(lesson).voice} - types <= {""}


def small(**changes: object) -> str:
    lines = {
        "position": '"pistes match=single 1D8/1LD7/2LD6/3LD5/L3L4D/5LDL2/3D2L3/8D1/8LD L"',
        "play": '["h4-h9"]',
        "then": "[]",
        "rule": '"3.3"',
    } | changes
    words = "".join(f'{name}.fr = "a"\n{name}.en = "b"\n' for name in ("title", "text", "wrong"))
    step = "".join(f"{name} = {value}\n" for name, value in lines.items())
    free = 'title = {fr = "a", en = "b"}\ntext = {fr = "a", en = "b"}\nvoice = []\nposition = "pistes"\n'
    return f'title.fr = "a"\ntitle.en = "b"\n[[steps]]\n{words}{step}[free]\n{free}'


def test_an_action_that_the_rules_refuse_is_found() -> None:
    with pytest.raises(BadInput, match="h4-h8 is not legal"):
        list(lessons.ways(load("pistes"), lessons.read(small(play='["h4-h8"]')), 0))


def test_an_answer_that_the_rules_refuse_is_found() -> None:
    lesson = lessons.read(small(then='["1: j5-j9"]'))
    here = lessons.stand(load("pistes"), lesson, 0, [load("pistes").parse("h4-h9")])
    with pytest.raises(Exception, match="camp"):
        lessons.replay(load("pistes"), here)


def test_a_position_that_cannot_be_is_found() -> None:
    with pytest.raises(BadInput, match="pawns instead of 9"):
        list(lessons.ways(load("pistes"), lessons.read(small(position='"pistes 10/10/10/10/10/10/10/10/9L L"')), 0))


def test_a_word_that_no_lesson_has_is_named() -> None:
    with pytest.raises(BadInput, match="hint"):
        lessons.read(small(hint='"x"'))


def test_what_a_step_did_not_want_is_refused() -> None:
    pistes = load("pistes")
    with pytest.raises(BadInput, match="not what the lesson expected"):
        lessons.stand(pistes, taught("pistes"), 0, [pistes.parse("h7-h1")])
    with pytest.raises(BadInput, match="no such step"):
        lessons.stand(pistes, taught("pistes"), 99, [])


def test_a_lesson_begins_where_its_position_says() -> None:
    first = taught("pistes").steps[0]
    play = lessons.replay(load("pistes"), lessons.stand(load("pistes"), taught("pistes"), 0, []))
    assert play.state.tobytes() == opening("pistes", position=first.position).state.tobytes()


def test_the_example_of_the_documentation_is_a_lesson() -> None:
    text = (DOCS / "lessons.md").read_text(encoding="utf-8")
    example = lessons.read(text.partition("```toml\n")[2].partition("```")[0])
    assert list(lessons.ways(load("pistes"), example, 0)) == [[load("pistes").parse("h4-h9")]]
    named = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert named == set(Step.__struct_fields__)
