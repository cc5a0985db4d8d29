"""Hypothesis profiles: `quick` for every run, `thorough` for the night (HYPOTHESIS_PROFILE=thorough)."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Compiling may happen inside an example, so no example has a deadline.
settings.register_profile(
    "quick", max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# Processes that tests start run the sources that are tested, whatever else is installed.
os.environ["PYTHONPATH"] = str(Path(__file__).parent.parent / "src")
