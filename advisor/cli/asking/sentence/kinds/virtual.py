"""A virtual machine, rented or of one's own: so many threads of a server's processor.

Mostly nobody knows of which. Its memory is main memory, its cores are each a thread, as those who rent them out count.
"""

import re
from typing import NamedTuple

from advisor.cli.asking.sentence.amounts import COUNT, number_of
from advisor.cli.asking.sentence.hardware import Hardware
from advisor.cli.asking.sentence.sentence import Sentence

_KIND = (
    r"(?:vms?|vps(?:es)?|v-?servers?|virtual (?:private )?(?:machines?|servers?)|droplets?"
    r"|(?:cloud|ec2|compute|virtual) (?:instances?|servers?|vms?))"
)
_MAKER = r"(?:(?:proxmox|vmware|virtualbox|hyper-v|kvm|qemu|esxi|cloud|hetzner|contabo|netcup|ovh|linode) )*"
_NAMED = re.compile(rf"\b{_MAKER}{_KIND}\b", re.IGNORECASE)
_OF_THREADS = r"v-?cpus?|virtual (?:cpus?|cores?)"
_VCPUS = re.compile(rf"\b(?:{COUNT}|(a single|one|single)) ?x?[ -]?(?:{_OF_THREADS})\b", re.IGNORECASE)
_CORES = re.compile(
    rf"\b(?:{COUNT}|(a single|one|single)|(dual)|(quad)) ?x?[ -]?(?:cpu )?(?:cores?|threads?|cpus?|processors?)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:beside|alongside|while|also|and|next to|with)"
    rf" (?:(?:some|several|a|an|my|two|other|running|run) )*{_KIND}\b",
    re.IGNORECASE,
)
"""Virtual machines that run beside the model."""


class Virtual(NamedTuple):
    """The number of its threads; None where nobody says."""

    threads: int | None


def virtual_among(sentence: Sentence) -> Virtual | None:
    """The one that is meant, its words taken; None where none is, or it only runs beside what is asked about."""
    vcpus, named = sentence.take(_VCPUS), _NAMED.search(sentence.text)
    if not vcpus and (named is None or _BESIDE.search(sentence.text) is not None):
        return None
    sentence.take(_NAMED)
    told = vcpus or sentence.take(_CORES)
    return Virtual(_threads(told[0]) if told else None)


def _threads(one: re.Match[str]) -> int:
    number, _, *named = one.groups()
    if number:
        return round(number_of(number))
    return next((count for count, word in zip((2, 4), named, strict=False) if word), 1)


def with_virtual(hardware: Hardware, virtual: Virtual | None) -> Hardware:
    """With its threads as a part of the processor that is named, or of any; without their number not beside a card."""
    if virtual is None or (virtual.threads is None and hardware.computers):
        return hardware
    part = f"{virtual.threads} vCPU" if virtual.threads else "VPS"
    return hardware._replace(cpu=f"{part} {hardware.cpu}".strip())
