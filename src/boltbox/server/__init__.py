"""How do tables meet a network? The only room that does input and output, the terminal apart."""
