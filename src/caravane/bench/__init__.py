"""Speeds, ours and those of peers. Every module in this folder with `benchmarks()` takes part."""

from caravane.bench.stopwatch import Benchmark, Peer, Result, collect, measure

__all__ = ["Benchmark", "Peer", "Result", "collect", "measure"]
