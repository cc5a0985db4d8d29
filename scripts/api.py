"""Write docs/api.md: the modules, classes and functions that research uses, from their docstrings and signatures.

python scripts/api.py            write the page
python scripts/api.py --check    say whether it is as it should be
"""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/api.md"
MODULES = (
    "play", "record", "positions", "chance", "odds", "observation", "features", "blocks", "batch",
    "adapters/zoo", "adapters/aec", "adapters/parallel", "adapters/gym", "adapters/vector", "adapters/openspiel",
    "adapters/spiel_observer", "adapters/agent",
)  # fmt: skip
HEAD = """# API

What [research](research.md) uses, module by module: every public class and function with its signature and what its
docstring says. Written by `python scripts/api.py` from the sources.
"""
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(body: list[ast.stmt]) -> Iterator[Documented]:
    """What has a name without an underscore in front."""
    for node in body:
        if isinstance(node, Documented) and not node.name.startswith("_") and not decorated(node, "setter"):
            yield node


def decorated(node: Documented, name: str) -> bool:
    """Whether a decorator of this name stands above it."""
    return any(ast.unparse(each).endswith(name) for each in node.decorator_list)


def signature(node: Documented) -> str:
    """As it is called; of a class as its constructor is."""
    if not isinstance(node, ast.ClassDef):
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        if decorated(node, "property"):
            return f"{node.name}{returns.replace(' -> ', ': ')}"
        return f"{node.name}({ast.unparse(node.args)}){returns}"
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            return f"class {node.name}({ast.unparse(each.args).removeprefix('self, ').removeprefix('self')})"
    return f"class {node.name}"


def entry(node: Documented, level: int) -> Iterator[str]:
    """A function or a class, and then its methods."""
    yield f"\n{'#' * level} `{node.name}`\n\n```text\n{signature(node)}\n```\n"
    yield as_text(ast.get_docstring(node) or "")
    if isinstance(node, ast.ClassDef):
        for method in public(node.body):
            yield from entry(method, level + 1)


def as_text(docstring: str) -> str:
    """A docstring as it stands, its tables and lists of fields kept in their form."""
    first, _, rest = docstring.partition("\n\n")
    return f"{first}\n" + (f"\n```text\n{rest}\n\n```\n" if rest else "")


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for module in MODULES:
        tree = ast.parse((ROOT / f"src/caravane/{module}.py").read_text(encoding="utf-8"))
        parts.append(f"\n## caravane.{module.replace('/', '.')}\n")
        parts.append(as_text(ast.get_docstring(tree) or ""))
        for node in public(tree.body):
            parts += entry(node, 3)
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
