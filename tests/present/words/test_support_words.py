"""Old cards: what their makers no longer do for them, and how server boards are cooled."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.rig.rig import Processor
from advisor.present.words.support_words import support_words

CATALOG = load_catalog()


def cpu(name: str) -> Processor:
    return cpu_processor(CATALOG.cpus.find(name) or pytest.fail(f"no card of {name}"), CATALOG)


def words(*cards: str, host: str = "Ryzen 5 5600") -> str:
    return support_words([gpu_processor(f"gpus/{one}", CATALOG) for one in cards], cpu(host))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("nvidia/tesla-p40", "Tesla P40: no new drivers after branch 580, CUDA 12 builds only; needs a blower."),
        ("nvidia/gtx-1080-ti", "GTX 1080 Ti: no new drivers after branch 580, CUDA 12 builds only."),
        ("nvidia/gtx-960", "GTX 960: no new drivers after branch 580, CUDA 12 builds only."),
        ("nvidia/tesla-k80", "Tesla K80: no new drivers after branch 470, CUDA 11 builds only; needs a blower."),
        (
            "amd/instinct-mi50-32gb",
            "Instinct MI50 32GB: ROCm does not support it, figures are for Vulkan builds; needs a blower.",
        ),
        ("nvidia/a100-pcie-40gb", "A100 PCIe 40GB: needs a blower."),
        ("nvidia/a100-sxm-40gb", ""),
        ("nvidia/gtx-1660", ""),
        ("nvidia/rtx-3090", ""),
        ("amd/rx-7900-xtx", ""),
    ],
)
def test_an_old_card_is_told_with_what_is_left_of_its_support(card: str, said: str) -> None:
    assert words(card) == said


def test_every_card_takes_one_line_of_twenty_words() -> None:
    cards = [one.removeprefix("gpus/") for one in CATALOG.gpus if one.startswith("gpus/")]
    assert [one for one in cards if len(words(one).split()) > 20] == []


def test_equal_cards_are_told_once_and_a_server_has_its_own_airflow() -> None:
    assert words("nvidia/tesla-p40", "nvidia/tesla-p40").count("Tesla P40") == 1
    assert "blower" not in words("nvidia/tesla-p40", host="EPYC 7763")


def test_the_last_cuda_of_an_architecture_is_that_of_the_builds_for_its_chips() -> None:
    """Both cards state it: architectures and backends."""
    newest = max(float(one.capability_at_least or 0) for one in CATALOG.backends.values() if one.backend == "cuda")
    for design in CATALOG.architectures.values():
        if design.vendor == "nvidia" and design.targets:
            is_too_old = all(float(one) < newest for one in design.targets)
            assert (design.last_cuda is not None) == is_too_old, design.name
