"""Lines that the screens show, with looks. Pure: knows neither textual nor a game."""
