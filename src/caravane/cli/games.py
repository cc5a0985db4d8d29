"""`caravane games`: the games, their seats and options."""

from typing import TYPE_CHECKING, Any

import typer

from caravane.cli.argument import Json
from caravane.cli.language import language, say

if TYPE_CHECKING:
    import numpy as np

    from caravane.game import Game, Option, Preset
    from caravane.text import Text


def add_to(app: typer.Typer) -> None:
    """Add `caravane games` to the command line."""
    app.command("games", help=say("Les jeux, leurs places et leurs options.", "The games, their seats and options."))(
        show_games
    )


def show_games(as_json: Json = False) -> None:
    """Print every game found."""
    from caravane.game import games

    found = list(games().values())
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode([game_facts(game) for game in found]), indent=2).decode())
        return
    for game in found:
        _show(game)


def game_facts(game: "Game") -> dict[str, Any]:
    """What is known of a game without playing it, as JSON; docs/protocol.md describes it."""
    return {
        "id": game.id,
        "title": _both(game.title),
        "author": game.author,
        "year": game.year,
        "sentence": _both(game.tagline),
        "minutes": game.minutes,
        "seats": [game.min_seats, game.max_seats],
        "seat_names": [_both(name) for name in game.seat_names],
        "rules_version": game.rules_version,
        "has_secrets": game.has_secrets,
        "actions": game.action_count,
        "max_legal": game.max_legal,
        "endings": list(game.endings),
        "fields": [_field_facts(name, game.state) for name in game.state.names or ()],
        "options": [_option_facts(option) for option in game.options],
        "presets": [_preset_facts(preset) for preset in game.presets],
    }


def _field_facts(name: str, state: "np.dtype[Any]") -> dict[str, Any]:
    kind = state[name]
    return {"name": name, "type": kind.base.str, "shape": list(kind.shape)}


def _option_facts(option: "Option") -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "title": _both(option.title),
        "sentence": _both(option.sentence),
        "default": option.default,
        "choices": list(option.choices),
        "labels": [_both(label) for label in option.labels],
        "low": option.low,
        "high": option.high,
        "needs": [{"option": need.option, "values": list(need.values), "value": need.value} for need in option.needs],
    }


def _preset_facts(preset: "Preset") -> dict[str, Any]:
    return {
        "name": preset.name,
        "title": _both(preset.title),
        "sentence": _both(preset.sentence),
        "options": dict(preset.options),
    }


def _both(text: "Text") -> dict[str, str]:
    return {"fr": text.fr, "en": text.en}


def _show(game: "Game") -> None:
    from rich.console import Console
    from rich.table import Table

    lang = language()
    console = Console(highlight=False)
    seats = str(game.min_seats) if game.min_seats == game.max_seats else f"{game.min_seats}-{game.max_seats}"
    # Names come from the games: no markup of ours is read into them.
    console.print(f"{game.id}  {game.title.of(lang)}", style="bold", markup=False)
    console.print(f"  {', '.join(filter(None, (game.author, str(game.year))))}", markup=False)
    console.print(f"  {game.tagline.of(lang)}", markup=False)
    console.print(
        say(f"  {seats} places, environ {game.minutes} minutes", f"  {seats} seats, about {game.minutes} minutes")
    )
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for preset in game.presets:
        table.add_row(f"--preset {preset.name}", preset.title.of(lang))
    for option in game.options:
        table.add_row(f"--option {option.name}={_shown(option.default)}", f"{option.title.of(lang)} ({option.allowed})")
    console.print(table, markup=False)
    console.print()


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
