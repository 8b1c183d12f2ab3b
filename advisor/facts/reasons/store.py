"""What files that are kept lack, and why one could not be saved or opened."""

from typing import Literal

StoreReason = Literal[
    "corrections_elsewhere", "corrections_left_out", "disk_full", "document_wrong", "fleet_empty", "fleet_no_model",
    "fleet_too_many", "folder_does_not_exist", "held_by_another", "holds_no_json",
    "holds_no_json_object", "holds_no_machine", "holds_no_measurements", "holds_too_much", "key_not_known",
    "left_out_unknown", "machine_impossible", "name_is_no_file", "no_machine_attached", "no_machine_profile",
    "no_permission_there", "no_such_computer", "not_opened", "not_replaceable", "not_saved", "not_set_aside",
    "not_there", "not_what_its_version_says", "pdf_damaged", "profile_of_newer_version", "profile_too_large",
    "saved_by_newer", "schema_version_unknown", "set_aside", "system_refused", "value_wrong", "values_not_valid",
]  # fmt: skip
