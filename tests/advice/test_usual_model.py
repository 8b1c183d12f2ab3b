"""What looks for the best model on a rig shares what was found, as long as rig and cards are the very same."""

from advisor.advice.usual_model import known_usual_model, usual_model
from advisor.answer.rig.rank import first_steps, kept_rank, rank_models
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.rig.rig import Rig
from tests.fakes.rigs import RIGS
from tests.fakes.sure import sure

CATALOG, WORK = load_catalog(), "pictures"


def rig_of() -> Rig:
    machine, measured = RIGS["gaming PC"]
    return assemble_rig(known_machine(machine, (), CATALOG), measured, CATALOG)


def test_the_first_is_looked_for_once() -> None:
    rig = rig_of()
    assert list(first_steps(rig, CATALOG, WORK))
    assert not list(first_steps(rig, CATALOG, WORK))
    assert sure(kept_rank(rig, CATALOG, WORK).first) == rank_models(rig, CATALOG, workload_id=WORK)[0]


def test_the_same_rig_read_anew_is_asked_anew() -> None:
    list(first_steps(rig_of(), CATALOG, WORK))
    assert list(first_steps(rig_of(), CATALOG, WORK))


def test_what_is_usual_is_known_once_it_was_found() -> None:
    rig, other = rig_of(), "qwen/qwen3-8b"
    assert known_usual_model(rig, "coding", CATALOG) is None
    best = sure(usual_model(rig, "coding", CATALOG))
    assert known_usual_model(rig, "coding", CATALOG) == best
    is_asked = kept_rank(rig, CATALOG, "coding").knows(other)
    assert (known_usual_model(rig, "coding", CATALOG, picked_id=other) is not None) is is_asked
