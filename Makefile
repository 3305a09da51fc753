# Everything runs in a .venv of its own; Python 3.11 or newer and make are all it needs.

PYTHONS = python3 python3.14 python3.13 python3.12 python3.11
FITS = import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
BIN = .venv/bin

.PHONY: demo test soak bench format clean

demo: .venv/ready
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	export MINDNET_DB="$$folder/demo.db" MINDNET_VAULT=vault_example && \
	show() { printf '\n$$ mindnet %s\n' "$$*"; $(BIN)/mindnet "$$@"; } && \
	show reindex vault_example && \
	show search goat gate -n 2 && \
	show search brackish moon -n 2 && \
	show search насіння -n 1 && \
	show parse "vault_example/Kitchen/Nettle Soup.md"

test: .venv/ready
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --strict
	@$(BIN)/pytest -q -n auto

soak: .venv/ready
	@MINDNET_EXAMPLES=new $(BIN)/pytest -q -m soak

bench: .venv-bench/ready
	@.venv-bench/bin/python benchmarks/read_speed.py
	@.venv-bench/bin/python benchmarks/cut_speed.py
	@.venv-bench/bin/python benchmarks/link_speed.py

format: .venv/ready
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

clean:
	@rm -rf .venv .venv-bench build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find mindnet tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ready: pyproject.toml
	@for each in $(PYTHONS); do \
		if $$each -c '$(FITS)' 2>/dev/null; then python=$$each; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "mindnet needs Python 3.11 or newer with venv, and found none of: $(PYTHONS)" >&2; exit 1; \
	fi; \
	echo "setting up .venv with $$($$python --version)" >&2; \
	$$python -m venv .venv && \
	$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $@

# peers that are measured beside mindnet, and needed by nothing else
.venv-bench/ready: .venv/ready
	@$(BIN)/python -m venv .venv-bench && \
	.venv-bench/bin/python -m pip install -qq --disable-pip-version-check -e . && \
	.venv-bench/bin/python -m pip install -qq --disable-pip-version-check \
		'langchain-text-splitters<2' 'chonkie<2' 'semantic-text-splitter<1'
	@touch $@
