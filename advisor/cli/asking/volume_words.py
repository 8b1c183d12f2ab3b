"""What an amount of work takes at the speed that was answered."""

from collections.abc import Iterator

from advisor.cli.asking.sentence.volume import Volume
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import count, rough_time

_TEXTS = ("chunks", "texts", "passages", "sentences", "images", "pictures", "photos")


def volume_lines(volume: Volume, answer: AskAnswer) -> Iterator[str]:
    """How long the items take, and whether a speed that was asked for is reached."""
    rate = answer.rate_per_s
    if answer.usability == "wont_run" or rate is None:
        return
    if volume.items and answer.rate_unit == "items" and volume.items_called in _TEXTS:
        span = f"{rough_time(volume.items / rate.high)} to {rough_time(volume.items / rate.low)}"
        middle = rough_time(volume.items / rate.middle)
        yield f"All {count(round(volume.items))} {volume.items_called}: {middle} ({span})."
    elif volume.items:
        yield f"Not counted: {count(round(volume.items))} {volume.items_called}."
    if volume.wanted_per_s and answer.rate_unit == "tokens":
        reached = "reached" if rate.middle >= volume.wanted_per_s else "not reached"
        yield f"Wanted: {volume.wanted_per_s:g} tokens/s; {reached}."
    if volume.tokens_per_day and answer.rate_unit == "tokens":
        taken = rough_time(volume.tokens_per_day / rate.middle)
        yield f"Writing {count(round(volume.tokens_per_day))} tokens takes {taken} of each day."
