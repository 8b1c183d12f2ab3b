"""Power, heat, NPUs, memory nodes and the quirks of graphics on Linux, each on the few files that tell it."""

import pytest

from advisor.facts.machine.machine import Cpu, Gpu, Machine
from advisor.facts.values.units import GIB, GIGA, MEGA
from advisor.probe.detect.detect import detect
from advisor.probe.linux.kfd import KfdNode, card_bandwidth, shader_clock
from advisor.probe.nvidia.nvml import read_nvml
from advisor.probe.replay.recording import ReadHost, Readings
from advisor.probe.shared.host import ReplayHost
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.systems.nvml import CARD, FakeNvml

CPU, NODE = "/sys/devices/system/cpu", "/sys/devices/system/node"
DEVICE = "/sys/bus/pci/devices/0000:03:00.0"
ARM = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\nFeatures\t: asimd"


def machine(files: dict[str, str], links: dict[str, str] | None = None) -> Machine:
    root = MemoryRoot({"/proc/version": b"", **{path: text.encode() for path, text in files.items()}}, links or {})
    return detect(root, ReplayHost(root))


def cpus(count: int, *, packages: int = 1, cpuinfo: str = "") -> dict[str, str]:
    each = count // packages
    files = {f"{CPU}/online": f"0-{count - 1}", "/proc/cpuinfo": cpuinfo}
    for cpu in range(count):
        first = cpu // each * each
        files[f"{CPU}/cpu{cpu}/topology/core_cpus_list"] = str(cpu)
        files[f"{CPU}/cpu{cpu}/topology/package_cpus_list"] = f"{first}-{first + each - 1}"
    return files


def nodes(*lists: str, kib: int = 1024) -> dict[str, str]:
    files = {f"{NODE}/node{number}/cpulist": listed for number, listed in enumerate(lists)}
    return {
        **files,
        **{f"{NODE}/node{number}/meminfo": f"Node {number} MemTotal: {kib} kB" for number in range(len(lists))},
    }


def cpu(files: dict[str, str]) -> Cpu:
    return machine(files).cpu


@pytest.mark.parametrize(
    ("files", "source"),
    [
        ({"AC/type": "Mains", "AC/online": "1", "BAT0/type": "Battery", "BAT0/status": "Charging"}, "mains"),
        ({"AC/type": "Mains", "AC/online": "0", "BAT0/type": "Battery", "BAT0/status": "Discharging"}, "battery"),
        ({"mouse/type": "Battery", "mouse/scope": "Device", "mouse/status": "Discharging"}, None),
        ({"usb/type": "USB", "usb/online": "1", "BAT0/type": "Battery", "BAT0/status": "Discharging"}, "mains"),
        ({"AC/type": "Mains", "AC/online": "0"}, None),
        ({}, None),
    ],
)
def test_power_source(files: dict[str, str], source: str | None) -> None:
    found = machine({f"/sys/class/power_supply/{path}": text for path, text in files.items()}).os.power_source
    assert found.value == source


def test_power_plan() -> None:
    profile = {"/sys/firmware/acpi/platform_profile": "low-power"}
    governor = {f"{CPU}/cpu0/cpufreq/scaling_governor": "powersave"}
    assert machine({**profile, **governor}).os.power_plan.value == "low-power"
    assert machine(governor).os.power_plan.value == "powersave"
    assert machine({}).os.power_plan.value is None


@pytest.mark.parametrize(
    ("files", "throttled"),
    [
        (
            {
                "/sys/class/thermal/cooling_device0/type": "Processor",
                "/sys/class/thermal/cooling_device0/cur_state": "3",
            },
            True,
        ),
        ({"/sys/class/thermal/cooling_device0/type": "Fan", "/sys/class/thermal/cooling_device0/cur_state": "3"}, None),
        ({f"{CPU}/cpu0/thermal_throttle/core_throttle_count": "0"}, False),
        ({f"{CPU}/cpu0/thermal_throttle/core_throttle_count": "17"}, None),
        ({}, None),
    ],
)
def test_heat(files: dict[str, str], throttled: bool | None) -> None:
    assert cpu({**cpus(1), **files}).throttled.value is throttled


