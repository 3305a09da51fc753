"""What all tests share: golden files are rewritten by `pytest --update-golden`.

`make test` tries the same examples each time; `make soak` looks for new ones.
"""

import os

import pytest
from hypothesis import settings

os.environ["XDG_CONFIG_HOME"] = os.devnull  # the settings of whoever runs the tests stay out

settings.register_profile("same", derandomize=True)
settings.register_profile("new", derandomize=False)
settings.load_profile(os.environ.get("MINDNET_EXAMPLES", "same"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="Rewrite the golden files; read the diff."
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
