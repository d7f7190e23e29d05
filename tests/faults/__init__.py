"""Faults made on purpose: power cuts, full disks, killed programs, bad files, several programs at once."""
