"""One computer full of names, numbers and addresses of every form: none of them is in anything that leaves it."""

import datetime
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest

from advisor.advice.sharing import shared_result, shared_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.fleet.collection import WorkerAnswer
from advisor.cli.fleet.fleet_collect import _saved as save_answer
from advisor.cli.frame.command import run_command
from advisor.facts.machine.measurement import OwnRun
from advisor.store.anonymized_text import anonymized_text
from advisor.store.fault_reports import keep_report
from advisor.store.log import LOG, close_log, log_file, open_log
from advisor.store.profile import read_machine, save_machine
from tests.fakes.machines import machine, nvidia_card, seen
from tests.fakes.measurements import measurement, measurements
from tests.fakes.trees import tree_parts

pytestmark = pytest.mark.broad

CATALOG = load_catalog()
UUID = "4c4c4544-0042-3510-8052-b4c04f564432"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N"
PLANTED = {
    "a name of a person": "siegfried",
    "a name of a host": "brunhilde",
    "a word of one's own": "kriemhild",
    "a number of one's own": "QX81723",
    "a number in a place": "48213",
    "a serial number of a disk": "S5GXNX0R123456A",
    "another of a disk": "WD-WCC7K4XJPL2Z",
    "a name of a disk": "5002538e40b1c2d3",
    "an extended id": "0025385b71b0a3f1",
    "colons": "aa:bb:cc:dd:ee:0f",
    "dashes": "AA-BB-CC-DD-EE-1F",
    "dots": "aabb.ccdd.ee2f",
    "neither": "aabbccddee3f",
    "an id": UUID,
    "32 digits": "0123456789abcdef0123456789abcdef",
    "an address": "203.0.113.77",
    "one at home": "192.168.178.44",
    "a long one": "2001:db8:85a3::8a2e:370:7334",
    "a full one": "2001:db8:85a3:1:2:8a2e:370:7335",
    "one of a link": "fe80::a00:27ff:fe4e:66a1",
    "a mixed one": "::ffff:198.51.100.7",
    "a key of a cloud": "AKIAIOSFODNN7EXAMPLE",
    "a signed token": JWT,
    "a token of a hub": "hf_AbCdEfGhIjKlMnOpQrStUv",
    "a key of a service": "sk-proj-AbCdEf1234567890abcd",
    "a password": "hunter22",
    "a mailbox": "anyone@example.org",
    "a number of a phone": "356938035643809",
    "a computer at home": "nibelung.fritz.box",
    "six parts": "aa.bb.cc.dd.ee.4f",
    "with a sign for its base": "0xaabbccddee5f",
    "without a letter": "001122334455",
    "a name with an address": "ip-203-0-113-79",
    "an address in a name": "203.0.113.78",
    "a number in another language": "ZX9981AB",
    "a number of a card in a phone": "262011234567890",
    "a share": "gunther",
    "a person as an address writes it": "hagen%20tronje",
    "a person in other letters": "王小明",
    "one in Windows' folders": "Иван Петров",
    "a number of an account": "31337",
    "an id of an account": "3623811015",
    "a network at home": "NiflheimWLAN",
    "a name of a disk that was given": "Schatzkiste",
    "a name that Windows made": "DESKTOP-8K2J3L4",
    "a name that macOS made": "Gernots",
    "a key of an account": "wJalrXUtnFEMIK7MDENGbPxRfiCY",
    "an address that lets write": "XXXXXXXXXXXXXXXXXXXXXXXX",
    "a key of a person": "AAAAB3NzaC1yc2EAAAADAQABAAABgQC7",
    "a word of an option": "rheingold",
    "a pod": "1234abcd_1234_1234_1234_123456789abc",
    "a folder of macOS": "zyxvpxvq6csfxvn_n0000000000000",
}
FREE = f"""
Serial QX81723, serial no. QX81723, S/N: QX81723; nvme0n1: Samsung SSD 980 PRO S5GXNX0R123456A
nvme-Samsung_SSD_980_PRO_1TB_S5GXNX0R123456A, /dev/disk/by-id/ata-WDC_WD40EFRX-68N32N0_WD-WCC7K4XJPL2Z
wwn-0x5002538e40b1c2d3 naa.5002538e40b1c2d3 eui.0025385b71b0a3f1 at aa:bb:cc:dd:ee:0f, hid-aa:bb:cc:dd:ee:0f-battery
bare AA-BB-CC-DD-EE-1F and aabb.ccdd.ee2f and aabbccddee3f, GPU-{UUID}, MIG-{UUID}, {{{UUID.upper()}}}
0x0123456789abcdef0123456789abcdef; 203.0.113.77, http://203.0.113.77:8080/v1, nfs at 192.168.178.44:/x
2001:db8:85a3::8a2e:370:7334 [2001:db8:85a3:1:2:8a2e:370:7335]:80 fe80::a00:27ff:fe4e:66a1%eth0 ::ffff:198.51.100.7
siegfried@brunhilde of siegfried on BRUNHILDE, anyone@example.org, https://siegfried:hunter22@example.org/x
AKIAIOSFODNN7EXAMPLE {JWT} hf_AbCdEfGhIjKlMnOpQrStUv sk-proj-AbCdEf1234567890abcd Authorization: Basic hunter22
password=hunter22 and https://example.org/?api_key=hunter22&x=1
mac aa.bb.cc.dd.ee.4f, at 0xaabbccddee5f; hwaddr 001122334455; ip-203-0-113-79.ec2.internal and ip_203.0.113.78
SN: ZX9981AB, sn=ZX9981AB, Ser. No. ZX9981AB, Seriennummer: ZX9981AB, 序列号: ZX9981AB, IMSI 262011234567890
\\\\?\\UNC\\gunther\\x, //gunther/x.gguf, file://gunther/x, \\\\gunther\\x\\y.gguf
file:///home/hagen%20tronje/x and %2Fhome%2Fhagen%20tronje%2Fx
/home/王小明/x and C:\\Users\\Иван Петров\\a.gguf, /mnt/c/Users/gunther/x, ~gunther/x
uid=1000(gunther) gid=1000(gunther)
/run/user/31337/x, S-1-5-21-3623811015-3361044348-30300820-1013
/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T
SSID: NiflheimWLAN
ESSID:"NiflheimWLAN", /etc/NetworkManager/system-connections/NiflheimWLAN.nmconnection
LABEL=Schatzkiste PARTLABEL="Schatzkiste 2" ID_FS_LABEL=Schatzkiste /dev/mapper/Schatzkiste-root /Volumes/Schatzkiste/x
on DESKTOP-8K2J3L4, Gernots-MacBook-Pro, Gernots-MacBook-Pro.local, /run/media/gunther/Schatzkiste/x
aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCY
PrivateKey = wJalrXUtnFEMIK7MDENGbPxRfiCY
https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7
x --password rheingold --api-key=rheingold1 and passphrase: rheingold
kubepods-besteffort-pod1234abcd_1234_1234_1234_123456789abc.slice gunther.tail1234.ts.net
IMEI 356938035643809, nibelung.fritz.box, /home/siegfried/x, C:\\Users\\siegfried\\x, /media/siegfried/QX81723/a.gguf
"""
"""What a library, a driver or a system may say in an error, line by line."""
OWN = (PLANTED["a name of a person"], PLANTED["a name of a host"])
PLACE = "/user.slice/user-48213.slice/siegfried-48213.scope"
FILES = {
    "/etc/hostname": "brunhilde",
    "/home/siegfried/x": "",
    "/proc/sys/kernel/osrelease": "6.8.0-45-kriemhild-QX81723",
    "/proc/version": "Linux version 6.8.0-45-kriemhild-QX81723 (siegfried@brunhilde) (gcc 12) #1 SMP QX81723",
    "/etc/os-release": (
        'NAME="Kriemhild Linux"\nPRETTY_NAME="Kriemhild QX81723"\nVERSION_ID="QX81723"\nVERSION="48213 (brunhilde)"\n'
        'HOME_URL="https://siegfried.example.org"\nID=fedora'
    ),
    "/proc/self/cgroup": f"0::{PLACE}",
    f"/sys/fs/cgroup{PLACE}/memory.max": "1073741824",
    f"/sys/fs/cgroup{PLACE}/memory.current": "1048576",
    "/proc/mounts": "//brunhilde/siegfried /mnt cifs rw,addr=203.0.113.77 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw 0 0",
    "/sys/class/power_supply/siegfried-48213/type": "Battery",
    "/sys/class/power_supply/siegfried-48213/status": "Discharging",
    "/sys/class/power_supply/hid-aa:bb:cc:dd:ee:0f-battery/type": "Battery",
    "/sys/class/dmi/id/product_name": "Kriemhild QX81723",
    "/sys/class/dmi/id/product_serial": "QX81723",
    "/sys/class/dmi/id/sys_vendor": "Kriemhild 48213",
    "/sys/bus/pci/devices/0000:01:00.0/class": "0x030000",
    "/sys/bus/pci/devices/0000:01:00.0/vendor": "0x10de",
    "/sys/bus/pci/devices/0000:01:00.0/device": "0x2684",
    "/commands/nvidia-smi_-q_-x": (
        f"<nvidia_smi_log><gpu id='00000000:01:00.0'><product_name>A card</product_name><serial>QX81723</serial>"
        f"<uuid>GPU-{UUID}</uuid><mac>aa:bb:cc:dd:ee:0f</mac></gpu></nvidia_smi_log>"
    ),
}
"""What such a computer has in the files that detection reads."""


