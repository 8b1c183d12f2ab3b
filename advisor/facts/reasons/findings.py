"""Parts of what findings say."""

from typing import Literal

FindingReason = Literal[
    "and_last", "as_fast_as_memory", "at_rate", "average_rate", "can_use_it_too", "check", "check_of_many_sticks",
    "choose_lighter_model", "close_or_connect", "close_programs",
    "faster_sticks_help", "graphics_memory", "install_newer_driver", "integrated_graphics",
    "its_maker", "memory_of", "no_driver_changes_that", "not_known", "often_no_more_lanes", "raise_in_linux",
    "see_upgrade", "rent_with_gpu",
    "raise_in_windows", "rates_then", "size_in_slot", "slower_than_card", "the_gpu", "the_graphics_card",
    "the_processor", "then_install", "until_then_use", "use", "use_slot_by_processor", "whether_it_runs",
]  # fmt: skip
"""Codes of answer/findings."""
