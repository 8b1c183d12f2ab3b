"""The PCIe question: small passes belong to the processor, large ones to the card, and the rows between are told."""

import pytest

from advisor.answer.rig.crossover import crossover, layer_work, model_work
from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.catalog.hardware.card_link import with_stated_link
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.asked.request import DeviceFacts
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIGA, MEGA, MILLISECOND
from advisor.predict.model.subject import Run
from advisor.present.charts.crossover_chart import crossover_chart
from tests.fakes.rigs import RIGS


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def rig(catalog: Catalog, card: str, **facts: int) -> Rig:
    cpu_id = catalog.cpus.find("Ryzen 9 7950X") or pytest.fail("no card")
    cpu = cpu_processor(cpu_id, catalog)
    rate = known(80.0 * GIGA, origin="user", source="a test")
    gpu_id = catalog.gpus.find(card) or pytest.fail("no card")
    gpu = with_stated_link(gpu_processor(gpu_id, catalog), DeviceFacts.model_validate(facts), catalog)
    return Rig(name="a rig", processors=(cpu.changed(bandwidth_bytes_per_s=rate), gpu))


def test_a_layer_of_one_row_belongs_to_the_processor_and_many_rows_to_the_card(catalog: Catalog) -> None:
    answer = crossover(rig(catalog, "RTX 4090"), layer_work(1000, 1000), catalog)
    cpu, gpu = answer.curves
    last = len(cpu.points) - 1
    assert gpu.points[last].total_s < cpu.points[last].total_s / 5
    assert gpu.sooner_from_rows is not None
    assert cpu.points[-1].trip_s == 0
    assert {one.name for one in gpu.inputs} == {"arithmetic", "memory", "link"}
    assert cpu.points[0].total_s < gpu.points[0].total_s


def test_a_slower_slot_puts_it_off(catalog: Catalog) -> None:
    work = layer_work(1000, 1000)
    fast = crossover(rig(catalog, "RTX 4090"), work, catalog).curves[1]
    slow = crossover(rig(catalog, "RTX 4090", link_generation=1, link_width=1), work, catalog).curves[1]
    assert (slow.sooner_from_rows or MEGA) >= (fast.sooner_from_rows or 2**30)
    assert slow.points[-1].trip_s > 50 * fast.points[-1].trip_s


def test_a_slow_start_puts_it_off(catalog: Catalog) -> None:
    own = rig(catalog, "RTX 4090")
    late = known(5 * MILLISECOND, origin="measured", source="a test")
    slow = Rig(name="slow", processors=(own.processors[0], own.processors[1].changed(launch_s=late)))
    work = layer_work(1000, 1000)
    first, second = (crossover(one, work, catalog).curves[1].sooner_from_rows for one in (own, slow))
    assert first is not None
    assert second is not None
    assert first < second


def test_a_model_and_a_rig_without_a_card(catalog: Catalog) -> None:
    subject = subject_of(catalog.models["llama/llama-3.1-8b"], catalog.quants["q4_k_m"], catalog)
    own = rig(catalog, "RTX 3060 12GB")
    assert crossover(own, model_work(subject), catalog).curves[1].sooner_from_rows == 1
    alone = crossover(Rig(name="one", processors=own.processors[:1]), model_work(subject), catalog)
    chart = crossover_chart(alone)
    assert chart.title == "No GPU, no transfer"


def test_what_people_read(catalog: Catalog) -> None:
    chart = crossover_chart(crossover(rig(catalog, "RTX 4090"), layer_work(1000, 1000), catalog))
    assert "The GPU is faster" in chart.title
    assert "For one request" in chart.sentence
    assert len(chart.lines) == 3
    assert len(chart.table.rows) == 2 * 20


@pytest.mark.parametrize("name", ["laptop", "Strix Halo", "gaming PC", "Mac M2 Max", "DGX Spark"])
def test_for_one_request_it_names_the_processor_that_writes_faster(name: str, catalog: Catalog) -> None:
    """A Radeon 8060S was slower than its CPU for one request, and wrote 47 tokens/s where that writes 35."""
    machine, measured = RIGS[name]
    here = assemble_rig(known_machine(machine, (), catalog), measured, catalog)
    model = subject_of(
        catalog.models["llama/llama-3.1-8b"], catalog.quants[catalog.quants.find("Q4_K_M") or ""], catalog
    )
    card = crossover(here, model_work(model), catalog, model=model).curves[1]
    options = find_run_options(execution_targets(here, catalog), model, Run(context_tokens=512))
    written = {one.processor.name: one.tokens_per_s or 0.0 for one in options.undivided}
    assert (card.sooner_from_rows == 1) == (max(written, key=lambda one: written[one]) == card.processor_name)
