"""Which version of an environment is this? A number that is raised whenever it behaves differently."""

from typing import Final

# The same seed and actions give the same observations, masks and rewards, as long as the number is the same.
VERSIONS: Final = {"luckybox": 0, "lightningdice": 0, "LuckyBoxSolo": 0, "LightningDicePractice": 0}


def name_of(game: str) -> str:
    """Names a PettingZoo environment of a game."""
    return f"boltbox_{game}_v{VERSIONS[game]}"


def id_of(name: str) -> str:
    """Is the id under which Gymnasium knows an environment."""
    return f"boltbox/{name}-v{VERSIONS[name]}"
