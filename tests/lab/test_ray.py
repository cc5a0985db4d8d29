"""Ray's own local cluster gives the same answer as this process."""

from dataclasses import replace

import pytest

ray = pytest.importorskip("ray")
from caravane.lab import Question, examine  # noqa: E402  # after the check that Ray is here


@pytest.mark.plain  # once is enough: the processes start slowly
@pytest.mark.filterwarnings("ignore")
def test_several_processes_find_what_one_finds() -> None:
    here = Question("pistes", options={"match": "single", "no_progress": 10}, bots=("random",), games=4)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        far = examine(replace(here, on_ray=True))
    finally:
        ray.shutdown()
    assert far == examine(here)
