"""What answers say of themselves: notes, refusals, what they rest on."""

from typing import Literal

_Asked = Literal[
    "any_number", "build_date_no_month", "cannot_be_computed", "either", "field_above", "field_at_least",
    "field_at_most", "field_at_most_field", "field_below", "field_fault", "field_fewer_than_field", "field_must_be",
    "figures_object", "half_a_character", "ignored", "line_is_no_json", "no_experts_to_move", "not_an_object",
    "one_memory_serves_all", "plain_text", "true_or_false", "whole_number",
]  # fmt: skip
_Tasks = Literal[
    "context_too_short", "file_has_no_prices", "gpu_brings_nothing", "gpu_figures_unknown",
    "gpu_memory_too_small", "gpu_memory_unknown", "gpu_not_used", "gpu_share_too_small", "install_gpu_driver",
    "state_gpu_memory",
    "update_gpu_driver",
    "kind_cannot_do_this", "no_engine", "no_processor", "no_program_of_type", "program_needs_cuda_or_rocm",
    "rig_has_no_answer",
    "task_unknown", "training_needs_cuda_or_rocm", "training_not_predicted", "training_speed_not_predicted",
    "workload_of_other_task", "workload_unknown",
]  # fmt: skip
_Device = Literal[
    "backend_means_processor", "beyond_one_system", "card_assumed", "card_may_also_be",
    "card_states_no_processor_cores", "card_unknown", "card_unknown_near", "does_not_fit", "fastest_assumed",
    "figure_arithmetic", "figure_bandwidth", "figure_contradicts", "figure_memory", "figure_of_graphics",
    "figure_peer_link", "figure_power", "figures_uncertain", "name_means", "no_backend_figures", "no_device_named",
    "no_engine_figures", "no_such_slice", "one_of_several_assumed", "rates_between_forms", "rent", "rent_between",
    "rent_unknown", "rented_only", "several_cards_named", "size_assumed", "slice_shares", "stated_device", "stated_gpu",
    "stated_memory_unlisted", "stated_processor", "system_cards", "computer_processor", "system_note", "the_device",
]  # fmt: skip
_Model = Literal[
    "active_parameters_contradict", "counted_as_attention", "file_describes_nothing", "file_size_contradicts",
    "layers_not_known", "layers_of_base_model", "layers_of_catalog_model", "layers_of_similar_model",
    "model_and_parameters_unknown", "model_and_parameters_unknown_near", "model_facts_unused", "model_of_other_kind",
    "model_unknown", "model_unknown_known", "model_unknown_near", "model_writes_no_text", "model_writes_text",
    "networks_in_proportion", "newest_of_name", "no_model_alike", "no_model_id", "no_model_named",
    "no_model_or_parameters", "no_model_or_parameters_of_one", "parameters_contradict", "parts_not_in_catalog",
    "picture_work_unknown", "shape_of_similar_model", "similar_networks", "size_of_stated_file", "stated_model",
    "windows_add_nothing",
]  # fmt: skip
_Quant = Literal[
    "quant_by_file_size", "quant_names_no_bits", "quant_not_in_catalog", "quant_not_stock", "quant_of_file_kept",
    "quant_unknown", "quant_unknown_near", "released_alone", "storage_assumed",
]  # fmt: skip
_Speed = Literal[
    "a_rate_unknown", "a_recording", "a_token", "an_item", "device_rate_unknown", "energy_of_device_at_work",
    "energy_of_every_device", "host_speed_unknown", "item_work_unknown", "limit_share", "link_and_host_rate_unknown",
    "model_work_or_rate_unknown", "network_calibration", "no_first_token_time", "no_speed", "nothing_takes_half",
    "serving_rates_unknown", "step_work_unknown", "training_rates_unknown", "would_reach",
]  # fmt: skip
_Text = Literal[
    "all_layers_on_card", "all_tokens_together", "beyond_context", "cache_needs_flash_attention",
    "context_beyond_model", "kv_type_unknown", "start_command", "state_threads",
    "usual_host_assumed", "may_just_fit",
]  # fmt: skip
_Draft = Literal[
    "draft_build_too_old", "draft_by_head", "draft_by_model", "draft_by_mtp", "draft_by_ngram", "draft_cost_arithmetic",
    "draft_cost_experts", "draft_cost_guessing", "draft_cost_main_memory", "draft_does_not_fit", "draft_engine_cannot",
    "draft_many_at_once", "draft_may_be_slower", "draft_no_head", "draft_no_layers", "draft_no_smaller",
    "draft_share_assumed", "draft_slower", "draft_unknown", "draft_vocabulary_differs",
]  # fmt: skip
_Parts = Literal[
    "model_sees_nothing", "own_layers_uncertain", "thinking_by_question", "thinking_can_be_off", "thinking_of_others",
    "faster_build", "faster_with_mlx", "larger_batches", "split_in_order", "keep_to_these_cards",
    "thinking_uncertain", "two_makers", "vision_fills_memory", "vision_time_estimated", "vision_uncertain",
]  # fmt: skip
_Serve = Literal["request_too_long", "others_wait", "queue_without_end", "layers_divide"]
_Networks = Literal[
    "text_too_long", "parts_take_turns", "layers_streamed", "devices_share_pictures", "made_for_small_cards",
    "decoded_in_tiles", "main_memory_for_parts", "parts_read_again", "smaller_size_to_fit", "smaller_batch_to_fit",
    "text_encoder_in_8_bits",
]  # fmt: skip
_Training = Literal[
    "checkpointing_assumed", "device_link_left_out", "devices_not_divisible", "devices_share_layers",
    "weights_sent_from_ram", "weights_stay_in_vram",
    "engine_not_for_training", "file_for_running", "fp8_not_known", "fp8_varies", "groups_share_layers",
    "no_pytorch_build", "qlora_discouraged",
    "held_to_power", "kind_not_trained", "linked_form_assumed", "network_left_out", "no_bf16", "no_cost", "no_duration",
    "no_fp8_for_training", "no_shard_assumed", "program_not_named", "quant_for_running", "rates_of_data_sheet",
    "sequence_beyond_model", "training_on", "training_with", "zero3_assumed",
]  # fmt: skip
_Claims = Literal[
    "card_not_divided", "card_states_no_field", "figure_not_known", "graphics_use_main_memory", "last_cache_unknown",
    "no_card_id", "no_usable_graphics", "nothing_known_of_processor", "saves_nothing", "serving_speed_unknown",
]  # fmt: skip
_Runs = Literal[
    "a_graphics_card", "above_data_sheet", "called_model_not_known", "choose_quant", "device_not_said",
    "device_unknown_known", "file_of_other_size", "graphics_not_said", "may_be_several_models", "model_not_said",
    "no_card_for_backend", "no_card_of_maker", "no_graphics_processor", "no_known_processor", "other_backend_ran",
    "own_mixture", "prompt_read_on_graphics", "quant_not_said", "ran_elsewhere", "run_with_draft",
    "several_of_that_name", "speed_of_two_devices", "steadiness_not_said", "takes_several_devices",
    "which_model_not_known",
]  # fmt: skip
_Money = Literal["typed_by_you", "free_driver", "firmware_setting", "program_setting", "several_sources"]
_WhatIf = Literal[
    "faster_sticks", "kit_of_size", "card_and_memory", "more_sticks", "not_in_this_computer", "pair_of", "second_stick",
    "set_of", "sticks_in_all_channels",
]  # fmt: skip
_Sources = Literal[
    "as_it_would_be", "cores_by_published_rate", "layer_of", "size_in_name", "stated_in_request", "what_if",
]  # fmt: skip

AnswerReason = Literal[
    _Asked,
    _Tasks,
    _Device,
    _Model,
    _Quant,
    _Speed,
    _Text,
    _Draft,
    _Parts,
    _Serve,
    _Networks,
    _Training,
    _Claims,
    _Runs,
    _Money,
    _WhatIf,
    _Sources,
]
"""Codes of answer/."""
