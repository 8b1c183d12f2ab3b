"""The time of day is known in every time zone, also in one that is none."""

import datetime
import time

import pytest

from advisor.facts.values.local_time import local_now, local_today

ONLY_POSIX = pytest.mark.skipif(not hasattr(time, "tzset"), reason="time zones as on POSIX")


@ONLY_POSIX
@pytest.mark.parametrize("zone", ["UTC+99", "Europe/Nowhere", "", "<+14>-14"])
def test_it_is_the_same_moment_in_every_time_zone(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        difference = local_now() - datetime.datetime.now(datetime.UTC)
        assert abs(difference) < datetime.timedelta(minutes=5)
        assert abs(local_today() - datetime.datetime.now(datetime.UTC).date()) <= datetime.timedelta(days=1)
    finally:
        monkeypatch.undo()
        time.tzset()
