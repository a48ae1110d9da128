# Every verb works on a machine that has Python 3.11 or newer and make; what is missing is installed into .venv.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11 python,\
	$(if $(shell $(name) -c 'import sys; print(sys.version_info >= (3, 11) or "")' 2>/dev/null),$(name))))
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)

# The pins hold for everything that is installed, what builds the package included.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export UV_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Hundreds of processes are started here; without the cache each compiles what it imports.
unexport PYTHONDONTWRITEBYTECODE

comma := ,
lab_extras := lab,keyring,plots,excel,reports,sources,xliff,voila

# uv reads neither pip's settings nor, unasked, the machine's certificates; where it cannot fetch, pip may.
export UV_NATIVE_TLS := true
have_pip = { $(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null; }
by_pip = $(have_pip) && \
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.$(1)'
ifdef UV
install = uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --editable '.$(1)' || \
	{ echo 'uv could not install; trying pip ...'; $(by_pip); }
else
install = $(by_pip)
endif

# ------------------------------------------------------------------------------------------------ for everyone

.PHONY: help demo lab
help:
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 25

demo: .venv/.core ## try it: the service on this computer, a person, lessons, a page
	@$(BIN)/workbench demo

lab: .venv/.lab ## open JupyterLab with copies of the notebooks in ~/workbench-notebooks
	@$(BIN)/workbench lab

# --------------------------------------------------------------------------------------- for whoever changes it

.PHONY: check format test test-quick before-pytest compiled pytest test-slow notebooks notebooks-everywhere docs docs-compared scripts scripts-checked screenshots matrix bench
.PHONY: site wheel constraints clean
.PHONY: sweep-imports sweep-bulk sweep-changes sweep-run sweep-histories sweep-reviews sweep-credits sweep-kills sweep-fuzz sweep-paths sweep-drafts sweep-paid sweep-attacks sweep-markdown sweep-patterns sweep-mutants sweep-pictures
check: .venv/.all scripts-checked ## format, lint, types, import contracts, unused names, scripts: the quick part of the tests
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tests.meta.unused

format: .venv/.all ## fix what can be fixed automatically
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --quiet --fix .

test: before-pytest pytest ## all tests that a change must pass, cheapest first

# The files of tests are kept in memory where it has room for them: a database for each test is a fifth of the work
# there. What a killed process wrote is there too; only a power cut would tell, and none is tried here.
in_memory = memory=$$({ df --output=avail --block-size=1G /dev/shm || true; } 2>/dev/null | tail -n 1); \
	if [ "$${memory:-0}" -ge 6 ]; then export TMPDIR=$$(mktemp -d /dev/shm/tests-XXXX); trap 'rm -rf "$$TMPDIR"' EXIT; chmod 755 "$$TMPDIR"; fi;

# Each of these keeps one processor busy, so two run side by side; pytest takes all there are.
before-pytest: .venv/.all
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target check notebooks docs-compared compiled

# Every worker of pytest imports every test: compiled once, here, and not by each of them. What fails, fails again there.
compiled: .venv/.all
	@$(BIN)/pytest --collect-only -qq -p no:cacheprovider >/dev/null 2>&1 || true

# A test that hangs fails by name after ten minutes, so the rest still runs.
pytest: .venv/.all
	$(in_memory) $(BIN)/pytest -n $(or $(JOBS),4) --dist loadfile --timeout 600 --durations=30 --durations-min=5

# What needs neither service nor browser, and one journey through all of it.
QUICK := tests/authoring tests/wire tests/procedures tests/examples tests/languages tests/documents tests/sources tests/test_*.py \
	tests/journeys/test_topics_to_table.py

test-quick: .venv/.all ## tests of the pure packages and one journey, in under a minute
	$(in_memory) $(BIN)/pytest -q -n $(or $(JOBS),2) --dist loadfile $(QUICK)

test-slow: .venv/.all ## what `make test` leaves out: further forms of its slow tests (tests/slow.py)
	$(in_memory) $(BIN)/pytest -m slow -n $(or $(JOBS),3) --dist loadfile --durations=30 --durations-min=5

# Each run gets a home of its own; a notebook finds no one's sessions and leaves none behind, nor a service.
notebooks: .venv/.all
	@scratch=$$(mktemp -d); export HOME=$$scratch WORKBENCH_HOME=$$scratch/workbench; \
	trap '$(BIN)/workbench stop --now >/dev/null; rm -rf "$$scratch"' EXIT; \
	$(BIN)/pytest -p nbval.plugin --nbval-lax notebooks

notebooks-everywhere: .venv/.all ## every notebook, also in JupyterLab: empty organization, ten lessons, example, with a model
	$(BIN)/pytest -m slow tests/journeys/test_notebooks.py tests/browser/test_notebooks.py

docs: .venv/.all ## print the generated pages and tables of docs/, and commands.json, from the code
	@$(BIN)/python -m workbench.procedures.printed docs/procedures.md
	@$(BIN)/python -m workbench.cli.generated workbench/cli/commands.json
	@$(BIN)/python -m workbench.cli.printed docs/command-options.md
	@$(BIN)/python -m tests.checks.printed
	@$(BIN)/python -m tests.printed
	@$(BIN)/python -m tests.journey_trace docs/journeys.md

site: .venv/.all ## build the documentation site in build/site, strictly
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo 'build/site/index.html; search needs HTTP: $(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site'

docs-compared: .venv/.all
	@$(BIN)/python -m workbench.procedures.printed | diff -u docs/procedures.md - \
		|| { echo 'docs/procedures.md is not what the declarations print; run: make docs'; exit 1; }
	@$(BIN)/python -m tests.printed --compare
	@$(BIN)/python -m workbench.cli.generated | diff -u workbench/cli/commands.json - \
		|| { echo 'workbench/cli/commands.json is not what the signatures print; run: make docs'; exit 1; }
	@$(BIN)/python -m workbench.cli.printed | diff -u docs/command-options.md - \
		|| { echo 'docs/command-options.md is not what the parser prints; run: make docs'; exit 1; }

# A widget's script is one file, made from modules by a bundler and checked in: only who changes one needs Node.
TOOLS := node_modules/.bin
bundle = $(TOOLS)/esbuild $(addprefix workbench/widgets/,app/address.js app/palette.js app/sidebar.js app/top_bar.js kit/editable_title.js kit/entry.js kit/file_drop.js \
	kit/panel_header.js kit/reader.js kit/rows.js kit/tabs.js block_list/view.js \
	browser/tag_editor.js coverage/grid.js bulk/verdict_table.js document/header.js home/home.js reports/table.js \
	review/key_commands.js) --bundle --format=esm --target=es2022 --log-level=warning \
	--outbase=workbench/widgets --banner:js='// Bundled by `make scripts`; change the modules beside the panels.'

# The learner's page has its script in it, so that one is made small.
learner = $(TOOLS)/esbuild workbench/learner_pages/learner.js --bundle --format=iife --minify --target=es2022 --log-level=warning

# What packages for learning systems add to it.
adapters = $(TOOLS)/esbuild workbench/exports/scorm/scorm12.js workbench/exports/scorm/scorm2004.js --bundle --format=iife --minify --target=es2022 --log-level=warning --entry-names=[name].min

ifneq ($(or $(shell command -v npm),$(CI)),)
scripts: node_modules/.installed ## bundle the panels' scripts into workbench/widgets/static; needs Node
	@$(bundle) --outdir=workbench/widgets/static
	@$(learner) --outfile=workbench/learner_pages/learner.min.js
	@$(adapters) --outdir=workbench/exports/scorm

scripts-checked: node_modules/.installed
	$(TOOLS)/tsc --project tsconfig.json
	$(TOOLS)/oxlint --config .oxlintrc.json --deny-warnings workbench
	@rm -rf node_modules/.bundled
	@$(bundle) --outdir=node_modules/.bundled
	@$(learner) --outfile=node_modules/.learner.min.js
	@$(adapters) --outdir=node_modules/.adapters
	@diff -r node_modules/.bundled workbench/widgets/static \
		&& diff node_modules/.learner.min.js workbench/learner_pages/learner.min.js \
		&& diff node_modules/.adapters/scorm12.min.js workbench/exports/scorm \
		&& diff node_modules/.adapters/scorm2004.min.js workbench/exports/scorm \
		|| { echo 'a bundled script is not what the modules make; run: make scripts'; exit 1; }
else
scripts scripts-checked:
	@echo 'npm is missing: the scripts of the panels are neither checked nor bundled.'
endif

screenshots: .venv/.all ## take the pictures in docs/screenshots; NAMES="block-list" for some
	$(BIN)/python -m tests.browser.screenshots $(NAMES)

matrix: .venv/.all ## the panels in every front end with every kernel; KERNELS="7.3.0" FRONTS="lab" for some
	$(BIN)/python -m tests.browser.matrix $(if $(KERNELS),--kernels $(KERNELS)) $(if $(FRONTS),--fronts $(FRONTS))

bench: .venv/.all ## measure
	$(BIN)/python -m benchmarks $(BENCH)

sweep-bulk: .venv/.all ## bulk generation under every fault: 5,000 cases (CASES=20000 JOBS=4), and 20 kills in 500 rows
	$(BIN)/pytest -q -s tests/faults/test_many_kills.py --rows 500 --kills 20
	$(in_memory) $(BIN)/pytest -q -n $(or $(JOBS),4) --dist worksteal tests/faults/test_bulk_faults.py --cases $(or $(CASES),5000)

sweep-changes: .venv/.all ## a set of 1,000 changes whose process is killed five times, and its undo twice, on both databases
	$(BIN)/pytest -m "" -q -s tests/faults/test_change_kills.py --change-rows 1130

sweep-run: .venv/.all ## a run of 3,007 rows, stopped twice, resumed from the command line and a notebook; TOPICS=FILE
	$(BIN)/pytest -q -s tests/faults/test_long_run.py $(if $(TOPICS),--topics $(TOPICS),--topic-rows 3007)

sweep-histories: .venv/.all ## six writers at four processes on each database, checked by revision: 200 rounds, an hour; ROUNDS=10
	$(BIN)/pytest -m '' tests/faults/test_histories.py --rounds $(or $(ROUNDS),200) --seconds 8

sweep-reviews: .venv/.all ## people who edit, review, publish and set the policy at once: 100 rounds on each database
	$(BIN)/pytest -m '' tests/faults/test_reviews.py --rounds $(or $(ROUNDS),100)

sweep-credits: .venv/.all ## 64 callers and ten credits, 200 rounds on each database
	$(BIN)/pytest -m '' tests/faults/test_credits.py --rounds $(or $(ROUNDS),200)

sweep-kills: .venv/.all ## SIGKILL: 500 times a writer on SQLite, 200 times PostgreSQL; every kind of run and change set; ROUNDS=10
	KILL_ROUNDS=$(or $(ROUNDS),500) $(BIN)/pytest -n 2 tests/faults/test_store_kill.py
	$(BIN)/pytest -m "" -n 2 --dist loadfile tests/faults/test_*_kills.py
	$(BIN)/pytest tests/faults/test_server_kill.py --rounds $(or $(ROUNDS),200)

sweep-paid: .venv/.all ## 20,000 paid calls with keys on each database: cut, doubled, and their service killed
	$(BIN)/pytest -m "" -s tests/faults/test_paid.py --calls $(or $(CALLS),20000)

sweep-fuzz: .venv/.all ## 100,000 fuzzed requests to a service on each database; REQUESTS=1 FIRST=seed sends one alone
	$(BIN)/pytest -s tests/faults/test_fuzz.py --requests $(or $(REQUESTS),100000) --first $(or $(FIRST),0)

sweep-paths: .venv/.all ## 10,000 generated paths to a service on each database and to the page server; PATHS=100
	$(BIN)/pytest -s tests/faults/test_paths.py --paths $(or $(PATHS),10000)

sweep-pictures: .venv/.all ## four pictures of 40 million pixels at once in every format: memory, and how long others wait
	$(BIN)/pytest -q -s tests/faults/test_large_pictures.py --pixels $(or $(PIXELS),40000000)

sweep-drafts: .venv/.all ## 2,000 random drafts of a model: stored as the schema wants them, or refused without a charge
	$(BIN)/pytest -s tests/faults/test_random_drafts.py --drafts $(or $(DRAFTS),2000)

sweep-attacks: .venv/.all ## attacks over HTTP on both databases: how long others wait, and memory; TIMES=20
	$(BIN)/pytest -s tests/faults/test_attacks.py --times $(or $(TIMES),100)

sweep-markdown: .venv/.all ## 4,000 lessons to Markdown files and back; 1,000 courses imported, changed and undone; imports killed
	GENERATED_COURSES=$(or $(COURSES),1000) $(BIN)/pytest -n 2 -m "" tests/exports/folders tests/changes/folders
	$(BIN)/pytest -s -m "" tests/faults/test_import_kills.py --change-rows $(or $(ROWS),1000)
	$(BIN)/pytest -n 2 -m "" tests/faults/test_import_together.py
	$(BIN)/pytest -s -m "" tests/faults/test_xliff_kills.py --change-rows $(or $(ROWS),5000)

sweep-imports: .venv/.all ## 5,000 mutated files of every format that is imported: time and memory; CASES=100
	$(BIN)/pytest -q -s tests/faults/test_imports.py --cases $(or $(CASES),5000)

sweep-patterns: .venv/.all ## every regular expression with texts of its own language: none grows faster than the text
	nice $(BIN)/python -m tests.pattern_growth

sweep-mutants: .venv/.all ## 25 small wrong changes of each of 16 units of code against its tests; UNITS="changes/undo" COUNT=50 SURVIVORS=1
	$(in_memory) $(BIN)/python -m tests.mutants $(UNITS) --count $(or $(COUNT),25) $(if $(SURVIVORS),--survivors)

wheel: .venv/.all ## build the package in dist/, then install and try it on each Python that is here
	$(BIN)/python -m hatchling build --target wheel
	$(BIN)/pytest -m slow tests/journeys/test_installed_package.py

constraints: .venv/bin/python ## renew the pins in constraints.txt; UPGRADE=1 takes the newest of everything
	@uv=$${UV:-$$(command -v uv || echo $(BIN)/uv)}; [ -x "$$uv" ] || { $(have_pip); $(BIN)/python -m pip install --quiet uv; }; \
	cp constraints.txt .venv/pins.txt; [ -z "$${UPGRADE:-}" ] || : > .venv/pins.txt; \
	"$$uv" pip compile pyproject.toml --universal --all-extras --python-version 3.11 --quiet \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links --output-file .venv/pins.txt
	@{ sed -n '/^#/p' constraints.txt; cat .venv/pins.txt; } > .venv/constraints.txt
	@cp .venv/constraints.txt constraints.txt

clean: ## remove everything that was installed or built
	rm -rf .venv node_modules build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# ------------------------------------------------------------------------------------------------ what it stands on
# A stamp is older than pyproject.toml, constraints.txt or what is copied beside the package when there is something to
# install again.
lab_files := $(wildcard workbench/cli/jupyter/lab_files/*/*)

.venv/bin/python:
	@[ -n '$(PYTHON)' ] || { echo 'Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python'; exit 1; }
ifdef UV
	@uv venv --quiet --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv
else
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }
endif

node_modules/.installed: package.json
	@echo 'Installing what checks and bundles the scripts ...'
	@rm -rf node_modules && npm install --no-package-lock --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

.venv/.core: pyproject.toml constraints.txt $(lab_files) | .venv/bin/python
	@echo 'Installing what it needs, once ...'
	@$(call install,)
	@touch $@

.venv/.lab: pyproject.toml constraints.txt $(lab_files) Makefile | .venv/bin/python
	@echo 'Installing what the notebooks need ...'
	@$(call install,[$(lab_extras)])
	@touch $@ .venv/.core

.venv/.all: pyproject.toml constraints.txt $(lab_files) | .venv/bin/python
	@echo 'Installing everything the tests need ...'
	@$(call install,[all$(comma)test$(comma)docs])
	@touch $@ .venv/.lab .venv/.core
