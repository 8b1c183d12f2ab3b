"""All models of one workload on one rig, as texts: what another process is asked for, and can send back."""

from collections.abc import Iterator, Sequence

from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rank import each_ranked
from advisor.answer.tasks.ask import find_workload
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.sweep import SweepRow
from advisor.facts.rig.rig import Rig
from advisor.present.rank.records import ranked_model


def swept(rig: str, labels: Sequence[str], workload_id: str) -> tuple[str, ...]:
    """A row of JSON for each model and label; `rig` is a Rig as JSON. None where nothing can be said of the rig."""
    return tuple(_rows(Rig.model_validate_json(rig), labels, workload_id))


def _rows(rig: Rig, labels: Sequence[str], workload_id: str) -> Iterator[str]:
    catalog = load_catalog()
    task = find_workload(workload_id, catalog).task
    try:
        for one in each_ranked(rig, catalog, workload_id=workload_id):
            found = ranked_model(one, task)
            told = {name: getattr(found, name) for name in SweepRow.annotated if hasattr(found, name)}
            for label in labels:
                yield SweepRow(label=label, workload=workload_id, **told).model_dump_json()
    except (ProblemError, ArithmeticError, ValueError):  # figures of strangers may be valid, and of no machine
        return
