"""A speed that a person says a model reached on a rig: on which device, and whether it can be true."""

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.runs.imported_device import chosen_processor
from advisor.answer.text.execution_targets import execution_targets
from advisor.answer.text.own_runs import Judged, calibration_of, judged
from advisor.answer.text.run_options import find_run_options
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.machine.measurement import OwnRun
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
    best = find_run_options(execution_targets(rig, catalog), subject, Run(context_tokens=CONTEXT_TOKENS)).best
    if best.offloaded is not None or best.target.devices > 1:
        raise ProblemError("takes_several_devices", name=subject.name, quant=subject.weights.quant)
    return best.processor.id


def judged_claim(claim: OwnRun, rig: Rig, catalog: Catalog) -> Judged:
    """The claim beside what the formula expects without it.

    Raises:
        ProblemError: the rig has no such device, or the catalog no such model or quantization.
    """
    processor = chosen_processor(claim.processor, rig)
    target = next(
        one for one in execution_targets(rig, catalog) if one.devices == 1 and one.processor.id == processor.id
    )
    found = judged(claim, processor, calibration_of(claim, processor, target.calibration, catalog), catalog)
    if found is None:
        raise ProblemError("quant_not_in_catalog", name=shortened(claim.model_id), quant=shortened(claim.quant))
    return found