def test_npus_by_name() -> None:
    links = {
        "/sys/class/accel/accel0/device": "../../../devices/pci0000:00/0000:00:0b.0",
        "/sys/devices/pci0000:00/0000:00:0b.0/driver": "../../../bus/pci/drivers/intel_vpu",
        "/sys/class/accel/accel1/device": "../../../devices/pci0000:00/0000:c2:00.1",
        "/sys/devices/pci0000:00/0000:c2:00.1/driver": "../../../bus/pci/drivers/amdxdna",
        "/sys/class/accel/accel2/device": "../../../devices/soc",
        "/sys/devices/soc/driver": "../../bus/platform/drivers/newnpu",
    }
    assert machine({}, links).npus.value == ("Intel NPU", "AMD XDNA NPU", "newnpu")
    idle = {f"{DEVICE}/class": "0x120000", f"{DEVICE}/vendor": "0x8086", f"{DEVICE}/device": "0x7d1d"}
    assert machine(idle).npus.value == ("Intel NPU (no driver)",)
    assert machine(idle).gpus == ()
    assert machine({}).npus.value is None


def test_clusters_of_an_arm_client_are_one_package_and_packages_with_memory_are_packages() -> None:
    clusters = cpu({**cpus(8, packages=4, cpuinfo=ARM), **nodes("0-7")}).sockets
    assert (clusters.value, clusters.origin) == (1, "estimated")
    server = cpu({**cpus(8, packages=2, cpuinfo=ARM), **nodes("0-3", "4-7")}).sockets
    assert (server.value, server.origin) == (2, "detected")


def test_packages_that_nobody_lists_are_unknown() -> None:
    files = {
        f"{CPU}/online": "0-1",
        f"{CPU}/cpu0/topology/thread_siblings": "3",
        f"{CPU}/cpu1/topology/thread_siblings": "3",
    }
    found = cpu(files)
    assert (found.cores.value, found.sockets.value) == (1, None)


def test_quirk_l12_memory_of_cards_is_no_main_memory() -> None:
    power = "cpu\t: POWER9, altivec supported"
    status = "Node: 1\nNUMA Status: online\n"
    files = {**cpus(4, cpuinfo=power), **nodes("0-3", "", kib=1024), "/proc/meminfo": "MemTotal: 2048 kB"}
    named = machine({**files, "/proc/driver/nvidia/gpus/0004:04:00.0/numa_status": status})
    assert (named.memory.usable_bytes.value, named.cpu.numa_nodes.value) == (MEGA * 1.048576, 1)
    listed = {f"{DEVICE}/class": "0x030200", f"{DEVICE}/vendor": "0x10de", f"{DEVICE}/device": "0x1db1"}
    assert machine({**files, **listed}).cpu.numa_nodes.value == 1
    assert machine(files).cpu.numa_nodes.value == 2


def test_nodes_cut_from_one_are_one() -> None:
    found = cpu({**cpus(4), **nodes("0-3", "0-3", "0-3")}).numa_nodes
    assert (found.value, found.origin) == (1, "estimated")
    assert cpu({**cpus(4), **nodes("0-1", "2-3", "")}).numa_nodes.value == 3
    masks = {f"{NODE}/node{number}/cpumap": mask for number, mask in enumerate(("00000003", "0000000c"))}
    assert cpu({**cpus(4), **masks}).numa_nodes.value == 2


def amd(**files: str) -> Gpu:
    given = {"class": "0x030000", "vendor": "0x1002", "device": "0x73ff", **files}
    found = {f"{DEVICE}/{name.replace('__', '/')}": text for name, text in given.items()}
    (gpu,) = machine(found, {f"{DEVICE}/driver": "../../../../bus/pci/drivers/amdgpu"}).gpus
    return gpu


