"""Rules that hold for any game: payouts, ledger, journal. Knows no game, file or screen."""
