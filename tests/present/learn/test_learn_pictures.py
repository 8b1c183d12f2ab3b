"""What cards of Learn show of a rig, and the words elsewhere that lead to them."""

from typing import get_args

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.claim import Picture
from advisor.facts.answers.crossover import LayerRun
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GB
from advisor.present.learn.pictures import layer_view
from advisor.present.learn.text import MOST, TermFinder, answer_texts, learn_pictures, rig_texts
from tests.fakes import views

CATALOG = load_catalog()


def rig(card: str | None = "gpus/nvidia/rtx-4090", *, is_measured: bool = True) -> Rig:
    cpu = cpu_processor("cpus/amd/ryzen-9-7950x", CATALOG)
    if is_measured:
        cpu = cpu.changed(bandwidth_bytes_per_s=known(80.0 * GB, origin="user", source="a test"))
    else:
        cpu = cpu.changed(name="A processor", card=None, cores=unknown(told("nobody knows")))
    return Rig(name="a rig", processors=(cpu, *((gpu_processor(card, CATALOG),) if card else ())))


def run(device: str, rows: int, middle_s: float, predicted_s: float | None) -> LayerRun:
    return LayerRun(
        device=device, device_name=device, rows=rows, middle_s=middle_s, low_s=middle_s, high_s=middle_s, passes=3,
        method="a test", predicted_s=predicted_s,
    )  # fmt: skip


def test_the_trip_has_a_chart_for_a_layer_and_one_for_a_model() -> None:
    shown = learn_pictures(CATALOG.learn["pcie-trip"], rig(), CATALOG)
    layer, model = shown.charts
    assert "layer" in layer.subtitle
    assert "Llama 3.1 8B" in model.subtitle
    assert "rows" in layer.title
    for chart in shown.charts:
        for line in chart.lines:
            assert min(line.ys) >= chart.y_axis.low - 1e-9
            assert max(line.ys) <= chart.y_axis.high + 1e-9


def test_why_the_trip_takes_so_long_names_every_rate_with_its_source() -> None:
    layer, model = learn_pictures(CATALOG.learn["pcie-trip"], rig(), CATALOG).whys
    assert "2 million calculations" in layer.inputs.rows[0][1]
    assert layer.title.endswith("a layer of 1,000 x 1,000")
    assert "Llama 3.1 8B" in model.title
    names = [row[0] for row in layer.inputs.rows]
    assert {"RTX 4090: link", "RTX 4090: memory", "RTX 4090: arithmetic"} <= set(names)
    assert all(all(row) for row in layer.inputs.rows)
    assert any("a test" in row[2] for row in layer.inputs.rows)


def test_where_nothing_is_measured_one_chart_says_what_to_do() -> None:
    (chart,) = learn_pictures(CATALOG.learn["pcie-trip"], rig(is_measured=False), CATALOG).charts
    assert chart.title == "Transfer time is not known yet"
    assert "Measure it on page My rig" in chart.sentence


def test_a_detected_cache_keeps_a_small_layer_on_the_processor() -> None:
    plain = rig()
    unnamed = plain.processors[0].changed(name="A new one", card=None)
    slow = plain.changed(processors=(unnamed, plain.processors[1]))
    cached = unnamed.changed(last_cache_bytes=known(64 * 2**20, origin="detected", source="a test"))
    quick = plain.changed(processors=(cached, plain.processors[1]))
    card = CATALOG.learn["thousand-rows"]
    below, above = (learn_pictures(card, one, CATALOG).charts[0].table.rows[0][-1] for one in (slow, quick))
    assert below != above


def test_formats_of_each_card_or_that_there_is_none() -> None:
    card = CATALOG.learn["precisions"]
    (table,) = learn_pictures(card, rig(), CATALOG).tables
    assert table.title == "Number formats of RTX 4090"
    assert len(table.table.rows) > 8
    (none,) = learn_pictures(card, rig(None), CATALOG).tables
    assert not none.table.rows
    assert none.sentence


def test_every_card_shows_what_it_names_and_terms_lead_to_one_card() -> None:
    terms = [term.casefold() for card in CATALOG.learn.values() for term in card.terms]
    assert len(terms) == len(set(terms))
    shows = {one for card in CATALOG.learn.values() for one in card.shows}
    assert shows == set(get_args(Picture))
    for card in CATALOG.learn.values():
        shown = learn_pictures(card, rig(), CATALOG)
        assert bool(shown.charts) == bool({"layer_trip", "model_trip"} & set(card.shows))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Its limit is Memory Bandwidth.", {"capacity-and-bandwidth": "Memory Bandwidth"}),
        ("The KV cache spills", {"out-of-memory": "KV cache"}),
        ("blinking lights", {}),
        ("The slot is PCIe 4.0 x16, a link", {"pcie-trip": "PCIe"}),
    ],
)
def test_words_are_found_whole_and_once_for_each_card(text: str, found: dict[str, str]) -> None:
    finder = TermFinder(CATALOG.learn)
    assert {one.id: one.text for one in finder.found((text,))} == found


def test_pages_have_words_that_lead_to_learn() -> None:
    finder = TermFinder(CATALOG.learn)
    answer = views.will_it_run()
    assert 0 < len(finder.found(answer_texts(answer, is_explained=True))) <= MOST
    assert set(answer_texts(answer, is_explained=False)) < set(answer_texts(answer, is_explained=True))
    assert finder.found(rig_texts(views.my_rig()))
    assert not TermFinder({}).found(answer_texts(answer, is_explained=True))


def test_a_live_layer_reads_as_a_table_with_what_it_shows() -> None:
    both = layer_view([run("cpu", 1, 2e-5, 3e-5), run("gpu", 1, 8e-5, 9e-5)], [])
    assert "the CPU is 4 times as fast" in both.sentence
    assert "Measure" not in both.sentence
    alone = layer_view([run("cpu", 1000, 0.03, None)], [told("No graphics driver offers a card.")])
    assert "No graphics driver offers a card." in alone.sentence
    assert "press Measure" in alone.sentence
    assert layer_view([], [told("It failed.")]).sentence == "It failed."
