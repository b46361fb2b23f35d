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
# under GCC 12: dead-store elimination drops the tile set-up. These flags keep it. The wheel is built once and kept.
LLAMA  := 0.3.36
WHEELS ?= $(HOME)/.cache/proactdroid/wheels
PIP    := $(BIN)/python -m pip --disable-pip-version-check
$(VENV)/.llama: pyproject.toml $(VENV)/.base
	@mkdir -p $(WHEELS)
	@ls $(WHEELS)/llama_cpp_python-$(LLAMA)-*.whl >/dev/null 2>&1 || { \
	  echo "building llama.cpp with -fno-tree-dse -fno-dse (minutes, once)"; \
	  CXXFLAGS="$(CXXFLAGS) -fno-tree-dse -fno-dse" $(PIP) wheel -q --no-deps -w $(WHEELS) llama-cpp-python==$(LLAMA); }
	$(PIP) install -q --find-links $(WHEELS) -e '.[llama,openai,vision]'
	@ls $(WHEELS)/llama_cpp_python-$(LLAMA)-*.whl && touch $@

install: $(VENV)/.base   ## make .venv with the base install
install-llama: $(VENV)/.llama ## also llama.cpp, a small model, OCR (needs a C++ compiler)
run: $(VENV)/.base       ## a simulated phone, and an agent that lives one day with it
	$(BIN)/proactdroid run
test: $(VENV)/.test      ## the tests (under 10 minutes); those of llama.cpp too where its wheel was built once
	@if ls $(WHEELS)/llama_cpp_python-$(LLAMA)-*.whl >/dev/null 2>&1; then $(MAKE) -s install-llama; fi
	$(BIN)/python -m pytest -n 2 -m "not verify"
lint: $(VENV)/.lint      ## ruff, mypy strict, import-linter
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports
bench: $(VENV)/.test     ## speed and memory, printed side by side
	$(BIN)/python -m benchmarks.perf
verify: $(VENV)/.test    ## the long checks; writes docs/verified.md
	$(BIN)/python -m benchmarks.verify

.PHONY: help install install-llama run test lint bench verify
