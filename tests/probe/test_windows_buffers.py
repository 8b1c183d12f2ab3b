"""Every buffer a Windows call returns: what is read from it, and that half of one is no answer."""

import json
import struct
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.facts.values.units import GIB, KIB, MIB
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.shared.smbios import parse_smbios, parse_windows_smbios
from advisor.probe.source.root import Unavailable
from advisor.probe.windows.calls import windows_call
from advisor.probe.windows.cim import CimAnswer, cim_script, memory_devices, parse_cim
from advisor.probe.windows.cpu import parse_architecture, parse_features
from advisor.probe.windows.d3dkmt import Adapter, parse_d3dkmt
from advisor.probe.windows.d3dkmt_call import AdapterInfo, QueryInfo, QueryStatistics, read_d3dkmt
from advisor.probe.windows.machine import parse_memory_status, parse_plan, parse_power_source
from advisor.probe.windows.pnp_devices import PnpAnswer, class_code, parse_pnp, pnp_link
from advisor.probe.windows.processor_information import ProcessorInformation, parse_processor_information
from advisor.probe.windows.registry import Registry, parse_registry, plain_value
from tests.fakes.sure import sure
from tests.fakes.systems.windows import (
    BALANCED,
    cache,
    core,
    memory_status,
    module,
    node,
    plain_topology,
    power,
    record,
    rsmb,
    table,
)
from tests.fakes.systems.windows_lists import adapter, d3dkmt, devices, display, function, power_data, registry


def processors(raw: bytes) -> ProcessorInformation:
    found = parse_processor_information(raw)
    assert isinstance(found, ProcessorInformation)
    return found


def pnp(raw: bytes) -> PnpAnswer:
    found = parse_pnp(raw)
    assert isinstance(found, PnpAnswer)
    return found


def adapters(*raw: dict[str, object]) -> tuple[Adapter, ...]:
    found = parse_d3dkmt(d3dkmt(*raw))
    assert isinstance(found, tuple)
    return found


def test_quirk_w4_cores_of_all_groups_count() -> None:
    found = processors(plain_topology(64, sockets=2))
    assert (len(found.topology.online), len(found.topology.cores), len(found.topology.packages)) == (128, 64, 2)
    assert len(found.nodes) == 2
    assert sum(found.instances[3, "unified"].values()) == 64 * MIB


def test_a_package_over_two_groups_is_one() -> None:
    raw = b"".join(core([cpu]) for cpu in range(96)) + core(range(96), relation=3) + cache(range(96), 3, 96 * MIB)
    found = processors(raw)
    assert found.topology.packages == {frozenset(range(96))}
    assert found.instances == {(3, "unified"): {frozenset(range(96)): 96 * MIB}}


def test_records_before_groups_and_unknown_relations() -> None:
    raw = core([0]) + core([0], relation=3) + cache([0], 1, 32 * KIB, 2, old=True) + record(9, b"new") + node([0], 5)
    found = processors(raw)
    assert found.instances == {(1, "data"): {frozenset({0}): 32 * KIB}}
    assert found.nodes == {5}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0",
        core([0, 1])[:-1],
        core([0, 1]) + struct.pack("<II", 0, 0),
        core([0, 1]) + struct.pack("<II", 0, 4096),
        core([0, 1]) + core([1, 2]),
        cache([0], 3, 1 << 20),
        record(0, struct.pack("<BB20xH", 0, 0, 9)),
    ],
)
def test_a_damaged_processor_list_is_no_list(raw: bytes) -> None:
    assert isinstance(parse_processor_information(raw), Unavailable)


def test_main_memory_of_windows() -> None:
    pool = parse_memory_status(memory_status(31 * GIB, 20 * GIB))
    assert (pool.usable.value, pool.available.value) == (31 * GIB, 20 * GIB)
    assert parse_memory_status(memory_status(31 * GIB, 32 * GIB)).available.value is None
    for raw in (b"", memory_status(0, 0), memory_status(1 << 63, 1), memory_status(GIB, 1)[:40]):
        assert parse_memory_status(raw).usable.value is None


