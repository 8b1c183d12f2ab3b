"""Captures with bytes changed, lost, doubled or swapped: no exception leaves a parser, and what it says stays sane."""

import io
import tarfile
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.catalog.reading.archive import CaptureError
from advisor.facts.machine.machine import Machine
from advisor.probe.linux.dmi import parse_dmidecode, parse_udev_dmi
from advisor.probe.nvidia.nvidia_smi import parse_nvidia_smi
from advisor.probe.replay.dump import parse_readings, readings_text
from advisor.probe.replay.recording import Readings
from advisor.probe.replay.redact import scrubber
from advisor.probe.replay.redact_smbios import blanked_tables
from advisor.probe.shared.smbios import parse_smbios
from advisor.probe.source.tar_root import MemoryRoot, open_root
from tests.fakes.trees import SHARED, TREES, replayed, tree_parts
from tests.probe.test_dump import firmware

EXAMPLES = settings(max_examples=60)
XML = b"""<?xml version="1.0" ?><nvidia_smi_log><driver_version>590.48.01</driver_version><gpu id="00000000:01:00.0">
<product_name>NVIDIA A card</product_name><mig_mode><current_mig>Enabled</current_mig></mig_mode>
<mig_devices><mig_device>
<fb_memory_usage><total>9984 MiB</total><free>9000 MiB</free></fb_memory_usage></mig_device></mig_devices>
<pci><pci_device_id>268410DE</pci_device_id><pci_gpu_link_info><pcie_gen><max_link_gen>4</max_link_gen></pcie_gen>
<link_widths><max_link_width>16x</max_link_width></link_widths></pci_gpu_link_info></pci>
<gpu_power_readings><current_power_limit>450.00 W</current_power_limit></gpu_power_readings></gpu></nvidia_smi_log>"""
LISTING = b"""==============NVSMI LOG==============
Driver Version                            : 590.48.01
GPU 00000000:00:09.0
    Product Name                          : NVIDIA H100
    MIG Mode
        Current                           : Enabled
    MIG Device
        Index                             : 0
        Shared FB Memory Usage
            Total                         : 40448 MiB
            Free                          : 40423 MiB
    Accounting Mode                       : Disabled
    FB Memory Usage
        Total                             : 81559 MiB
"""
TABLE = b"name, pci.bus_id, memory.total [MiB], memory.free [MiB]\nA card, 00000000:01:00.0, 8192 MiB, 7571 MiB\n"
UDEV = b"E:MEMORY_DEVICE_0_SIZE=8589934592\nE:MEMORY_DEVICE_0_TYPE=DDR4\nE:MEMORY_DEVICE_0_SPEED_MTS=3200\n"
DMI = b"Handle 0x0001, DMI type 17, 40 bytes\nMemory Device\n\tSize: 8 GB\n\tType: DDR4\n\tSpeed: 3200 MT/s\n\n"
REPORT = readings_text(Readings(files={"/a": b"x"}, links={"/b": None}, calls={"c": b"\xff"})).encode()
PACKED = readings_text(Readings(files={f"/{number}": bytes(99) for number in range(999)})).encode()


def read_report(raw: bytes) -> None:
    with suppress(CaptureError):
        parse_readings(raw.decode(errors="replace"))


def as_text(parser: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda raw: parser(raw.decode(errors="replace"))


PARSERS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "smi xml": (as_text(parse_nvidia_smi), XML),
    "smi text": (as_text(parse_nvidia_smi), LISTING),
    "smi table": (as_text(parse_nvidia_smi), TABLE),
    "udev": (as_text(parse_udev_dmi), UDEV),
    "dmidecode": (as_text(parse_dmidecode), DMI),
    "smbios": (parse_smbios, firmware()),
    "smbios blanked": (blanked_tables, firmware()),
    "scrubbed": (scrubber(["siegfried"]), XML + LISTING + TABLE + UDEV),
    "report": (read_report, REPORT),
    "packed report": (read_report, PACKED),
}


