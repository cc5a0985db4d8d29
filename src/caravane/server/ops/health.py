"""Whether the server is well: what it says was tried, not supposed."""

import asyncio
import time
from typing import Literal

import structlog
from litestar import Response, get
from litestar.datastructures import State

from caravane import __version__
from caravane.server import wire
from caravane.server.live.service import TableService

log = structlog.get_logger()

FRESH_SECONDS = 1.0  # for so long a finding is told again
PATIENCE = 2.0  # after which a write that is not done counts as failed


class Checkup:
    """Tries to write, at most once a second and once at a time, however many ask."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._trying: asyncio.Task[None] | None = None
        self._since = 0.0
        self._writes = False
        self._until = 0.0

    async def writes(self) -> bool:
        """Whether something can be stored now; the bots elsewhere are looked for at the same time."""
        if time.monotonic() < self._until:
            return self._writes
        trying = self._trying
        if trying is None:
            self._since = time.monotonic()
            trying = self._trying = asyncio.create_task(self._try())
        left = self._since + PATIENCE - time.monotonic()
        await asyncio.wait([trying], timeout=max(0.0, left))
        return self._writes if trying.done() else False  # it goes on, and nobody begins another one

    async def _try(self) -> None:
        self._writes = False
        try:
            await self._service.bots.look()
            await self._service.writer.probe()
            self._writes = True
        except Exception as error:  # noqa: BLE001  # whatever it is, nothing can be stored
            log.warning("health.cannot_write", why=f"{type(error).__name__}: {error}"[:300])
        finally:
            self._until = time.monotonic() + FRESH_SECONDS
            self._trying = None

    async def report(self) -> wire.Health:
        """What /health answers: whether it can write, hear other processes and ask bots."""
        service = self._service
        writing = await self.writes()
        channel: Literal["ok", "lost", "none"] = "none"
        if service.bus.is_shared:
            channel = "ok" if service.bus.is_well else "lost"
        wrong: list[wire.Part] = []
        if not writing:
            wrong.append("writing")
        if channel == "lost":
            wrong.append("channel")
        if service.bots.is_missing:
            wrong.append("bots")
        status: Literal["ok", "degraded", "failing", "stopping"] = "ok"
        if service.stopping:
            status = "stopping"
        elif not writing or channel == "lost":
            status = "failing"
        elif wrong:
            status = "degraded"
        return wire.Health(
            status=status,
            version=__version__,
            database=writing,
            writing=writing,
            channel=channel,
            bots=service.bots.status,
            wrong=wrong,
            damaged_tables=service.loader.damaged,
        )


@get("/health", summary="Whether the server is well", tags=["operations"])
async def health(state: State) -> Response[wire.Health]:
    """Asked by systemd, proxies and people."""
    if "checkup" not in state:
        state.checkup = Checkup(state.service)
    checkup: Checkup = state.checkup
    report = await checkup.report()
    return Response(report, status_code=200 if report.status in ("ok", "degraded") else 503)
