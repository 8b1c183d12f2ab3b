"""Better hardware never gets a smaller promise: random upgrades of thirty rigs, seeded.

`UPGRADES=500 pytest tests/advice/test_better_rig.py` tries as many.
"""

import datetime
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random

import pytest

from advisor.answer.money.prices import Prices
from advisor.answer.rig.rank import rank_models
from advisor.answer.rig.ranked import Ranked
from advisor.answer.text.one_setting import Setting
from advisor.answer.what_if.edited_rig import board_ids, edited
from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.hardware.carded_gpu import carded_gpu
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.asked.question import Edit
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import KnownRig
from tests.advice.reference_rigs import CATALOG, FEW, KNOWN, MEASURED
from tests.answer.rig.test_better_hardware import NEARLY, better_pairs

COUNT = int(os.environ.get("UPGRADES", "60"))
MEMORY_KNOWN = [name for name, one in KNOWN.items() if all(it.memory_total_bytes.value for it in one.rig.processors)]
"""Rigs of which it can be said that another one is better."""
PRICES = Prices(CATALOG, Money(), datetime.date(2026, 11, 23))


@pytest.mark.broad
def test_no_upgrade_takes_a_model_a_light_or_speed_away() -> None:
    rng, worse, tried = Random(7), list[str](), 0
    while tried < COUNT:
        name, workload_id = rng.choice(MEMORY_KNOWN), rng.choice(list(CATALOG.workloads))
        upgrade, better = next(upgrades(name, rng), ("", None))
        if better is None:
            continue
        tried += 1
        before, after = ranked(name, workload_id), ranking(better, workload_id)
        told = [*lost(settings(before), settings(after)), *worse_headline(before[0], after[0])]
        worse += [f"{name}, {workload_id}, {upgrade}: {one}" for one in told]
    assert not worse


TASK_COUNT = COUNT // 6
"""Of other tasks all models are asked, which takes longer."""


@pytest.mark.broad
def test_no_upgrade_takes_a_light_or_speed_away_in_other_tasks() -> None:
    rng, worse, tried = Random(8), list[str](), 0
    while tried < TASK_COUNT:
        name, workload_id = rng.choice(MEMORY_KNOWN), rng.choice(list(CATALOG.other_workloads))
        upgrade, better = next(upgrades(name, rng), ("", None))
        if better is None:
            continue
        tried += 1
        before, after = (rank_models(one.rig, CATALOG, workload_id=workload_id) for one in (KNOWN[name], better))
        told = [*lost_tasks(before, after), *worse_headline(before[0], after[0])]
        worse += [f"{name}, {workload_id}, {upgrade}: {one}" for one in told]
    assert not worse


def test_a_second_card_is_used_with_a_little_in_main_memory_rather_than_filled() -> None:
    one = beside(KNOWN["old server"], "gpus/amd/radeon-ai-pro-r9700")
    two = beside(one, "gpus/amd/radeon-ai-pro-r9700") if one else None
    assert one
    assert two
    before, after = (settings(ranking(rig, "chat"))["gpt-oss/gpt-oss-120b"] for rig in (one, two))
    assert before.usability == after.usability == "great"
    assert after.option.is_gpu
    assert (after.option.tokens_per_s or 0.0) > 2 * (before.option.tokens_per_s or 0.0)


def test_a_model_that_has_one_file_alone_is_chosen_where_the_card_helps_the_processor() -> None:
    better = beside(KNOWN["Server with one EPYC 9554, no graphics card"], "gpus/intel/arc-a770-16gb")
    assert better
    assert settings(ranking(better, "long-documents"))["gpt-oss/gpt-oss-120b"].quant == "MXFP4_MOE"


def lost_tasks(before: Sequence[Ranked], after: Sequence[Ranked]) -> Iterator[str]:
    """What is promised less of another task; in smaller pieces, or in a worse file, that one rig has to take, it may be
    quicker.
    """
    found = {one.model_id: one for one in after}
    for old in before:
        new = found[old.model_id]
        if new.light.place > old.light.place:
            yield f"{old.model_id} {old.usability} -> {new.usability}"
        is_same = new.light.place == old.light.place and not is_made_smaller(old) and lost_by(new) >= lost_by(old)
        if is_same and old.rate and (new.rate is None or new.rate.middle < NEARLY * old.rate.middle):
            yield f"{old.model_id} {old.rate.middle:.3g} -> {new.rate and new.rate.middle} a second"


