"""Questions and their answers, by keys, by taps or as lines of the notation. This package knows no game."""
