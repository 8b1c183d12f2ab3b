"""What is wrong with cards, packs and results that a person added."""

from typing import Literal

OwnCardReason = Literal[
    "card_bus_differs", "card_experts", "card_heads", "card_impossible", "card_lanes_differ", "card_more_active",
    "card_lacks",
    "card_name_taken", "card_of_laptop", "card_of_other_vendor", "card_other_layers", "card_pattern",
    "card_pci_id", "card_pipeline", "card_place_unknown", "card_rate_below", "card_text_odd", "card_too_large",
    "card_where", "cards_too_many", "pack_damaged", "pack_encrypted", "pack_entry_odd", "pack_entry_twice",
    "pack_method", "pack_manifest", "pack_refused", "pack_too_large", "pack_too_many", "pack_without_cards",
    "pack_without_cards_but", "pack_without_manifest", "card_folder_missing",
    "card_refused", "packs_too_many", "holds_no_result", "no_result", "no_result_number", "not_removed",
]  # fmt: skip
