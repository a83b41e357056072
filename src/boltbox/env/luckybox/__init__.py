"""How is Lucky Box played in numbers?"""
