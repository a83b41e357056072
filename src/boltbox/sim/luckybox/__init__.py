"""How does Lucky Box go, on arrays? The rules of `rules/luckybox` a second time, fast."""
