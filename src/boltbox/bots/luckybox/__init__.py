"""Who chooses in Lucky Box?"""
