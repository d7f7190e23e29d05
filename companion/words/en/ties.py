"""What the tie calculator says."""

SENTENCES = {
    "title": "Tie calculator",
    "money": "What is shared out",
    "first": "first",
    "second": "second",
    "unit": "unit",
    "ask-first": "what the first gets",
    "ask-second": "what the second gets",
    "ask-unit": "every part is rounded down to a multiple of it",
    "counts": "Who has how many",
    "count": "{player}'s count",
    "nothing": "Type who has how many: who gets what, and why, stands here.",
}