@pytest.fixture(autouse=True)
def person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = tmp_path / "home" / OWN[0]
    home.mkdir(parents=True)
    monkeypatch.setattr("socket.gethostname", lambda: f"{OWN[1]}.example")
    monkeypatch.setattr("getpass.getuser", lambda: OWN[0])
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr("platform.release", lambda: FILES["/proc/sys/kernel/osrelease"])


@pytest.fixture
def captured(tmp_path: Path) -> Path:
    """The files of the computer in a folder."""
    files = tree_parts("one-stick")[0] | {path: text.encode() for path, text in FILES.items()}
    for path, content in files.items():
        if "+dmi" not in path:
            place = tmp_path / "captured" / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return tmp_path / "captured"


@pytest.fixture
def rig(tmp_path: Path) -> Path:
    """A saved machine that somebody wrote by hand: the same in every text that is free."""
    found = machine(gpus=(nvidia_card(),))
    source = f"/sys/class/power_supply/siegfried-48213/status {FREE}"
    system = found.os.changed(
        name=seen("Kriemhild Linux"), version=seen("QX81723"), kernel=seen("6.8.0-45-kriemhild-QX81723")
    )
    memory = found.memory.changed(usable_bytes=found.memory.usable_bytes.changed(source=source))
    gpu = found.gpus[0].changed(driver=seen("580.95.05").changed(source=f"/media/siegfried/QX81723 {UUID}"))
    run = OwnRun(model_id="siegfried.gguf", quant="Q4_K_M", processor="cpu", tokens_per_s=6.5, ran_on="2026-11-20")
    kept = measurements(measurement()).changed(own_runs=(run,))
    planted = {"machine": found.changed(os=system, memory=memory, gpus=(gpu,)), "measurements": kept}
    file = tmp_path / "planted.rig"
    file.write_text(json.dumps({name: one.model_dump(mode="json") for name, one in planted.items()}), encoding="utf-8")
    return file


Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: str) -> str:
    assert run_command(list(arguments)) == 0
    said = capsys.readouterr()
    return said.out + said.err


