"""Words for what detection says."""

from advisor.present.words.reasons.template import Template

PROBE: dict[str, Template] = {
    "no_file": "no file {path}",
    "file_empty": "{path} is empty",
    "no_permission": "no permission to read {path}",
    "not_a_file": "{path} is not a file",
    "file_unreadable": "{path} cannot be read: {error}",
    "outside_capture": "{path} leads out of the captured tree",
    "nvidia_driver_silent": "an NVIDIA driver is there, but does not tell of its cards: {cause}",
    "no_gpu_lists": "neither {first} nor {second} is there to list graphics cards",
    "no_windows_gpu_lists": "neither list can be had: {first}; {second}",
    "cpus_offline": "not counted, because offline: logical CPUs {cpus}",
}
