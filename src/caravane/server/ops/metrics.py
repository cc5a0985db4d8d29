"""What Prometheus is told: numbers only, nothing about anybody. What is secret is not counted."""

from collections.abc import Iterator
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from caravane.server.live.service import TableService

TEXT = "text/plain; version=0.0.4; charset=utf-8"


class ServiceCollector(Collector):
    """Reads the service when it is asked."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def collect(self) -> Iterator[Any]:
        """The numbers now."""
        service = self._service
        yield GaugeMetricFamily("caravane_sockets", "Open sockets.", value=len(service.sessions))
        yield GaugeMetricFamily(
            "caravane_tables_watched", "Tables that somebody watches here.", value=len(service.broadcaster.by_table)
        )
        yield GaugeMetricFamily("caravane_tables_in_memory", "Tables in memory.", value=service.tables_in_memory)
        yield GaugeMetricFamily(
            "caravane_bots_thinking", "Tables at which a bot thinks.", value=service.scheduler.bots_thinking
        )
        yield CounterMetricFamily(
            "caravane_moves", "Actions carried out and stored; secret orders are not counted.", value=service.moves
        )
        yield CounterMetricFamily(
            "caravane_log_transactions",
            "Transactions of the log, but those of secret orders alone.",
            value=service.writer.commits,
        )
        yield CounterMetricFamily(
            "caravane_log_batches", "Batches in these transactions.", value=service.writer.written
        )
        yield CounterMetricFamily(
            "caravane_bots_failed", "Thoughts that failed and were replaced.", value=service.bots.lost
        )


def registry(service: TableService) -> CollectorRegistry:
    """All that one process tells."""
    found = CollectorRegistry()
    found.register(ServiceCollector(service))
    ProcessCollector(registry=found)
    PlatformCollector(registry=found)
    GCCollector(registry=found)
    return found


@get("/metrics", summary="Numbers for Prometheus", tags=["operations"], media_type=TEXT)
async def metrics(state: State) -> Response[bytes]:
    """Asked by Prometheus."""
    if "registry" not in state:
        state.registry = registry(state.service)
    return Response(generate_latest(state.registry), media_type=TEXT)


HANDLERS = [metrics]
