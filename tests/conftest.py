"""What does every test share? The event loop it runs on, and examples that are the same every time."""

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.load_profile("same")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Names the one event loop that the server supports."""
    return "asyncio"
