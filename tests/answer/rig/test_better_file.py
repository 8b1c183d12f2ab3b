"""Of the files of a model none is chosen that a larger one does better: not on cores that read larger ones sooner."""

import pytest

from advisor.answer.text.setting import LADDER, Chooser
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from tests.fakes.rigs import RIGS

CATALOG = load_catalog()
MODELS = ("Qwen3.5 9B", "Qwen3.5 4B", "Llama 3.1 8B", "Gemma 3 12B", "Qwen3 30B-A3B", "Phi-4 14B")


@pytest.mark.parametrize("workload", ["chat", "coding", "long-documents"])
@pytest.mark.parametrize("name", ["laptop", "office PC", "old server", "Strix Halo"])
def test_no_larger_file_does_better_in_the_same_memory(name: str, workload: str) -> None:
    machine, measured = RIGS[name]
    rig = assemble_rig(known_machine(machine, (), CATALOG), measured, CATALOG)
    chooser = Chooser(rig, CATALOG, CATALOG.workloads[workload])
    for asked in MODELS:
        model = CATALOG.models[CATALOG.models.find(asked) or asked]
        best = chooser.best(model)
        if best.usability not in ("fine", "slow") or best.quick.share is None or best.quant not in LADDER:
            continue
        for quant in LADDER[: LADDER.index(best.quant)]:
            larger = chooser.at(model, quant)
            if larger.is_divided or larger.option.fit.verdict != best.option.fit.verdict or larger.quick.share is None:
                continue
            is_sooner = larger.quick.share.middle >= best.quick.share.middle and larger.answer_s <= best.answer_s
            assert larger.place > best.place or not is_sooner, (asked, quant, best.quant)


def test_five_bits_that_are_read_sooner_are_taken_before_four() -> None:
    machine, _ = RIGS["laptop"]
    rig = assemble_rig(known_machine(machine, (), CATALOG), None, CATALOG)
    model = CATALOG.models["qwen/qwen3.5-9b"]
    assert {Chooser(rig, CATALOG, CATALOG.workloads[one]).best(model).quant for one in ("chat", "coding")} == {"Q5_K_M"}
