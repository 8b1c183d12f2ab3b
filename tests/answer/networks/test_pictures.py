from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.answer.request.request import answer_request
from advisor.answer.rig.rank import rank_models
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.network_answers import PictureAnswer
from advisor.facts.rig.rig import Rig
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
COUNT = st.integers(1, 32)
MODELS = st.sampled_from(["SDXL", "SD 1.5", "FLUX.1-dev"])


def ask(**fields: Any) -> PictureAnswer:
    answer = answer_request({"task": "image", "device": "RTX 4090", "model": "SDXL", **fields}, CATALOG)
    assert isinstance(answer, PictureAnswer), answer
    return answer


def message(**fields: Any) -> set[object]:
    answer = answer_request({"task": "image", "device": "RTX 4090", "model": "SDXL", **fields}, CATALOG)
    assert answer.error is not None
    return said(answer.error.message)


def each_s(answer: PictureAnswer) -> float:
    assert answer.s_per_item is not None, answer
    return answer.s_per_item.middle


def rate(answer: PictureAnswer) -> float:
    assert answer.iterations_per_s is not None, answer
    return answer.iterations_per_s.middle


def need(answer: PictureAnswer) -> int:
    assert answer.memory is not None
    return answer.memory.total_bytes


def test_an_answer_has_every_figure_of_the_contract() -> None:
    answer = ask(steps=30)
    assert answer.fit == "fits"
    assert answer.memory is not None
    assert answer.memory.moved_out_total_bytes is not None
    assert answer.memory.moved_out_total_bytes < answer.memory.total_bytes
    assert sum(part.weights_bytes for part in answer.memory.parts) == answer.memory.weights_bytes
    assert each_s(answer) > 30 / rate(answer)
    assert sum(term.s for term in answer.terms) == pytest.approx(each_s(answer))
    assert sure(answer.s_per_item).low is not None
    assert sure(answer.s_per_item).high is not None
    assert sure(answer.s_per_item).low < each_s(answer) < sure(answer.s_per_item).high


@given(model=MODELS, few=COUNT, more=COUNT)
def test_more_pictures_at_once_take_more_memory_and_no_less_time(model: str, few: int, more: int) -> None:
    few, more = sorted((few, more))
    one, two = ask(model=model, batch=few, device="H200"), ask(model=model, batch=more, device="H200")
    assert need(two) >= need(one)
    assert rate(two) <= 1.001 * rate(one)
    assert each_s(two) <= 1.001 * each_s(one)


@given(model=MODELS, few=COUNT, more=COUNT)
def test_more_steps_are_never_faster(model: str, few: int, more: int) -> None:
    few, more = sorted((few, more))
    assert each_s(ask(model=model, steps=more)) >= each_s(ask(model=model, steps=few))


@given(model=MODELS, small=st.integers(4, 32), large=st.integers(4, 32))
def test_more_pixels_are_never_faster(model: str, small: int, large: int) -> None:
    small, large = sorted((64 * small, 64 * large))
    one, two = (ask(model=model, width=side, height=side, offload="resident") for side in (small, large))
    assert rate(two) <= 1.001 * rate(one)
    assert need(two) >= need(one)


def test_guidance_is_a_second_pass() -> None:
    with_it, without = ask(guidance=True, batch=8), ask(guidance=False, batch=8)
    assert rate(without) == pytest.approx(2 * rate(with_it), rel=0.1)


def test_fewer_bits_take_less_memory() -> None:
    needs = [need(ask(model="FLUX.1-dev", precision=bits)) for bits in ("bf16", "fp8", "nf4")]
    assert needs == sorted(needs, reverse=True)


def test_a_compiled_program_is_faster() -> None:
    plain, compiled = ask(model="FLUX.1-dev", precision="fp8"), ask(model="FLUX.1-dev", precision="fp8 + compile")
    assert rate(compiled) > 1.2 * rate(plain)


