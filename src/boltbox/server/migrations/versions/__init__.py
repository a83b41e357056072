"""Which steps lead to today's schema? One file a step, in the order of their numbers."""
