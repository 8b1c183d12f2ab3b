"""Parts of what findings say."""

from typing import Literal

FindingReason = Literal[
    "not_known", "rates_then", "average_rate", "size_in_slot", "check", "check_of_many_sticks", "the_graphics_card",
    "integrated_graphics", "graphics_memory", "memory_of", "the_processor", "as_fast_as_memory", "slower_than_card",
    "at_rate", "then_install", "install_newer_driver", "no_driver_changes_that", "until_then_use", "use", "its_maker",
    "and_last", "can_use_it_too", "whether_it_runs", "use_slot_by_processor", "often_no_more_lanes",
    "choose_lighter_model", "faster_sticks_help",
]  # fmt: skip
"""Codes of answer/findings."""
