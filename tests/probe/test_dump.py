"""A report tells the machine again, nothing of whose it is, and damage in it is one sentence."""

import re
import struct
from pathlib import Path

import pytest

from advisor.catalog.reading.archive import CaptureError
from advisor.probe.replay.dump import open_dump, parse_readings, readings_text
from advisor.probe.replay.recording import ReadHost, Readings, ReadRoot, RecordingRoot
from advisor.probe.replay.redact import names_in, redacted, scrubber
from advisor.probe.replay.redact_smbios import blanked_tables, blanked_windows_tables
from advisor.probe.shared.smbios import PATH as SMBIOS
from advisor.probe.shared.smbios import parse_smbios
from advisor.probe.source.root import Unavailable
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.systems.macs import Answers, chip_mac, intel_mac, root_of
from tests.fakes.trees import TREES, doctored, tree

SERIAL, TAG, UUID = "S3R1ALNUMB3R", "ASSET-4711", "4c4c4544-0042-3510-8054-b4c04f4d5731"
MAC, CONTAINER, HOST, USER = "9c:b6:d0:1e:2f:3a", "3f" * 32, "brunhilde", "siegfried"
SECRETS = (SERIAL, TAG, UUID, UUID.upper(), MAC, CONTAINER, HOST, USER)
FREE = ("gunther", "hagens", "kriemhild", "volker")
"""Names in texts that are free: the release of a kernel, words of a distribution, a mouse, a scope."""
PLANTED = {
    "/proc/sys/kernel/osrelease": "6.8.0-45-generic-gunther",
    "/etc/os-release": 'NAME="Debian of Volker"\nID=debian\nVERSION_ID="13"\nHOME_URL="https://kriemhild.example"\n',
    "/sys/class/power_supply/Hagens-Mouse/online": "1",
    "/etc/hostname": HOST,
    "/home/siegfried/.profile": "",
    "/proc/version": f"Linux version 6.1.0 ({USER}@{HOST}) (gcc 12) #1 SMP",
    "/proc/cpuinfo": f"processor\t: 0\nmodel name\t: A processor\nSerial\t\t: {SERIAL}\nflags\t: lm serialize avx2\n",
    "/proc/self/cgroup": f"0::/system.slice/docker-{CONTAINER}.scope",
    f"/sys/fs/cgroup/system.slice/docker-{CONTAINER}.scope/memory.max": "4294967296",
    "/proc/meminfo": "MemTotal: 16000000 kB\nMemAvailable: 8000000 kB\n",
    "/run/udev/data/+dmi:id": "E:MEMORY_DEVICE_0_SIZE=8589934592\nE:MEMORY_DEVICE_0_LOCATOR=DIMM A\n"
    f"E:MEMORY_DEVICE_0_SERIAL_NUMBER={SERIAL}\nE:MEMORY_DEVICE_0_ASSET_TAG={TAG}\nE:ID_PATH=/home/{USER}/x",
    "/sys/class/kfd/kfd/topology/nodes/1/properties": "simd_count 8\nlocation_id 256\nunique_id 1234567890123456789",
    "/proc/driver/nvidia/gpus/0000:01:00.0/information": f"Model: A card\nGPU UUID: GPU-{UUID}",
    "/sys/bus/pci/devices/0000:01:00.0/class": "0x030000",
    "/sys/bus/pci/devices/0000:01:00.0/vendor": "0x10de",
    "/sys/bus/pci/devices/0000:01:00.0/device": "0x2684",
    "/commands/nvidia-smi_-q_-x": f"<nvidia_smi_log><gpu id='00000000:01:00.0'><product_name>A card</product_name>"
    f"<serial>{SERIAL}</serial><uuid>GPU-{UUID}</uuid><gpu_pdi>0x{SERIAL}</gpu_pdi><mac>{MAC}</mac>"
    f"<process_name>/home/{USER}/bin/x</process_name></gpu></nvidia_smi_log>",
}


def kept_of(root: MemoryRoot, *names: str) -> Readings:
    readings = Readings()
    recording = RecordingRoot(root, readings)
    for path in PLANTED:
        recording.read_bytes(path)
        recording.exists(path)
        recording.listdir(path.rpartition("/")[0])
    return redacted(readings, scrubber((*names_in(root), *names)))


def told_by(readings: Readings) -> str:
    """Everything that is in readings, as text to search."""
    return repr(readings) + readings_text(readings)


@pytest.mark.parametrize("name", sorted(file.stem for file in TREES.glob("*.tree")))
def test_a_report_tells_the_machine_again(name: str) -> None:
    doctored(tree(name))


@pytest.mark.parametrize("answers", [chip_mac("Apple M4 Max", 40), intel_mac()], ids=["apple", "intel"])
def test_a_report_of_a_mac_tells_it_again(answers: Answers) -> None:
    assert doctored(root_of(answers)).cpu.name.value


