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
# Test processes at a time.
JOBS ?= 2
# More arguments for pytest, as in: make test-interpreted TESTS="tests/engine -k deal"
TESTS ?=

PIP_INSTALL = -m pip install -qq --disable-pip-version-check --no-input -c constraints.txt
PACKAGE = pyproject.toml setup.py constraints.txt
SOURCES = engine ai saves tui docs/rules README.md
# The folders whose tests run a second time, on the compiled build: all that draw no screen.
COMPILED_TESTS = $(wildcard tests/engine tests/ai tests/saves tests/contract)
CHECKED = engine ai saves tui tests bench setup.py

# A checksum of every file named, so that nothing is installed again that did not change.
sum = find $(wildcard $(1)) -name __pycache__ -prune -o -type f ! -name '*.so' -print \
	| LC_ALL=C sort | xargs cksum | cksum

# $(call environment,folder,files that matter,requirement,settings)
define environment
@want=$$($(call sum,$(2))); \
if [ "$$want" != "$$(cat $(1)/installed 2>/dev/null)" ]; then \
	$(choose_python); \
	echo "Installing into $(1) ..."; \
	[ -x $(1)/bin/python ] || "$$python" -m venv $(1) || exit 1; \
	rm -f $(1)/installed; \
	$(4) $(1)/bin/python $(PIP_INSTALL) $(3) || exit 1; \
	$(1)/bin/python -P -c "$$BUILD_LINE" || exit 1; \
	echo "$$want" > $(1)/installed; \
fi
endef

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

define BUILD_LINE
from engine import build
failure = build.compile_failure()
print("messdeck", build.version() + ",", build.build_name(), f"({failure})" if failure else "")
endef
export BUILD_LINE

# The tests' setting: never take a package from the folder they are started in.
TEST_ENV = PYTHONSAFEPATH=1

.PHONY: help play check format test test-interpreted test-compiled soak bench clean \
	venv venv-test venv-compiled

help:
	@echo "make play              install what changed, then start the card room (ARGS=\"...\")"
	@echo "make test              checks, then the tests on both builds; at most 8 minutes"
	@echo "make check             ruff, mypy --strict and the import contracts"
	@echo "make format            ruff's formatting, written into the files"
	@echo "make test-interpreted  the tests on the checkout (TESTS=\"...\" for pytest)"
	@echo "make test-compiled     the tests that draw no screen, on the compiled build"
	@echo "make soak              the tests that take long, on both builds"
	@echo "make bench             how fast it is, and how strong (bench/README.md)"
	@echo "make clean             remove environments, caches and build results"

play: venv
	@.venv/bin/messdeck $(ARGS)

venv:
	$(call environment,.venv,$(PACKAGE) $(SOURCES),".[arena$(comma)serve]",)

venv-test:
	$(call environment,.venv-test,$(PACKAGE),-e ".[dev]",MESSDECK_COMPILE=0)

venv-compiled:
	$(call environment,.venv-compiled,$(PACKAGE) $(SOURCES),".[arena$(comma)serve$(comma)test]",MESSDECK_COMPILE=1)

comma := ,

check: venv-test
	@.venv-test/bin/ruff check $(wildcard $(CHECKED))
	@.venv-test/bin/ruff format --check $(wildcard $(CHECKED))
	@.venv-test/bin/mypy
	@.venv-test/bin/lint-imports

format: venv-test
	@.venv-test/bin/ruff check --fix $(wildcard $(CHECKED))
	@.venv-test/bin/ruff format $(wildcard $(CHECKED))

test: check test-interpreted test-compiled

test-interpreted: venv-test
	$(TEST_ENV) MESSDECK_EXPECT_BUILD=interpreted .venv-test/bin/pytest -q -n $(JOBS) $(TESTS)

# Without a C compiler there is no compiled build to test; with one, it has to work.
CC ?= cc
HAVE_CC := $(shell command -v $(firstword $(CC)) 2>/dev/null)

ifeq ($(HAVE_CC),)
test-compiled:
	@echo "No C compiler ($(CC)): the compiled build was NOT tested."
else
test-compiled: venv-compiled
	$(TEST_ENV) MESSDECK_EXPECT_BUILD=compiled .venv-compiled/bin/pytest -q -n $(JOBS) \
		-p no:cacheprovider $(or $(TESTS),$(COMPILED_TESTS))
endif

soak: venv-test venv-compiled
	$(TEST_ENV) MESSDECK_EXPECT_BUILD=interpreted MESSDECK_PROFILE=soak \
		.venv-test/bin/pytest -q -n $(JOBS) --timeout=0 -m soak $(TESTS)
	$(TEST_ENV) MESSDECK_EXPECT_BUILD=compiled MESSDECK_PROFILE=soak \
		.venv-compiled/bin/pytest -q -n $(JOBS) --timeout=0 -m soak -p no:cacheprovider \
		$(or $(TESTS),$(COMPILED_TESTS))

bench: venv-compiled
	@[ -f bench/run.py ] || { echo "bench/run.py is missing: nothing to measure." >&2; exit 1; }
	@.venv-compiled/bin/python bench/run.py $(ARGS)

clean:
	rm -rf .venv .venv-test .venv-compiled build dist *.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -f snapshot_report.html engine/_built.json
	find engine ai saves tui tests -name __pycache__ -type d -prune -exec rm -rf {} +
	find engine ai saves tui -name '*.so' -type f -exec rm -f {} +