def test_quirk_w2_software_and_remote_adapters_are_dropped_and_addresses_are_unique() -> None:
    card = adapter((0x10DE, 0x2684), (1, 0, 0), "NVIDIA GeForce RTX 4090", (24 * GIB, 0, 32 * GIB))
    again = {**card, "luid": "0:99999"}
    basic = adapter((0x1414, 0x8C), None, "Microsoft Basic Render Driver", (0, 0, 16 * GIB), flags=0x4)
    remote = adapter((0x1414, 0x8D), None, "Microsoft Remote Display Adapter", (0, 0, 0), flags=0x40)
    (found,) = adapters(card, again, basic, remote)
    assert (found.name, found.address, found.driver_version) == (
        "NVIDIA GeForce RTX 4090", (0, 1, 0, 0), "32.0.15.6094",
    )  # fmt: skip
    assert (found.dedicated_bytes, found.shared_bytes, found.dedicated_free_bytes) == (24 * GIB, 32 * GIB, None)


def test_quirk_w3_nothing_dedicated_is_an_answer() -> None:
    (found,) = adapters(adapter((0x8086, 0x64A0), (0, 2, 0), "Intel(R) Arc(TM) 140V GPU", (0, 0, 16 * GIB)))
    assert found.dedicated_bytes == 0


def test_free_memory_is_what_is_not_used() -> None:
    (found,) = adapters(adapter((0x1002, 0x744C), (3, 0, 0), "RX 7900 XTX", (24 * GIB, 0, GIB), used=3 * GIB))
    assert found.dedicated_free_bytes == 21 * GIB
    more_than_there_is = adapter((0x1002, 0x744C), (3, 0, 0), "RX", (24 * GIB, 0, GIB), used=0)
    more_than_there_is["local_usage"] = struct.pack("<5Q", 30 * GIB, 0, 0, 0, 0).hex()
    assert adapters(more_than_there_is)[0].dedicated_free_bytes is None


@pytest.mark.parametrize("answers", [{}, {"3": "zz", "6": "00"}, {"3": "00" * 23, "15": "", "31": "ff"}])
def test_an_adapter_that_answers_nothing_is_left_out(answers: dict[str, str]) -> None:
    assert adapters({"luid": "1", "answers": answers}) == ()


def test_devices_that_show_no_graphics_of_this_machine_are_left_out() -> None:
    card = display((0x8086, 0x56A0), (3, 0, 0), "Intel(R) Arc(TM) A770 Graphics")
    auxiliary = display((0x8086, 0x46A6), (0, 2, 1), "second output", class_code="0380")
    remote = {**card, "id": "SWD\\REMOTEDISPLAYENUM\\RDPIDD_INDIRECTDISPLAY&SESSIONID_0001"}
    hyper_v = display((0x1414, 0x8E), (5, 0, 0), "Microsoft Hyper-V Video")
    assert [one.name for one in pnp(devices(card, auxiliary, remote, hyper_v)).displays] == [card["name"]]


def test_ids_addresses_and_boards_of_devices() -> None:
    raw = {
        **display((0x1002, 0x73FF), (6, 0, 0), "RX 6600 XT"),
        "id": "PCI\\VEN_1002&DEV_73FF&SUBSYS_23361458&REV_C1\\6&EA",
    }
    (one,) = pnp(devices(raw)).displays
    assert (one.ids, one.address, one.subsystem_id) == ((0x1002, 0x73FF), (0, 6, 0, 0), "1458:2336")
    (odd,) = pnp(devices({**raw, "id": "ACPI\\VEN_QCOM&DEV_0C36\\2&DABA3FF&0", "bus": None})).displays
    assert (odd.ids, odd.address, odd.subsystem_id) == (None, None, None)
    assert class_code(["PCI\\VEN_1002&DEV_73FF", "PCI\\VEN_1002&CC_030000", "PCI\\CC_0300"]) == "0300"


