"""What does every test share? The event loop it runs on."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Names the one event loop that the server supports."""
    return "asyncio"
