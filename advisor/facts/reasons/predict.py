"""What predictions say of themselves: doubts, what is not known, what they rest on."""

from typing import Literal

_Doubts = Literal[
    "architecture_not_measured", "card_left_open", "card_not_in_catalog", "cards_share_layers",
    "core_count_unknown", "dense_or_mixture_open", "different_cards", "few_threads_assumed",
    "figure_uncertain",
    "figures_of_other_chip", "figures_of_other_program", "hardware_is_young", "hardware_not_measured",
    "laptop_power_unknown", "less_sure", "partly_in_main_memory", "reads_far_below_paper", "several_sequences",
    "similar_layers", "similar_quantization", "small_host_drivers", "sockets_left_open", "state_layers_vary",
    "type_not_measured", "typical_rate_used", "unit_rate_unpublished",
]  # fmt: skip
_Unknown = Literal[
    "arithmetic_or_memory_rate_unknown", "link_to_computer_unknown", "memory_bandwidth_unknown", "no_prompt",
    "no_source_states_it", "no_units_for_bf16", "no_units_for_floats", "rate_of_16_bits_unknown",
    "overflows_in_fp16", "or_vulkan_program", "rocm_override", "rocm_program", "run_in_draw_things", "run_in_program",
    "speed_rates_unknown", "vulkan_program",
]  # fmt: skip
_Basis = Literal[
    "alike_ran_here", "bandwidth_from", "calibration_used", "engine_build", "estimated_core_rate",
    "matrix_rate_from", "measured_narrows", "model_ran_here", "typical_rate",
]  # fmt: skip
_Sources = Literal[
    "by_16_bits", "cache_curve", "from_last_cache", "measured_over_share", "models_shape",
    "multiplied_in_16_bits", "one_program_reads", "read_by_health", "reading_belongs_to", "share_of_rate",
    "the_question", "threads_alone", "times_16_bits", "twice_fp32_accumulation", "twice_int8",
    "what_does_not_fit",
]  # fmt: skip

PredictReason = Literal[_Doubts, _Unknown, _Basis, _Sources]
"""Codes of predict/."""
