"""How does Lightning Dice go, on arrays? The rules of `rules/lightningdice` a second time, fast."""
