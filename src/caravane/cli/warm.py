"""`caravane warm`: compiles every kernel now, so that nobody waits later."""

import typer

from caravane.cli.language import language, say
from caravane.errors import BadInput
from caravane.text import Text


def add_to(app: typer.Typer) -> None:
    """Add `caravane warm` to the command line."""
    app.command(
        "warm",
        help=say(
            "Compile toutes les règles maintenant, une fois pour toutes.", "Compiles all rules now, once and for all."
        ),
    )(compile_all)


def compile_all() -> None:
    """Compile every game's kernels into the cache."""
    from caravane.bots.warm import warm
    from caravane.cli.mode import WARM
    from caravane.cli.wait import progress_bar
    from caravane.game import games
    from caravane.kernel import cache_folder, is_plain

    if is_plain():
        raise BadInput(
            Text(
                "NUMBA_DISABLE_JIT=1 interdit de compiler ; retirez-le pour préchauffer.",
                "NUMBA_DISABLE_JIT=1 forbids compiling; remove it to warm up.",
            )
        )
    todo = [(game, name, step) for game in games().values() for name, step in warm(game)]
    with progress_bar() as bar:
        task = bar.add_task("", total=len(todo))
        for game, name, step in todo:
            bar.update(task, description=f"{game.title.of(language())} · {name}")
            step()
            bar.advance(task)
    (cache_folder() / WARM).touch()
    typer.echo(say(f"Tout est compilé dans {cache_folder()}", f"All is compiled in {cache_folder()}"))
