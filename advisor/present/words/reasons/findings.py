"""Words for what stands out about a machine."""

from advisor.facts.machine.machine import FindingCode
from advisor.present.words.reasons.template import Template
from advisor.present.words.words import to_say

SHORT: dict[FindingCode, str] = {
    "no_driver": to_say("missing GPU driver"),
    "driver_too_old": to_say("old GPU driver"),
    "backend_missing": to_say("missing GPU backend"),
    "one_module": to_say("one memory stick"),
    "one_channel": to_say("one memory channel"),
    "memory_limit": to_say("a memory limit"),
    "wsl": to_say("WSL memory limit"),
    "shared_limit": to_say("GPU memory limit"),
    "free_channels": to_say("empty memory channels"),
    "uneven_channels": to_say("uneven memory channels"),
    "slow_memory_setting": to_say("slow memory setting"),
    "throttled": to_say("CPU throttling"),
    "power_saving": to_say("power saving"),
    "on_battery": to_say("battery power"),
    "slow_link": to_say("slow GPU link"),
    "narrow_link": to_say("narrow GPU link"),
}
"""Names of what costs speed, for a title of several."""

FINDINGS: dict[FindingCode, tuple[str, str, str, str]] = {
    "no_driver": (
        "No driver installed for {name:short}",
        "{card} is installed but no program can use it",
        "Everything runs on the CPU{as_slow}.",
        "Install the manufacturer's driver and restart{then}.",
    ),
    "driver_too_old": (
        "Driver of {name:short} too old for {backend}",
        "{nearest}: {why}",
        "The figures here assume {backend}; without it programs use {instead}.",
        "{remedy}{otherwise}",
    ),
    "backend_missing": (
        "{backend} does not run on {name:short}",
        "{nearest}: {why}",
        "The figures here assume {backend}; without it programs use {instead}.",
        "{remedy}{otherwise}",
    ),
    "one_module": (
        "Only one memory channel is used",
        "{size:capacity} in slot {slot}, no other",
        "Models in RAM run at about half the speed of two sticks{instead}.",
        "Add a second, matching stick (see your mainboard manual for the slot).",
    ),
    "one_channel": (
        "All {number} memory modules share one channel",
        "slots {slots}",
        "Models in RAM run at about half the possible speed{instead}.",
        "Move one stick to a slot of the other channel (see your mainboard manual).",
    ),
    "memory_limit": (
        "Programs may use only {limit:capacity} of memory",
        "{usable:capacity} is installed and usable",
        "Larger models are stopped although memory is free.",
        "Raise the memory limit of the container or service.",
    ),
    "wsl": (
        "Linux inside Windows, with {size:capacity} of memory",
        "the kernel is that of WSL",
        "By default it gets half of the computer's memory, and a larger model is ended by the system.",
        "Raise memory= in .wslconfig in your Windows user folder, or run Rig Advisor in Windows.",
    ),
    "free_channels": (
        "{filled} of {all} memory channels hold sticks",
        "{filled} channels with sticks",
        "Models in RAM run at about {share:percent} of the possible speed{instead}.",
        "Add matching sticks, one in each free channel (see your mainboard manual).",
    ),
    "uneven_channels": (
        "Memory channels hold {large:capacity} and {small:capacity}",
        "{sticks}",
        "The last {rest:capacity} run at half speed; filled memory averages {share:percent}{average}.",
        "Use the same amount of memory in each channel.",
    ),
    "slow_memory_setting": (
        "Memory rated {rated:transfer_rate} runs at {now:transfer_rate}",
        "rated {rated:transfer_rate}, configured {now:transfer_rate}",
        "Models in RAM could run up to {faster:times} as fast{instead}.",
        "Turn on XMP/EXPO in the BIOS.{check}",
    ),
    "throttled": (
        "The CPU is throttled by heat",
        "the CPU counts it",
        "While hot, the CPU is slower than shown here, prompts above all.",
        "Clean the fans, improve airflow, and measure again once it is cool.",
    ),
    "power_saving": (
        "Power-saving plan is on ({plan})",
        "it is the plan in use",
        "CPU and GPU run below their usual clocks; measuring shows by how much.",
        "Choose a balanced or fast plan in the power settings while a model runs.",
    ),
    "on_battery": (
        "Running on battery",
        "the system says so",
        "Most computers slow down on battery; figures here are for mains power.",
        "Plug it in before you run a model or measure.",
    ),
    "shared_limit": (
        "GPU limited to {limit:capacity} of {all:capacity}",
        "{limit:capacity} of {all:capacity} open to {name:short}",
        "Larger models won't load on it, though the memory is there.",
        "{remedy}",
    ),
    "slow_link": (
        "{name:short} runs below its full PCIe speed",
        "{copied:bandwidth} copied of {limit:bandwidth}",
        "Loading models takes {longer:times} as long, and so do parts in RAM. Models in VRAM are not slowed.",
        "Reseat the card without a riser, and check the slot's PCIe speed in the BIOS.",
    ),
    "narrow_link": (
        "{name:short} uses {now} of {most} PCIe lanes",
        "x{now} now, x{most} at most",
        "Loading models takes {longer:times} as long, and so do parts in RAM. Models in VRAM are not slowed.",
        "{remedy}",
    ),
    "graphics_memory_in_use": (
        "{held:capacity} of {memory} is in use",
        "{free:capacity} of {total:capacity} free on {name:short}",
        "That leaves less for models.",
        "{remedy}",
    ),
    "no_graphics_card": (
        "No GPU",
        "the system lists none",
        "Models run on the CPU; RAM speed sets the pace{read}. Small models usually keep up with reading.",
        "See page Upgrade.",
    ),
    "integrated_only": (
        "Integrated graphics uses RAM",
        "{name}",
        "It writes about as fast as the CPU, as both share RAM{read}. Prompts can be faster.",
        "{remedy}",
    ),
    "macos_limit": (
        "GPU may use {limit:capacity} of {all:capacity}",
        "{limit:capacity} of {all:capacity} open to {name:short}",
        "macOS keeps the rest for itself. Larger models run on the CPU, or won't run.",
        "To allow {raised:capacity} until you restart, run: sudo sysctl iogpu.wired_limit_mb={mb}",
    ),
    "gpu_asleep": (
        "{name:short} is powered down",
        "its power state",
        "No speed is lost, but its free memory and PCIe link can't be read now.",
        "Start any 3D program, then press F5.",
    ),
    "virtual_machine": (
        "This is a virtual machine ({name})",
        "its CPU says so",
        "Memory modules and links are hidden; speed depends on the host.",
        "Measure several times; figures with ~ may be off.",
    ),
    "half_rate": (
        "The firmware states {stated:transfer_rate}, not {real:transfer_rate}",
        "{stated:transfer_rate} is a clock: {type} transfers twice",
        "Nothing: the figures here use the real rate.",
        "Other programs may show half the rate; nothing needs to be done.",
    ),
    "backends": (
        "{name:short} supports {running}",
        "{seen}: {source}",
        "The figures here assume llama.cpp with {backend}.",
        "Install {install}{others}{unsure}",
    ),
}
"""What stands out, what was seen, what it costs and what helps. The first two begin with a capital letter when said."""

