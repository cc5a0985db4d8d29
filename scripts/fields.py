"""Write docs/fields.md: every field of every game's record, from its declaration in state.py and the comment beside it,
and every block of features, from features.py.

python scripts/fields.py            write the page
python scripts/fields.py --check    say whether it is as it should be
"""

import argparse
import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from caravane.features import features
from caravane.fields import Field, Sight, fields_of
from caravane.game import Game, games
from caravane.observation import layout

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/fields.md"
SIGHTS = {
    Sight.OPEN: "all",
    Sight.OWN: "each seat its own row",
    Sight.BY_RULE: "by rule (`views.py`)",
    Sight.SECRET: "nobody",
}
HEAD = """# Fields

Every field of every game's record: what it is, between what its values lie, who sees it, and where it begins in the
[observation](research.md#the-observation) (entry 0 is the seat that looks; – for what is left out). Written by
`python scripts/fields.py` from the declarations in `src/caravane/games/<id>/state.py`. In views, what is not seen is 0
unless said otherwise.

Below each game's fields stand its [features](research.md#features) (`features.py`): all of them lie between 0 and 1. “Of
nine” is a share: 3 of 9 is a third, and more than nine counts as nine. Shapes are those with the fewest seats; rows that
begin with the own seat have one for each seat.
"""


def comments(source: str) -> dict[str, str]:
    """What stands beside each field, or in the lines above it, by its name."""
    found: dict[str, str] = {}
    beside = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "field":
            name = node.args[0]
            assert isinstance(name, ast.Constant)
            found[str(name.value)] = beside.get(node.end_lineno or 0, "")
    return found


def rows(game: Game) -> Iterator[str]:
    """A line of the table for each field."""
    source = (ROOT / f"src/caravane/games/{game.id}/state.py").read_text(encoding="utf-8")
    meanings = comments(source)
    for field in fields_of(game.state.names):
        first = str(field.first) if field.first >= 0 else "–"
        yield f"| `{field.name}` | {meanings[field.name]} | {_shape(field)} | {_bounds(field)} | {SIGHTS[field.sight]} | {first} |"


def _shape(field: Field) -> str:
    return " × ".join(map(str, field.shape)) or "1"


def _bounds(field: Field) -> str:
    return "any" if field.kind.itemsize > 2 else "{}..{}".format(*field.bounds)


def blocks(game: Game) -> Iterator[str]:
    """The features: a line for each block, what is left out and why, what may be exchanged."""
    found = features(game)
    sizes = ", ".join(
        f"{features(game, seats).size} with {seats} seats" for seats in range(game.min_seats, game.max_seats + 1)
    )
    yield f"\n### Features of {game.title.en}\n\n{sizes}.\n"
    yield "| block | meaning | shape | of field |\n|---|---|---|---|"
    for block in found.blocks:
        shape = " × ".join(map(str, found.shapes[block.name]))
        yield f"| `{block.name}` | {block.meaning} | {shape} | `{block.field}` |"
    left_out = "; ".join(f"`{name}` ({why})" for name, why in game.features.LEFT_OUT.items())
    yield f"\nLeft out: {left_out}.\n"
    if not found.symmetries:
        yield "Symmetries: none. No two places of the board can be exchanged."
        return
    yield "| symmetry | what is exchanged |\n|---|---|"
    for symmetry in found.symmetries:
        yield f"| `{symmetry.name}` | {symmetry.meaning} |"


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for game in games().values():
        parts.append(f"\n## {game.title.en}\n\n`{game.id}`, {layout(game).size} entries.\n")
        parts.append("| field | meaning | entries | values | seen by | from |\n|---|---|---|---|---|---|")
        parts += rows(game)
        parts += blocks(game)
    return "\n".join(parts) + "\n"


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    return int(PAGE.read_text(encoding="utf-8") != page())


if __name__ == "__main__":
    sys.exit(main())
