"""How does the web client get into a wheel? Built beforehand, so that who installs it needs no node."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = {"sdist": "web/dist", "wheel": "boltbox/server/static"}


class WebClient(BuildHookInterface[BuilderConfig]):
    """Puts the built web client into the sdist and the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the client unless an sdist brought it; an editable install serves it from the checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        if not (root / "PKG-INFO").exists():
            subprocess.run([root / "scripts" / "setup", "--play"], check=True)
        build_data["force_include"][str(root / "web" / "dist")] = PLACE[self.target_name]
