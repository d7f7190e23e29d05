"""What is said of the evening as a whole: the chart, its marks, and the story."""

SENTENCES = {
    "start": "start",
    "now": "now",
    "end": "end",
    "entry": "entry {place}",
    "figures": "score after",
}
