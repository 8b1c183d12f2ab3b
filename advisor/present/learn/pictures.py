"""What the cards of Learn show of a rig: charts of the trip to the graphics card, tables of formats of numbers."""

from advisor.answer.rig.crossover import crossover, layer_work, model_work
from advisor.answer.which_device.formats import formats_of
from advisor.answer.which_model.subject import subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.claim import LearnCard
from advisor.facts.answers.crossover import LAYER_WIDTH
from advisor.facts.rig.rig import Rig
from advisor.present.charts.crossover_chart import crossover_chart
from advisor.present.learn.crossover_why import crossover_why
from advisor.present.learn.format_table import format_sentence, format_table
from advisor.present.learn.view import LearnPictures, TextTable
from advisor.present.words.processor_name import short_name
from advisor.present.words.words import say, to_say

_NO_CARD = to_say("No graphics card whose formats are known was found in this rig.")


def learn_pictures(card: LearnCard, rig: Rig, catalog: Catalog) -> LearnPictures:
    """The charts and tables of a card; of charts with nothing to draw only the first, which says why."""
    works = [layer_work(LAYER_WIDTH, LAYER_WIDTH)] if "layer_trip" in card.shows else []
    if card.model is not None and card.quant is not None:
        subject = subject_of(catalog.models[card.model], catalog.quants[card.quant], catalog)
        works.append(model_work(subject))
    answers = [crossover(rig, work, catalog) for work in works]
    charts = tuple(crossover_chart(answer) for answer in answers)
    tables = _formats(rig, catalog) if "number_formats" in card.shows else ()
    drawn = tuple(chart for chart in charts if chart.lines)
    whys = tuple(crossover_why(answer) for answer in answers if answer.curves)
    return LearnPictures(charts=drawn or charts[:1], tables=tables, whys=whys)


def _formats(rig: Rig, catalog: Catalog) -> tuple[TextTable, ...]:
    """One table for each kind of graphics card, or that there is none."""
    found = {one.name: formats for one in rig.processors if (formats := formats_of(one, catalog))}
    tables = tuple(
        TextTable(
            title=say("Formats of numbers on {name}", name=short_name(name)),
            sentence=format_sentence(short_name(name), formats),
            table=format_table(formats),
        )
        for name, formats in found.items()
    )
    empty = TextTable(
        title=say("Formats of numbers on your graphics card"), sentence=say(_NO_CARD), table=format_table(())
    )
    return tables or (empty,)
