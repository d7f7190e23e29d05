"""Sentences and rows for any view: amounts, receipts, standings."""
