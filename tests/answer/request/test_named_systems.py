"""Systems by the names people use: each is answered, and what is assumed or cannot be bought is said."""

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.facts.answers.answer import Answer
from advisor.facts.values.units import GIB
from tests.fakes.said import said
from tests.fakes.sure import sure


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def asked(catalog: Catalog, device: str, **fields: object) -> Answer:
    request = {"id": device, "task": "generate", "model": "Llama-3.1-8B", "quant": "Q4_K_M", "device": device}
    return answer_request({**request, **fields}, catalog)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A100", {"card_may_also_be", "A100 SXM 80GB"}),
        ("H100", {"card_may_also_be", "H100 SXM 80GB"}),
        ("V100", {"card_may_also_be", "Tesla V100 SXM2 16GB"}),
        ("MI300", {"Instinct MI300X"}),
        ("Grace Hopper", {"GH200 96GB"}),
        ("GB200 NVL72", {"system_cards", 72, "GB200"}),
        ("GB300 NVL72", {"system_cards", 72, "GB300"}),
        ("VR200 NVL144", {"system_cards", 72, "Rubin"}),
        ("Vera Rubin", {"system_note"}),
        ("DGX H100", {"system_cards", 8, "H100 SXM 80GB"}),
        ("TPU v4", {"rented_only"}),
        ("TPU v5p", {"rented_only"}),
        ("TPU v6e", {"rented_only"}),
        ("Ironwood", {"rented_only"}),
        ("rented H100 SXM", {"rent_between"}),
    ],
)
def test_a_name_that_needs_a_word_gets_it(catalog: Catalog, name: str, why: set[object]) -> None:
    answer = asked(catalog, name)
    assert answer.error is None
    assert answer.tokens_per_s
    assert answer.tokens_per_s.low
    assert why <= said(*answer.notes)


@pytest.mark.parametrize(
    "name", ["RTX 4090", "H200", "B200", "DGX Spark", "Rubin CPX", "Vera CPU", "EPYC 9754", "i9-10940X"]
)
def test_other_named_hardware_is_answered(catalog: Catalog, name: str) -> None:
    assert asked(catalog, name).tokens_per_s


def test_threadripper_is_found_without_the_word_pro(catalog: Catalog) -> None:
    assert asked(catalog, "Threadripper 7995WX").tokens_per_s == asked(catalog, "Threadripper PRO 7995WX").tokens_per_s


def test_a_name_that_leaves_the_form_open_is_less_sure(catalog: Catalog) -> None:
    spans = [
        sure(one.tokens_per_s).high / sure(one.tokens_per_s).low
        for one in (asked(catalog, "H100"), asked(catalog, "H100 SXM 80GB"))
        if sure(one.tokens_per_s).high and sure(one.tokens_per_s).low
    ]
    assert spans[0] > spans[1]


def test_the_range_holds_every_form_a_name_may_mean(catalog: Catalog) -> None:
    fields = {"model": "Llama-3.3-70B", "quant": "Q4_K_M"}
    forms = [asked(catalog, name, **fields) for name in ("H100 PCIe 80GB", "H100 SXM 80GB", "H100 NVL")]
    whole = asked(catalog, "H100", **fields)
    assert all(
        sure(whole.tokens_per_s).low <= sure(one.tokens_per_s).middle <= sure(whole.tokens_per_s).high for one in forms
    )


def test_a_rack_works_as_a_whole_on_what_takes_several_devices(catalog: Catalog) -> None:
    fields = {"model": "Llama-3.1-405B", "quant": None, "precision": "fp8", "engine": "TensorRT-LLM"}
    whole = asked(catalog, "GB200 NVL72", task="serve", **fields)
    some = asked(catalog, "GB200 NVL72", task="serve", device_count=8, **fields)
    assert whole.memory is not None
    assert some.memory is not None
    sharing = 64  # of its 72: as many as divide the model's 128 heads
    assert (whole.memory.pools[0].free_bytes or 0) == sharing / 8 * (some.memory.pools[0].free_bytes or 0)


@pytest.mark.parametrize(
    ("name", "memory_share", "of"),
    [
        ("H100 MIG 3g.40gb", 4 / 8, "H100 SXM 80GB"),
        ("H100 1g.10gb", 1 / 8, "H100 SXM 80GB"),
        ("H100 1g.20gb", 2 / 8, "H100 SXM 80GB"),
        ("A100 1g.5gb", 1 / 8, "A100 SXM 40GB"),
        ("A100 MIG 7g.40gb", 1.0, "A100 SXM 40GB"),
        ("A30 2g.12gb", 2 / 4, "A30"),
        ("H200 3g.71gb", 4 / 8, "H200"),
    ],
)
def test_a_slice_has_its_share_of_the_card(catalog: Catalog, name: str, memory_share: float, of: str) -> None:
    part, whole = asked(catalog, name), asked(catalog, of)
    assert part.error is None
    assert part.memory is not None
    assert whole.memory is not None
    total = whole.memory.pools[0].total_bytes or 0
    assert part.memory.pools[0].total_bytes == pytest.approx(total * memory_share, abs=GIB / 100)
    assert part.tokens_per_s
    assert whole.tokens_per_s
    assert part.tokens_per_s <= whole.tokens_per_s


@pytest.mark.parametrize("name", ["RTX 4090 3g.20gb", "H100 5g.40gb", "A100 3g.12gb"])
def test_a_slice_that_no_card_has_is_an_error(catalog: Catalog, name: str) -> None:
    answer = asked(catalog, name)
    assert answer.error is not None
    assert answer.error.code == "unknown_device"


