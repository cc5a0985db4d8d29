"""Run the server."""

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable

import msgspec
import structlog
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from caravane.server.app import build
from caravane.server.config import Settings
from caravane.server.http.connections import http_line
from caravane.server.live.connection import Connection
from caravane.server.ops.sole import sole_server
from caravane.server.wire.inputs import LARGEST

SETTINGS = "CARAVANE_ALL_SETTINGS"  # how several processes are told
_part = contextlib.ExitStack()


class SafeLogger:
    """Prints; if the log cannot be written, as on a full disk, the server goes on without it."""

    def msg(self, message: str) -> None:
        """Print a line; a closed terminal is no error."""
        with contextlib.suppress(OSError, ValueError):
            print(message, flush=True)

    debug = info = warning = warn = error = critical = exception = fatal = failure = err = log = msg


def set_up_logging(settings: Settings) -> None:
    """Structured logs; nothing in them identifies a person or tells a secret."""
    renderer = (
        structlog.processors.JSONRenderer() if settings.log == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: SafeLogger(),
        cache_logger_on_first_use=True,
    )


def configure(app: Litestar | str, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves us."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=Connection,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        http=http_line(
            settings.head_seconds,
            settings.body_seconds,
            0 if settings.trust_proxy else settings.connections_per_address,
        ),
        lifespan="on",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=False,
    )


class Server(uvicorn.Server):
    """Uvicorn that says when it is up."""

    def __init__(self, config: uvicorn.Config, when_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_up = when_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._when_up()


def run(settings: Settings, when_up: Callable[[], None] = lambda: None, first_game: str | None = None) -> None:
    """Serve until told to stop; who comes for one game finds its bots ready first."""
    set_up_logging(settings)
    quicken()
    with sole_server(settings):
        if settings.workers > 1:
            _run_several(settings)
        else:
            _run_one(settings, when_up, first_game)


def _run_one(settings: Settings, when_up: Callable[[], None], first_game: str | None) -> None:
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(Server(configure(build(settings, first_game=first_game), settings), when_up).serve())


def quicken() -> None:
    """Set the interpreter up for many small tasks and one thread that writes to the disk."""
    sys.setswitchinterval(0.0005)  # that thread should not wait 5 ms for its turn
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if os.name == "nt":
        return None
    import uvloop

    return uvloop.new_event_loop


def _run_several(settings: Settings) -> None:
    """Several processes on one port; uvicorn starts them again when one dies."""
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    config = configure("caravane.server.serve:make_app", settings)
    config.workers = settings.workers
    config.factory = True
    listener = config.bind_socket()
    Multiprocess(config, [listener]).run()


def make_app() -> Litestar:
    """The application of one of several processes."""
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    set_up_logging(settings)
    quicken()
    _part.enter_context(sole_server(settings, is_part=True))  # until this process ends
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    return build(settings)


def _end_with_parent() -> None:
    """Who is left alone holds a port and a database that nobody looks after any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
