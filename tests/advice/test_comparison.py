"""Rigs side by side: what is tried on changes what the page is about, not what is said of the rig as it is."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from advisor.advice.comparison import Asked, Entry, SavedRigs, asked_rig, compare_steps
from advisor.advice.known_models import KnownModels
from advisor.advice.purchase import PurchaseAsked
from advisor.answer.money.prices import Prices
from advisor.answer.what_if.edited_rig import edit_offers, edited
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.facts.asked.question import Edit, Question
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.rows import PRICE
from advisor.present.upgrade.view import worth_view
from tests.advice.reference_rigs import CATALOG, KNOWN

MONEY, TODAY = Money(), date(2026, 11, 20)
MODELS = KnownModels(CATALOG)


def _asked(rig_name: str, model_id: str) -> Asked:
    real = KNOWN[rig_name]
    question = WorthQuestion(CATALOG, "chat", model_id, None, MONEY)
    now = Question(workload_id="chat", model_id=model_id, fields={"quant": "q4_k_m", "context_tokens": 4096})
    return Asked(PurchaseAsked(real, question), now, MODELS, real, rig_name, Prices(CATALOG, MONEY, TODAY))


def _offers(asked: Asked) -> Iterator[Edit]:
    offers = edit_offers(asked.real, asked.prices)
    yield from (Edit(kind="memory", memory_bytes=one) for one in offers.sizes_bytes)
    yield from (Edit(kind="card", card=one) for one in offers.cards[:2])


@pytest.mark.parametrize(
    ("rig_name", "model_id"),
    [
        ("Laptop with RTX 4060 8GB", "qwen/qwen3.6-35b-a3b"),
        ("Laptop with RTX 4060 8GB", "gemma/gemma-4-26b-a4b"),
        ("gaming PC", "llama/llama-3.3-70b"),
    ],
)
def test_what_is_tried_on_changes_no_row(rig_name: str, model_id: str) -> None:
    before = _asked(rig_name, model_id)
    for edit in _offers(before):
        entries = (Entry(edits=(edit,)),)
        *_, as_it_is = compare_steps(before, entries, SavedRigs())
        tried = replace(before.purchase, rig=edited(before.real, (edit,), before.prices))
        *_, with_it = compare_steps(replace(before, purchase=tried), entries, SavedRigs())
        assert as_it_is is not None
        assert with_it is not None
        figures, before_figures = ([row.cells[1:] for row in one.rows] for one in (with_it, as_it_is))
        assert figures == before_figures, edit
        assert with_it.rows[0].cells[0] == f"{as_it_is.rows[0].cells[0]} as it is now"


@pytest.mark.parametrize(
    ("rig_name", "model_id"),
    [
        ("office PC", "qwen/qwen3-32b"),  # no file of it is of use there as it is
        ("gaming PC", "gemma/gemma-4-31b"),
    ],
)
def test_what_is_ticked_says_the_same_side_by_side(rig_name: str, model_id: str) -> None:
    asked = _asked(rig_name, model_id)
    answer = answer_worth(asked.real.machine, asked.real.rig, asked.purchase.question, today=TODAY)
    ticked = [one for one in answer.others if one.edits][:12]
    assert ticked
    for one in ticked:
        beside = asked_rig(asked, rig_name, edited(asked.real, one.edits, asked.prices).rig)
        assert (beside.rate, beside.file) == (one.reached.rate, one.reached.quant), one.name


def test_kits_that_make_the_same_memory_stand_side_by_side_at_their_own_prices() -> None:
    """Sticks beside those that are there and a kit in their place both made 32 GB: one ticked the other."""
    asked = _asked("Office PC without graphics card 16GB", "lfm/lfm2.5-8b-a1b")
    answer = answer_worth(asked.real.machine, asked.real.rig, asked.purchase.question, today=TODAY)
    rows = [
        row
        for row in worth_view(answer, None).rows
        if row.name.endswith(("16 GB more of DDR4 RAM", "32 GB of DDR4 RAM in all"))
    ]
    entries = [Entry(edits=row.edits) for row in rows]
    assert len({entry.id for entry in entries}) == len(rows) == 2
    *_, view = compare_steps(asked, entries, SavedRigs())
    assert view is not None
    for row, beside in zip(rows, view.rows[1:], strict=True):
        assert beside.cells[0] == f"With {row.name}"
        assert beside.cells[-1].split(" (")[0] == row.cells[PRICE].text.split(" new")[0]
    card = Edit(kind="card", card="gpus/nvidia/rtx-3090")
    both, alone = ((*rows[1].edits, card), (card,))
    *_, view = compare_steps(asked, [Entry(edits=one) for one in (both, alone)], SavedRigs())
    assert view is not None
    assert all("$" in row.cells[-1] for row in view.rows[1:])
    assert len({row.cells[-1] for row in view.rows[1:]}) == 2
