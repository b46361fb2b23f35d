# proactdroid: `make run` and `make test` do all their own set-up (Python >= 3.11 and make; no root, no compiler).
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
.DEFAULT_GOAL := help

help:            ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(VENV)/.base: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.base
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@

$(VENV)/.lint: pyproject.toml $(VENV)/.base
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test,lint]'
	@touch $@

# llama-cpp-python comes as source (about 7 minutes). Its default build crashes at the first evaluation on CPUs with AMX
# under GCC 12: dead-store elimination drops the tile set-up. These flags keep it.
$(VENV)/.llama: pyproject.toml $(VENV)/.base
	CXXFLAGS="$(CXXFLAGS) -fno-tree-dse -fno-dse" $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[llama,openai,vision]'
	@touch $@

install: $(VENV)/.base   ## make .venv with the base install
install-llama: $(VENV)/.llama ## also llama.cpp, a small model, OCR (needs a C++ compiler)
run: $(VENV)/.base       ## a simulated phone, and an agent that lives one day with it
	$(BIN)/proactdroid run
test: $(VENV)/.test      ## the tests (under 10 minutes)
	$(BIN)/python -m pytest -n 2 -m "not verify"
lint: $(VENV)/.lint      ## ruff, mypy strict, import-linter
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports
bench: $(VENV)/.test     ## speed and memory, printed side by side
	$(BIN)/python -m benchmarks.perf
verify: $(VENV)/.test    ## the long checks; writes docs/verified.md
	$(BIN)/python -m benchmarks.verify

.PHONY: help install install-llama run test lint bench verify
