# Everything one does with messdeck from a clone. `make` alone lists the targets.
# Each build has an environment of its own, so that an extension compiled for one never wins over
# a source edited in another:
#   .venv           make play: a plain install, compiled where that is possible
#   .venv-test      the checkout itself, interpreted, and the checking tools
#   .venv-compiled  a plain compiled install, for the tests only

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

PYTHON ?=
# Arguments for messdeck, as in: make play ARGS="play cover"
ARGS ?=
# Test processes at a time: more than processors, as many tests wait for a terminal or a process.
JOBS ?= 4
# How hard hypothesis tries: ci, or soak.
MESSDECK_PROFILE ?= ci
# Of tests with many cases, which ones `make test` runs: all (1), every second (2), every third (3);
# auto: all, but on a slow machine.
MESSDECK_THIN ?= auto
# More arguments for pytest, as in: make test-interpreted TESTS="tests/engine -k deal"
TESTS ?=
PYTEST_ARGS ?=

PIP_INSTALL = -m pip install --disable-pip-version-check --no-input -c constraints.txt
PACKAGE = pyproject.toml setup.py constraints.txt
SOURCES = engine ai saves tui docs/rules README.md
# What runs a second time, on the compiled build: all that plays or takes positions from files.
COMPILED_TESTS = $(wildcard tests/engine tests/ai/search tests/ai/*.py tests/contract \
	$(addprefix tests/saves/test_,damage.py golden.py restore.py versions.py))
CHECKED = engine ai saves tui tests bench setup.py

# A checksum of every file named, so that nothing is installed again that did not change.
sum = find $(wildcard $(1)) -name __pycache__ -prune -o -type f ! -name '*.so' -print \
	| LC_ALL=C sort | xargs cksum | cksum

# $(call environment,folder,files that matter,requirement,settings,what to expect)
# A Python named by PYTHON counts only when it is named: `make play` keeps what it has.
define environment
@want=$$($(call sum,$(2))); \
[ -z "$(PYTHON)" ] || [ "$(PYTHON)" = "$$(cat $(1)/python 2>/dev/null)" ] || rm -f $(1)/installed $(1)/bin/pip; \
if [ "$$want" != "$$(cat $(1)/installed 2>/dev/null)" ]; then \
	rm -f $(1)/installed; \
	if ! [ -x $(1)/bin/pip ]; then \
		$(choose_python); \
		"$$python" -m venv --clear $(1) || exit 1; \
		echo "$(PYTHON)" > $(1)/python; \
	fi; \
	echo "Installing into $(1) ... $(5)"; \
	{ $(4) $(1)/bin/python -u $(PIP_INSTALL) $(3) 2>$(1)/failed && rm -f $(1)/failed; } \
		| sh -c "$$STAGES"; \
	if [ -e $(1)/failed ]; then cat $(1)/failed >&2; exit 1; fi; \
	$(1)/bin/python -P -c "$$BUILD_LINE" || exit 1; \
	echo "$$want" > $(1)/installed; \
fi
endef

# Of all that pip tells, what one waits for: each stage once, when it begins.
define STAGES
told=
while read -r line; do
	case "$$line" in
	Collecting*) now="fetching packages" ;;
	Building*messdeck*started) now="building messdeck" ;;
	Installing\ collected*) now="putting everything in place" ;;
	*) continue ;;
	esac
	[ "$$now" = "$$told" ] || echo "  $$now ..."
	told=$$now
done
endef
export STAGES

# Sets $python, or ends with what to do.
define choose_python
for python in $(or $(PYTHON),python3 python3.13 python3.12 python3.11); do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	python=; \
done; \
if [ -z "$$python" ]; then \
	echo "messdeck needs Python 3.11 or newer; $(or $(PYTHON),python3) is missing or older." >&2; \
	echo "Install one, or name one: make PYTHON=/path/to/python3.12 ..." >&2; \
	exit 1; \
fi
endef

# What one wants to know before a compiler is silent for so long.
TAKES_A_MINUTE = Compiling takes a few minutes$(comma) this once.

define BUILD_LINE
from engine import build
failure = build.compile_failure()
print("messdeck", build.version() + ",", build.build_name(), f"({failure})" if failure else "")
endef
export BUILD_LINE

# Ends with 0 if this Python has nothing to compile extensions with.
define NO_COMPILER
import os, shutil, sys, sysconfig
from pathlib import Path
compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
header = Path(sysconfig.get_path("include"), "Python.h")
sys.exit(bool(shutil.which(compiler.split()[0])) and header.is_file())
endef
export NO_COMPILER

# The tests' setting: never take a package from the folder they are started in.
TEST_ENV = PYTHONSAFEPATH=1

.PHONY: help play check format test test-interpreted test-compiled test-compiled-build \
	words soak bench clean venv venv-test venv-compiled

help:
	@echo "make play              install what changed, then start the card room (ARGS=\"...\")"
	@echo "make test              checks, then the tests on both builds; at most 8 minutes"
	@echo "make check             ruff, mypy --strict and the import contracts"
	@echo "make format            ruff's formatting, written into the files"
	@echo "make words             the catalogues of what is said, brought up to the sources"
	@echo "make test-interpreted  the tests on the checkout (TESTS=\"...\" for pytest)"
	@echo "make test-compiled     the tests that draw no screen, on the compiled build"
	@echo "make soak              the tests that take long, on both builds"
	@echo "make bench             how fast it is, and how strong (bench/README.md)"
	@echo "make clean             remove environments, caches and build results"

play: venv
	@.venv/bin/messdeck $(ARGS)

venv:
	$(call environment,.venv,$(PACKAGE) $(SOURCES),".[arena$(comma)serve]",,$(TAKES_A_MINUTE))

venv-test:
	$(call environment,.venv-test,$(PACKAGE),-e ".[dev]",MESSDECK_COMPILE=0)

venv-compiled:
	$(call environment,.venv-compiled,$(PACKAGE) $(SOURCES),".[arena$(comma)serve$(comma)test]",MESSDECK_COMPILE=1)

comma := ,

check: venv-test
	@.venv-test/bin/ruff check $(wildcard $(CHECKED))
	@.venv-test/bin/ruff format --check $(wildcard $(CHECKED))
	@.venv-test/bin/mypy
	@.venv-test/bin/lint-imports --no-logo

format: venv-test
	@.venv-test/bin/ruff check --fix $(wildcard $(CHECKED))
	@.venv-test/bin/ruff format $(wildcard $(CHECKED))

words: venv-test
	@.venv-test/bin/python tui/locale/build.py

# The compiled build is made beside the checks and the first tests: a compiler keeps one processor
# busy, and the checks another.
test: venv-test
	@building=; \
	if ! .venv-test/bin/python -c "$$NO_COMPILER"; then \
		$(MAKE) --no-print-directory venv-compiled >.venv-compiled.log 2>&1 & building=$$!; \
	fi; \
	$(MAKE) --no-print-directory check test-interpreted THIN=$(MESSDECK_THIN); status=$$?; \
	if [ -n "$$building" ]; then \
		wait $$building || status=1; \
		cat .venv-compiled.log; rm -f .venv-compiled.log; \
	fi; \
	exit $$status
	@$(MAKE) --no-print-directory test-compiled THIN=$(MESSDECK_THIN)

test-interpreted: venv-test
	$(TEST_ENV) MESSDECK_THIN=$(or $(THIN),1) MESSDECK_EXPECT_BUILD=interpreted MESSDECK_PROFILE=$(MESSDECK_PROFILE) \
		.venv-test/bin/pytest -q -n $(JOBS) $(PYTEST_ARGS) $(TESTS)

# Without a C compiler there is no compiled build to test; with one, it has to work.
test-compiled: venv-test
	@if .venv-test/bin/python -c "$$NO_COMPILER"; then \
		echo "The compiled build was NOT tested: no C compiler, or no Python.h."; \
	else \
		$(MAKE) --no-print-directory test-compiled-build; \
	fi

test-compiled-build: venv-compiled
	$(TEST_ENV) MESSDECK_THIN=$(or $(THIN),1) MESSDECK_EXPECT_BUILD=compiled MESSDECK_PROFILE=$(MESSDECK_PROFILE) \
		.venv-compiled/bin/pytest -q -n $(JOBS) -p no:cacheprovider $(PYTEST_ARGS) \
		$(or $(TESTS),$(COMPILED_TESTS))

soak:
	@$(MAKE) --no-print-directory test-interpreted test-compiled \
		MESSDECK_PROFILE=soak PYTEST_ARGS="--timeout=0 -m soak"

bench: venv
	@[ -f bench/run.py ] || { echo "bench/run.py is missing: nothing to measure." >&2; exit 1; }
	@.venv/bin/python bench/run.py $(ARGS)

clean:
	rm -rf .venv .venv-test .venv-compiled .venv-compiled.log build dist *.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -f snapshot_report.html engine/_built.json
	find engine ai saves tui tests -name __pycache__ -type d -prune -exec rm -rf {} +
	find engine ai saves tui -name '*.so' -type f -exec rm -f {} +
