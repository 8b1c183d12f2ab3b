"""The chart of layers on the card: its words and its lines."""

from advisor.facts.answers.text_answer import LayerStep, LayerSteps
from advisor.facts.values.range import Range
from advisor.present.charts.layers_chart import layers_chart


def step(on_card: int, rate: float | None, *, fits: bool = True) -> LayerStep:
    speed = None if rate is None else Range(rate * 0.8, rate, rate * 1.2)
    return LayerStep(on_card=on_card, fits=fits, tokens_per_s=speed)


def found(*steps: LayerStep, what: str = "layers") -> LayerSteps:
    return LayerSteps(processor_name="RTX 4070", what=what, most=37, chosen=20, steps=steps)  # type: ignore[arg-type]


def test_the_finding_is_what_the_card_brings_and_the_sentence_what_more_room_would() -> None:
    chart = layers_chart(found(step(0, 4.0), step(20, 8.0), step(30, 14.0, fits=False), step(37, 40.0, fits=False)))
    assert chart is not None
    assert chart.title == "20 of 37 layers: 2 times CPU speed"
    assert "With all layers on it, it would reach about 40 tokens/s" in chart.sentence
    own, more, guide = chart.lines
    assert (own.xs, own.ys) == ((0.0, 20.0), (4.0, 8.0))
    assert (more.xs[0], more.dash) == (20.0, "dashed")
    assert guide.name == "reading speed"
    assert chart.marks[0].text == "here: 8.0"
    assert chart.table.rows[0] == ("0", "4.0 (3.2 to 4.8)", "fits")
    assert len(chart.table.rows) == 4
    assert chart.x_axis.ticks[-1] == (37.0, "37")


def test_a_part_that_brings_nothing_is_not_told_as_one_times_as_fast() -> None:
    chart = layers_chart(found(step(0, 4.0), step(20, 4.1)))
    assert chart is not None
    assert chart.title == "20 of 37 layers: hardly above CPU"


def test_experts_have_an_axis_of_their_own_and_unknown_speeds_no_chart() -> None:
    chart = layers_chart(found(step(0, 4.0), step(20, 8.0), what="experts"))
    assert chart is not None
    assert chart.x_axis.label == "Layers with their experts on the GPU"
    assert len(chart.lines) == 2
    assert layers_chart(found(step(0, None), step(20, None))) is None
