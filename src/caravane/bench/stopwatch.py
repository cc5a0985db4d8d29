"""How speeds are taken: best of many short runs, ours and the peer's by turns, CPU time, one core.

By turns, so that a busy moment of the machine hits both; the best, because noise only ever slows down; many and short,
because on a shared machine quiet moments are short.
"""

import importlib
import pkgutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import msgspec

ROUNDS = 25
RUN_SECONDS = 0.06  # of CPU time, each run

Run = Callable[[], int]  # does some work, a few milliseconds or more; how many units it did


@dataclass(frozen=True, slots=True)
class Peer:
    """Somebody else's program that does the comparable thing."""

    name: str
    package: str  # the distribution whose version is named
    prepare: Callable[[], Run]

    @property
    def version(self) -> str | None:
        """Its version here, None if it is not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One figure: what it is called, what is counted, who does it, beside whom."""

    name: str  # "play:pistes"
    unit: str  # "actions/s"
    prepare: Callable[[], Run]  # compiles and sets up; not measured
    peer: Peer | None = None


class Result(msgspec.Struct):
    """A line of the report; the peer's fields are null without one."""

    name: str
    unit: str
    value: float
    peer: str | None = None
    peer_version: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


def collect() -> list[Benchmark]:
    """Every benchmark of this folder."""
    import caravane.bench as folder

    found: list[Benchmark] = []
    for module in sorted(pkgutil.iter_modules(folder.__path__), key=lambda each: each.name):
        make: Callable[[], list[Benchmark]] | None = getattr(
            importlib.import_module(f"caravane.bench.{module.name}"), "benchmarks", None
        )
        found += make() if make else []
    return found


def measure(benchmark: Benchmark, beside_peer: bool) -> Result:
    """Take one figure, and the peer's by turns when it is wanted and installed."""
    peer = benchmark.peer if beside_peer else None
    runs = [benchmark.prepare()]
    if peer is not None and peer.version is not None:
        runs.append(peer.prepare())
    best = [0.0] * len(runs)
    for _ in range(ROUNDS):
        for i, run in enumerate(runs):
            best[i] = max(best[i], _speed(run))
    result = Result(benchmark.name, benchmark.unit, _rounded(best[0]))
    if peer is not None:
        result.peer, result.peer_version = peer.name, peer.version
    if len(best) > 1:
        result.peer_value = _rounded(best[1])
        result.ratio = _rounded(best[0] / best[1])
    return result


def _speed(run: Run) -> float:
    done = 0
    began = time.process_time()
    for count in _repeat(run, began):
        done += count
    return done / (time.process_time() - began)


def _repeat(run: Run, began: float) -> Iterator[int]:
    yield run()
    while time.process_time() - began < RUN_SECONDS:
        yield run()


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
