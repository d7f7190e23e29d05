"""Dampfross, known in English as Railway Rivals."""
