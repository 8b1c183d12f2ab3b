"""CPU and GPU side by side: what they do, what arithmetic costs, how long they train a small network."""

from collections.abc import Sequence

from advisor.answer.claims.chips import ChipFigures
from advisor.facts.answers.claim import Picture
from advisor.facts.values.units import GIGA, TERA
from advisor.present.learn.figures import amount, span
from advisor.present.learn.view import TextTable
from advisor.present.words.money import Currency
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import UNKNOWN, bandwidth, capacity, compute, marked, percent, power, times
from advisor.present.words.series import Table
from advisor.present.words.words import joined, say, to_say

_DOLLARS = Currency()
PEAKS = to_say(
    "Peaks: GPUs multiply 16-bit numbers and sum in 32 bits, CPUs use 32 bits. "
    "My rig and Will it run? show sums in 16 bits, on many cards twice as fast."
)
"""What the peaks of this page count, as those of articles and data sheets do."""


def chip_tables(shows: Sequence[Picture], chips: Sequence[ChipFigures]) -> tuple[TextTable, ...]:
    """The tables that a card asks for; the rig's own chips stand first."""
    made = {"side_by_side": _side_by_side, "cost_of_arithmetic": _cost, "training_time": _training}
    return tuple(made[one](chips) for one in shows if one in made)


def _name(chip: ChipFigures) -> str:
    name = short_name(chip.name)
    return say("{name} (yours)", name=name) if chip.is_own else name


def _rate(chip: ChipFigures) -> str:
    text = compute(chip.flop_per_s.value)
    return marked(text, is_uncertain=chip.flop_per_s.origin == "estimated")


def _side_by_side(chips: Sequence[ChipFigures]) -> TextTable:
    columns = (
        say("Chip"), say("Multiply-adds a tick"), say("Peak arithmetic"), say("Memory bandwidth"), say("Memory"),
        say("Power"),
    )  # fmt: skip
    rows = tuple(
        (
            _name(chip),
            amount(round(chip.multiply_adds)) if chip.multiply_adds else say(UNKNOWN),
            _rate(chip),
            bandwidth(chip.bytes_per_s.value),
            capacity(chip.memory_bytes),
            power(chip.power_w.value),
        )
        for chip in chips
    )
    counted = say("Multiply-adds count 32-bit numbers, vectors included.")
    said = joined((_against_cpu(chips), say(PEAKS), counted))
    return TextTable(say("CPU and GPU side by side"), said, Table(columns, rows))


def _against_cpu(chips: Sequence[ChipFigures]) -> str:
    """What the rig's GPU, or else the first of the others, is beside the rig's CPU."""
    cpu = next((one for one in chips if one.is_own and not one.is_gpu), None)
    gpus = [one for one in chips if one.is_gpu]
    gpu = next((one for one in gpus if one.is_own), gpus[0] if gpus else None)
    if cpu is None or gpu is None:
        return ""
    rates = (gpu.flop_per_s.value, cpu.flop_per_s.value, gpu.bytes_per_s.value, cpu.bytes_per_s.value)
    name = short_name(gpu.name)
    if rates[0] and rates[1] and rates[2] and rates[3]:
        more, faster = _so_many(rates[0] / rates[1]), times(rates[2] / rates[3])
        reached = say("Pages with a speed count what programs reach of both peaks, which differs by task.")
        if faster == times(1):
            text = to_say("By its peak, {name} has {more} the compute of your CPU; it reads as fast as it.")
            return joined((say(text, name=name, more=more), reached))
        text = to_say("By its peak, {name} has {more} the compute of your CPU; it reads {faster} as fast.")
        return joined((say(text, name=name, more=more, faster=faster), reached))
    if rates[0] and rates[1]:
        text = to_say("By its peak, {name} has {more} the compute of your CPU.")
        return say(text, name=name, more=_so_many(rates[0] / rates[1]))
    return ""


def _so_many(ratio: float) -> str:
    """So many times, or a share below one: "12 times", "21% of"."""
    return times(ratio) if ratio >= 1 else say("{share} of", share=percent(ratio))


def _cost(chips: Sequence[ChipFigures]) -> TextTable:
    columns = (say("Chip"), say("Price"), say("Per TFLOPS"), say("GFLOPS/W"))
    rows = tuple(
        (
            _name(chip),
            _DOLLARS.text(chip.usd.value),
            _DOLLARS.text(chip.usd_per_flop_per_s * TERA) if chip.usd_per_flop_per_s else say(UNKNOWN),
            amount(float(f"{chip.flop_per_j / GIGA:.2g}")) if chip.flop_per_j else say(UNKNOWN),
        )
        for chip in chips
    )
    said = say("Prices are those of page Upgrade, the low end of a span; of some only that at launch is known.")
    return TextTable(say("Cost per TFLOPS and per watt"), joined((say(PEAKS), said)), Table(columns, rows))


def _training(chips: Sequence[ChipFigures]) -> TextTable:
    columns = (say("Chip"), say("Peak arithmetic"), say("Time"))
    ordered = sorted((one for one in chips if one.training_s), key=lambda one: one.training_s or 0, reverse=True)
    rows = tuple((_name(chip), _rate(chip), span(chip.training_s or 0)) for chip in ordered)
    said = say(
        "One that takes a laptop some nine days, at half of each peak, of CPUs at most what their power allows. "
        "Waiting for data makes it longer."
    )
    return TextTable(say("How long a small network trains"), said, Table(columns, rows))
