"""What is true? The rules of every game: pure, deterministic, with no luck of their own."""