@pytest.mark.parametrize(("state", "asleep"), [(0, False), (1, False), (2, True), (4, True), (5, False), (77, False)])
def test_quirk_w11_power_data_tells_sleep_without_touching_the_card(state: int, asleep: bool) -> None:
    (one,) = pnp(devices(display((0x10DE, 0x2860), (1, 0, 0), "RTX 4070", power_data=power_data(state)))).displays
    assert one.asleep is asleep
    assert ("asleep" in in_words(sure(pnp_link(one).reason))) is asleep


def link_of(ids: tuple[int, int], parents: list[dict[str, object]], **own: int) -> tuple[int | None, ...] | None:
    (one,) = pnp(devices(display(ids, (3, 0, 0), "card", parents=parents, **own))).displays
    link = pnp_link(one).value
    return (link.generation_now, link.generation_max, link.width_now, link.width_max) if link else None


FAST = {"speed_now": 4, "speed_max": 4, "width_now": 16, "width_max": 16}
SLOT = {"speed_now": 1, "speed_max": 3, "width_now": 8, "width_max": 8}


def test_links_are_those_of_the_card_to_its_slot() -> None:
    root = function((0x8086, 0xA70D), (0, 1, 0), **SLOT)
    assert link_of((0x10DE, 0x2684), [root], **FAST) == (4, 3, 16, 8)
    upstream, downstream = function((0x1002, 0x1478), (1, 0, 0), **SLOT), function((0x1002, 0x1479), (2, 0, 0), **FAST)
    assert link_of((0x1002, 0x744C), [downstream, upstream, root], **FAST) == (1, 3, 8, 8)
    assert link_of((0x8086, 0x56A0), [], **FAST) is None
    assert link_of((0x10DE, 0x2684), [], speed_now=0, speed_max=255, width_now=63, width_max=0) is None


def test_quirk_a2_sizes_are_paired_by_video_id() -> None:
    wide = "HardwareInformation.qwMemorySize"
    pairs = {"PCI\\VEN_1002&DEV_73FF\\6": "{B}", "PCI\\VEN_8086&DEV_4680\\3": "{A}"}
    values = {"{a}": {wide: 128 * MIB}, "{b}": {wide: 8573157376, "HardwareInformation.MemorySize": 4293918720}}
    found = parse_registry(registry("CPU", video_ids=pairs, video=values))
    assert isinstance(found, Registry)
    assert found.video_memory_bytes("pci\\ven_1002&dev_73ff\\6") == 8573157376
    assert found.video_memory_bytes("PCI\\VEN_10DE&DEV_2684\\4") is None


def test_quirk_a1_and_a3_sizes_of_32_bits_are_never_read() -> None:
    narrow = {"HardwareInformation.MemorySize": 4293918720, "HardwareInformation.qwMemorySize": "garbage"}
    found = parse_registry(registry("CPU", video_ids={"PCI\\1": "{A}"}, video={"{A}": narrow}))
    assert isinstance(found, Registry)
    assert found.video_memory_bytes("PCI\\1") is None
    answer = parse_cim(b'{"video": {"Name": "RX 6600 XT", "AdapterRAM": 4293918720}}')
    assert isinstance(answer, CimAnswer)
    assert memory_devices(answer) == ()


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (b"\0\0\0\0\2\0\0\0", 2 << 32),
        (b"", None),
        (b"x" * 9, None),
        (["one", "two"], "one"),
        ([], None),
        (-1, None),
        (7, 7),
    ],
)
def test_registry_values_become_text_or_numbers(value: object, plain: object) -> None:
    assert plain_value(value) == plain


