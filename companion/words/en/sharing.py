"""What reports to send and to print say, the page that writes them, and the summary for the clipboard."""

SENTENCES = {
    "language": "en",
    "made": "Written by Companion, which keeps score beside the board.",
    "with": "with {score:money}",
    "date": "Date",
    "place": "Where",
    "names": "Write a name beside each number.",
    "sheets": "Score sheets",
    "entries": "Every entry",
    "open-them": "Open an entry to see what it paid, and why.",
    "corrections": "What was corrected",
    "agreed": "What was agreed",
    "hours": "{hours} h {minutes}",
    "minutes": "{minutes} min",
    "day": "{day} {month} {year}",
    "months": "January February March April May June July August September October November December",
}
