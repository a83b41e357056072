# Two commands: `make play` serves games, `make test` runs everything.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.PHONY: play test check golden types protocol
.DEFAULT_GOAL := play

play:
	scripts/setup --play
	boltbox serve --host 0.0.0.0 --port 8000 --port-fallback --open

test:
	scripts/setup --test
	cd web && npm run --silent test
	scripts/check
	pytest -n 2 --dist worksteal -m "not alone"
	pytest -m alone # one after the other: browsers keep the cores busy, and what is measured needs them quiet

check:
	scripts/setup --test
	scripts/check

golden: # rewrites the golden games after a wanted change of the rules, and writes records that are missing
	python -m scripts.make_golden
	python -m tests.tampered
	python scripts/make_records.py

types: # rewrites the web client's message types from the server's
	python scripts/make_types.py

protocol: # notes the messages of today's protocol after a change that no older page can misread, and the page about it
	python scripts/make_protocol.py
	python scripts/make_protocol_page.py
