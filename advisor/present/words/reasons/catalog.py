"""Words for what cards and files say."""

from advisor.present.words.reasons.template import Template

CATALOG: dict[str, Template] = {
    "no_driver_serves": "no driver serves it",
    "driver_lacks_backend": "driver {driver} does not offer it",
    "driver_backends_unknown": "what driver {driver} offers is unknown",
    "driver_version_unknown": "the version of the driver is unknown",
    "driver_too_old": "driver {version} is older than {needs}",
    "compute_capability_unknown": "the compute capability of the chip is unknown",
    "compute_capability_too_low": "the chip has compute capability {has}, it needs {needs}",
    "graphics_target_unknown": "the graphics target of the chip is unknown",
    "no_build_for_target": "no build exists for {target}",
}
