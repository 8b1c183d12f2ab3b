"""The light of a pile of requests: whether it is done in a night, however many are served at once."""

import pytest

from advisor.answer.rig.rank import rank_models
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure

CATALOG = load_catalog()
NIGHT_S = 8 * 3600


@pytest.mark.parametrize("name", ["old server", "4090 desktop", "laptop"])
def test_a_pile_is_of_use_where_it_is_done_in_a_night(name: str) -> None:
    """All models of a server were fine, one with 110 tokens/s for 2,053 users among them."""
    machine, measured = RIGS[name]
    rig = assemble_rig(known_machine(machine, (), CATALOG), measured, CATALOG)
    ranked = [one for one in rank_models(rig, CATALOG, workload_id="serve-many") if one.wait_s is not None]
    for one in ranked:
        if one.is_held_by_model:
            continue
        if one.light.usability in ("great", "fine"):
            assert sure(one.wait_s).middle <= NIGHT_S, one.model.name
        elif one.light.usability == "slow":
            assert sure(one.wait_s).middle > NIGHT_S / 2, one.model.name
    words = {one.light.usability for one in ranked if not one.is_held_by_model}
    assert {"great", "slow"} <= words
