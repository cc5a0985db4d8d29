"""Killed, cut off, full, and written by two at once: the short forms of what `make prove` does at length."""

from pathlib import Path

import pytest

from tests.prove import killing, outages
from tests.server.conftest import new_database


async def test_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    await killing.kill_again_and_again(f"sqlite:///{tmp_path / 'tables.db'}", 3)


@pytest.mark.database
async def test_kills_lose_and_double_nothing_on_postgresql(postgresql_server: str) -> None:
    await killing.kill_again_and_again(await new_database(postgresql_server), 2)


@pytest.mark.database
async def test_a_database_that_goes_away_for_a_moment_costs_nothing() -> None:
    await outages.database_gone(1)


@pytest.mark.database
async def test_a_channel_that_goes_away_for_a_moment_costs_nothing() -> None:
    await outages.channel_gone(1)


async def test_a_full_disk_costs_nothing_that_was_acknowledged() -> None:
    await outages.disk_full(700 * 1024)


@pytest.mark.database
async def test_a_process_that_is_killed_is_replaced() -> None:
    await outages.worker_killed(1)


@pytest.mark.database
async def test_two_servers_write_one_table_in_one_order() -> None:
    await outages.two_writers(10)


@pytest.mark.database
async def test_bots_elsewhere_that_are_killed_keep_nobody_waiting() -> None:
    await outages.far_bots_killed(1)
