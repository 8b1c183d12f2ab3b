"""What predictions say of themselves: doubts, what is not known, what they rest on."""

from typing import Literal

_Doubts = Literal[
    "less_sure",
    "card_not_in_catalog",
    "similar_layers",
    "similar_quantization",
    "laptop_power_unknown",
    "state_layers_vary",
    "cards_take_turns",
    "cards_share_layers",
    "cards_share_prompt",
    "several_sequences",
    "build_unknown",
    "hardware_not_measured",
    "typical_rate_used",
    "core_count_unknown",
    "unit_rate_unpublished",
    "figures_of_other_program",
    "figures_of_other_chip",
    "card_left_open",
    "sockets_left_open",
    "few_threads_assumed",
    "partly_in_main_memory",
]
_Unknown = Literal[
    "memory_bandwidth_unknown",
    "no_prompt",
    "speed_rates_unknown",
    "arithmetic_or_memory_rate_unknown",
    "link_to_computer_unknown",
    "no_source_states_it",
    "rate_of_16_bits_unknown",
    "no_units_for_floats",
]
_Basis = Literal[
    "bandwidth_from",
    "matrix_rate_from",
    "estimated_core_rate",
    "typical_rate",
    "calibration_used",
    "engine_build",
    "model_ran_here",
    "alike_ran_here",
]
_Sources = Literal[
    "read_by_health",
    "share_of_rate",
    "threads_alone",
    "one_program_reads",
    "reading_belongs_to",
    "twice_fp32_accumulation",
    "measured_over_share",
    "multiplied_in_16_bits",
    "by_16_bits",
    "times_16_bits",
    "twice_int8",
    "cache_curve",
    "from_last_cache",
    "what_does_not_fit",
    "the_question",
    "models_shape",
]

PredictReason = Literal[_Doubts, _Unknown, _Basis, _Sources]
"""Codes of predict/."""
