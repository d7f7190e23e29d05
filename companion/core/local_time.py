"""Times on the local clock."""

from datetime import datetime, tzinfo


def local_time(moment: datetime, zone: tzinfo | None) -> datetime:
    """Convert to a time zone, this machine's if None. Return the moment itself if that fails (long ago)."""
    try:
        return moment.astimezone(zone)
    except (OSError, OverflowError, ValueError):
        return moment
