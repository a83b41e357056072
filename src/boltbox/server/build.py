"""Which Boltbox is this? Its version, as pages and clients are told."""

from importlib.metadata import version
from typing import Final

BUILD: Final = version("boltbox")
