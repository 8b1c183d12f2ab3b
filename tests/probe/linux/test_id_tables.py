"""Names out of the tables of PCI ids that a Linux system brings along."""

from advisor.facts.machine.machine import Gpu
from advisor.probe.detect.detect import detect
from advisor.probe.replay.recording import Readings, RecordingHost, RecordingRoot
from advisor.probe.replay.redact import redacted, scrubber
from advisor.probe.shared.host import ReplayHost
from advisor.probe.shared.id_tables import AMDGPU_IDS, PCI_IDS
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import doctored, replayed

CARD = "/sys/bus/pci/devices/0000:03:00.0"
PRODUCTS = "1.0.0\n744C,\tC7,\tAMD Imaginary 1\n744C,\tC8,\tAMD Imaginary 2\n743F,\tC3,\tOne\n743F,\tC3,\tOther\n"
CHIPS = """# made up
1001  A maker
\t744c  Not this one
1002  Advanced Micro Devices, Inc. [AMD/ATI]
\t744b  Before
\t744c  Navi 31 [Radeon RX 7900 XT/7900 XTX]
\t\t1da2 e471  NITRO+ RX 7900 XTX Vapor-X
\t\t1eae 7901  Another board
\t744d  After
1003  Another maker
\t744c  Not this one either
"""


def card(*, device: str = "0x744c", revision: str | None = "0xc8", **tables: str) -> MemoryRoot:
    files = {
        "/proc/version": "Linux version 6.12",
        f"{CARD}/vendor": "0x1002",
        f"{CARD}/device": device,
        f"{CARD}/class": "0x030000",
        f"{CARD}/subsystem_vendor": "0x1da2",
        f"{CARD}/subsystem_device": "0xe471",
        f"{CARD}/uevent": f"PCI_ID=1002:{device[2:].upper()}",
    }
    if revision:
        files[f"{CARD}/revision"] = revision
    files |= {AMDGPU_IDS[0]: tables.get("products", ""), PCI_IDS[1]: tables.get("chips", "")}
    return MemoryRoot({path: text.encode() + b"\n" for path, text in files.items()}, {})


def only_gpu(root: MemoryRoot) -> Gpu:
    (gpu,) = replayed(root).gpus
    return gpu


def test_the_product_goes_by_the_revision() -> None:
    gpu = only_gpu(card(products=PRODUCTS, chips=CHIPS))
    assert (gpu.name.value, gpu.name.source) == ("AMD Imaginary 2", AMDGPU_IDS[0])
    assert gpu.board.value == "NITRO+ RX 7900 XTX Vapor-X"


def test_without_a_revision_the_chip_is_named() -> None:
    assert only_gpu(card(revision=None, products=PRODUCTS, chips=CHIPS)).name.value == (
        "Navi 31 [Radeon RX 7900 XT/7900 XTX]"
    )


def test_a_revision_of_two_products_names_both() -> None:
    assert only_gpu(card(device="0x743f", revision="0xc3", products=PRODUCTS)).name.value == "One / Other"


def test_without_tables_the_name_is_unknown_for_a_reason() -> None:
    gpu = only_gpu(card())
    assert gpu.name.value is None
    assert gpu.board.value is None


def test_a_report_keeps_of_the_tables_only_what_concerns_the_machine() -> None:
    root = card(products=PRODUCTS, chips=CHIPS + "".join(f"{maker:04x}  Maker\n" for maker in range(0x2000, 0x6000)))
    doctored(root)
    readings = Readings()
    detect(RecordingRoot(root, readings), RecordingHost(ReplayHost(root), readings))
    kept = redacted(readings, scrubber(())).files[PCI_IDS[1]]
    assert isinstance(kept, bytes)
    assert b"Vapor-X" in kept
    assert len(kept) < 200


def test_names_for_people_hold_no_signs_that_steer_a_terminal() -> None:
    hostile = "1.0.0\n744C,\tC8,\tEvil\x1b[2J\u202e name\n"
    assert only_gpu(card(products=hostile)).name.value == "Evil[2J name"
    assert only_gpu(card(products="1.0.0\n744C,\tC8,\t \x1b \n")).name.value is None


def test_a_table_of_empty_lines_takes_no_time_to_speak_of() -> None:
    assert only_gpu(card(chips="1002  AMD\n" + "\n" * 4_000_000)).name.value is None


def test_figures_that_no_hardware_has_are_left_out() -> None:
    node = "/sys/class/kfd/kfd/topology/nodes/1"
    files = {
        f"{node}/properties": f"simd_count 4294967290\nlocation_id {3 << 8}\ndomain 0",
        f"{node}/mem_banks/0/properties": "size_in_bytes 1\nwidth 4294967295\nmem_clk_max -1",
        f"{CARD}/hwmon/hwmon0/power1_cap_default": "9999999999999999999",
    }
    plain = card()
    raw = {path: text.encode() for path, text in files.items()}
    gpu = only_gpu(MemoryRoot({**raw, **{f"/{path}": content for path, content in plain._files.items()}}, {}))
    assert (gpu.compute_units.value, gpu.memory_bus_bits.value, gpu.power_default_w.value) == (None, None, None)
