"""What does every test share? Its event loop, examples that stay the same, and a half to run in."""

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.load_profile("same")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Names the one event loop that the server supports."""
    return "asyncio"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of each file that looks through a browser; nobody has to think of it."""
    for item in items:
        if isinstance(item, pytest.Function) and looks(item.module):
            item.add_marker("browser")


def looks(module: object) -> bool:
    """Tells whether a module of tests has something of `tests.browser` in it."""
    return any(getattr(one, "__module__", None) == "tests.browser" for one in vars(module).values())
