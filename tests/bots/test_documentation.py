"""The bot in docs/bots.md works as it is printed."""

import re
from pathlib import Path
from typing import Any

from caravane.bots import register
from caravane.bots.arena import Match, play_match

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_bot_of_the_page_plays() -> None:
    source = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert source is not None
    names: dict[str, Any] = {"__name__": "page"}
    exec(source[1], names)
    register("collector", names["Collector"])
    options = (("match", "single"), ("no_progress", 10))
    outcome = play_match(Match("pistes", ("collector", "random"), (0, 1), 1, options))
    assert outcome.faults == (0, 0)
    body = source[1].split("@dataclass")[1]
    assert len([line for line in body.splitlines() if line.strip()]) <= 20
