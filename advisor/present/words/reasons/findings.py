"""Words for what stands out about a machine."""

from advisor.facts.machine.machine import FindingCode
from advisor.present.words.reasons.template import Template

FINDINGS: dict[FindingCode, tuple[str, str, str, str]] = {
    "no_driver": (
        "No driver serves {name:short}",
        "{card} is installed but no program can use it",
        "Everything runs on the processor{as_slow}.",
        "Install the driver of its maker and start the computer again{then}.",
    ),
    "driver_too_old": (
        "The driver of {name:short} is too old for {backend}",
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
        "One memory stick in one channel",
        "{size:capacity} in slot {slot}, no other",
        "Models that run on the processor or spill into main memory reach about half the speed of two sticks{instead}.",
        "Add a second, equal stick in the slot the mainboard's manual names for two.",
    ),
    "one_channel": (
        "All {number} memory sticks share one channel",
        "slots {slots}",
        "Models that run on the processor or spill into main memory reach about half the possible speed{instead}.",
        "Move one stick to a slot of the other channel; the mainboard's manual shows which.",
    ),
    "memory_limit": (
        "Programs here may use only {limit:capacity} of memory",
        "{usable:capacity} is installed and usable",
        "A larger model is ended by the system although memory is free.",
        "Raise the limit of the container or service.",
    ),
    "wsl": (
        "This is Linux inside Windows, with {size:capacity} of its memory",
        "the kernel is that of WSL",
        "By default it gets half of the computer's memory, and a larger model is ended by the system.",
        "Raise memory= in .wslconfig in your Windows user folder, or run Rig Advisor in Windows.",
    ),
    "free_channels": (
        "{filled} of {all} memory channels hold sticks",
        "{filled} channels with sticks",
        "Models that run on the processor or spill into main memory reach about {share:percent} of the possible speed{instead}.",
        "Add equal sticks, one in each free channel; the mainboard's manual shows their slots.",
    ),
    "uneven_channels": (
        "One memory channel holds {large:capacity}, the other {small:capacity}",
        "{sticks}",
        "The last {rest:capacity} are read at half speed{average}: a model that fills the memory runs at about {share:percent} of the speed.",
        "Use sticks of one size, or put the same amount into each channel.",
    ),
    "slow_memory_setting": (
        "Memory rated {rated:transfer_rate} runs at {now:transfer_rate}",
        "rated {rated:transfer_rate}, configured {now:transfer_rate}",
        "Models in main memory could run up to {faster:times} as fast{instead}.",
        "{check} in the firmware setup whether XMP or EXPO is on, and whether the processor takes that rate.",
    ),
    "throttled": (
        "Heat slows the processor down",
        "the processor counts it",
        "Models on the processor, prompts above all, run slower than the figures here while it is hot.",
        "Clean the fans, let air in, and measure again when it is cool.",
    ),
    "power_saving": (
        "The power plan saves energy ({plan})",
        "it is the plan in use",
        "Processor and graphics are held below their usual clocks; measuring shows by how much.",
        "Choose a balanced or fast plan in the power settings while a model runs.",
    ),
    "on_battery": (
        "This computer runs on its battery",
        "the system says so",
        "Most computers slow processor and graphics down on battery; the figures here are those on mains.",
        "Plug it in before you run a model or measure.",
    ),
    "slow_link": (
        "The link of {name:short} stays below its maximum under load",
        "{copied:bandwidth} copied of {limit:bandwidth}",
        "Loading models and parts that spill into main memory take {longer:times} as long as they could. A model that fits is not slowed.",
        "Seat the card again without a riser, and check the link speed of the slot in the firmware setup.",
    ),
    "narrow_link": (
        "{name:short} uses {now} of its {most} link lanes",
        "x{now} now, x{most} at most",
        "Loading models and parts that spill into main memory take {longer:times} as long. A model that fits is not slowed.",
        "{remedy}",
    ),
    "graphics_memory_in_use": (
        "{held:capacity} of {memory} is in use",
        "{free:capacity} of {total:capacity} free on {name:short}",
        "That much less remains for a model and its conversation.",
        "Close the browser and other programs that draw much, or plug the monitor into the mainboard.",
    ),
    "no_graphics_card": (
        "No graphics card",
        "the system lists none",
        "Models run on the processor, as fast as main memory is read{read}. Small ones usually outrun a reader.",
        "See whether a card is worth it for what you want to do.",
    ),
    "integrated_only": (
        "The graphics part shares main memory",
        "{name}",
        "It answers about as fast as the processor, because both read the same memory{read}; prompts can be quicker.",
        "{remedy}",
    ),
    "gpu_asleep": (
        "{name:short} is asleep",
        "its power state",
        "No speed is lost, but free memory and link can be read only while it is awake.",
        "Start a program that draws with it, and read the hardware again.",
    ),
    "virtual_machine": (
        "This is a virtual machine ({name})",
        "its processor says so",
        "Memory sticks and links cannot be seen, and speed varies with what the host does.",
        "Measure more than once: figures with ~ may be off.",
    ),
    "half_rate": (
        "The firmware states {stated:transfer_rate} for memory that runs at {real:transfer_rate}",
        "{stated:transfer_rate} is a clock: {type} transfers twice",
        "Nothing: the figures here use the real rate.",
        "Other programs may show half the rate; nothing needs to be done.",
    ),
    "backends": (
        "{name:short} runs programs for {running}",
        "{seen}: {source}",
        "The figures here assume llama.cpp with {backend}.",
        "Install {install}{others}{unsure}",
    ),
}
"""What stands out, what was seen, what it costs and what helps. The first two begin with a capital letter when said."""

FINDING_PARTS: dict[str, Template] = {
    "not_known": "unknown",
    "rates_then": " ({now:bandwidth} now, about {then:bandwidth} then)",
    "average_rate": ", {part:bandwidth} of {whole:bandwidth} on average over all of it",
    "size_in_slot": "{size:capacity} in slot {slot}",
    "check": "Check",
    "check_of_many_sticks": "Four or more sticks often run slower than two; if the processor allows more, check",
    "the_graphics_card": "the graphics card",
    "the_gpu": "the GPU",
    "integrated_graphics": "integrated graphics",
    "graphics_memory": "graphics memory",
    "memory_of": "the memory of {name:short}",
    "the_processor": "the processor{as_slow}",
    "as_fast_as_memory": ", as fast as main memory is read",
    "slower_than_card": ", whose memory is read at {rate:bandwidth}; the card's would be read {faster:times} as fast",
    "at_rate": " ({rate:bandwidth})",
    "then_install": ", then {ready}",
    "install_newer_driver": "Install a newer driver of its maker.",
    "no_driver_changes_that": "No driver changes that.",
    "until_then_use": " Until then use {install}.",
    "use": " Use {install}.",
    "its_maker": "its maker",
    "and_last": "{several} and {last}",
    "can_use_it_too": "; {names} can use it too.",
    "whether_it_runs": "{before} Whether {name} runs too cannot be told: {cause}.",
    "use_slot_by_processor": "Use the slot next to the processor, without a riser, and check which slots share lanes.",
    "often_no_more_lanes": "A card in a laptop or in a box beside it often has no more: choose models that fit it whole.",
    "choose_lighter_model": "Its memory is soldered: what helps is a model that reads less for each token.",
    "faster_sticks_help": "Faster or more memory sticks help both; a card with memory of its own helps most.",
}
"""What fills gaps of theirs."""