def test_nothing_tells_whose_machine_it_is() -> None:
    root = MemoryRoot({path: text.encode() for path, text in PLANTED.items()}, {})
    assert [secret for secret in SECRETS if secret not in "".join((*PLANTED, *PLANTED.values()))] == [UUID.upper()]
    told = told_by(kept_of(root)).lower()
    assert [secret for secret in SECRETS if secret.lower() in told] == []
    assert "1234567890123456789" not in told
    assert [name for name in FREE if name in told] == []
    assert "6.8.0-45-generic" in told
    assert "name=" in told
    for kept in ("a processor", "serialize", "dimm a", "a card", "0x2684", "linux version 6.1.0", "4294967296"):
        assert kept in told


@pytest.mark.parametrize(
    "text",
    [
        f'{{"Name": "x", "SerialNumber": "{SERIAL}", "next": 1}}',
        f'  "IOPlatformSerialNumber" = "{SERIAL}"',
        f'  "serial-number" = <{"53" * 20}>',
        f"<key>IOPlatformUUID</key>\n<string>{SERIAL}</string>",
        f"      Serial Number (system): {SERIAL}",
        f"name, serial, uuid\nA card, {SERIAL}, GPU-{UUID}",
        f"\tAsset Tag: {SERIAL}",
        f"ether {MAC}",
        f"/sys/class/power_supply/ps-controller-battery-{MAC}",
        f"/sys/class/power_supply/hid-{MAC}-battery",
        f"path C:\\Users\\{SERIAL}\\AppData",
        f"path C:\\Users\\Kriem {SERIAL}\\AppData",
        f'{{"path": "C:\\\\Users\\\\{SERIAL}\\\\AppData"}}',
        f"    Process ID : 42\n    Type : C\n    Name : /data/{SERIAL}/train --user {SERIAL}",
        f"<process_name>/data/{SERIAL}/x</process_name>",
        f"kern.nisdomainname: {SERIAL}",
        f"      Boot Volume: {SERIAL}",
        f"SystemName={SERIAL}\nPrimaryOwnerName={SERIAL}\nRegisteredUser={SERIAL}",
        f"owner {SERIAL.lower()}@example.org",
    ],
)
def test_each_form_of_a_secret(text: str) -> None:
    scrubbed = scrubber([])(text.encode())
    for secret in (SERIAL, SERIAL.lower(), "53" * 20, UUID, MAC):
        assert secret.encode() not in scrubbed
    assert len(scrubbed) == len(text.encode())


@pytest.mark.parametrize("text", [f"{HOST} and {HOST}-1", f"é{HOST}", f"at {HOST.upper()}.local"])
def test_names_wherever_they_stand_alone(text: str) -> None:
    assert HOST.encode() not in scrubber([HOST])(text.encode()).lower()
    wide = text.lower().encode("utf-16-le")
    assert HOST.encode("utf-16-le") not in scrubber([HOST])(wide)


def test_mounts_tell_control_groups_alone() -> None:
    group = b"cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n"
    mounts = f"//{HOST}/share /mnt cifs rw 0 0\nx /media/{USER}/disk ext4 rw 0 0\n".encode()
    kept = redacted(Readings(files={"/proc/mounts": mounts + group}), scrubber([]))
    told = kept.files["/proc/mounts"]
    assert isinstance(told, bytes)
    assert HOST.encode() not in told
    assert USER.encode() not in told
    assert told.endswith(group)
    assert len(told) == len(mounts + group)


@pytest.mark.parametrize("path", [f"/lxc/{HOST}-1/x", f"/lxc.payload.{HOST}-1/x", f"/libvirt/qemu-3-{HOST}-1"])
def test_names_of_guests_are_overwritten_alike_in_contents_and_paths(path: str) -> None:
    limit = f"/sys/fs/cgroup{path}/memory.max"
    root = MemoryRoot({"/proc/self/cgroup": f"0::{path}".encode(), limit: b"1"}, {})
    kept = redacted(Readings(files={"/proc/self/cgroup": f"0::{path}".encode(), limit: b"1"}), scrubber(names_in(root)))
    assert HOST not in told_by(kept)
    own = kept.files["/proc/self/cgroup"]
    assert isinstance(own, bytes)
    assert f"/sys/fs/cgroup{own.decode().removeprefix('0::')}/memory.max" in kept.files


def test_a_name_that_is_no_text_is_overwritten() -> None:
    assert scrubber([b"\xe9ric".decode("utf-8", "surrogateescape")])(b"by \xe9ric") == b"by 0000"


@pytest.mark.parametrize("text", ["", "root", "Linux", "a", "AMD"])
def test_plain_words_stay(text: str) -> None:
    sentence = b"root of Linux a AMD 0000:01:00.0 00000000,0000000f 0x030000 12:34"
    assert scrubber([text])(sentence) == sentence


