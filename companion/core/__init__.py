"""What holds for any game: payouts, the ledger, the journal. Knows no game, no file, no screen."""
