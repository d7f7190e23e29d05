"""What the score sheet says, whatever the game."""

SENTENCES = {
    "title": "Score sheet",
    "start": "at the start",
    "before": "before the end",
    "adjust": "adjusted",
    "counted": "counted anew",
    "total": "total",
}
