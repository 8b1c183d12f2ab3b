"""Sizes and forms in the names of cards: taken at their word, and said where a name leaves them open."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.answer.which_device.device import find_processor
from advisor.answer.which_device.named_gpu import find_named_gpu
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.asked.request import DeviceFacts, PredictRequest
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def test_a_size_that_no_such_card_has_names_no_card(catalog: Catalog) -> None:
    assert find_named_gpu("RTX 4090 24GB", DeviceFacts(), catalog.gpus).card_id == "gpus/nvidia/rtx-4090"
    assert find_named_gpu("RTX 4080 24GB", DeviceFacts(), catalog.gpus).card_id is None


def test_a_computer_with_shared_memory_has_the_size_in_its_name(catalog: Catalog) -> None:
    named = find_named_gpu("M4 Max 64GB", DeviceFacts(), catalog.gpus)
    assert (named.card_id, named.memory_gib) == ("socs/apple/m4-max-40-core", 64)
    fields = {"id": "1", "task": "generate", "device": "M2 Ultra 64GB", "model": "llama3.1:8b"}
    answer = answer_request(fields, catalog)
    assert answer.memory is not None
    assert answer.memory.pools[0].total_bytes == 64 * GIB


def test_a_list_of_names_for_one_id_is_several_cards(catalog: Catalog) -> None:
    listed = "Navi 31 [Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M] (rev c8)"
    named = find_named_gpu(listed, DeviceFacts(), catalog.gpus)
    assert named.card_id is None
    assert {"RX 7900 XT", "RX 7900 XTX"} <= set(named.members)


def test_stated_figures_tell_which_one_is_meant(catalog: Catalog) -> None:
    facts = DeviceFacts(memory_gb=80, memory_bandwidth_gb_per_s=1935)
    assert find_named_gpu("A100", facts, catalog.gpus).card_id == "gpus/nvidia/a100-pcie-80gb"
    left_open = find_named_gpu("A100", DeviceFacts(memory_gb=80), catalog.gpus)
    assert left_open.card_id in ("gpus/nvidia/a100-pcie-80gb", "gpus/nvidia/a100-sxm-80gb")
    assert left_open.assumed


def test_a_card_later_sold_with_another_memory_under_its_name_is_said(catalog: Catalog) -> None:
    """Who names an RTX 4070 may own the one with GDDR6."""
    named = find_named_gpu("RTX 4070", DeviceFacts(), catalog.gpus)
    assert named.notes == (reason("card_may_also_be", name="RTX 4070", names=("RTX 4070 GDDR6",), assumed="RTX 4070"),)
    assert not find_named_gpu("RTX 4070 SUPER", DeviceFacts(), catalog.gpus).notes
    assert not find_named_gpu("RTX 4070", DeviceFacts(memory_bandwidth_gb_per_s=504), catalog.gpus).notes


def test_the_first_of_several_memories_is_assumed_and_said(catalog: Catalog) -> None:
    named = find_named_gpu("GTX 1650", DeviceFacts(), catalog.gpus)
    assert named.assumed
    assert named.notes == (
        reason("card_assumed", name="GTX 1650", names=("GTX 1650 GDDR5", "GTX 1650 GDDR6"), assumed="GTX 1650 GDDR5"),
    )


def test_a_size_that_two_forms_share_leaves_the_form_open(catalog: Catalog) -> None:
    found = find_named_gpu("H100", DeviceFacts(memory_gb=80), catalog.gpus)
    assert found.card_id == find_named_gpu("H100", DeviceFacts(), catalog.gpus).card_id
    assert found.assumed


def test_a_form_that_no_card_has_keeps_its_stated_memory(catalog: Catalog) -> None:
    facts = {"memory_gb": 96, "memory_bandwidth_gb_per_s": 2400}
    request = PredictRequest(device="H100", device_facts=DeviceFacts.model_validate(facts), model="Llama-3.1-8B")
    device = find_processor(request, catalog)
    assert device.processor.memory_total_bytes.value == 96 * GIB
    assert device.processor.bandwidth_bytes_per_s.value == 2.4e12
    assert device.processor.fp16_flop_per_s.value
    assert device.assumed


def test_the_stated_memory_of_a_chip_that_shares_it_counts(catalog: Catalog) -> None:
    facts = DeviceFacts(memory_gb=64, memory_bandwidth_gb_per_s=400)
    device = find_processor(PredictRequest(device="M3 Max", device_facts=facts, model="Llama-3.1-8B"), catalog)
    assert device.processor.name == "M3 Max (40-core GPU)"
    assert device.processor.memory_total_bytes.value == 64 * GIB
