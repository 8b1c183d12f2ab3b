"""What cards and files say of hardware and models."""

from typing import Literal

CatalogReason = Literal[
    "bridge_sold_apart", "cache_answered", "caches_of_host", "card_not_measured", "card_runs_nothing",
    "card_states_no_bandwidth", "card_states_no_channels", "card_states_no_clock", "card_states_no_compute_units",
    "card_states_no_cores", "card_states_no_fp16_accumulate16_rate", "card_states_no_fp16_rate",
    "card_states_no_fp32_rate", "card_states_no_int8_rate", "card_states_no_memory_size", "card_states_no_peer_link",
    "card_states_no_power_limit", "compute_capability_too_low", "compute_capability_unknown",
    "cpu_card_without_memory", "driver_backends_unknown", "driver_lacks_backend", "driver_too_old",
    "driver_version_unknown", "family_memory_differs", "family_silent", "graphics_target_unknown",
    "implausible_value", "layout_wrong", "link_generation_unknown", "link_unknown", "measured_as_lower_bound",
    "no_build_for_target", "no_card_and_driver_silent", "no_card_matches", "no_card_states_it",
    "no_data_sheet_states_it", "no_driver_serves", "no_third_level_cache", "not_in_name",
    "not_measured_by_this_version", "not_measured_yet", "not_stated_on_card", "of_a_slice", "slice_share_unknown",
    "slices_without_link", "slot_decides",
]  # fmt: skip