def lost_by(one: Ranked) -> int:
    """How much worse than usual its file answers."""
    return loss_steps(str(getattr(one.way.request, "precision", ""))) if isinstance(one.way, TaskOption) else 0


def is_made_smaller(one: Ranked) -> bool:
    return isinstance(one.way, TaskOption) and any("smaller" in note.code for note in one.way.answer.notes)


def lost(before: Mapping[str, Setting], after: Mapping[str, Setting]) -> Iterator[str]:
    """What is promised less.

    A light may fall within what is of use for a file of better quality, and what has a better light be written slower.
    """
    for model_id, old in before.items():
        new = after[model_id]
        is_finer = loss_steps(new.quant) < loss_steps(old.quant) and new.light.is_useful
        if new.place > old.place and not is_finer:
            yield f"{model_id} {old.usability} ({old.quant}) -> {new.usability} ({new.quant})"
        rates = (new.option.tokens_per_s or 0.0, old.option.tokens_per_s or 0.0)
        is_same = old.usability != "wont_run" and new.quant == old.quant and new.place == old.place
        if is_same and rates[0] < NEARLY * rates[1]:
            yield f"{model_id} {rates[1]:.1f} -> {rates[0]:.1f} tokens/s"
    if sum(one.light.is_useful for one in after.values()) < sum(one.light.is_useful for one in before.values()):
        yield "fewer models of use"


def worse_headline(before: Ranked, after: Ranked) -> Iterator[str]:
    """The best model has a worse light, and is not a more capable one."""
    if after.light.place > before.light.place and after.able <= before.able:
        yield f"headline {before.model_id} {before.usability} -> {after.model_id} {after.usability}"


def ranking(rig: KnownRig, workload_id: str) -> tuple[Ranked, ...]:
    return rank_models(rig.rig, FEW, workload_id=workload_id)


@cache
def ranked(name: str, workload_id: str) -> tuple[Ranked, ...]:
    return ranking(KNOWN[name], workload_id)


def settings(ranks: tuple[Ranked, ...]) -> dict[str, Setting]:
    return {one.model_id: one.way for one in ranks if isinstance(one.way, Setting)}


def upgrades(name: str, rng: Random) -> Iterator[tuple[str, KnownRig]]:
    """What the rig can take, in random order."""
    now = KNOWN[name]
    installed = now.machine.memory.installed_bytes.value
    own = next((one.card for one in now.rig.processors if one.pool == "vram" and one.card), None)
    boards = board_ids(CATALOG)
    newer = [better for better, other in better_pairs() if other == own and better in boards]
    second = Edit(kind="second_card")
    edits: list[tuple[Edit, ...]] = [(Edit(kind="sticks"),), (second,)]
    edits += [(Edit(kind="memory", memory_bytes=installed * rng.choice((2, 4))),)] if installed else []
    edits += [(card := Edit(kind="card", card=rng.choice(newer)),), (card, second)] if newer else []
    kinds: list[tuple[Edit, ...] | str] = [*edits, rng.choice(boards)]
    for edit in rng.sample(kinds, len(kinds)):
        better = beside(now, edit) if isinstance(edit, str) else edited(now, edit, PRICES)
        if better is not None and better is not now:
            yield str(edit), better


def beside(now: KnownRig, card_id: str) -> KnownRig | None:
    """The rig with one more card; None where it has no slot for one."""
    if any(one.pool == "unified" and one.vendor != "intel" for one in now.rig.processors):
        return None
    more = now.machine.changed(gpus=(*now.machine.gpus, carded_gpu(card_id, CATALOG)))
    machine = known_machine(more, (), CATALOG)
    return KnownRig(machine, assemble_rig(machine, MEASURED.get(now.rig.name), CATALOG, name=now.rig.name))