@st.composite
def mutated(draw: st.DrawFn, content: bytes) -> bytes:
    """The content after a few random edits."""
    raw = bytearray(content)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(len(raw) - 1, 0)))
        end = min(len(raw), start + draw(st.integers(1, 40)))
        edit = draw(st.sampled_from(("cut", "double", "random", "digits", "end", "move")))
        piece = bytes(raw[start:end])
        if edit == "cut":
            del raw[start:end]
        elif edit == "double":
            raw[start:start] = piece * draw(st.sampled_from((1, 2, 200)))
        elif edit == "random":
            raw[start:end] = draw(st.binary(min_size=1, max_size=12))
        elif edit == "digits":
            raw[start:end] = draw(st.sampled_from((b"9" * 30, b"-1", b"0", b"0x", b"1e999", b"\xd9\xa3")))
        elif edit == "end":
            del raw[start:]
        else:
            del raw[start:end]
            place = draw(st.integers(0, len(raw)))
            raw[place:place] = piece
    return bytes(raw)


@pytest.mark.parametrize("name", PARSERS)
def test_parsers_let_nothing_out(name: str) -> None:
    parser, content = PARSERS[name]

    @EXAMPLES
    @given(mutated(content))
    def let_nothing_out(raw: bytes) -> None:
        parser(raw)

    let_nothing_out()


def negative(value: object) -> bool:
    if isinstance(value, dict | list):
        return any(map(negative, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int | float) and value < 0


def whole_machine(files: dict[str, bytes], links: dict[str, str]) -> None:
    machine = replayed(MemoryRoot(files, links))
    assert Machine.model_validate_json(machine.model_dump_json()) == machine
    assert not negative(machine.model_dump(mode="json"))


@pytest.mark.broad
@pytest.mark.parametrize("name", sorted(file.stem for file in TREES.glob("*.tree")))
def test_machines_let_nothing_out(name: str) -> None:
    files, links = tree_parts(name)

    @EXAMPLES
    @given(st.data())
    def let_nothing_out(data: st.DataObject) -> None:
        changed = data.draw(st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=3, unique=True))
        whole_machine({**files, **{path: data.draw(mutated(files[path])) for path in changed}}, links)

    let_nothing_out()


@pytest.mark.parametrize("name", ["x86_64-dell_e4310", "sparc64", "s390-nested-virt", "rv64-linux"])
def test_captures_let_nothing_out(name: str) -> None:
    place = SHARED / f"util-linux-dumps/{name}.tar.gz"
    if not place.exists():
        pytest.skip(f"no fixtures: {place}")
    files: dict[str, bytes] = {}
    with tarfile.open(place) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() else None
            files |= {member.name: content.read()} if content else {}

    @settings(max_examples=15)
    @given(st.data())
    def let_nothing_out(data: st.DataObject) -> None:
        changed = data.draw(st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=12, unique=True))
        whole_machine({**files, **{path: data.draw(mutated(files[path])) for path in changed}}, {})

    let_nothing_out()


def archived(form: Literal["", "gz", "bz2", "xz"]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=cast("Any", f"w:{form}")) as tar:
        for path, content in tree_parts("apu")[0].items():
            member = tarfile.TarInfo(path.lstrip("/"))
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


@pytest.mark.parametrize("form", ["", "gz", "bz2", "xz"])
def test_archives_let_nothing_but_their_own_error_out(
    form: Literal["", "gz", "bz2", "xz"], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("archives") / "machine.tar"

    @settings(max_examples=40)
    @given(mutated(archived(form)))
    def let_nothing_out(raw: bytes) -> None:
        place.write_bytes(raw)
        with suppress(OSError, CaptureError):
            replayed(open_root(place))

    let_nothing_out()


@pytest.mark.broad
@pytest.mark.parametrize("piece", [b"serial", b"x", b"ab:", b"a@", b'"serial', b"<serial>", b"/home/", b"0f", b"1,"])
def test_long_texts_take_no_longer_than_they_are_long(piece: bytes) -> None:
    raw = piece * 50_000
    assert len(scrubber(["siegfried"])(raw)) == len(raw)
    for parser in (parse_nvidia_smi, parse_udev_dmi, parse_dmidecode):
        parser(raw.decode())
