"""What is not known about a speed widens its range, each thing by its own measure and by name."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.answer.which_device.calibration import find_calibration, less_sure
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.cards.calibration import OwnScale, Seen
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact
from advisor.facts.values.reason import reason
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty, decode_certainty, offload_certainty, prefill_certainty
from advisor.predict.rates.doubts import NO_CORES, OTHER_CHIP, UNSEEN_ARCHITECTURE, UNSEEN_TYPE
from advisor.predict.speed.sanity import decode_ceiling, prefill_ceiling
from advisor.predict.speed.speed import decode_speed, prefill_speed
from tests.fakes.sure import sure

RUN = Run(context_tokens=4096, build_date="2025-06")


@pytest.fixture(scope="module")
def card(catalog: Catalog) -> Processor:
    return gpu_processor("gpus/nvidia/rtx-3090", catalog)


def subject(catalog: Catalog, model: str = "llama/llama-3.1-8b", quant: str = "q4_k_m") -> Subject:
    return subject_of(catalog.models[model], catalog.quants[quant], catalog)


def width(certainty: Certainty) -> float:
    return certainty.spread[1] / certainty.spread[0]


def test_everything_unknown_widens_and_is_named(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    best = decode_certainty(card, known, cuda, RUN)
    assert best.doubts == ()
    worse = (
        decode_certainty(card.changed(card=None), known, cuda, RUN),
        decode_certainty(card.changed(is_laptop=True), known, cuda, RUN),
        decode_certainty(card, replace(known, shape_known=False), cuda, RUN),
        decode_certainty(card, replace(known, quant_known=False), cuda, RUN),
        decode_certainty(card, known, cuda, replace(RUN, devices=2, split="tensor")),
        decode_certainty(card, known, cuda, replace(RUN, batch=4)),
        decode_certainty(card, subject(catalog, "qwen/qwen3.5-9b"), cuda, RUN),
        decode_certainty(card, known, less_sure(cuda), RUN),
    )
    assert all(width(one) > width(best) and len(one.doubts) == 1 for one in worse)
    assert len({one.doubts for one in worse}) == len(worse)


def test_several_devices_in_turn_even_out_what_machines_differ_by(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    widths = [width(decode_certainty(card, known, cuda, replace(RUN, devices=count))) for count in (1, 2, 4, 8)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < widths[0]
    as_wide = cuda.changed(decode_spread=cuda.decode_spread.changed(several=1.0))
    assert width(decode_certainty(card, known, as_wide, replace(RUN, devices=2))) > widths[1]
    shared = replace(RUN, devices=2, split="tensor")
    assert width(decode_certainty(card, known, as_wide, shared)) == width(decode_certainty(card, known, cuda, shared))


def test_depth_widens_smoothly_in_both_phases(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    for judge in (decode_certainty, prefill_certainty):
        widths = [width(judge(card, known, cuda, replace(RUN, depth_tokens=depth))) for depth in range(0, 65536, 512)]
        assert widths == sorted(widths)
        assert max(after / before for before, after in pairwise(widths)) < 1.07


def test_a_run_of_this_model_narrows_and_shifts(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    own = OwnScale(factor=0.8, spread=(0.97, 1.03), same_model=True, evidence=reason("told", text="ran here"))
    measured = cuda.changed(own_decode=own)
    before, after = decode_speed(card, known, cuda, RUN), decode_speed(card, known, measured, RUN)
    assert sure(after.tokens_per_s).middle == pytest.approx(0.8 * sure(before.tokens_per_s).middle)
    assert after.confidence == "A"
    assert sum(term.s for term in after.terms) == pytest.approx(1 / sure(after.tokens_per_s).middle)
    assert own.evidence in after.basis
    deep = decode_certainty(card, known, measured, replace(RUN, depth_tokens=65536))
    assert width(deep) > width(decode_certainty(card, known, measured, RUN))


def test_a_prompt_is_never_read_faster_than_the_peak_rate(catalog: Catalog, card: Processor) -> None:
    cuda, half = catalog.calibrations["llama-cpp-cuda"], subject(catalog, quant="f16")
    ceiling = prefill_ceiling(card, half, RUN)
    assert ceiling
    speed = prefill_speed(card, half, cuda.changed(own_prefill=None), RUN)
    assert sure(speed.tokens_per_s).high <= ceiling
    over = OwnScale(factor=50.0, spread=(0.9, 1.1), same_model=False, evidence=reason("told", text="too fast"))
    cut = prefill_speed(card, half, cuda.changed(own_prefill=over), RUN)
    assert sure(cut.tokens_per_s).middle == sure(cut.tokens_per_s).high == ceiling


@given(
    st.sampled_from(("gpus/nvidia/rtx-3090", "gpus/nvidia/a100-sxm-80gb", "gpus/amd/rx-7900-xtx")),
    st.sampled_from(("llama/llama-3.1-8b", "llama/llama-3.2-1b", "qwen/qwen3-30b-a3b")),
    st.sampled_from(("f16", "q8_0", "q4_k_m")),
    st.integers(0, 100_000),
    st.sampled_from((None, "2024-01", "2026-06")),
)
@settings(max_examples=60)
def test_ranges_hold_the_middle_and_stay_below_the_ceiling(
    catalog: Catalog, card_id: str, model: str, quant: str, depth: int, build: str | None
) -> None:
    found = gpu_processor(card_id, catalog)
    calibration, _ = find_calibration(found, catalog, engine="llama.cpp", backend=None) or pytest.fail("no engine")
    one, run = subject(catalog, model, quant), replace(RUN, depth_tokens=depth, build_date=build)
    for speed, ceiling in (
        (decode_speed(found, one, calibration, run), decode_ceiling(found, one, run)),
        (prefill_speed(found, one, calibration, run), prefill_ceiling(found, one, run)),
    ):
        low, middle, high = sure(speed.tokens_per_s)
        assert low
        assert middle
        assert high
        assert 0 < low < middle <= high
        assert ceiling is None or high <= ceiling


def test_the_side_that_takes_the_time_decides(catalog: Catalog) -> None:
    card, host = Certainty((0.9, 1.1)), Certainty((0.5, 1.8), (NO_CORES.reason,))
    shares = [width(offload_certainty(card, host, host_share=share)) for share in (0.2, 0.5, 0.9)]
    assert shares == sorted(shares)
    assert NO_CORES.reason in offload_certainty(card, host, host_share=0.5).doubts


def test_what_was_seen_is_judged_by_phase_and_type(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    own = Seen(hardware=("gpus/nvidia/rtx-3090",), architectures=("ampere",), types=("Q4_K",))
    sister = own.changed(hardware=("gpus/nvidia/rtx-a6000",))
    other = own.changed(hardware=("gpus/nvidia/rtx-4090",), architectures=("ada",))
    for judge, field in ((decode_certainty, "decode_seen"), (prefill_certainty, "prefill_seen")):
        nothing = cuda.changed(decode_seen=own, prefill_seen=own)
        found = [judge(card, known, nothing.changed(**{field: seen}), RUN) for seen in (own, sister, other)]
        widths = [width(one) for one in found]
        assert widths == sorted(set(widths))
        assert UNSEEN_ARCHITECTURE.reason in found[2].doubts
        assert not found[0].doubts
        elsewhere = {"decode_seen": "prefill_seen", "prefill_seen": "decode_seen"}[field]
        assert not judge(card, known, nothing.changed(**{elsewhere: other}), RUN).doubts
        rare = judge(card, subject(catalog, quant="q8_0"), nothing, RUN)
        assert rare.doubts == (UNSEEN_TYPE.reason,)


def test_windows_reaches_lower_than_linux(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    linux, windows = (decode_certainty(card.changed(os=os), known, cuda, RUN) for os in ("linux", "windows"))
    assert windows.spread[0] < linux.spread[0]


def test_a_measured_machine_is_narrower_and_a_run_on_it_narrower_still(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    rates = {"read_bytes_per_s": 9e11, "launch_s": 5e-6}
    facts = {name: Fact(value=rate, origin="measured", source="a test") for name, rate in rates.items()}
    own = OwnScale(factor=1.0, spread=(0.95, 1.05), same_model=False, evidence=reason("told", text="ran here"))
    unknown = decode_certainty(card, known, cuda, RUN)
    measured = decode_certainty(card.changed(**facts), known, cuda, RUN)
    ran = decode_certainty(card.changed(**facts), known, cuda.changed(own_decode=own), RUN)
    assert width(ran) < width(measured) < 0.95 * width(unknown)
    assert width(decode_certainty(card.changed(read_bytes_per_s=facts["read_bytes_per_s"]), known, cuda, RUN)) == width(
        unknown
    )


@pytest.mark.parametrize(
    ("card_id", "calibration", "is_other"),
    [
        ("socs/amd/ryzen-ai-max-395", "llama-cpp-vulkan-strix-halo", False),
        ("socs/amd/radeon-780m", "llama-cpp-vulkan-strix-halo", True),
        ("socs/nvidia/gb10", "llama-cpp-cuda-unified", False),
        ("socs/nvidia/jetson-tx2", "llama-cpp-cuda-unified", True),
    ],
)
def test_a_chip_that_another_one_stands_in_for_is_less_sure(
    catalog: Catalog, card_id: str, calibration: str, is_other: bool
) -> None:
    chip, known = gpu_processor(card_id, catalog), subject(catalog)
    for judge in (decode_certainty, prefill_certainty):
        found = judge(chip, known, catalog.calibrations[calibration], RUN)
        assert (OTHER_CHIP.reason in found.doubts) is is_other
        assert not is_other or width(found) > 2.4


def test_young_hardware_has_a_slow_tail_that_months_end(catalog: Catalog, card: Processor) -> None:
    cuda, known = catalog.calibrations["llama-cpp-cuda"], subject(catalog)
    for judge in (decode_certainty, prefill_certainty):
        lows = [
            judge(card.changed(released=released), known, cuda, replace(RUN, build_date="2025-06")).spread[0]
            for released in ("2025-06", "2025-03", "2024-08", None)
        ]
        assert lows[0] < lows[1] < lows[2] == lows[3]


def test_a_measured_machine_says_that_its_range_is_narrower(catalog: Catalog, card: Processor) -> None:
    rates = {"read_bytes_per_s": 9e11, "launch_s": 5e-6}
    facts = {name: Fact(value=rate, origin="measured", source="a test") for name, rate in rates.items()}
    speed = decode_speed(card.changed(**facts), subject(catalog), catalog.calibrations["llama-cpp-cuda"], RUN)
    (said,) = (one for one in speed.basis if one.code == "measured_narrows")
    assert float(str(said.parameters["after"])) < float(str(said.parameters["before"]))
