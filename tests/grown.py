"""Games that are complete. Whoever begins one needs its rules alone; with a board in the client all the rest is asked for.

The rest: rules in words, cases for each of them, a kept record of every ending, files named after their duty, and words
by which reports call actions and endings.
"""

from pathlib import Path

from caravane.game import games

ROOT = Path(__file__).parent.parent
GROWN = [game for game in games() if (ROOT / "web/src/games" / game).is_dir()]
