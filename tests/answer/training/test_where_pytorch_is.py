"""Graphics for which PyTorch has no build train nothing, however much they could compute."""

import pytest

from advisor.answer.tasks.ask import answer_question, named_question
from advisor.catalog.cards.catalog import load_catalog
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("computer", "is_cpu"),
    [
        ("Office PC without graphics card 16GB", True),  # UHD Graphics 730
        ("PC with Arc B580", False),
        ("PC with RTX 3060 12GB", False),
        ("Mac mini M4 16GB", False),
    ],
)
def test_what_trains_has_a_build_of_pytorch(computer: str, is_cpu: bool) -> None:
    rig = known_computer(sure(CATALOG.computers.find(computer)), CATALOG).rig
    found = answer_question(rig, CATALOG, named_question("fine-tune-lora", "Llama 3.2 1B", CATALOG))
    assert found.chosen.is_cpu == is_cpu
    blocked = [one.blocked.code for one in found.options if one.blocked is not None]
    assert blocked == ["no_pytorch_build"] * is_cpu
