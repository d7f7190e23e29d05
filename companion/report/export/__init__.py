"""Files for others: a report to read, a table for a spreadsheet, a summary for a chat."""

FORMS = ("html", "md", "csv", "json", "svg")
