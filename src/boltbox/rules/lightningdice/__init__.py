"""What is Lightning Dice? A race without turns: roll, keep, and call what six dice show before others do."""
