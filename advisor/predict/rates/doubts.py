"""What is not known of a speed beside source, machine and model, and how far it may be off (docs/physics.md 8.2)."""

from advisor.facts.cards.calibration import Doubt
from advisor.facts.values.reason import reason

UNLISTED = Doubt(reason=reason("card_not_in_catalog"), spread=(0.93, 1.10))
UNLISTED_PROMPT = Doubt(reason=reason("card_not_in_catalog"), spread=(0.72, 1.20))
SIMILAR_SHAPE = Doubt(reason=reason("similar_layers"), spread=(0.88, 1.13))
SIMILAR_QUANT = Doubt(reason=reason("similar_quantization"), spread=(0.92, 1.13))
"""These four: how much further off the published rows were when card, model or file type were asked without names."""

LAPTOP = Doubt(reason=reason("laptop_power_unknown"), spread=(0.82, 1.10))
LAPTOP_PROMPT = Doubt(reason=reason("laptop_power_unknown"), spread=(0.65, 1.20))
"""One published row at 0.79; the same chip is sold with 80 to 175 W, which bounds prompts more than generation."""

STATE = Doubt(reason=reason("state_layers_vary"), spread=(0.84, 1.22))
"""80 published runs outside the fit, on 25 devices, lay between 0.84 and 1.26 of the formulas, a tenth on each side
further off; the rows of the fit are of few such models, and builds still change what these layers take.
"""

TENSOR_SPLIT = Doubt(reason=reason("cards_share_layers"), spread=(0.85, 1.20))
"""Beyond the spread of one card: few published rows of 2 to 16 cards that share every layer."""

DIFFERENT_CARDS = Doubt(reason=reason("different_cards"), spread=(0.80, 1.10))
"""Layers dealt out to cards of different speed: published runs at 0.82, 0.97 and 1.01 of it (docs/physics.md 6.5)."""

BATCHED = Doubt(reason=reason("several_sequences"), spread=(0.70, 1.40))
"""Five published rows, and docs/physics.md 6.5: -28 to +25 % on one unified chip."""

TYPICAL_PEAK = Doubt(reason=reason("typical_rate_used"), spread=(0.60, 1.60))
NO_CORES = Doubt(reason=reason("core_count_unknown"), spread=(0.40, 1.10))
NO_UNITS = Doubt(reason=reason("unit_rate_unpublished"), spread=(0.40, 1.05))
BORROWED = Doubt(reason=reason("figures_of_other_program"), spread=(0.60, 1.50))
OTHER_CHIP = Doubt(reason=reason("figures_of_other_chip"), spread=(0.60, 1.50))
ASSUMED = Doubt(reason=reason("card_left_open"), spread=(0.80, 1.25))
"""Judged: slower where few threads run; backends and engines on one card differ by up to half, and so do chips that
share the computer's memory (three runs on three of them at 0.64 to 0.91 of the figures of one); cards of one maker and
age reach half to twice the typical rate per byte.
"""

SOCKETS = Doubt(reason=reason("sockets_left_open"), spread=(0.55, 1.70))
"""Published runs on two sockets: 0.45 of the figure to 1.8, the latter with the model spread over both."""

SLICE = Doubt(reason=reason("few_threads_assumed"), spread=(0.65, 1.90))
"""Judged: one thread per core where the processor was not divided; neighbors on it take of its memory and clock."""

DIVIDED = Doubt(reason=reason("partly_in_main_memory"), spread=(0.85, 1.10))
DIVIDED_PROMPT = Doubt(reason=reason("partly_in_main_memory"), spread=(0.35, 1.30))
"""Layers within 8 %, experts up to 13 % slower than both sides; prompts a third to all of it (docs/physics.md 6.6)."""

UNSEEN = Doubt(reason=reason("hardware_not_measured"), spread=(0.93, 1.08))
UNSEEN_ARCHITECTURE = Doubt(reason=reason("architecture_not_measured"), spread=(0.87, 1.15))
UNSEEN_ARCHITECTURE_PROMPT = Doubt(reason=reason("architecture_not_measured"), spread=(0.60, 1.45))
UNSEEN_TYPE = Doubt(reason=reason("type_not_measured"), spread=(0.90, 1.15))
"""Shares of the peak were two to four times off in prompts where an architecture got another's (docs/physics.md 8.2);
generation goes by the bandwidth, whose share differs little. Types take their rate from one that is alike.
"""

YOUNG_MONTHS = 9
_YOUNGEST = 0.65
"""What programs reached of later speeds in an architecture's first months: 30 to 60 % less in published pairs."""


def young(months: int) -> Doubt:
    """The slow tail of hardware that a build knows for so many months, gone after nine."""
    return Doubt(reason=reason("hardware_is_young"), spread=(_YOUNGEST ** max(0.01, 1 - months / YOUNG_MONTHS), 1.02))


def months_since(released: str | None, build_date: str | None) -> int | None:
    """Whole months from `2025-01` to a build of `2025-03`, none if it is older; None where either has no month."""
    if released is None or build_date is None or len(released) < len("2025-01"):
        return None
    (year, month), (now, then) = (map(int, date.split("-")[:2]) for date in (released, build_date))
    return max(0, 12 * (now - year) + then - month)
