"""An unfinished entry, whoever draws it: begun, answered, previewed, corrected, booked; knows no screen and no page."""
