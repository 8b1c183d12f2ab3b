"""What to mind with old graphics cards: the end of their drivers and builds, and how server boards are cooled."""

from collections.abc import Iterable

from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason
from advisor.predict.rates.rates import is_server
from advisor.present.words.processor_name import short_name
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import joined, say


def ended_support(gpu: Processor, notes: Iterable[Reason] = ()) -> tuple[str, ...]:
    """What its maker no longer does for it, and which builds of programs that leaves; () where nothing has ended.

    `notes` of an answer name the program that is left for a model that people run in PyTorch elsewhere.
    """
    found = [one for one in (_ended_cuda(gpu),) if one]
    if gpu.has_ended_rocm:
        left = [in_words(note) for note in notes if note.code == "vulkan_program"]
        found += (
            [say("ROCm does not support it"), *left]
            if left
            else [say("ROCm does not support it, figures are for Vulkan builds")]
        )
    return tuple(found)


def ended_words(gpu: Processor) -> str:
    """What its maker no longer does for it, alone; empty where nothing has ended."""
    return _ended_cuda(gpu) or (say("ROCm does not support it") if gpu.has_ended_rocm else "")


def _ended_cuda(gpu: Processor) -> str:
    driver, cuda = gpu.traits.last_driver, gpu.traits.last_cuda
    if not driver or not cuda:
        return ""
    return say("no new drivers after branch {driver}, CUDA {cuda} builds only", driver=driver, cuda=cuda)


def _bar_words(gpu: Processor, host: Processor) -> tuple[str, ...]:
    """That its driver is made for boards which open all of its memory, where few for this CPU do; else nothing."""
    is_missing = gpu.traits.needs_resizable_bar and host.lacks_resizable_bar
    return (say("needs Resizable BAR, which few boards for this CPU have"),) if is_missing else ()


def own_program_words(program: str | None) -> str:
    """That only this program reads a model's files; empty where those that people have do."""
    return say("Its files run in {program} alone.", program=program) if program else ""


def support_words(gpus: Iterable[Processor], host: Processor, notes: Iterable[Reason] = ()) -> str:
    """The same of several, each name once, with what cools them beside this host; empty where there is nothing."""
    lines, notes = dict[str, None](), tuple(notes)
    for gpu in gpus:
        blower = (say("needs a blower"),) if lacks_airflow(gpu, host) else ()
        slow = (say("has no bf16, so this is computed in fp32, several times slower"),) if _is_in_fp32(notes) else ()
        if told := (*slow, *ended_support(gpu, notes), *blower, *_bar_words(gpu, host)):
            lines[say("{gpu}: {what}.", gpu=short_name(gpu.name), what=joined(told, "; "))] = None
    return joined(lines)


def lacks_airflow(gpu: Processor, host: Processor) -> bool:
    """Whether it has no fan of its own, and stands beside a host that is no server."""
    return gpu.needs_airflow and not _has_airflow(host)


def _is_in_fp32(notes: Iterable[Reason]) -> bool:
    return any(one.code == "overflows_in_fp16" for one in notes)


def _has_airflow(host: Processor) -> bool:
    return is_server(host) or host.sockets > 1
