"""A session on phones: pages served by this machine. This package doesn't know the app."""
