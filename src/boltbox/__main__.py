"""How is Boltbox run as a module? `python -m boltbox` is the same as `boltbox`."""

from boltbox.cli import main

main()
