"""What answers say of thinking before an answer, and of pictures in a prompt."""

from advisor.facts.cards.model_parts import ThinkingHabit
from advisor.facts.values.range import Range, Ranged
from advisor.facts.values.reason import Reason


class ThinkingAnswer(Ranged):
    """How long a model thinks before its visible answer starts.

    `tokens` it writes meanwhile; `thinking_s` what their middle takes, as the light counts a whole answer;
    `answer_starts_s` after the question was sent; None where a speed is unknown.
    `habit` is None for a model of which nobody looked.
    """

    habit: ThinkingHabit | None
    tokens: Range
    thinking_s: Range | None = None
    answer_starts_s: Range | None = None
    notes: tuple[Reason, ...] = ()


class VisionAnswer(Ranged):
    """What pictures in the prompt cost: the part that sees in memory, tokens in the context, time to look at them.

    `weights_bytes` are in 16 bits, as model files have them; `encode_s` is of all pictures, None where no rate is
    known.
    """

    weights_bytes: int
    compute_bytes: int
    tokens_per_image: int
    image_tokens: int
    encode_s: Range | None = None
    notes: tuple[Reason, ...] = ()
