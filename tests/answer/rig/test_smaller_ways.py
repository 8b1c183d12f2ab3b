"""What people do on small cards before a task other than text is said not to fit: each case is published."""

import pytest

from advisor.answer.tasks.ask import answer_question, named_question
from advisor.answer.which_device.device import find_processor
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.asked.request import DeviceFacts, PredictRequest
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from advisor.predict.memory.fit import reserve_bytes
from tests.fakes.said import said
from tests.fakes.sure import sure

CATALOG = load_catalog()
CPU_ID = "cpus/amd/ryzen-7-7700x"


def host(*, gib: int, free_gib: int) -> Processor:
    return cpu_processor(CPU_ID, CATALOG).changed(
        memory_total_bytes=known(gib * GIB, origin="detected", source="a test"),
        memory_free_bytes=known(free_gib * GIB, origin="detected", source="a test"),
    )


def office(*, free_gib: int) -> Rig:
    return Rig(name="an office", processors=(host(gib=16, free_gib=free_gib),))


def ask(workload_id: str, model: str, card: str, *, main_gib: int = 32) -> TaskAnswer:
    gpu = gpu_processor(CATALOG.gpus.find(card) or "", CATALOG).changed(id="gpu0")
    question = named_question(workload_id, model, CATALOG)
    return answer_question(
        Rig(name="a desktop", processors=(host(gib=main_gib, free_gib=main_gib - 4), gpu)),
        CATALOG,
        question,
        candidates=(),
    )


@pytest.mark.parametrize(
    ("card", "model"),
    [
        # github.com/unslothai/unsloth, README: 2,972 tokens of Llama 3.1 8B on 8 GB
        ("RTX 4060", "Llama 3.1 8B"),
        ("RTX 4060", "Qwen3 8B"),
        # unsloth.ai/docs, requirements: 8.5 GB at least for 14B, 26 GB for 32B, 22 GB for 27B
        ("RTX 3060 12GB", "Qwen3 14B"),
        ("RTX 4060 Ti 16GB", "Qwen3 14B"),
        ("RTX 4090", "Gemma 3 27B"),
        ("RTX 4090", "Qwen3 32B"),
        # unsloth.ai/blog/gpt-oss: gpt-oss 20B in 14 GB
        ("RTX 4060 Ti 16GB", "gpt-oss 20B"),
        ("RTX 4090", "gpt-oss 20B"),
    ],
)
def test_adapters_are_trained_on_the_smallest_cards_that_are_published(card: str, model: str) -> None:
    one = ask("fine-tune-qlora", model, card).chosen

    assert not one.is_cpu
    assert one.fit.verdict in ("fits", "tight")
    assert sure(one.fit.spare_bytes) >= 0


def test_a_smaller_batch_is_taken_only_where_the_usual_one_does_not_fit_and_is_said() -> None:
    small, large = (ask("fine-tune-qlora", "Qwen3 8B", card).chosen for card in ("RTX 4060", "RTX 4090"))

    assert "smaller_batch_to_fit" in said(*small.answer.notes)
    assert "smaller_batch_to_fit" not in said(*large.answer.notes)


@pytest.mark.parametrize("card", ["RTX 4060", "RTX 3060 12GB", "RTX 4060 Ti 16GB", "RTX 4090"])
@pytest.mark.parametrize(
    ("workload_id", "model"),
    [
        ("films", "Wan 2.2 T2V A14B"),
        ("films", "Wan 2.2 T2V A14B Lightning"),
        ("films", "Wan 2.2 TI2V 5B"),
        ("films", "HunyuanVideo 1.5"),
        ("films", "LTX-2.3"),
        ("pictures", "FLUX.1-dev"),
        ("pictures", "FLUX.2-dev"),
        ("pictures", "Qwen-Image"),
        ("pictures", "Z-Image Turbo"),
    ],
)
def test_current_models_of_pictures_and_films_run_from_8_gb_on(card: str, workload_id: str, model: str) -> None:
    """With ComfyUI, WanGP or stable-diffusion.cpp; the slower for it. The way that is taken is named."""
    one = ask(workload_id, model, card).chosen

    assert not one.is_cpu
    assert one.fit.verdict in ("fits", "tight", "spills")
    ways = {"parts_take_turns", "layers_streamed", "decoded_in_tiles", "smaller_size_to_fit"}
    assert one.fit.verdict == "fits" or ways & said(*one.answer.notes)


def test_a_film_is_made_in_the_size_that_people_take() -> None:
    """The example of its maker has 720 lines, more than twice the pixels of the workload."""
    for card in ("RTX 4060", "RTX 3060 12GB"):
        request = ask("films", "Wan 2.2 T2V A14B", card).chosen.request
        assert min(request.width, request.height) == 480


