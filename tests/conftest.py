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
    """Marks the tests that need the machine alone; nobody has to think of it."""
    for item in items:
        if isinstance(item, pytest.Function) and needs_quiet(item.module):
            item.add_marker("alone")


def needs_quiet(module: object) -> bool:
    """Tells whether a file of tests looks through a browser, or measures: by what it has imported."""
    things = vars(module).values()
    names = [str(getattr(one, "__module__", None) or getattr(one, "__name__", "")) for one in things]
    return any(name == "tests.browser" or name.startswith("bench.") for name in names)