@pytest.mark.parametrize(("name", "count"), [("2x RTX 3090", 2), ("8 x H100 80GB SXM", 8), ("4\u00d7 A100", 4)])
def test_a_number_before_the_name_is_that_of_cards(catalog: Catalog, name: str, count: int) -> None:
    plain = name.split(" ", 1)[1].removeprefix("x ")
    counted, stated = asked(catalog, name), asked(catalog, plain, device_count=count)
    assert sure(counted.tokens_per_s).middle == sure(stated.tokens_per_s).middle
    assert sure(counted.tokens_per_s).middle


def test_two_names_of_one_row_are_either_card(catalog: Catalog) -> None:
    answer = asked(catalog, "A800/A100")
    assert sure(answer.tokens_per_s).middle == sure(asked(catalog, "A100 SXM 80GB").tokens_per_s).middle
    assert "card_may_also_be" in said(*answer.notes)


def test_program_and_threads_beside_a_name_are_no_part_of_it(catalog: Catalog) -> None:
    fields = {"task": "classify", "model": "resnet50", "precision": "fp32"}
    said = answer_request({**fields, "id": "1", "device": "i7-12700K 8 threads ONNX"}, catalog)
    stated = answer_request({**fields, "id": "1", "device": "i7-12700K", "threads": 8, "engine": "ONNX"}, catalog)
    assert said == stated
    assert said.error is None


def test_cards_that_a_name_counts_are_divided_like_stated_ones(catalog: Catalog) -> None:
    fields = {"id": "1", "task": "pretrain", "model": "Llama-3.1-8B", "sequence_tokens": 8192}
    counted = answer_request({**fields, "device": "1024x H100"}, catalog)
    stated = answer_request({**fields, "device": "H100", "device_count": 1024}, catalog)
    assert counted == stated


def test_figures_behind_a_name_are_those_of_the_device(catalog: Catalog) -> None:
    written = asked(catalog, "H100 96GB HBM2e 2.4TB/s 500W")
    facts = {"memory_gb": 96, "memory_bandwidth_gb_per_s": 2400, "power_limit_w": 500}
    assert written.error is None
    assert written.changed(id="") == asked(catalog, "H100", device_facts=facts).changed(id="")
    assert {"stated_memory_unlisted", "figure_contradicts"} & said(*written.notes)


def test_a_device_held_to_less_power_trains_slower_in_proportion(catalog: Catalog) -> None:
    fields = {"task": "finetune", "quant": None, "batch": 4, "checkpointing": True}
    free = asked(catalog, "H100 SXM 80GB", **fields)
    held = asked(catalog, "H100 SXM 80GB", **fields, device_facts={"power_limit_w": 350})
    above = asked(catalog, "H100 SXM 80GB", **fields, device_facts={"power_limit_w": 900})
    assert sure(free.tokens_per_s).middle
    assert sure(held.tokens_per_s).middle
    assert (
        0.5 * sure(free.tokens_per_s).middle <= sure(held.tokens_per_s).middle < 0.65 * sure(free.tokens_per_s).middle
    )
    assert sure(above.tokens_per_s).middle == sure(free.tokens_per_s).middle
    assert {"held_to_power", 350, 700} <= said(*held.notes)


def test_a_card_and_a_processor_are_not_the_processor(catalog: Catalog) -> None:
    name = "RTX 5060 Ti 16GB (PCIe3 x8) + i7-8700 DDR4-2400 dual (38.4 GB/s)"
    host = {"cpu": "i7-8700", "memory_bandwidth_gb_per_s": 38.4}
    written = asked(catalog, name, gpu_layers=16)
    stated = asked(catalog, "RTX 5060 Ti 16GB", gpu_layers=16, host=host)
    assert written.tokens_per_s == stated.tokens_per_s
    assert written.memory == stated.memory
    both = asked(catalog, "8x L20 + Xeon Gold 6454S")
    assert both.tokens_per_s == asked(catalog, "L20", device_count=8).tokens_per_s


@pytest.mark.parametrize(("name", "plain"), [("A100 80GB 300W", "A100 80GB"), ("2x A100 80GB 400W", "2x A100 80GB")])
def test_a_power_limit_behind_a_name_tells_nothing_of_its_form(catalog: Catalog, name: str, plain: str) -> None:
    assert asked(catalog, name).tokens_per_s == pytest.approx(asked(catalog, plain).tokens_per_s, rel=0.1)


def test_power_alone_is_no_device(catalog: Catalog) -> None:
    answer = asked(catalog, "Marble Stone 9000 200W")
    assert answer.error is not None
    assert answer.error.code == "unknown_device"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("H100 SXM 8x", "8x H100 SXM"),
        ("RTX 3090 NVLink", "RTX 3090"),
        ("RTX 4090 Windows 11", "RTX 4090"),
        ("RTX 4090 (Linux)", "RTX 4090"),
    ],
)
def test_a_number_or_a_system_behind_the_name_of_a_card(catalog: Catalog, written: str, plain: str) -> None:
    fields = {"id": "1", "task": "pretrain", "model": "gpt2", "batch": 1, "sequence_tokens": 512}
    answer = answer_request({**fields, "device": written}, catalog)
    assert answer.error is None
    assert answer == answer_request({**fields, "device": plain}, catalog)


@pytest.mark.parametrize(("card", "is_less_sure"), [("RX 7900 XT", True), ("Arc B580", True), ("RTX 3080", False)])
def test_a_card_that_needs_its_host_is_less_sure_on_a_very_small_one(
    catalog: Catalog, card: str, is_less_sure: bool
) -> None:
    def low(cpu: str) -> float:
        speed = sure(asked(catalog, card, host={"cpu": cpu}).tokens_per_s)
        return sure(speed.low) / sure(speed.middle)

    assert (low("Raspberry Pi 5") < 0.5 * low("Ryzen 7 7700X")) == is_less_sure
