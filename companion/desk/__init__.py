"""Making entries: answer, preview, correct and save them. This room knows no screen and no page."""
