"""What the time of a prompt follows: the layers' arithmetic, tiles of experts, scores in memory, launch queues."""

from dataclasses import replace

import pytest

from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIGA
from advisor.predict.model.prompt_work import prompt_work, tokens_per_expert
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.rates.rates import matrix_peak, typical_peak
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.prefill import COPIES, PrefillParts, pipeline_steps, prefill_parts
from tests.each import each

CATALOG = load_catalog()
DENSE, SPARSE = "Llama-3.1-8B", "Qwen3-30B-A3B"
OLD, NEW = "2024-05", "2026-06"


def subject(model: str, quant: str = "Q4_K_M") -> Subject:
    return subject_of(CATALOG.models[CATALOG.models.find(model) or ""], CATALOG.quants[quant.lower()], CATALOG)


def card(name: str) -> Processor:
    card_id = CATALOG.gpus.find(name) or ""
    return gpu_processor(card_id, CATALOG)


def parts(processor: Processor, about: Subject, run: Run) -> PrefillParts:
    calibration = (find_calibration(processor, CATALOG, engine="llama.cpp", backend=None) or pytest.fail("none"))[0]
    return prefill_parts(processor, about, calibration, run) or pytest.fail("no figure")


def asked(*, flash: bool = True, ubatch: int = 512, **fields: object) -> Run:
    run = Run(context_tokens=65_536, prompt_tokens=4096, build_date=NEW)
    batching = run.batching._replace(flash_attention=flash, ubatch_tokens=ubatch)
    return replace(run, batching=batching, **fields)  # type: ignore[arg-type]


def test_embedding_and_head_do_not_work_on_a_prompt() -> None:
    about = subject(DENSE)
    tables = 2 * about.shape.vocab * about.shape.hidden
    assert prompt_work(about).total_flop == flop_per_token(about.weights) - 2.0 * tables
    assert prompt_work(about).experts_flop == 0


def test_experts_are_most_of_a_mixture_and_never_more_than_all() -> None:
    work = prompt_work(subject(SPARSE))
    assert 0.3 < work.experts_flop / work.total_flop < 0.9


def test_an_expert_in_use_sees_at_least_one_token() -> None:
    about = subject(SPARSE)
    seen = [tokens_per_expert(about, tokens=tokens) for tokens in (1, 16, 512, 2048)]
    assert seen[0] == pytest.approx(1)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(2048 * 8 / 128)


def test_a_larger_micro_batch_fills_the_tiles_of_experts() -> None:
    for model, least in ((DENSE, 1.0), (SPARSE, 1.2)):
        times = [parts(card("RTX 4090"), subject(model), asked(ubatch=size)).compute_s for size in (512, 2048)]
        assert times[0] >= least * times[1]


def test_scores_kept_in_memory_follow_the_bandwidth_not_the_arithmetic() -> None:
    about = subject(DENSE)
    slow = card("RTX 4090")
    fast = slow.changed(bandwidth_bytes_per_s=known(2016 * GIGA, origin="user", source="a test"))
    plain = [parts(one, about, asked(flash=False)).attention_s for one in (slow, fast)]
    flash = [parts(one, about, asked()).attention_s for one in (slow, fast)]
    assert plain[0] > 1.5 * plain[1]
    assert flash[0] == flash[1] < plain[1]


def test_flash_attention_reaches_another_share_on_wider_heads() -> None:
    def attention_s(model: str, **fields: object) -> float:
        shares = CATALOG.calibrations["llama-cpp-cuda"].prefill[-1].changed(architectures=(), before=None, **fields)
        fitted = CATALOG.calibrations["llama-cpp-cuda"].changed(
            prefill=(shares,), flash_tile_tokens=None, state_per_clock=None
        )
        made = prefill_parts(card("RTX 4090"), subject(model), fitted, asked()) or pytest.fail("no figure")
        return made.attention_s

    narrow, wide = "Llama-3.1-8B", "Qwen3.6-27B"
    assert [CATALOG.models[CATALOG.models.find(name) or ""].shape.head_dim for name in (narrow, wide)] == [128, 256]  # type: ignore[union-attr]
    halved = {"256": 0.1}
    for model, times in ((narrow, 1), (wide, 2)):
        slow = attention_s(model, flash=0.2, flash_by_width=halved)
        assert slow == pytest.approx(times * attention_s(model, flash=0.2, flash_by_width={}))


