"""`caravane arena`: bots against bots."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caravane.cli.argument import GameName, Json, Options, Players, PresetName, Seed, read_options
from caravane.cli.language import say
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from caravane.bots.arena import Table


Bots = Annotated[list[str], typer.Argument(metavar="BOT BOT…", help=say("Au moins deux.", "At least two."))]
Games = Annotated[int, typer.Option(min=2, metavar="N", help=say("Parties pour chaque paire.", "Games for each pair."))]
TimePerMove = Annotated[
    float | None,
    typer.Option(
        min=0.001, metavar="T", help=say("Secondes de processeur pour un coup.", "Seconds of the processor for a move.")
    ),
]
Processes = Annotated[
    int | None, typer.Option(min=1, metavar="P", help=say("Processus ; sinon un par cœur.", "Otherwise one a core."))
]
UseSprt = Annotated[
    bool,
    typer.Option(
        "--sprt",
        help=say(
            "S’arrête dès qu’il est clair si le premier de deux est plus fort.",
            "Stops as soon as it is clear whether the first of two is stronger.",
        ),
    ),
]
NotStronger = Annotated[float, typer.Option(help=say("sprt : pas plus fort.", "sprt: not stronger."))]
Stronger = Annotated[float, typer.Option(help=say("sprt : plus fort.", "sprt: stronger."))]


def add_to(app: typer.Typer) -> None:
    """Add `caravane arena` to the command line."""
    app.command(
        "arena",
        help=say(
            "Fait jouer des robots les uns contre les autres, places échangées, et les classe.",
            "Lets bots play each other, seats changed, and rates them.",
        ),
    )(hold_tournament)


def hold_tournament(
    game: GameName,
    bot: Bots,
    games: Games = 40,
    time_per_move: TimePerMove = None,
    players: Players = None,
    preset: PresetName = None,
    option: Options = None,
    seed: Seed = 0,
    processes: Processes = None,
    sprt: UseSprt = False,
    elo0: NotStronger = 0.0,
    elo1: Stronger = 50.0,
    as_json: Json = False,
) -> None:
    """Play all matches and print who is how strong."""
    import os

    from caravane.bots import arena, load
    from caravane.bots.elo import Sprt
    from caravane.cli.wait import progress_bar
    from caravane.game import load as load_game

    found = load_game(game)
    seats = found.check_seats(players)
    options = found.choose_options(read_options(option), preset)
    names = _checked(bot, sprt)
    for name in names:
        load(name, time_per_move)
    planned = arena.matches(game, names, games, seats, options, time_per_move, seed)
    test = Sprt(elo0, elo1) if sprt else None
    with progress_bar() as bar:
        task = bar.add_task(game, total=len(planned))
        table = arena.run(
            planned,
            names,
            processes or os.cpu_count() or 1,
            lambda so_far: bar.update(task, completed=len(so_far.outcomes), description=_standing(so_far)),
            test,
        )
    report = table.report(game, seats)
    if test is not None:
        blocks = table.blocks(names[0], names[1])
        report["sprt"] = {"verdict": test.verdict(blocks), "llr": test.ratio(blocks), "elo0": elo0, "elo1": elo1}
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(report).decode())
    else:
        _show(report)


def _checked(names: list[str], sprt: bool) -> list[str]:
    if len(names) < 2 or len(set(names)) < len(names) or (sprt and len(names) != 2):
        raise BadInput(
            Text(
                "Il faut au moins deux robots différents, et exactement deux avec --sprt.",
                "At least two different bots are needed, and exactly two with --sprt.",
            )
        )
    return names


def _standing(table: "Table") -> str:
    return "  ".join(f"{name} {table.share(name):.0%}" for name in table.names)


def _show(report: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    ratings = Table(box=None)
    for title in (say("robot", "bot"), "Elo", "95 %", say("part", "share")):
        ratings.add_column(title, justify="left" if title in ("bot", "robot") else "right")
    for bot in sorted(report["bots"], key=lambda each: -each["elo"]):
        ratings.add_row(
            bot["name"], f"{bot['elo']:+.0f}", f"{bot['low']:+.0f} … {bot['high']:+.0f}", f"{bot['share']:.1%}"
        )
    console.print(ratings)
    for pair in report["pairs"]:
        against = say("contre", "against")
        lost = sum(pair["faults"])
        note = say(f", {lost} réflexions perdues", f", {lost} thinks lost") if lost else ""
        note += f" ({pair['first_fault']})" if lost else ""
        console.print(
            f"{pair['a']} {against} {pair['b']} : {pair['share']:.1%} "
            f"[{pair['low']:.1%} … {pair['high']:.1%}], {pair['games']} {say('parties', 'games')}{note}",
            markup=False,
        )
    if "sprt" in report:
        console.print(f"SPRT: {report['sprt']['verdict']} (LLR {report['sprt']['llr']:+.2f})")
