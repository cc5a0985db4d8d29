"""Whatever the OpenAPI document allows, and much that it does not: the server keeps to the document and never breaks."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
)

from caravane.server.config import Settings
from caravane.server.schema import document
from caravane.server.wire.inputs import holds_nul
from tests.server.conftest import House, run_house

schema = schemathesis.openapi.from_dict(document())
TOO_LARGE = (413, 414, 431)  # refusals too: of a body, an address, a header; the fuzzer does not know them as such


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own: the fuzzer's requests are not asynchronous."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    given = Settings(database_url=f"sqlite:///{folder / 'caravane.db'}", bot_processes=0, requests_per_minute=0)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    house: House = asyncio.run_coroutine_threadsafe(run_house(given), loop).result(120)
    yield house.base
    asyncio.run_coroutine_threadsafe(house.stop(), loop).result(60)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@schema.parametrize()
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_server_keeps_to_its_document(base: str, case: schemathesis.Case[Any]) -> None:
    response = case.call(base_url=base)
    excluded = [allow_header_conformance]  # Litestar answers OPTIONS for one handler of an address at a time
    if response.status_code in TOO_LARGE:
        excluded.append(negative_data_rejection)
    if holds_nul(_body(response)):  # no text anywhere may hold it, which a schema cannot say of free objects
        assert response.status_code in range(400, 500)
        excluded.append(positive_data_acceptance)
    case.validate_response(response, excluded_checks=excluded)


def _body(response: schemathesis.Response) -> bytes:
    """What was sent, as bytes."""
    body = cast(bytes | str, response.request.body or b"")
    return body.encode() if isinstance(body, str) else body
