"""What Prometheus is told: numbers only, nothing about anybody."""

from collections.abc import Iterator
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from caravane.server.hall import Hall

TEXT = "text/plain; version=0.0.4; charset=utf-8"


class HallCollector(Collector):
    """Reads the hall when it is asked."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> Iterator[Any]:
        """The numbers now."""
        hall = self._hall
        yield GaugeMetricFamily("caravane_sockets", "Open sockets.", value=len(hall.sessions))
        yield GaugeMetricFamily("caravane_rooms", "Tables that somebody watches here.", value=len(hall.rooms))
        yield GaugeMetricFamily("caravane_tables_in_memory", "Tables in memory.", value=hall.tables_in_memory)
        yield GaugeMetricFamily("caravane_bots_thinking", "Tables at which a bot thinks.", value=hall.bots_thinking)
        yield CounterMetricFamily("caravane_moves", "Actions carried out and stored.", value=hall.moves)
        yield CounterMetricFamily("caravane_commits", "Transactions of the log.", value=hall.writer.commits)
        yield CounterMetricFamily("caravane_batches", "Batches in these transactions.", value=hall.writer.written)
        yield CounterMetricFamily(
            "caravane_bots_lost", "Thoughts that failed and were replaced.", value=hall.minds.lost
        )


def registry(hall: Hall) -> CollectorRegistry:
    """All that one process tells."""
    found = CollectorRegistry()
    found.register(HallCollector(hall))
    ProcessCollector(registry=found)
    PlatformCollector(registry=found)
    GCCollector(registry=found)
    return found


@get("/metrics", summary="Numbers for Prometheus", tags=["operations"], media_type=TEXT)
async def metrics(state: State) -> Response[bytes]:
    """Asked by Prometheus."""
    if "registry" not in state:
        state.registry = registry(state.hall)
    return Response(generate_latest(state.registry), media_type=TEXT)


HANDLERS = [metrics]