FINDING_PARTS: dict[str, Template] = {
    "not_known": "unknown",
    "rates_then": " ({now:bandwidth} now, about {then:bandwidth} then)",
    "average_rate": " ({part:bandwidth} of {whole:bandwidth})",
    "size_in_slot": "{size:capacity} in slot {slot}",
    "check": "",
    "check_of_many_sticks": " With four sticks the rated speed may not be reachable.",
    "the_graphics_card": "the GPU",
    "the_gpu": "the GPU",
    "integrated_graphics": "integrated graphics",
    "graphics_memory": "VRAM",
    "raise_in_linux": "Raise the limit: amd-ttm --set, or ttm.pages_limit among the kernel's options; then restart.",
    "raise_in_windows": "Raise Variable Graphics Memory in AMD Software or the BIOS, then restart.",
    "close_programs": "Close your browser and games.",
    "close_or_connect": "Close your browser and games, or connect the monitor to the mainboard.",
    "memory_of": "the memory of {name:short}",
    "the_processor": "the CPU{as_slow}",
    "as_fast_as_memory": ", as fast as RAM is read",
    "slower_than_card": ", whose memory is read at {rate:bandwidth}; the card's would be read {faster:times} as fast",
    "at_rate": " ({rate:bandwidth})",
    "then_install": ", then {ready}",
    "install_newer_driver": "Install a newer driver.",
    "no_driver_changes_that": "No driver changes that.",
    "until_then_use": " Until then use {install}.",
    "use": " Use {install}.",
    "its_maker": "its maker",
    "and_last": "{several} and {last}",
    "can_use_it_too": "; {names} can use it too.",
    "whether_it_runs": "{before} {name} unclear: {cause}.",
    "use_slot_by_processor": "Use the slot next to the CPU, without a riser, and check which slots share lanes.",
    "often_no_more_lanes": "A card in a laptop or in a box beside it often has no more: choose models that fit it whole.",
    "choose_lighter_model": "Its memory is soldered: what helps is a model that reads less for each token.",
    "faster_sticks_help": "Faster RAM helps both; a GPU with its own VRAM helps most.",
}
"""What fills gaps of theirs."""
