"""Which store did the settings ask for? The one place that opens it."""

from boltbox.server.settings import Settings
from boltbox.server.store import Store
from boltbox.server.store_sqlite import SqliteStore


async def open_store(settings: Settings) -> Store:
    """Opens the configured store. Raises StoreInUse or StoreUnreadable."""
    store = SqliteStore(settings.database)
    await store.open()
    return store
