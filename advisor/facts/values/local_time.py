"""The time of day here; a time zone that is not one counts as UTC."""

import datetime


def local_now() -> datetime.datetime:
    """Now, with its offset from UTC."""
    try:
        return datetime.datetime.now().astimezone()
    except (ValueError, OverflowError, OSError):  # TZ=UTC+99: an offset of more than a day
        return datetime.datetime.now(datetime.UTC)


def local_today() -> datetime.date:
    """The day here."""
    return local_now().date()
