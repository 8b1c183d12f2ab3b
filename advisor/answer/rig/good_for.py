"""Which of the models asked about a rig is good for."""

from collections.abc import Sequence

from advisor.answer.which_device.room import leaves_room
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.values.frozen import frozen


@frozen
class GoodFor:
    """`best` are of use, the best first; where no speed is known at all, `roomy` are those that fit with room."""

    has_speeds: bool
    best: tuple[TextAnswer, ...]
    roomy: tuple[TextAnswer, ...]


def good_for(answers: Sequence[TextAnswer]) -> GoodFor:
    """What answers about several models say of one rig; they come in the order of the ranking."""
    has_speeds = any(one.chosen.rate is not None for one in answers)
    best = tuple(one for one in answers if one.light.is_useful)
    roomy = () if has_speeds else tuple(one for one in answers if leaves_room(one.chosen.fit))
    return GoodFor(has_speeds, best, roomy)
