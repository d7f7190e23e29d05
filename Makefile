.DEFAULT_GOAL := help
.PHONY: help setup check test test-game coverage lint format catalogs wheel bench pictures

help:  ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup:  ## install everything into .venv
	python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]'

check:  ## all that must pass before a change lands: tests, ruff, mypy
	bash .ci/run

test:  ## the tests, on all cores
	.venv/bin/python -m pytest -n auto

test-game:  ## the tests that concern GAME, an engine, and a list of what it lacks
	.venv/bin/python -m pytest -n auto --game $(GAME); tests=$$?; .venv/bin/python -m tests.missing $(GAME); exit $$tests

coverage:  ## the tests with the share of lines and branches that they run
	.venv/bin/python -m pytest -n auto --cov --cov-report=term

lint:  ## ruff and mypy
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy

format:  ## put the code into ruff's form
	.venv/bin/ruff check --fix . && .venv/bin/ruff format .

catalogs:  ## bring the translations in line with en.po, and build what the program reads
	.venv/bin/python -m tests.catalogs

wheel:  ## build what is handed out, into dist/
	.venv/bin/python -m hatchling build -t wheel

bench:  ## measure speed for docs/performance.md; needs the extra "bench"
	.venv/bin/python -m bench

pictures:  ## make the README's film and picture anew; needs chromium and ImageMagick
	.venv/bin/python docs/images/make.py
