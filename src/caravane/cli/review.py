"""`caravane review FILE`: what happened in a finished game, what a seat could have known, what was luck."""

from typing import TYPE_CHECKING, Annotated

import typer

from caravane.cli.argument import Json
from caravane.cli.language import language, say
from caravane.cli.replay import RecordFile, read_record
from caravane.text import Text, counted

if TYPE_CHECKING:
    from caravane.review import Review
    from caravane.review.told import Choice

SHOWN = 6  # choices that are told one by one
SWINGS = 4
Seat = Annotated[
    int | None,
    typer.Option(
        "--seat",
        min=0,
        metavar="S",
        help=say("Seulement cette place ; sinon toutes.", "Only this seat; otherwise all of them."),
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add `caravane review` to the command line."""
    app.command(
        "review",
        help=say(
            "Revoit une partie finie : hasard, choix, ce que firent les autres.",
            "Reviews a finished game: luck, choices, what the others did.",
        ),
    )(show_review)


def show_review(file: RecordFile, seat: Seat = None, as_json: Json = False) -> None:
    """Print the balance, the largest swings and the costliest choices of each seat."""
    record = read_record(file)
    from caravane.cli.wait import progress_bar
    from caravane.door import check_seat
    from caravane.review import review
    from caravane.review.reviewing import check_compiled
    from caravane.review.story import story_of

    seats = story_of(record).seats  # what cannot be reviewed is said before anything is computed
    check_compiled()
    if seat is not None:
        check_seat(seats, seat)
    found = []
    with progress_bar() as bar:
        for each in range(seats) if seat is None else [seat]:
            task = bar.add_task(say(f"place {each}", f"seat {each}"), total=None)

            def shown(done: int, total: int, task: int = int(task)) -> None:
                bar.update(task, completed=done, total=total)  # type: ignore[arg-type]

            found.append(review(record, each, progress=shown))
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found if seat is None else found[0]).decode())
        return
    typer.echo("\n\n".join("\n".join(_lines(each)) for each in found))


def _lines(found: "Review") -> list[str]:
    return [
        _title(found),
        _balance(found),
        *_swings(found),
        *_choices(found),
        *_hindsight(found),
        _trust(found),
    ]  # fmt: skip


def _name(found: "Review", seat: int) -> str:
    return found.players[seat] if seat < len(found.players) else say(f"place {seat}", f"seat {seat}")


def _title(found: "Review") -> str:
    won = _percent(found.result, found.unit)
    return say(
        f"{_name(found, found.seat)} : {won} de la victoire, {found.points[found.seat]} points",
        f"{_name(found, found.seat)}: {won} of the victory, {found.points[found.seat]} points",
    )


def _balance(found: "Review") -> str:
    from caravane.review.told import percents

    parts = found.parts
    start, luck, choices, others, rest = percents(
        [found.start, parts.luck, parts.choices, parts.others, parts.unexplained], found.unit
    )
    end = start + luck + choices + others + rest
    return say(
        f"  {start} au départ, hasard {luck:+d}, vos choix {choices:+d}, les autres {others:+d}, inexpliqué {rest:+d} : {end}",
        f"  {start} at the start, luck {luck:+d}, your choices {choices:+d}, the others {others:+d}, unexplained {rest:+d}: {end}",
    )


def _swings(found: "Review") -> list[str]:
    seat = found.seat
    largest = sorted(found.turns, key=lambda turn: -abs(turn.after[seat] - turn.before[seat]))[:SWINGS]
    lines = [say("  Les plus grands tournants :", "  The largest swings:")]
    for turn in sorted(largest, key=lambda turn: turn.number):
        who = _name(found, turn.seat) if turn.seat >= 0 else say("tous", "all")
        before, after = (_percent(chances[seat], found.unit) for chances in (turn.before, turn.after))
        lines.append(
            say(
                f"    tour {turn.number}, {who} : {before} → {after}",
                f"    turn {turn.number}, {who}: {before} → {after}",
            )
        )
    return lines


def _choices(found: "Review") -> list[str]:
    from caravane.review.told import EQUAL

    heavy = (each for each in found.choices if each.cost >= EQUAL or (each.cost and each.terms is not None))
    costly = sorted(heavy, key=lambda each: (-each.cost, each.at))
    told, rest = costly[:SHOWN], len(found.choices) - min(len(costly), SHOWN)
    lines = [say("  Vos choix les plus chers :", "  Your costliest choices:")] if told else []
    lines += [_choice(each, found.unit) for each in told]
    left = -found.parts.choices - sum(each.cost for each in told)
    many = counted(rest, Text("autre choix", "other choice"), Text("autres choix", "other choices")).of(language())
    return [*lines, say(f"    {many} : {_cost(left, found.unit)}", f"    {many}: {_cost(left, found.unit)}")]


def _choice(choice: "Choice", unit: int) -> str:
    from caravane.review.told import in_words

    text, best = Text(*_both(choice.text)).of(language()), Text(*_both(choice.best_text)).of(language())
    low, high = round(100 * choice.low / unit), round(100 * choice.high / unit)
    between = say(f" (entre {low} et {high})", f" (between {low} and {high})") if choice.has_second else ""
    verdict = in_words(choice.verdict).of(language())
    terms = f". {Text(*_both(choice.terms)).of(language())}" if choice.terms is not None else ""
    return say(
        f"    tour {choice.turn} : {text} ; mieux : {best} ; {_cost(choice.cost, unit)}{between}, {verdict}{terms}",
        f"    turn {choice.turn}: {text}; better: {best}; {_cost(choice.cost, unit)}{between}, {verdict}{terms}",
    )


def _both(words: object) -> tuple[str, str]:
    return words.fr, words.en  # type: ignore[attr-defined]


def _hindsight(found: "Review") -> list[str]:
    if not found.hindsight:
        return []
    lines = [
        say(
            "  Après coup, en connaissant les fiches des autres (ce n’est pas un jugement) :",
            "  With hindsight, knowing the others' sheets (this is no judgement):",
        )
    ]
    for each in found.hindsight:
        gain = _percent(each.gain, found.unit)
        written, instead = Text(*_both(each.written)).of(language()), Text(*_both(each.instead)).of(language())
        lines.append(
            say(
                f"    tour {each.turn} : {instead} au lieu de {written} : +{gain}",
                f"    turn {each.turn}: {instead} instead of {written}: +{gain}",
            )
        )
    return lines


def _trust(found: "Review") -> str:
    if not found.trust.proven:
        return say(
            "  Les chances de ce jeu à ce nombre de places ne sont pas prouvées : prenez-les pour un ordre, pas pour des nombres.",
            "  Chances of this game with so many seats are not proven: take them as an order, not as numbers.",
        )
    if not found.trust.current:
        return say(
            "  Les robots jugent autrement depuis que les chances ont été ajustées.",
            "  The bots judge otherwise since the chances were fitted.",
        )
    return say(
        f"  Chances ajustées sur {found.trust.fitted_games} parties, vérifiées sur d’autres ; docs/review.md dit comment.",
        f"  Chances fitted on {found.trust.fitted_games} games and tried on others; docs/review.md says how.",
    )


def _percent(value: int, unit: int) -> str:
    return say(f"{round(100 * value / unit)} %", f"{round(100 * value / unit)}%")


def _cost(value: int, unit: int) -> str:
    return say(f"−{round(100 * value / unit)} %", f"−{round(100 * value / unit)}%")