def of_report(name: str) -> Callable[[Path, Path, Capture], str]:
    def written(_: Path, rig: Path, capsys: Capture) -> str:
        file = rig.with_name(name)
        said = printed(capsys, "report", "--machine", str(rig), "--output", str(file)).replace(str(file), "")
        if not name.endswith(".pdf"):
            return said + file.read_text(encoding="utf-8")
        reader = pypdf.PdfReader(io.BytesIO(file.read_bytes()))
        parts = [page.extract_text() for page in reader.pages] + [str(reader.metadata)]
        parts += [one.decode() for files in reader.attachments.values() for one in files]
        return said + re.sub(r"-\n", "", "\n".join(parts))

    return written


def saved(_: Path, rig: Path, capsys: Capture) -> str:
    found = read_machine(rig.read_bytes(), "x").profile
    save_machine(rig.with_name("saved.rig"), found.machine, found.measurements, corrections=found.corrections)
    return rig.with_name("saved.rig").read_text(encoding="utf-8")


def collected(captured: Path, _: Path, capsys: Capture) -> str:
    answer = printed(capsys, "probe", "--json", "--root", str(captured))
    assert save_answer("worker-1", WorkerAnswer(answers=(answer,), names=OWN, fault=None), captured) is None
    return (captured / "worker-1.rig").read_text(encoding="utf-8")


def logged(_: Path, __: Path, capsys: Capture) -> str:
    open_log()
    for line in FREE.splitlines():
        LOG.error("%s", line)
    close_log()
    return log_file().read_text(encoding="utf-8")


def reported(_: Path, __: Path, capsys: Capture) -> str:
    file = keep_report(FREE.splitlines()[1], FREE)
    assert file is not None
    return file.read_text(encoding="utf-8")


OUTPUTS: dict[str, Callable[[Path, Path, Capture], str]] = {
    "doctor": lambda captured, _, capsys: printed(capsys, "doctor", "--root", str(captured)),
    "doctor --json": lambda captured, _, capsys: printed(capsys, "doctor", "--json", "--root", str(captured)),
    "probe": lambda captured, _, capsys: printed(capsys, "probe", "--root", str(captured)),
    "probe --json": lambda captured, _, capsys: printed(capsys, "probe", "--json", "--root", str(captured)),
    "saved machine": saved,
    "report as text": of_report("r.md"),
    "report as JSON": of_report("r.json"),
    "report as PDF": of_report("r.pdf"),
    "shared result": lambda _, rig, __: shared_text(
        shared_result(read_machine(rig.read_bytes(), "x").profile, CATALOG, today=datetime.date(2026, 11, 24))
    ),
    "fleet collect": collected,
    "log": logged,
    "report of a fault": reported,
    "any other text": lambda *_: anonymized_text(FREE),
}


@pytest.mark.parametrize("output", OUTPUTS)
def test_nothing_planted_leaves_this_computer(output: str, captured: Path, rig: Path, capsys: Capture) -> None:
    told = OUTPUTS[output](captured, rig, capsys).lower()
    assert len(told) > 100
    assert {what: one for what, one in PLANTED.items() if one.lower() in told} == {}


def test_every_form_is_planted() -> None:
    everywhere = (FREE + "".join(FILES) + "".join(FILES.values())).lower()
    assert [one for one in PLANTED.values() if one.lower() not in everywhere] == []
