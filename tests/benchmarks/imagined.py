"""Commands on an imagined computer whose GPU was measured: `python -m tests.benchmarks.imagined share`."""

import sys

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.cli import import_, share
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.measurement import Measurements, OwnRun
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement

MACHINE = with_cards(machine(gpus=(nvidia_card(),)), load_catalog())


def measured(read_bytes_per_s: float, tokens_per_s: float) -> Measurements:
    """How fast its GPU reads, and how fast a model writes on it."""
    run = OwnRun(
        model_id="llama/llama-3.1-8b", quant="q4_k_m", processor="gpu0", tokens_per_s=tokens_per_s, ran_on="2026-11-20"
    )
    return Measurements(results=(measurement("gpu_memory_read", read_bytes_per_s, device="gpu0"),), own_runs=(run,))


if __name__ == "__main__":
    for command in (import_, share):
        command.read_profile = lambda *_: Profile(machine=MACHINE, measurements=measured(420e9, 71.0))  # type: ignore[attr-defined]
    from advisor.__main__ import main

    sys.exit(main(sys.argv[1:]))