def entry(kind: int, body: bytes, *strings: str) -> bytes:
    texts = b"".join(string.encode() + b"\0" for string in strings) or b"\0"
    return bytes((kind, 4 + len(body))) + struct.pack("<H", kind) + body + texts + b"\0"


def firmware() -> bytes:
    system = bytes((1, 2, 3, 4)) + bytes.fromhex(UUID.replace("-", "")) + bytes((0, 0, 0))
    module = bytearray(0x1B - 4)
    for offset, number, width in ((0x0A, 64, 2), (0x0C, 8192, 2), (0x15, 3200, 2)):
        module[offset - 4 : offset - 4 + width] = number.to_bytes(width, "little")
    module[0x10 - 4], module[0x11 - 4], module[0x12 - 4] = 1, 2, 0x1A
    module[0x18 - 4], module[0x19 - 4] = 3, 4
    parts = (
        entry(1, system, "Maker", "Product", "1.0", SERIAL),
        entry(17, bytes(module), "DIMM A", "BANK 0", SERIAL, TAG),
        entry(11, b"\1", SERIAL),
        entry(200, SERIAL.encode()),
        entry(127, b""),
        SERIAL.encode(),
    )
    return b"".join(parts)


def test_firmware_tables_lose_numbers_of_their_owner_and_no_module() -> None:
    raw = firmware()
    blanked = blanked_tables(raw)
    assert len(blanked) == len(raw)
    assert parse_smbios(blanked) == parse_smbios(raw)
    for secret in (SERIAL.encode(), TAG.encode(), bytes.fromhex(UUID.replace("-", ""))):
        assert secret in raw
        assert secret not in blanked
    assert blanked_windows_tables(b"12345678" + raw) == b"12345678" + blanked
    kept = redacted(Readings(files={SMBIOS: raw}, calls={"windows/smbios": b"12345678" + raw}), scrubber([]))
    assert SERIAL not in told_by(kept)


@pytest.mark.parametrize("cut", range(0, 200, 7))
def test_a_table_that_is_cut_shows_nothing_of_its_end(cut: int) -> None:
    raw = firmware()[:cut]
    blanked = blanked_tables(raw)
    assert len(blanked) == len(raw)
    assert SERIAL.encode() not in blanked
    assert isinstance(parse_smbios(blanked), Unavailable) == isinstance(parse_smbios(raw), Unavailable)


def test_long_readings_are_packed(tmp_path: Path) -> None:
    readings = Readings(files={f"/f{number}": bytes(range(256)) for number in range(400)}, exists={"/": True})
    file = tmp_path / "report.txt"
    file.write_text("Hello, it is slow.\n\n" + readings_text(readings) + "\nThanks")
    assert max(map(len, file.read_text().splitlines())) <= 120
    opened = open_dump(file)
    assert opened is not None
    assert opened[0].read_bytes("/f399") == bytes(range(256))
    assert isinstance(opened[0].read_bytes("/other"), Unavailable)


@pytest.mark.parametrize(
    ("old", "new"),
    [("--- end", "--- and"), ('{"file"', '{"fi'), ('"text": "x"', '"base64": "?"'), ('"text": "x"', '"text": 7')],
)
def test_damage_is_one_sentence(old: str, new: str) -> None:
    text = readings_text(Readings(files={"/a": b"x"}))
    assert old in text
    with pytest.raises(CaptureError, match="readings_"):
        parse_readings(text.replace(old, new))


@pytest.mark.parametrize(
    "line",
    [
        r'{"file": "/proc/cpuinfo", "reason": "\ud800"}',
        r'{"link": "/sys/x", "target": "\ud800"}',
        r'{"nvml": null, "reason": "\ud800"}',
        r'{"file": "/proc/cpuinfo", "text": "\ud800"}',
    ],
)
def test_half_a_character_is_damage(line: str) -> None:
    with pytest.raises(CaptureError):
        parse_readings(readings_text(Readings()).replace("--- end", f"{line}\n--- end"))


def test_packed_damage_is_one_sentence() -> None:
    text = readings_text(Readings(files={f"/{n}": bytes(99) for n in range(999)}))
    for changed in (re.sub("[a-z]{5}", "=====", text, count=3), text.replace("\nH4s", "\nAAAA")):
        with pytest.raises(CaptureError):
            parse_readings(changed)


def test_other_files_are_no_report(tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_bytes(b"\x1f\x8b\0\xff")
    assert open_dump(file) is None


def test_what_was_not_captured_is_a_gap() -> None:
    readings = Readings()
    assert ReadRoot(readings).listdir("/sys") == ()
    assert not ReadRoot(readings).exists("/sys")
    assert ReadHost(readings).nvml() == Unavailable("not_captured")
    assert ReadHost(readings).output("x") == ReadHost(readings).call("x") == Unavailable("not_captured")