def test_parts_take_turns_where_they_do_not_fit_together() -> None:
    answer = ask(device="RTX 3060 12GB", model="SD 3.5 Medium")
    assert (answer.fit, answer.offload) == ("spills", "parts")
    assert any(term.name == "moving" and term.s > 0 for term in answer.terms)


def test_layers_are_streamed_where_no_part_fits() -> None:
    here, streamed = ask(device="RTX 4090", model="FLUX.1-dev"), ask(device="RTX 3060 8GB", model="FLUX.1-dev")
    assert streamed.offload == "layers"
    assert streamed.memory is not None
    assert streamed.memory.pools[0].need_bytes < 8e9
    assert each_s(streamed) > each_s(here)


def test_what_leaves_the_card_has_to_go_into_main_memory() -> None:
    card = {"device": "RTX 3060 12GB", "model": "FLUX.1-dev"}
    verdicts = [ask(**card, host={"cpu": "Ryzen 9 7950X", "memory_gb": size}).fit for size in (16, 64)]
    assert verdicts == ["too_big", "spills"]


@given(devices=st.integers(1, 7))
def test_more_devices_with_their_own_links_are_never_slower(devices: int) -> None:
    fields = {"task": "video", "device": "H100 SXM", "model": "Wan 2.1 T2V 14B", "width": 1280, "height": 720}
    one, two = (each_s(ask(**fields, device_count=count)) for count in (devices, devices + 1))
    assert two <= one


def test_a_device_without_the_format_says_so_and_computes_in_16_bits() -> None:
    small, plain = (ask(device="RTX 3090", model="FLUX.1-dev", precision=name) for name in ("fp8", "bf16"))
    assert {"no_units_for_floats", 8} <= said(*small.notes)
    assert rate(small) <= 1.3 * rate(plain)


def test_what_overflows_in_fp16_is_computed_in_fp32_on_cards_without_bf16() -> None:
    """Qwen-Image on an RTX 2060 is black in fp16 and 2 to 5 times slower in fp32 (ComfyUI issue 10668)."""
    for name, is_slower in (("Qwen-Image", True), ("SDXL", False), ("Z-Image Turbo", False)):
        note = {"overflows_in_fp16"} & said(*ask(device="RTX 2080 Ti", model=name, precision="q4").notes)
        assert bool(note) is is_slower, name
        assert not {"overflows_in_fp16"} & said(*ask(device="RTX 3060 12GB", model=name, precision="q4").notes)
    times = [
        each_s(ask(device=device, model="Qwen-Image", precision="q4")) for device in ("RTX 2080 Ti", "RTX 3080 10GB")
    ]
    assert 2 < times[0] / times[1] < 6


def test_small_cards_come_nearer_to_their_peak_because_less_waits_for_memory() -> None:
    """github chengzeyi/stable-fast issue 63: 0.73 of an RTX 3060's peak, 0.63 of an RTX 4060 Ti's."""
    peaks = {"RTX 3060 12GB": 25.5, "RTX 4060 Ti 16GB": 44.1, "RTX 4090": 165}
    shares = [rate(ask(device=name, batch=4)) / peak for name, peak in peaks.items()]
    assert shares == sorted(shares, reverse=True)


def test_a_processor_makes_pictures_slowly() -> None:
    assert 5 < each_s(ask(device="Ryzen 9 7950X", model="SDXL-Turbo", steps=1)) < 60


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"batch": 0}, {"field_at_least", "batch", 1}),
        ({"steps": 0}, {"field_at_least", "steps", 1}),
        ({"width": 1}, {"field_at_least", "width", 16}),
        ({"model": "Whisper small"}, {"model_of_other_kind", "speech"}),
        ({"model": "Llama-3.1-8B"}, {"model_writes_text"}),
        ({"model": "no such model"}, {"model_unknown_known"}),
        ({"model": None}, {"no_model_or_parameters_of_one"}),
    ],
)
def test_why_something_cannot_be_is_said(fields: dict[str, Any], why: set[object]) -> None:
    assert why <= message(**fields)