def test_older_builds_unpack_quantized_weights_first() -> None:
    old, new = asked(build_date=OLD), asked()
    assert parts(card("RTX 3090"), subject(DENSE), old).unpack_s > 0
    assert parts(card("RTX 3090"), subject(DENSE), new).unpack_s == 0
    assert parts(card("RTX 3090"), subject(DENSE, "F16"), old).unpack_s == 0


def test_several_prompts_take_as_long_as_one_after_the_other() -> None:
    one, four = (parts(card("RTX 4090"), subject(DENSE), asked(prompt_tokens=512, batch=size)) for size in (1, 4))
    assert four.total_s == pytest.approx(4 * one.total_s, rel=0.02)


@pytest.mark.parametrize(("queued", "steps"), [(0.0, 4 * 8), (100.0, 4 + 8 - 1)])
def test_a_pipeline_overlaps_as_far_as_the_launch_queue_reaches(queued: float, steps: float) -> None:
    assert pipeline_steps(8, devices=4, queued=queued) == pytest.approx(steps)


def test_a_pipeline_is_never_slower_with_a_longer_queue_nor_deeper_than_its_copies() -> None:
    steps = [pipeline_steps(16, devices=8, queued=queued / 4) for queued in range(20)]
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] >= 8 * 16 / COPIES
    assert pipeline_steps(1, devices=8, queued=0.0) == 8


@pytest.mark.parametrize("queued", [0.0, 0.7, 1.4, 2.2, 3.5, 8.0])
def test_a_long_prompt_goes_on_at_the_pace_it_has(queued: float) -> None:
    short, long = (pipeline_steps(batches, devices=6, queued=queued) for batches in (48, 48_000))
    assert long / short == pytest.approx(1000, rel=0.12)
    assert pipeline_steps(96, devices=6, queued=queued) < pipeline_steps(97, devices=6, queued=queued)


def test_what_is_in_the_cache_is_not_read_again() -> None:
    about, fresh = subject(DENSE), asked(prompt_tokens=512)
    cached = replace(fresh, depth_tokens=8192)
    whole = replace(fresh, prompt_tokens=8704)
    times = [parts(card("RTX 4090"), about, run).total_s for run in (fresh, cached, whole)]
    assert times[0] < times[1] < times[2] / 4


def test_large_models_on_few_cards_hardly_overlap_in_older_builds() -> None:
    about, one = subject("Llama-3.3-70B"), asked(build_date=OLD)
    alone = parts(card("RTX 4090"), about, one).total_s
    speed_up = {
        (devices, date): alone / parts(card("RTX 4090"), about, replace(one, devices=devices, build_date=date)).total_s
        for devices, date in ((4, OLD), (8, OLD), (4, NEW))
    }
    assert speed_up[4, OLD] < 1.3
    assert speed_up[8, OLD] > 1.6
    assert speed_up[4, NEW] > 2


