"""Transcription of speech."""

from typing import Any, ClassVar

from advisor.present.tasks.knobs import Plan, named, one_each, precision_plan
from advisor.present.tasks.networks import network_parts
from advisor.present.tasks.shown_task import Part, ShownTask, TaskUnit, span_words
from advisor.present.words.quantity import duration, rough_time, times
from advisor.present.words.words import say, to_say

_BEAMS = {1: to_say("quick (1 reading)"), 5: to_say("careful (5 readings)")}


class SpeechTask(ShownTask):
    """Sound to text."""

    unit = TaskUnit(
        to_say("times as fast as it is spoken"), to_say("Times as fast as it is spoken"), 1.0, to_say("the recording")
    )
    knobs: ClassVar[tuple[Plan, ...]] = (
        Plan("audio", to_say("Recording"), ("audio_s",), one_each(60, 600, 1800, 3600, 7200, 14400), duration),
        Plan("beams", to_say("Search"), ("beams",), one_each(1, 5), named(_BEAMS), is_scale=False),
        precision_plan({None: to_say("16 bits"), "Q8_0": to_say("8 bits (Q8_0)"), "Q5_0": to_say("5 bits (Q5_0)")}),
    )

    def parts(self, option: Any) -> tuple[Part, ...]:
        """The networks."""
        return network_parts(option)

    def speed(self, option: Any) -> str:
        """The time of the whole recording."""
        audio_s, rate = float(option.request.audio_s), option.rate
        return say(
            "Writes {length} down in about {time}{span}: {pace} as fast as it is spoken.",
            length=duration(audio_s),
            time=rough_time(audio_s / rate.middle),
            span=span_words(audio_s / rate.high, audio_s / rate.low),
            pace=times(rate.middle),
        )
