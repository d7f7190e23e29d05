"""What the screens show, as lines with looks: pure, and knows neither textual nor a game."""
