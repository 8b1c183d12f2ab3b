"""Main memory of a Mac: size from sysctl, what is free from the kernel's counts of pages."""

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.macos.profiler import SOURCE as PROFILER
from advisor.probe.macos.profiler import Profile, read_profile
from advisor.probe.macos.sysctl import Sysctl, read_sysctl
from advisor.probe.shared.host import Host
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.source.reading import pairs, whole_number
from advisor.probe.source.root import Unavailable

COUNTS = "macos/memory"


def macos_pool(host: Host) -> MainPool:
    """What the system can use and what is available now; no process of macOS has a limit of its own."""
    sysctl = read_sysctl(host)
    usable = usable_fact(host, sysctl)
    installed = None if sysctl.is_virtual else installed_fact(host, sysctl)
    return MainPool(usable, available_fact(host, sysctl, usable.value), None, installed)


def installed_fact(host: Host, sysctl: Sysctl) -> Fact[int]:
    """The memory that is built in: sysctl, else the system profiler."""
    total = sysctl.fact(sysctl.number("hw.memsize"), "hw.memsize")
    profile = read_profile(host) if total.value is None else None
    if not isinstance(profile, Profile) or profile.installed_bytes is None:
        return total
    return known(profile.installed_bytes, origin="detected", source=PROFILER)


def usable_fact(host: Host, sysctl: Sysctl) -> Fact[int]:
    """What the kernel leaves of the memory, else all of it."""
    total_bytes, usable_bytes = sysctl.number("hw.memsize"), sysctl.number("hw.memsize_usable")
    if usable_bytes and total_bytes and usable_bytes <= total_bytes:
        return sysctl.fact(usable_bytes, "hw.memsize_usable")
    return installed_fact(host, sysctl)


def available_fact(host: Host, sysctl: Sysctl, usable_bytes: int | None) -> Fact[int]:
    """Pages that are free, hold files or may be purged: what a program gets before others are compressed or swapped.

    Speculative pages are counted as free and as file pages, so they are taken off once.
    """
    answer = host.call(COUNTS)
    if isinstance(answer, Unavailable):
        return unknown(answer.reason)
    if sysctl.is_translated:
        return unknown("translated_hides_page_size")
    counts = {key: whole_number(text) for key, text in pairs(answer.decode(errors="replace").replace("\0", "")).items()}
    free, speculative = counts.get("free_count"), counts.get("speculative_count")
    files, purgeable = counts.get("external_page_count"), counts.get("purgeable_count")
    page_bytes = sysctl.number("hw.pagesize")
    if None in (free, speculative, files, purgeable) or page_bytes is None or usable_bytes is None:
        return unknown("memory_counts_missing")
    pages = (free or 0) - (speculative or 0) + (files or 0) + (purgeable or 0)
    if not 0 < pages * page_bytes <= usable_bytes:
        return unknown("memory_counts_implausible")
    return known(pages * page_bytes, origin="estimated", source=reason("countable_pages", source="host_statistics64"))
