"""A replayed machine is that machine alone: nothing of the running one leaks in."""

import builtins
import os
import platform
import subprocess
from typing import Any

import psutil
import pytest

from advisor.facts.values.message import Done, Failure, Message, Progress, Result
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.detect.detect import IN_A_CHILD, detect, detect_events
from advisor.probe.detect.live_host import LiveHost
from advisor.probe.shared.host import ReplayHost
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.sure import sure
from tests.fakes.trees import TREES, tree

LIVE = [
    (os, "cpu_count"),
    (os, "uname"),
    (os, "listdir"),
    (os, "readlink"),
    (os, "scandir"),
    (os, "sched_getaffinity"),
    (platform, "machine"),
    (platform, "uname"),
    (psutil, "virtual_memory"),
    (psutil, "cpu_count"),
    (subprocess, "Popen"),
    (builtins, "open"),
]


@pytest.mark.parametrize("name", sorted(file.stem for file in TREES.glob("*.tree")))
def test_no_live_reader_is_called(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree(name)
    with monkeypatch.context() as patch:
        for module, function in LIVE:
            patch.setattr(module, function, refuse, raising=False)
        machine = detect(root, ReplayHost(root))
    assert machine.schema_version == 1


def refuse(*_: Any, **__: Any) -> Any:
    raise AssertionError("a live reader was called")


def test_events_come_in_stages_and_end() -> None:
    root = tree("apu")
    messages: list[Message] = list(detect_events(root, ReplayHost(root)))
    assert [type(message) for message in messages] == [Progress] * 4 + [Result, Done]
    limits = [message.limit_s for message in messages if isinstance(message, Progress)]
    assert all(limit_s > 0 for limit_s in limits)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("hw.memsize: 17179869184", "macos"),
        ("machdep.cpu.brand_string: A processor", "macos"),
        ("vm.swappiness = 60", "linux"),
    ],
)
def test_settings_of_a_mac_alone_tell_a_mac(line: str, kind: str) -> None:
    assert ReplayHost(MemoryRoot({"/commands/sysctl_-a": f"{line}\n".encode()}, {})).kind == kind


def test_a_stopped_detection_reads_no_further() -> None:
    root = tree("apu")
    events: Any = detect_events(root, ReplayHost(root))
    next(events)
    events.close()


def test_the_library_alone_ends_with_done() -> None:
    messages = list(detect_events(tree("apu"), LiveHost(()), only=("nvml",)))
    assert isinstance(messages[0], Progress)
    assert isinstance(messages[1], Result | Failure)
    assert isinstance(messages[-1], Done)


@pytest.mark.parametrize("library", IN_A_CHILD)
def test_no_library_is_asked_for_a_captured_machine(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for asked in ("nvml_messages", "driver_call_messages"):
        monkeypatch.delattr(f"advisor.probe.detect.detect.{asked}")
    root = tree("apu")
    assert any(isinstance(message, Result) for message in detect_events(root, ReplayHost(root), only=(library,)))


def test_parts_that_were_not_asked_for_say_so() -> None:
    root = tree("apu")
    machine = detect(root, ReplayHost(root), only=("memory",))
    assert machine.memory.usable_bytes.value
    assert in_words(sure(machine.cpu.name.reason)) == "not asked for"
    assert machine.gpus == ()
