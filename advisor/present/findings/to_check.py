"""What is assumed of a computer that nobody read, and what its GPUs need: that depends on its kind."""

from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Rig
from advisor.present.words.processor_name import short_name
from advisor.present.words.support_words import lacks_airflow
from advisor.present.words.view import FindingPanel, ToCheck
from advisor.present.words.words import joined, say, sentence


def is_looked_at(machine: Machine) -> bool:
    """Whether its system was read; of a computer as it is sold nobody knows how it is set up."""
    return machine.os.version.value is not None or machine.os.kernel.value is not None


_DESKTOP_CHANNELS = 2
"""Processors with no more memory channels have 16 PCIe lanes for all graphics cards together."""


def as_sold(machine: Machine, rig: Rig) -> ToCheck | None:
    """That nothing is known to be wrong with a computer that nobody looked at; None where its system was read.

    What is assumed of its setup is what costs most where it is otherwise on a computer of this kind. Nobody can check
    that on a computer that is not there, so it is no advice.
    """
    if is_looked_at(machine):
        return None
    needs = [one.title for one in card_notes(rig)]
    text = joined((*(sentence(one) for one in needs[:1]), say("Assumed: {what}.", what=_assumed(machine, rig))))
    return ToCheck(say("Nothing known to slow this rig"), text)


def _assumed(machine: Machine, rig: Rig) -> str:
    host, gpus = rig.processors[0], [one for one in rig.processors if one.kind == "gpu"]
    boards = [one for one in gpus if one.pool == "vram"]
    if any(one.vendor == "apple" for one in gpus):
        return say("macOS's own limit for GPU memory")
    if len(boards) > 1 and (machine.memory.channels.value or _DESKTOP_CHANNELS) <= _DESKTOP_CHANNELS:
        return say("all PCIe lanes for each GPU; most boards give the second one fewer, which hardly slows writing")
    if len(boards) > 1:
        return say("all PCIe lanes for each GPU")
    is_small = host.architecture == "aarch64" or any(one.vendor == "nvidia" for one in gpus)
    if is_small and not boards:
        return say("good cooling and a strong power supply")
    if not boards and any(one.pool == "unified" for one in gpus):
        return say("as much RAM for the GPU as BIOS and driver allow")
    channels = machine.memory.channels.value
    if channels and channels > 1:
        return say("{count} memory channels at the rated speed (XMP or EXPO is on)", count=channels)
    return say("memory at the rated speed (XMP or EXPO is on)")


def unsure(machine: Machine, measurements: Measurements | None) -> ToCheck | None:
    """Why nothing that slows a computer down proves little: it hides its hardware, or nobody measured it."""
    if machine.cpu.hypervisor.value is not None:
        text = say("It shows a part of the hardware only, and the host decides how fast it is.")
        return ToCheck(say("Nothing wrong found in this virtual machine"), text)
    if measurements is None or not measurements.results:
        text = say("Not confirmed by a measurement.")
        return ToCheck(say("No setup problem found"), text)
    return None


def card_notes(rig: Rig) -> tuple[FindingPanel, ...]:
    """What GPUs need of the computer around them, each once: air blown through them, or all of their memory open."""
    host, notes = rig.processors[0], dict[str, str]()
    for gpu in rig.processors:
        name = short_name(gpu.name)
        if lacks_airflow(gpu, host):
            text = say("Made for servers, it has no fan of its own: without a blower it gets hot and slows down.")
            notes[say("{name} needs a blower", name=name)] = text
        if gpu.traits.needs_resizable_bar:
            text = say("Without it, it is much slower. Turn it on in the BIOS, with Above 4G Decoding.")
            notes[say("{name} needs Resizable BAR", name=name)] = text
    return tuple(FindingPanel("note", say("Good to know"), title, text) for title, text in notes.items())
