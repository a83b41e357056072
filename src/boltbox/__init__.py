"""What is Boltbox, seen from Python? The public names, sorted, and nothing else."""
