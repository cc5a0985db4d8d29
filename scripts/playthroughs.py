"""Write every playthrough file anew; read the diff before committing it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.playthrough import GAMES, file_of, playthrough
from tests.test_every_game import SUBJECTS

chosen = [subject for subject in SUBJECTS if not sys.argv[1:] or subject.game.id in sys.argv[1:]]
for game in {subject.game.id for subject in chosen}:
    for old in GAMES.glob(f"{game}/playthroughs/*.txt"):
        old.unlink()
for subject in chosen:
    path = file_of(subject)
    path.parent.mkdir(exist_ok=True)
    path.write_text(playthrough(subject))
    print(path.relative_to(GAMES))
