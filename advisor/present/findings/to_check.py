"""What is to be checked on a computer that nobody read: how it is set up depends on its kind."""

from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.rig.rig import Rig
from advisor.present.words.processor_name import short_name
from advisor.present.words.support_words import lacks_airflow
from advisor.present.words.view import FindingPanel, ToCheck
from advisor.present.words.words import say


def is_looked_at(machine: Machine) -> bool:
    """Whether its system was read; of a computer as it is sold nobody knows how it is set up."""
    return machine.os.version.value is not None or machine.os.kernel.value is not None


def to_check(machine: Machine, rig: Rig) -> ToCheck | None:
    """What costs most where it is wrong on a computer of this kind; None where its system was read."""
    if is_looked_at(machine):
        return None
    host, gpus = rig.processors[0], [one for one in rig.processors if one.kind == "gpu"]
    boards = [one for one in gpus if one.pool == "vram"]
    if bare := [one for one in boards if lacks_airflow(one, host)]:
        title = say("Check the cooling of {name}", name=short_name(bare[0].name))
        return ToCheck(title, say("Made for servers, it has no fan of its own: without a blower it slows down."))
    if any(one.vendor == "apple" for one in gpus):
        text = say("macOS keeps part of the memory from the GPU. Will it run? tells where raising that limit helps.")
        return ToCheck(say("Check macOS's limit for GPU memory"), text)
    if len(boards) > 1:
        text = say("A board may give the second GPU few lanes only. nvidia-smi -q or GPU-Z shows its PCIe width.")
        return ToCheck(say("Check the PCIe lanes of each GPU"), text)
    is_small = host.architecture == "aarch64" or any(one.vendor == "nvidia" for one in gpus)
    if is_small and not boards:
        text = say("Small computers slow down when they get hot, or when their power supply is weak.")
        return ToCheck(say("Check cooling and power supply"), text)
    if not boards and any(one.pool == "unified" for one in gpus):
        text = say("The BIOS, or the driver, sets how much of the RAM the GPU may use.")
        return ToCheck(say("Check how much RAM the GPU may use"), text)
    channels = machine.memory.channels.value
    if channels and channels > 1:
        text = say(
            "{count} channels are assumed, at the rated speed: check the slots, and XMP or EXPO in the BIOS.",
            count=channels,
        )
        return ToCheck(say("Check memory channels and speed"), text)
    return ToCheck(say("Check the memory speed"), say("Turn on XMP or EXPO in the BIOS, if the board has it."))


def unsure(machine: Machine, measurements: Measurements | None) -> ToCheck | None:
    """Why nothing that slows a computer down proves little: it hides its hardware, or nobody measured it."""
    if machine.cpu.hypervisor.value is not None:
        text = say("It shows a part of the hardware only, and the host decides how fast it is.")
        return ToCheck(say("Nothing wrong found in this virtual machine"), text)
    if measurements is None or not measurements.results:
        text = say("Only a measurement shows whether it is as fast as rated.")
        return ToCheck(say("Set up well, as far as seen"), text)
    return None


def airflow_notes(rig: Rig) -> tuple[FindingPanel, ...]:
    """GPUs without a fan of their own in a computer that blows no air through them, each name once."""
    host = rig.processors[0]
    names = dict.fromkeys(short_name(one.name) for one in rig.processors if lacks_airflow(one, host))
    text = say("Made for servers, it has no fan of its own: without a blower it gets hot and slows down.")
    return tuple(
        FindingPanel("note", say("Good to know"), say("{name} needs a blower", name=name), text) for name in names
    )