def test_cim_rows_in_every_shape_powershell_writes() -> None:
    row = {"Capacity": "17179869184", "SMBIOSMemoryType": 34, "FormFactor": 12, "Speed": 5600, "DeviceLocator": "A "}
    one, many = json.dumps({"memory": row, "video": None}), json.dumps({"memory": [row, {**row, "Capacity": None}]})
    for raw in (one.encode(), one.encode("utf-16"), one.encode("utf-16-le"), one.encode("utf-8-sig"), many.encode()):
        answer = parse_cim(raw)
        assert isinstance(answer, CimAnswer)
        (device,) = memory_devices(answer)
        assert (device.bytes, device.type, device.form, device.slot) == (16 * GIB, "DDR5", "SODIMM", "A")
        assert (device.rated_mt_per_s, device.configured_mt_per_s) == (5600, None)
    assert "Win32_PhysicalMemory" in cim_script()


def test_power_source_and_plan() -> None:
    assert [parse_power_source(power(source)) for source in (0, 1, 255)] == ["battery", "mains", None]
    assert parse_power_source(b"\1") is None
    assert (parse_plan(BALANCED), parse_plan(bytes(16)), parse_plan(b"")) == ("balanced", None, None)


def test_quirk_w5_the_native_machine_counts() -> None:
    assert parse_architecture(struct.pack("<HH", 0x8664, 0xAA64)) == "aarch64"
    assert (parse_architecture(struct.pack("<HH", 0, 0x8664)), parse_architecture(b"\0")) == ("x86_64", None)


def test_instruction_sets_by_feature_number() -> None:
    assert parse_features(b"[10, 36, 39, 40]", "x86_64") == ("avx", "avx2", "ssse3")
    assert parse_features(b"[19, 43, 39]", "aarch64") == ("asimd", "asimddp")
    assert parse_features(b"[true, -1, {}]", "x86_64") is None


def test_readers_are_silent_elsewhere_and_their_structures_have_the_documented_size() -> None:
    if sys.platform != "win32":
        assert isinstance(windows_call("smbios"), Unavailable)
        assert isinstance(read_d3dkmt(), Unavailable)
    sizes = [struct.calcsize("P") == 8 and len(bytes(kind())) for kind in (AdapterInfo, QueryInfo, QueryStatistics)]
    assert sizes == [20, 24, 0x328]


PARSERS = (
    (parse_processor_information, plain_topology(6) + cache([0], 1, 4096, 2)),
    (parse_windows_smbios, rsmb(module(), module(length=0x22))),
    (parse_smbios, table(module(size=0x7FFF))),
    (parse_memory_status, memory_status(GIB, MIB)),
    (parse_d3dkmt, d3dkmt(adapter((0x1002, 0x744C), (3, 0, 0), "RX", (24 * GIB, 0, GIB), used=GIB))),
    (parse_pnp, devices(display((0x1002, 0x744C), (3, 0, 0), "RX", parents=[function((1, 2), (0, 1, 0))]))),
    (parse_registry, registry("CPU", video_ids={"PCI\\1": "{A}"}, video={"{A}": {"x": 1}})),
    (parse_cim, json.dumps({"memory": [{"Capacity": 1 << 30, "SMBIOSMemoryType": 34}]}).encode()),
    (parse_architecture, struct.pack("<HH", 0, 0x8664)),
    (parse_power_source, power(1)),
    (parse_plan, BALANCED),
)


@given(st.sampled_from(PARSERS), st.data())
def test_no_mutated_buffer_makes_a_parser_fail(case: tuple[object, bytes], data: st.DataObject) -> None:
    parse, raw = case
    mutated = bytearray(raw)
    for _ in range(data.draw(st.integers(1, 4))):
        mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
    start = data.draw(st.integers(0, 8))
    assert callable(parse)
    parse(bytes(mutated[start : data.draw(st.integers(0, len(mutated)))]))


@given(st.sampled_from(PARSERS), st.binary(max_size=200))
def test_no_garbage_makes_a_parser_fail(case: tuple[object, bytes], raw: bytes) -> None:
    assert callable(case[0])
    case[0](raw)