@pytest.mark.parametrize(
    ("fields", "measured_s", "source"),
    [
        ({"device": "RX 580 8GB", "model": "FLUX.1 schnell", "steps": 4, "precision": "q4"}, 838, "aivisionslab"),
        ({"device": "RX 580 8GB", "model": "SD 1.5", "width": 512, "height": 512, "steps": 20}, 72, "aivisionslab"),
        (
            {"device": "RX 5700 XT", "model": "FLUX.1 schnell", "width": 512, "height": 512, "steps": 4},
            24,
            "stable-diffusion.cpp, pull 291",
        ),
        ({"device": "RX 6900 XT", "model": "SDXL", "steps": 20}, 15.16, "ComfyUI, issue 7332"),
        ({"device": "GTX 1050 Ti", "model": "SD 1.5", "width": 512, "height": 512, "steps": 20}, 31, "issue 8901"),
        ({"device": "Tesla T4", "model": "SD 2.1", "width": 768, "height": 768, "steps": 30}, 12, "issue 125"),
    ],
)
def test_published_times_of_cards_without_fast_matrices_lie_in_the_range(
    fields: dict[str, Any], measured_s: float, source: str
) -> None:
    found = sure(ask(**fields).s_per_item)
    assert sure(found.low) <= measured_s <= sure(found.high), source


@pytest.mark.parametrize(("model", "pixels", "step_s"), [("SDXL", 1024, 7.57), ("SD 1.5", 512, 1.19)])
def test_polaris_stands_between_the_program_that_all_have_and_a_build_of_rocm_for_it(
    model: str, pixels: int, step_s: float
) -> None:
    """An RX 570 with ROCm 6.3 (github robertrosenbusch/gfx803_rocm README); Vulkan took a sixth of AMD's share."""
    found = ask(device="RX 570 8GB", model=model, width=pixels, height=pixels)
    assert step_s < 1 / rate(found) < 6 * step_s


@pytest.mark.parametrize("model", ["SDXL", "FLUX.1-dev"])
def test_cards_stand_in_the_order_that_reviews_put_them_in(model: str) -> None:
    names = ("RTX 3080 Ti", "RTX 5060 Ti 16GB", "RX 9060 XT 16GB", "RTX 3060 12GB", "Tesla T4", "RX 580 8GB")
    seconds = [each_s(ask(device=name, model=model, precision="q4")) for name in names]
    assert seconds == sorted(seconds)


def test_a_graphics_card_that_pytorch_has_no_build_for_names_the_program_that_is_left() -> None:
    codes = {note.code for note in ask(device="RX 580 8GB").notes}
    assert "vulkan_program" in codes
    assert message(device="RX 580 8GB", model="HiDream I1 Fast") >= {"program_needs_cuda_or_rocm"}
    assert not codes & {note.code for note in ask(device="RX 6700 XT").notes}


@pytest.mark.parametrize("workload_id", ["pictures", "films", "speech"])
def test_nothing_is_of_use_on_graphics_for_which_no_program_is_known(workload_id: str) -> None:
    """What has neither CUDA nor ROCm nor a program for Vulkan was called fine, and named in place of other models."""
    cards = tuple(gpu_processor(f"gpus/amd/{one}", CATALOG) for one in ("instinct-mi50-32gb", "rx-580-8gb"))
    rig = Rig(name="old cards", processors=cards)
    found = [one for one in rank_models(rig, CATALOG, workload_id=workload_id) if one.way is not None]
    programs = {one.model.name: one.model.pipeline and one.model.pipeline.vulkan_program for one in found}
    assert programs
    assert all(programs.values()), [name for name, program in programs.items() if not program]


def test_fewer_bits_make_only_what_has_weights_faster() -> None:
    """Half of the work of a film is attention, in 16 bits whatever the weights have."""
    film = {"task": "video", "device": "H200", "model": "wan2.2-t2v-a14b", "frames": 81}
    small, large = (
        rate(ask(**film, precision="fp8", width=width, height=height))
        / rate(ask(**film, precision="bf16", width=width, height=height))
        for width, height in ((320, 240), (1280, 720))
    )
    assert 1 < large < 1.35 < small
