"""What is of use stands before what is slow."""

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.catalog.cards.catalog import load_catalog
from tests.answer.judge.expert_rigs import named_rig

CATALOG = load_catalog()
PARTS = {"cpu": "Ryzen 5 5600", "ram_gib": 32, "sticks": 2, "ram_type": "DDR4", "ram_mt": 3200, "form": "desktop"}


@pytest.mark.parametrize("workload_id", ["chat", "coding"])
def test_no_slow_model_stands_before_one_that_is_of_use(workload_id: str) -> None:
    _, rig = named_rig({**PARTS, "gpus": ["RX 6600"]}, CATALOG)
    found = [one for one in rank_models(rig, CATALOG, workload_id=workload_id) if not one.older]
    useful = [place for place, one in enumerate(found) if one.light_is_useful]
    assert all(one.light_is_useful for one in found[: max(useful) + 1])