@each("architecture", [one for one, card in CATALOG.architectures.items() if card.flop_per_byte])
def test_typical_rates_are_those_of_the_cards(architecture: str) -> None:
    processors = (gpu_processor(one, CATALOG) for one in CATALOG.gpus if CATALOG.gpus[one].architecture == architecture)
    peaks = ((matrix_peak(processor), typical_peak(processor)) for processor in processors)
    ratios = sorted(peak.value / typical.value for peak, typical in peaks if peak and typical)
    assert len(ratios) < 2 or 0.6 < ratios[len(ratios) // 2] < 1.7


def test_without_a_bandwidth_nothing_is_typical() -> None:
    assert typical_peak(card("RTX 4090").changed(bandwidth_bytes_per_s=unknown(told("a test")))) is None


def test_a_processor_is_known_by_its_design_or_by_its_vector_instructions() -> None:
    card_id = CATALOG.cpus.find("Ryzen 9 7950X") or ""
    listed = cpu_processor(card_id, CATALOG)
    detected = listed.changed(architecture="x86_64", vector="avx512_vnni")
    plain = detected.changed(vector=None)
    times = [parts(one, subject(DENSE), asked()).compute_s for one in (listed, detected, plain)]
    assert times[0] == times[1] < times[2]


@pytest.mark.parametrize(("name", "cores"), [("Core i9-13900K", 8), ("Core i5-13500", 6), ("Ryzen 9 7950X", 16)])
def test_of_two_kinds_of_cores_the_fast_ones_work(name: str, cores: int) -> None:
    card_id = CATALOG.cpus.find(name) or ""
    assert cpu_processor(card_id, CATALOG).cores.value == cores


@pytest.mark.parametrize(("name", "fast", "slow"), [("Core Ultra 9 285K", 8, 16), ("Core i9-13900K", 8, 16)])
def test_slow_cores_help_with_prompts_alike_whether_threads_tell_of_them_or_not(
    name: str, fast: int, slow: int
) -> None:
    card_id = CATALOG.cpus.find(name) or ""
    both = cpu_processor(card_id, CATALOG)
    assert (both.cores.value, both.slow_cores) == (fast, slow)
    alone = parts(both.changed(slow_cores=0), subject(DENSE), asked()).compute_s
    assert 0.5 * alone < parts(both, subject(DENSE), asked()).compute_s < alone


def test_processors_of_one_design_have_the_same_vector_instructions() -> None:
    of_design: dict[str, set[str | None]] = {}
    for card in CATALOG.cpus.values():
        of_design.setdefault(card.architecture or card.name, set()).add(card.vector)
    assert {design for design, found in of_design.items() if len(found) > 1} == set()


def test_hopper_multiplies_quantized_weights_like_ampere_unit_for_unit() -> None:
    run = Run(context_tokens=4096, prompt_tokens=512, build_date=NEW)

    def work_per_clock(name: str, quant: str) -> float:
        return 1 / (parts(card(name), subject(DENSE, quant), run).compute_s * (card(name).shader_hz.value or 0.0))

    ampere, hopper = (work_per_clock(name, "Q8_0") for name in ("A100 PCIe 80GB", "H100 SXM 80GB"))
    assert 0.8 < hopper / ampere < 1.2
    assert work_per_clock("H100 SXM 80GB", "F16") > 1.2 * hopper


def test_a_hopper_with_a_cut_peak_is_no_slower_in_prompts_than_a_desktop_card_of_the_same_peak() -> None:
    run = Run(context_tokens=4096, prompt_tokens=2048, build_date=NEW)

    def prompt_s(name: str, quant: str) -> float:
        return parts(card(name), subject(DENSE, quant), run).total_s

    for quant in ("Q4_K_M", "F16"):
        assert prompt_s("H100 SXM 80GB", quant) < prompt_s("H20", quant) < prompt_s("RTX 3090", quant)


def test_turing_is_behind_the_card_of_the_next_generation_in_prompts_and_without_matrix_units_ahead_of_pascal() -> None:
    run = Run(context_tokens=4096, prompt_tokens=2048, build_date=NEW)

    def prompt_s(name: str) -> float:
        return parts(card(name), subject(DENSE, "Q4_K_M"), run).total_s

    assert prompt_s("RTX 3070") < prompt_s("RTX 2080") < prompt_s("GTX 1660 Ti") < prompt_s("GTX 1060 6GB")


def soc_parts(name: str, about: Subject, run: Run, *, engine: str) -> PrefillParts:
    processor = gpu_processor(CATALOG.gpus.find(name) or "", CATALOG)
    calibration = (find_calibration(processor, CATALOG, engine=engine, backend=None) or pytest.fail("none"))[0]
    return prefill_parts(processor, about, calibration, run) or pytest.fail("no figure")


@pytest.mark.parametrize("engine", ["llama.cpp", "mlx-lm"])
def test_matrix_units_of_apple_speed_up_layers_but_hardly_attention(engine: str) -> None:
    about, run = subject(DENSE), asked()
    without = soc_parts("M4 Max (40-core GPU)", about, run, engine=engine)
    units = soc_parts("M5 Max (40-core GPU)", about, run, engine=engine)
    assert 2 < without.compute_s / units.compute_s < 3.5
    assert 0.8 < without.attention_s / units.attention_s < 2


def test_experts_gain_less_from_matrix_units_than_dense_layers() -> None:
    def gain(model: str) -> float:
        without, units = (
            soc_parts(name, subject(model), asked(), engine="llama.cpp").compute_s
            for name in ("M4 Max (40-core GPU)", "M5 Max (40-core GPU)")
        )
        return without / units

    assert gain(SPARSE) < 0.85 * gain(DENSE)


def test_states_of_recurrent_layers_change_token_by_token() -> None:
    def scan_s(model: str) -> float:
        fitted = CATALOG.calibrations["llama-cpp-cuda"]
        with_scan, without = (
            prefill_parts(card("RTX 4090"), subject(model), one, asked()) or pytest.fail("no figure")
            for one in (fitted, fitted.changed(state_per_clock=None))
        )
        return with_scan.attention_s - without.attention_s

    assert scan_s(DENSE) == scan_s("LFM2-8B-A1B") == 0, "a short convolution has no state to change"
    wide, narrow = scan_s("Qwen3.6-35B-A3B") / 30, scan_s("Qwen3.5-0.8B") / 18
    assert wide == pytest.approx(2 * narrow, rel=1e-6), "twice the value heads in each layer"


def test_weights_in_bf16_go_by_sums_in_32_bits() -> None:
    half, brain = (parts(card("RTX 5090"), subject(DENSE, quant), asked()).compute_s for quant in ("F16", "BF16"))
    assert 1.5 * half < brain < 2.1 * half
    server = [parts(card("A100 PCIe 80GB"), subject(DENSE, quant), asked()).compute_s for quant in ("F16", "BF16")]
    assert server[0] == pytest.approx(server[1])


def test_narrow_experts_take_longer_for_the_same_arithmetic() -> None:
    fitted = CATALOG.calibrations["llama-cpp-cuda"]

    def longer(model: str) -> float:
        made = [
            prefill_parts(card("RTX 4090"), subject(model), fitted.changed(fixed_columns=columns), asked())
            for columns in (0.0, 750.0)
        ]
        return (made[1] or pytest.fail("no figure")).compute_s / (made[0] or pytest.fail("no figure")).compute_s

    assert 1.0 < longer(DENSE) < 1.25 < longer("Qwen3.6-35B-A3B")


@pytest.mark.parametrize("name", ["EPYC 7302", "Ryzen 5 5600", "Core i5-6500", "Raspberry Pi 5", "N100"])
@pytest.mark.parametrize("model", [DENSE, SPARSE, "DeepSeek-V3"])
@pytest.mark.parametrize("build", ["2024-01", OLD, NEW, "2026-11"])
def test_a_processor_reads_no_token_slower_than_it_writes_one(name: str, model: str, build: str) -> None:
    """DeepSeek V3 in two bits was read at 2.7 tokens/s and written at 6.7: one could have fed it token by token."""
    one = find_cpu(name, CATALOG) or pytest.fail(name)
    calibration = (find_calibration(one[0], CATALOG, engine="llama.cpp", backend="cpu") or pytest.fail("none"))[0]
    run, slower = asked(prompt_tokens=512, build_date=build), {}
    for quant in CATALOG.quants:
        about = subject(model, quant)
        written = decode_parts(one[0], about, calibration, run.written, middle_tokens=256)
        read = prefill_parts(one[0], about, calibration, run)
        if written is not None and read is not None and read.total_s > 512 * written.total_s * 1.0001:
            slower[quant] = read.total_s / (512 * written.total_s)
    assert not slower


def test_a_tiny_model_waits_for_its_kernels_to_be_started() -> None:
    fitted = CATALOG.calibrations["llama-cpp-cuda"]
    for model, least, most in (("Qwen3-0.6B", 1.2, 10.0), ("Llama-3.1-70B", 1.0, 1.001)):
        at_once = asked(prompt_tokens=64)
        made = [
            prefill_parts(card("RTX 5090"), subject(model), fitted.changed(launch_us=us), at_once) for us in (0.0, 3.5)
        ]
        times = [(one or pytest.fail("no figure")).total_s for one in made]
        assert least <= times[1] / times[0] <= most


def test_ampere_with_stacked_memory_does_more_for_a_joule() -> None:
    def rate(name: str, watts: float) -> float:
        limited = card(name).changed(power_w=known(watts, origin="user", source="a test"))
        return 1 / parts(limited, subject(DENSE), asked()).compute_s

    assert rate("RTX 3090", 350) > 1.3 * rate("RTX 3090", 220)
    assert rate("A100 PCIe 80GB", 100) > 1.5 * rate("RTX 3090", 100)
