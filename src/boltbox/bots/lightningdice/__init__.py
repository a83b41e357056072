"""Who chooses in Lightning Dice? Bots that see, think and press no faster than people do."""
