"""Times on the local clock."""

from datetime import datetime, tzinfo


def local_time(moment: datetime, zone: tzinfo | None) -> datetime:
    """Convert to a time zone, None for this machine's; unchanged if that fails (long ago)."""
    try:
        return moment.astimezone(zone)
    except (OSError, OverflowError, ValueError):
        return moment
