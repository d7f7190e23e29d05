"""The catalogs of sentences: brought up to date for translators, and written as the program reads them."""
