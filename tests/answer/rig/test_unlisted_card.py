"""A graphics card that no data sheet describes: predicted once its memory is measured, or its driver tells its rate."""

import pytest

from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.machine.machine import Gpu
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.fact import unknown
from advisor.facts.values.reason import told
from advisor.predict.model.subject import Run
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements
from tests.fakes.sure import sure

MAXWELL = nvidia_card(name="NVIDIA Old 4", pci_id="10de:fffe", total_gib=4, free_gib=4, compute_capability=seen("5.0"))
GCN = nvidia_card(
    name="AMD Old 4", pci_id="1002:fffe", vendor=seen("amd"), driver=seen("amdgpu"), total_gib=4, free_gib=4,
    compute_capability=unknown(told("the kernel names no graphics target")),
)  # fmt: skip


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def ask(gpu: Gpu, measured: Measurements | None, catalog: Catalog) -> TextAnswer:
    rig = assemble_rig(known_machine(machine(gpus=(gpu,)), (), catalog), measured, catalog)
    model_id = catalog.models.find("Llama 3.2 1B")
    assert model_id
    return answer_text(
        rig, model_id=model_id, quant="q4_k_m", run=Run(4096, 512, 0, 128), catalog=catalog, candidates=()
    )


@pytest.mark.parametrize("gpu", [MAXWELL, GCN], ids=["maxwell", "gcn"])
def test_measured_it_is_predicted(gpu: Gpu, catalog: Catalog) -> None:
    usual = ask(gpu, None, catalog).options[1].decode.tokens_per_s
    run = measurements(measurement(name="gpu_memory_read", device="gpu0", value=80e9))
    found = ask(gpu, run, catalog).options[1]
    assert sure(found.decode.tokens_per_s).middle
    rate = sure(found.decode.tokens_per_s)
    assert 10 < rate.middle < 80e9 / 0.7e9
    assert usual is None or usual.high / usual.low > 1.5 * rate.high / rate.low
    assert sure(found.prefill.tokens_per_s).middle


def test_the_drivers_rate_is_enough(catalog: Catalog) -> None:
    told = MAXWELL.changed(theoretical_bytes_per_s=seen(86.4e9))
    assert sure(ask(told, None, catalog).options[1].decode.tokens_per_s).middle
