"""What is one playing of a game? Pure: no network, no clock; the instant is passed in."""