@pytest.mark.parametrize(
    ("sign", "dedicated"),
    [
        ({}, False),
        ({"mem_info_vram_vendor": "unknown"}, False),
        ({"mem_info_vis_vram_total": str(8 * GIB)}, False),
        ({"mem_info_vis_vram_total": str(GIB // 4)}, True),
        ({"mem_info_vram_vendor": "samsung"}, True),
        ({"pp_dpm_pcie": "0: 2.5GT/s, x8 310Mhz"}, True),
        ({"hwmon__hwmon3__power1_cap": "1"}, True),
    ],
)
def test_a_size_alone_does_not_tell_a_card_from_a_processor(sign: dict[str, str], dedicated: bool) -> None:
    gpu = amd(mem_info_vram_total=str(8 * GIB), **sign)
    assert (gpu.memory_kind.value, gpu.memory_total_bytes.value) == (
        ("dedicated", 8 * GIB) if dedicated else (None, None)
    )


def test_an_accelerator_of_amd_is_a_gpu() -> None:
    assert amd(**{"class": "0x120000", "device": "0x74a1"}).pci_id.value == "1002:74a1"
    assert amd(subsystem_vendor="0x1da2", subsystem_device="0xe387").subsystem_id.value == "1da2:e387"


@pytest.mark.parametrize(
    ("gfx", "bits", "mhz", "gb_per_s"),
    [(90006, 2048, 945, 483.8), (100302, 128, 1124, 287.7), (110000, 384, 1249, 959.2), (80003, 256, 2000, 256.0)],
)
def test_bandwidth_of_cards_of_amd(gfx: int, bits: int, mhz: int, gb_per_s: float) -> None:
    found = card_bandwidth(KfdNode((0, 3, 0, 0), gfx, 8 * GIB, bits, mhz))
    assert found.value == pytest.approx(gb_per_s * GIGA, rel=0.005)


@pytest.mark.parametrize(
    ("gfx", "bits", "mhz"), [(90012, 128, 1000), (None, 256, 1000), (110000, 384, 5), (1, None, None)]
)
def test_bandwidth_that_cannot_be_told(gfx: int | None, bits: int | None, mhz: int | None) -> None:
    assert card_bandwidth(KfdNode((0, 3, 0, 0), gfx, None, bits, mhz)).value is None
    assert card_bandwidth(None).value is shader_clock(None).value is None


def test_the_stand_in_of_a_guest_gives_way_to_the_card_behind_it() -> None:
    files = {f"{DEVICE}/class": "0x030200", f"{DEVICE}/vendor": "0x1414", f"{DEVICE}/device": "0x008e"}
    assert [gpu.vendor.value for gpu in machine(files).gpus] == ["microsoft"]
    root = MemoryRoot({"/proc/version": b"microsoft", **{path: text.encode() for path, text in files.items()}}, {})
    answered = detect(root, ReadHost(Readings(nvml=read_nvml(FakeNvml(**CARD)))))
    assert [gpu.vendor.value for gpu in answered.gpus] == ["nvidia"]


PUBLISHED = {
    "2080 SUPER": (7751, 256, 496.1),
    "4080 SUPER": (11501, 256, 736.3),
    "RTX 3090": (9751, 384, 936.2),
    "Tesla T4": (5001, 256, 320.0),
    "A100 80GB": (1593, 5120, 2039.0),
    "Quadro P400": (2005, 64, 32.1),
    "GTX 980": (3505, 256, 224.4),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_bandwidth_of_cards_that_no_list_has(name: str) -> None:
    mhz, bits, gb_per_s = PUBLISHED[name]
    (card,) = read_nvml(
        FakeNvml(**{**CARD, "nvmlDeviceGetMaxClockInfo": mhz, "nvmlDeviceGetMemoryBusWidth": bits})
    ).devices
    assert card.theoretical_bytes_per_s.value == pytest.approx(gb_per_s * GIGA, rel=0.02)


@pytest.mark.parametrize(
    ("files", "limit"),
    [
        ({}, None),
        ({"/proc/self/status": "Name: x\nCpus_allowed_list:\t0-2"}, 3),
        ({"/proc/self/status": "Cpus_allowed_list:\t0-7"}, None),
        ({"/proc/self/cgroup": "0::/a/b", "/sys/fs/cgroup/a/cpu.max": "150000 100000"}, 2),
        ({"/proc/self/cgroup": "0::/a/b", "/sys/fs/cgroup/a/cpu.max": "max 100000"}, None),
        ({"/proc/self/cgroup": "0::/a", "/sys/fs/cgroup/a/cpu.max": "900000 100000"}, None),
        ({"/proc/self/cgroup": "0::/a", "/sys/fs/cgroup/a/cpuset.cpus.effective": "4-6,40"}, 3),
        (
            {
                "/proc/self/cgroup": "4:cpu,cpuacct:/docker/x\n3:cpuset:/docker/x",
                "/proc/mounts": "cgroup /cg/cpu cgroup rw,cpu,cpuacct 0 0\ncgroup /cg/set cgroup rw,cpuset 0 0",
                "/cg/cpu/docker/x/cpu.cfs_quota_us": "400000",
                "/cg/cpu/docker/x/cpu.cfs_period_us": "100000",
                "/cg/set/docker/x/cpuset.cpus": "0-5",
            },
            4,
        ),
    ],
)
def test_limits_of_containers(files: dict[str, str], limit: int | None) -> None:
    assert cpu({**cpus(8), **files}).limit_threads.value == limit
