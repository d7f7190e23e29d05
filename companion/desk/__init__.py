"""Making entries: answer, preview, correct and save them. This package knows no screen and no page."""
