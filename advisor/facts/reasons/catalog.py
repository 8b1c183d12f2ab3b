"""What cards and files say of hardware and models."""

from typing import Literal

_Hardware = Literal[
    "allowed_values", "as_sentence", "bridge_sold_apart", "cache_answered", "caches_of_host", "card_fault",
    "card_faulty", "card_key_unknown", "card_name_unknown", "card_no_toml", "card_not_measured",
    "card_runs_nothing", "card_states_no_bandwidth", "card_states_no_channels", "card_states_no_clock",
    "card_states_no_compute_units", "card_states_no_cores", "card_states_no_fp16_accumulate16_rate",
    "card_states_no_fp16_rate", "card_states_no_fp32_rate", "card_states_no_int8_rate",
    "card_states_no_memory_size", "card_states_no_peer_link", "card_states_no_power_limit", "card_unreadable",
    "card_value_unknown", "cause_unknown", "compute_capability_too_low", "compute_capability_unknown",
    "cpu_card_without_memory", "driver_backends_unknown", "driver_lacks_backend", "driver_too_old",
    "driver_version_unknown", "family_memory_differs", "family_silent", "folder_missing", "graphics_target_unknown",
    "implausible_value", "layout_wrong", "least_of_cards", "link_generation_unknown", "link_unknown",
    "measured_as_lower_bound", "memory_of_host_unstated", "nearest_values", "no_backend_runs",
    "no_build_for_target",
    "no_card_and_driver_silent", "no_card_matches", "no_card_states_it", "no_data_sheet_states_it",
    "no_driver_serves", "no_last_cache_found", "no_link_known", "no_peer_link_known", "no_third_level_cache",
    "not_in_name", "not_measured_by_this_version", "not_measured_yet", "not_stated", "not_stated_on_card",
    "of_a_slice", "several_cards_match", "shares_memory_of_processor", "slice_share_unknown", "slices_without_link",
    "slot_decides", "taken_for_family", "too_many_cards_match", "usual_beside_cpu", "usual_in_virtual_machine",
    "usual_core_count", "usual_of_architecture", "usual_of_cores", "usual_of_memories", "usual_sticks", "with_stop",
]  # fmt: skip
_Rules = Literal[
    "api_price_incomplete", "claim_case_incomplete", "claim_condition_incomplete", "claim_input_unclear",
    "claim_of_nobody", "claim_rig_incomplete", "claim_trip_incomplete", "claim_unit_unknown",
    "claim_value_without_source", "fact_without_reason", "fact_without_source", "list_not_by_layer",
    "picture_size_missing", "price_kind_unclear", "price_of_nothing", "range_endless", "reason_malformed",
    "reason_parameter_malformed", "reason_without_names", "computer_without_processor", "uncertain_but_absent",
]  # fmt: skip
_Imported = Literal[
    "cache_in_main_memory", "experts_in_main_memory", "imported_figure_impossible", "imported_text_too_long",
    "no_speed_in_text", "parts_placed_by_hand", "ran_with_mlx", "run_cache_stored_as", "run_made_embeddings",
    "run_on_several_cards", "run_on_several_computers", "run_reads_and_writes", "runs_after_first",
    "table_of_batched_bench", "table_row", "texts_accepted", "tokens_not_told",
    "too_few_tokens",
]  # fmt: skip
_ModelFile = Literal[
    "alignment_no_power_of_two", "all_experts_counted", "announces_too_much", "begins_unlike_gguf", "blob_missing",
    "block_types_unknown", "config_names_no_architecture", "config_names_no_layers", "config_not_used",
    "config_says_too_little", "ends_before_header", "entry_lists_no_values", "entry_lists_too_much", "entry_nameless",
    "entry_twice", "entry_type_unknown", "file_names_no_architecture", "files_missing", "folder_of_several_models",
    "folder_without_model", "gguf_version_unknown", "header_too_long", "header_without_end", "holds_no_json_object",
    "holds_no_weights", "impossible_part", "index_names_no_files", "index_names_other_files", "is_an_adapter",
    "is_part_that_sees_or_hears", "is_vocabulary_only", "json_file_too_long", "json_is_no_object", "json_key_twice",
    "json_lists_too_much", "json_without_end", "layers_without_weights",
    "manifest_names_no_blob", "model_architecture_unknown",
    "model_file_forbidden",
    "model_file_is_folder", "model_file_missing", "model_file_not_ordinary", "model_file_unreadable",
    "no_config_beside_weights", "no_gguf_file", "no_model_file", "no_name_of_a_file", "no_weights_of_language_model",
    "part_was_renamed", "parts_missing", "parts_repeat_tensors", "repeats_other_file", "search_broke_off",
    "search_met_too_many_files",
    "search_took_too_long", "tensor_breaks_blocks",
    "tensor_dimensions", "tensor_length_wrong", "tensor_misplaced", "tensor_nameless", "tensor_not_described",
    "tensor_size_impossible", "tensors_cut_short", "tensors_in_one_place", "tensors_of_one_name", "text_is_no_json",
]  # fmt: skip
_Sources = Literal[
    "card_of_name", "card_of_pci_id", "channels_by_rate", "channels_by_slowest", "channels_of_family",
    "fastest_kind", "fp32_rate_over", "generation_by_width", "mean_of", "measured_by", "mig_guide", "mig_share",
    "share_of_connector", "share_of_pcie", "share_of_slot", "slots_join_devices", "the_name", "the_system",
    "threads_beyond_cores", "weak_source", "with_typed_channels", "with_typed_size",
]  # fmt: skip
_Prices = Literal[
    "price_pack_amount", "price_pack_columns", "price_pack_currency_odd", "price_pack_day", "price_pack_encoding",
    "price_pack_ending", "price_pack_entry", "price_pack_head", "price_pack_line", "price_pack_line_too_long",
    "price_pack_missing", "price_pack_more", "price_pack_names_unknown", "price_pack_no_csv", "price_pack_no_toml",
    "price_pack_rate_missing", "price_pack_rate_odd", "price_pack_refused", "price_pack_span", "price_pack_too_long",
    "price_pack_too_many", "price_pack_twice", "price_pack_unknown", "price_pack_unknown_more",
    "price_pack_unknown_near", "price_pack_without_prices", "price_pack_word",
]  # fmt: skip

CatalogReason = Literal[_Hardware, _Rules, _Imported, _ModelFile, _Sources, _Prices]
"""Codes of catalog/: of hardware and its cards, of what records ask for, of imported texts, of files of models
and of prices."""