def sized(model: str, card: str, side: int, *, main_gib: int = 32, candidates: tuple[str, ...] = ()) -> TaskAnswer:
    gpu = gpu_processor(CATALOG.gpus.find(card) or "", CATALOG).changed(id="gpu0")
    question = named_question("pictures", model, CATALOG)
    question = question.changed(fields={**question.fields, "width": side, "height": side})
    rig = Rig(name="a desktop", processors=(host(gib=main_gib, free_gib=main_gib - 4), gpu))
    return answer_question(rig, CATALOG, question, candidates=candidates)


def test_what_does_not_fit_is_made_in_the_largest_size_that_does() -> None:
    """2048 x 2048 became 768 x 768 on an RTX 4060 Laptop, which makes 1536 x 1536."""
    found = sized("FLUX.2 klein 9B", "RTX 4060 Laptop", 2048, main_gib=16)
    assert (found.chosen.request.width, found.chosen.request.height) == (1536, 1536)
    assert "smaller_size_to_fit" in said(*found.chosen.answer.notes)
    assert sized("FLUX.2 klein 9B", "RTX 4060 Laptop", 2048, main_gib=48).chosen.request.width == 1536


def test_others_are_compared_at_the_size_that_is_made() -> None:
    """An RTX 5090 that makes 2048 x 2048 was 1.6 times as fast as a laptop with 768 x 768."""
    found = sized("FLUX.2 klein 9B", "RTX 4060 Laptop", 2048, main_gib=16, candidates=("gpus/nvidia/rtx-5090",))
    assert {one.request.width for one in (*found.options, *found.candidates, *(one.option for one in found.steps))} == {
        1536
    }


@pytest.mark.parametrize("model", ["FLUX.2 klein 9B", "FLUX.1-dev", "Qwen-Image", "Z-Image Turbo"])
@pytest.mark.parametrize("card", ["RTX 3060 12GB", "RTX 4060", "RTX 4090"])
def test_a_larger_picture_takes_no_larger_file(model: str, card: str) -> None:
    """FLUX.2 klein 9B came in 4 bits for 1024 x 1024 on an RTX 3060, and in 8 for 2048 x 2048."""
    chosen = [sized(model, card, side).chosen.request for side in (1024, 1536, 2048)]
    files = ["bf16", "fp8", "Q8_0", "Q4_K_M"]
    places = [files.index(one.precision) for one in chosen]
    assert places == sorted(places)


def test_the_adapter_of_four_steps_makes_a_film_on_12_gb_in_minutes() -> None:
    """It is what most people run: 20 times fewer passes."""
    usual, fast = (ask("films", f"Wan 2.2 T2V A14B{form}", "RTX 3060 12GB").chosen for form in ("", " Lightning"))

    assert 60 < 1 / sure(fast.rate).middle < 900
    assert sure(fast.rate).middle > 10 * sure(usual.rate).middle


def test_a_small_model_lies_on_a_mac_of_8_gb_and_on_a_card_of_4_gb_as_a_whole() -> None:
    """macOS keeps a third for itself already; of 4 GiB nobody leaves a quarter free."""
    small, mac = (
        find_processor(PredictRequest(device=name, device_facts=DeviceFacts(memory_gb=size)), CATALOG).processor
        for name, size in (("GTX 1650", 4), ("M1", 8))
    )
    assert reserve_bytes(small) <= GIB // 2
    assert reserve_bytes(mac) <= GIB // 2
    assert reserve_bytes(gpu_processor("gpus/nvidia/rtx-4090", CATALOG)) == GIB


def test_a_language_model_is_trained_from_nothing_with_fewer_sequences_at_a_time() -> None:
    one = ask("pre-train", "SmolLM2 135M", "RTX 3060 12GB").chosen
    assert one.fit.verdict in ("fits", "tight")
    assert "smaller_batch_to_fit" in said(*one.answer.notes)


def test_pictures_are_made_without_a_card_in_less_than_32_bits_where_those_do_not_fit() -> None:
    question = named_question("pictures", "SDXL", CATALOG)
    one = answer_question(office(free_gib=12), CATALOG, question, candidates=()).chosen
    assert one.light.usability == "slow"


def test_vectors_are_computed_without_a_card_in_the_files_of_llama_cpp_where_whole_weights_do_not_fit() -> None:
    question = named_question("embeddings", "Qwen3-Embedding 8B", CATALOG)
    one = answer_question(office(free_gib=13), CATALOG, question, candidates=()).chosen
    assert one.light.usability == "slow"
    assert one.request.precision == "Q8_0"


@pytest.mark.parametrize("model", ["Wan 2.2 T2V A14B", "Wan 2.2 I2V A14B"])
def test_a_card_that_holds_a_smaller_file_alone_is_no_slower_for_it(model: str) -> None:
    """16 GB hold a step in four bits, 12 GB do not: read again from main memory, eight bits are faster on both."""
    small, large = (sure(ask("films", model, card).chosen.rate).middle for card in ("RTX 4070", "RTX 4080"))
    assert large > small
