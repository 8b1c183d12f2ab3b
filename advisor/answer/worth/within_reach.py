"""Which models a rig may run fast enough for a work in a file of some bits, as memory and bandwidth alone tell."""

from collections.abc import Iterable

from advisor.facts.answers.usability import ENOUGH_SHARE
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.units import BITS_PER_BYTE
from advisor.predict.memory.fit import budget_bytes

_SURELY_READ = 0.85
"""Of what is counted so much is read for each token at least: of the table of words only a line is."""
_WRITTEN = ("generate", "serve")
"""Tasks in which each user reads all that is active for each token, however many they are."""


class WithinReach:
    """Holds models against the memories of a rig, for one work; none that it refuses is of use in such a file."""

    def __init__(self, rig: Rig, workload: WorkloadCard | TaskCard) -> None:
        usable = usable_processors(rig)
        self.held_bytes = sum(budget_bytes(one) or 0 for one in _apart(usable))
        self.held_fast_bytes = sum(budget_bytes(one) or 0 for one in usable if one.kind != "cpu")
        rates = [one.best_bytes_per_s.value or 0.0 for one in usable]
        apart = [one.best_bytes_per_s.value or 0.0 for one in usable if one.pool == "vram"]
        slow = next((one.best_bytes_per_s.value for one in usable if one.kind == "cpu"), None)
        self._bytes_per_s = max(*rates, sum(apart), 0.0)  # cards may divide each layer among them
        self._slow_bytes_per_s = min(slow or self._bytes_per_s, self._bytes_per_s)
        is_written = workload.task in _WRITTEN
        self._pace = ENOUGH_SHARE * (workload.enough_tokens_per_s or 0.0) if is_written else 0.0
        self._at_once = float(workload.fields.get("concurrency") or 1) if isinstance(workload, TaskCard) else 1.0

    def may_run(self, card: ModelCard, *, bits: float) -> bool:
        """Whether a file of so many bits a weight goes into all memories together, and may be read as fast as needed.

        Where a size or a bandwidth is not known it does not.
        """
        each = bits / BITS_PER_BYTE
        if card.params * each > self.held_bytes or not self._bytes_per_s:
            return False
        always, experts, used = _weights_read(card, at_once=self._at_once)
        held = max(0.0, self.held_fast_bytes / each - always)
        outside = _SURELY_READ * (used * max(0.0, experts - held) + max(0.0, always - self.held_fast_bytes / each))
        inside = _SURELY_READ * (always + used * experts) - outside
        return self._pace * each * (outside / self._slow_bytes_per_s + inside / self._bytes_per_s) <= 1


def usable_processors(rig: Rig) -> list[Processor]:
    """Those that programs can use, and that have memory for a model as far as is known."""
    return [one for one in rig.processors if one.blocked is None and (budget_bytes(one) or 1) > 0]


def _weights_read(card: ModelCard, *, at_once: float) -> tuple[float, float, float]:
    """Weights that each token takes, those of experts, and the share of these that tokens of so many users take."""
    shape = card.shape
    if shape is None or not shape.experts or not shape.active_experts or card.active_params >= card.params:
        return float(card.active_params), 0.0, 0.0
    share = min(1.0, shape.active_experts / shape.experts)
    experts = min(float(card.params), (card.params - card.active_params) / (1 - share)) if share < 1 else 0.0
    return card.params - experts, experts, 1 - (1 - share) ** at_once


def _apart(usable: Iterable[Processor]) -> list[Processor]:
    """Those with a memory of their own, one of a shared memory."""
    found = list(usable)
    has_cpu = any(one.kind == "cpu" for one in found)
    return [one for one in found if one.kind == "cpu" or one.pool == "vram" or not has_cpu]
