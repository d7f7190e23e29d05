"""Lines that the screens show, with looks. Pure: knows neither Textual nor a game."""
