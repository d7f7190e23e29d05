.PHONY: check test bench

check:
	bash .ci/run

test:
	.venv/bin/python -m pytest -n auto

bench:
	.venv/bin/python -m bench.commands
	.venv/bin/python -m bench.replay
	.venv/bin/python -m bench.screen
