"""`caravane bench`: speeds, alone or beside the peers."""

from typing import TYPE_CHECKING, Annotated

import typer

from caravane.cli.argument import Json
from caravane.cli.language import say
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from caravane.bench import Result


def add_to(app: typer.Typer) -> None:
    """Add `caravane bench` to the command line."""
    app.command(
        "bench",
        help=say(
            "Mesure les vitesses, sur un cœur ; avec --peers, à côté d’autres programmes dans la même mesure.",
            "Measures speeds, on one core; with --peers, beside other programs in the same run.",
        ),
    )(show_speeds)


def show_speeds(
    peers: Annotated[bool, typer.Option("--peers", help=say("À côté des autres.", "Beside the others."))] = False,
    only: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=say("Seulement les noms qui commencent ainsi.", "Only names that begin so.")),
    ] = None,
    as_json: Json = False,
) -> None:
    """Take every figure and print them together."""
    from caravane.bench import collect, measure
    from caravane.cli.wait import progress_bar

    every = collect()
    wanted = [benchmark for benchmark in every if benchmark.name.startswith(only or "")]
    if not wanted:
        names = ", ".join(benchmark.name for benchmark in every)
        raise BadInput(
            Text(
                f"Aucune mesure ne commence par {only!r}\u00a0; mesures\u00a0: {names}.",
                f"No figure begins with {only!r}; figures: {names}.",
            )
        )
    results: list[Result] = []
    with progress_bar() as bar:
        task = bar.add_task("", total=len(wanted))
        for benchmark in wanted:
            bar.update(task, description=benchmark.name)
            results.append(measure(benchmark, beside_peer=peers))
            bar.advance(task)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(results), indent=2).decode())
        return
    _show(results)


def _show(results: "list[Result]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None)
    for title in (
        say("mesure", "figure"),
        say("valeur", "value"),
        say("à côté de", "beside"),
        "",
        say("rapport", "ratio"),
    ):
        table.add_column(title, justify="left" if title in ("", say("mesure", "figure")) else "right")
    for result in results:
        beside = f"{result.peer} {result.peer_version or ''}".strip() if result.peer else ""
        missing = say("pas installé", "not installed") if result.peer and result.peer_version is None else ""
        table.add_row(
            result.name,
            f"{_number(result.value)} {result.unit}",
            beside,
            missing if result.peer_value is None else f"{_number(result.peer_value)} {result.unit}",
            "" if result.ratio is None else f"{result.ratio:g}×",
        )
    Console(highlight=False).print(table)


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ")
