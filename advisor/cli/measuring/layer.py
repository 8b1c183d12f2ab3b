"""`rig-advisor bench --layer`: a dense layer run live on the processor and on each card, the prediction beside it."""

import contextlib
import sys
from collections.abc import Generator, Iterator

from advisor.advice.assembled import assembled
from advisor.advice.this_machine import this_machine
from advisor.answer.rig.crossover import layer_work, pass_s
from advisor.bench.host import host_of
from advisor.bench.jobs import START, WorkerPlan, worker_command
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.cards import all_cards
from advisor.cli.frame.place import place
from advisor.facts.answers.crossover import LAYER_WIDTH, LayerRun, LayerRuns
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.facts.values.reason import reason
from advisor.facts.values.units import PER_MILLE
from advisor.present.learn.pictures import layer_text
from advisor.present.words.reasons.in_words import told_json
from advisor.probe.detect.core_cpus import core_cpus
from advisor.run.child import child_messages

_CHILD_LIMIT_S = 60.0
_DETECTION_LIMIT_S = 60.0


def layer_events(*, allow_software: bool = False) -> Iterator[Message]:
    """The runs of every device, each child for itself, as results of the kind `layer_run`."""
    yield Progress(per_mille=0, phase=reason("reading_hardware"), limit_s=_DETECTION_LIMIT_S)
    catalog, where = all_cards(), place(None)
    profile = this_machine(where, catalog)
    rig = assembled(profile, catalog).rig
    for number, device in enumerate(("cpu", "gpu")):
        plan = WorkerPlan(
            kind="layer",
            names=(rig.processors[0].name,),
            device=device,
            seconds=_CHILD_LIMIT_S,
            host=host_of(profile.machine, core_cpus(*where)),
            allow_software=allow_software,
        )
        yield from _child(plan, rig, catalog, begun=PER_MILLE * number // 2)
    yield Done()


def print_layer(events: Iterator[Message], *, as_json: bool) -> int:
    """The same as one document, or as a table for people."""
    runs: list[LayerRun] = []
    failures: list[Failure] = []
    for message in events:
        if isinstance(message, Result):
            runs.append(message.record(LayerRun))
        elif isinstance(message, Failure):
            failures.append(message)
    reasons = tuple(one.sentence for one in failures)
    if as_json:
        sys.stdout.write(told_json(LayerRuns(runs=tuple(runs), failures=reasons), indent=2) + "\n")
    else:
        sys.stdout.write(layer_text(runs, reasons))
    return 0


def _child(plan: WorkerPlan, rig: Rig, catalog: Catalog, *, begun: int) -> Generator[Message, None, None]:
    """One child's messages, its results with their prediction; how it ended where that was not well."""
    messages = child_messages(worker_command(plan), total_limit_s=_CHILD_LIMIT_S)
    with contextlib.closing(messages):
        while True:
            try:
                message = next(messages)
            except StopIteration as end:
                if end.value.kind != "done":
                    yield Failure(code="layer", sentence=end.value.sentence, device=plan.device)
                return
            if isinstance(message, Progress) and message.phase != START:
                yield message.changed(per_mille=begun + message.per_mille // 2)
            elif isinstance(message, Failure):
                yield message
            elif isinstance(message, Result):
                run = message.record(LayerRun)
                expected = run.changed(predicted_s=_predicted_s(run, rig, catalog))
                yield Result(kind="layer_run", body=expected.model_dump(mode="json"))


def _predicted_s(run: LayerRun, rig: Rig, catalog: Catalog) -> float | None:
    """What was to be expected of this device; None where it is not known, or which one of the rig it is."""
    processor = _processor(run, rig)
    if processor is None:
        return None
    return pass_s(processor, layer_work(LAYER_WIDTH, LAYER_WIDTH), run.rows, catalog)


def _processor(run: LayerRun, rig: Rig) -> Processor | None:
    """The processor of the rig that ran it: by its name, or the only one there is."""
    if run.device == "cpu":
        return rig.processors[0]
    cards = rig.processors[1:]
    named = [one for one in cards if one.name.casefold() == run.device_name.casefold()]
    return named[0] if named else cards[0] if len(cards) == 1 else None
