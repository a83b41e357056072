"""How is Lightning Dice played in numbers?"""
