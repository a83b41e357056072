"""What is Lucky Box? A bingo with combos: cross numbers, complete lines, chain bonuses."""
