"""A speed that a person says a model reached on a rig: on which device, and whether it can be true."""

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.runs.printed_device import chosen_processor
from advisor.answer.text.own_runs import Judged, calibration_of, judged
from advisor.answer.text.seats import rig_seats
from advisor.answer.text.ways import find_ways
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.machine.own_run import OwnRun
from advisor.facts.rig.rig import Rig
from advisor.predict.model.subject import Run, Subject

CONTEXT_TOKENS = 4096


def likely_processor_id(rig: Rig, catalog: Catalog, *, model_id: str, quant: str) -> str:
    """The device that a model of the catalog runs on where nobody says otherwise; ProblemError as for a subject."""
    model = catalog.models[model_id]
    card, _, _ = find_quant(quant, model, catalog)
    return likely_processor(rig, catalog, subject_of(model, card, catalog))


def likely_processor(rig: Rig, catalog: Catalog, subject: Subject) -> str:
    """The id of the device that a model runs on where nobody says otherwise.

    Raises:
        ProblemError: it needs several devices: then its speed tells of none of them.
    """
    best = find_ways(rig_seats(rig, catalog), subject, Run(context_tokens=CONTEXT_TOKENS)).best
    if best.mixed is not None or best.seat.devices > 1:
        name = f"{subject.name} as {subject.weights.quant}"
        raise ProblemError(f"{name} takes more than one device here: name the one that held all of it")
    return best.processor.id


def judged_claim(claim: OwnRun, rig: Rig, catalog: Catalog) -> Judged:
    """The claim beside what the formula expects without it.

    Raises:
        ProblemError: the rig has no such device, or the catalog no such model or quantization.
    """
    processor = chosen_processor(claim.processor, rig)
    seat = next(one for one in rig_seats(rig, catalog) if one.devices == 1 and one.processor.id == processor.id)
    found = judged(claim, processor, calibration_of(claim, processor, seat.calibration, catalog), catalog)
    if found is None:
        raise ProblemError(f"{shortened(claim.model_id)} as {shortened(claim.quant)} is not in the catalog")
    return found
