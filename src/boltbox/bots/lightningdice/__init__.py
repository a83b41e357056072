"""Who chooses in Lightning Dice? Bots that see, think and press no faster than people do."""

import os

# Threads only get in each other's way at matrices as small as the solver's; it is read once, by NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
