"""Words for what measuring says."""

from advisor.present.words.reasons.template import Template

BENCH: dict[str, Template] = {
    "no_gpu_found": "No graphics processor was found.",
    "no_driver_serves_card": "No driver serves this card.",
    "card_asleep": "This card sleeps and was not woken; `rig-advisor bench --wake {device}` wakes it.",
    "card_would_wake_another": "Measuring this card would wake another one of the same driver; `rig-advisor bench --wake {other}` does.",
    "matrix_rates_of_nvidia_only": "Matrix rates are measured through NVIDIA's own driver only.",
    "readings_vary": "Readings vary by {spread:.0%}: take the range, not the single figure.",
    "two_speeds_seen": "Two speeds seen: something else changed what this machine could do during the test.",
}
