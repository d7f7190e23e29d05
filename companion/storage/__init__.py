"""The only package that touches the disk."""
