"""Moments as the clock on the wall says them."""

from datetime import datetime, tzinfo


def local_time(moment: datetime, zone: tzinfo | None) -> datetime:
    """In a time zone, None for that of this machine; as it is written where that cannot be (long ago)."""
    try:
        return moment.astimezone(zone)
    except (OSError, OverflowError, ValueError):
        return moment
