"""Manifests for Windows: winget's three files and Scoop's one, both of the setup that people also download by hand.

winget: https://learn.microsoft.com/windows/package-manager/package/manifest. Scoop unpacks the setup into a folder
of its own: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests.
"""

import json
from collections.abc import Mapping
from typing import Any

from tools.release.facts import APP, LICENSE, MAINTAINERS, SUMMARY, TITLE, Release

WINGET_FORM = "1.12.0"
"""The version of winget's form that the files are written in."""
_WINGET_MACHINES = {"x86_64": "x64", "arm64": "arm64"}
_SCOOP_MACHINES = {"x86_64": "64bit", "arm64": "arm64"}
_SCHEMA = "https://aka.ms/winget-manifest.{kind}.{form}.schema.json"
_DESCRIPTION = (
    "Reads CPU, RAM and GPU, measures how fast they really are, and answers for a model: does it fit, how fast does it "
    "write, what holds it back, and would a better GPU help. Works offline and sends nothing anywhere."
)
_TAGS = ("ai", "benchmark", "gguf", "gpu", "hardware", "llama-cpp", "llm", "ollama", "vram")


def winget_files(release: Release) -> dict[str, str]:
    """The files by their paths in winget's collection; none without a setup."""
    setups = release.of("exe")
    if not setups:
        return {}
    name = f"{release.owner}.RigAdvisor"
    common = {"PackageIdentifier": name, "PackageVersion": release.version}
    installer = {
        "Platform": ["Windows.Desktop"],
        "MinimumOSVersion": "10.0.0.0",
        "InstallerType": "nullsoft",
        "Scope": "user",
        "InstallModes": ["interactive", "silent"],
        "UpgradeBehavior": "install",
        "FileExtensions": ["gguf", "rig", "safetensors"],
        "ProductCode": APP,
        "ReleaseDate": release.day.isoformat(),
        "Installers": [
            {
                "Architecture": _WINGET_MACHINES[machine],
                "InstallerUrl": release.url(setup),
                "InstallerSha256": setup.sha256.upper(),
            }
            for machine, setup in setups.items()
        ],
    }
    locale = {
        "PackageLocale": "en-US",
        "Publisher": MAINTAINERS,
        "PublisherUrl": release.home,
        "PublisherSupportUrl": f"{release.home}/issues",
        "PackageName": TITLE,
        "PackageUrl": release.home,
        "License": LICENSE,
        "LicenseUrl": f"{release.home}/blob/v{release.version}/LICENSE",
        "ShortDescription": SUMMARY,
        "Description": _DESCRIPTION,
        "Moniker": APP,
        "Tags": list(_TAGS),
        "ReleaseNotesUrl": f"{release.home}/releases/tag/v{release.version}",
    }
    folder = f"manifests/{release.owner[0].lower()}/{release.owner}/RigAdvisor/{release.version}/{name}"
    return {
        f"{folder}.yaml": _yaml("version", common | {"DefaultLocale": "en-US"}),
        f"{folder}.installer.yaml": _yaml("installer", common | installer),
        f"{folder}.locale.en-US.yaml": _yaml("defaultLocale", common | locale),
    }


def _yaml(kind: str, values: Mapping[str, Any]) -> str:
    """A file of winget's. YAML takes texts in quotes as JSON writes them."""
    schema = _SCHEMA.format(kind=kind, form=WINGET_FORM)
    lines = [f"# yaml-language-server: $schema={schema}", ""]
    for key, value in (*values.items(), ("ManifestType", kind), ("ManifestVersion", WINGET_FORM)):
        if isinstance(value, str):
            lines.append(f"{key}: {json.dumps(value)}")
            continue
        lines.append(f"{key}:")
        for entry in value:
            one = [json.dumps(entry)] if isinstance(entry, str) else [f"{k}: {json.dumps(v)}" for k, v in entry.items()]
            lines += [f"  {'-' if number == 0 else ' '} {line}" for number, line in enumerate(one)]
    return "\n".join(lines) + "\n"


def scoop_file(release: Release) -> dict[str, str]:
    """The manifest by its file's name; none without a setup."""
    setups = release.of("exe")
    if not setups:
        return {}
    unpacked = "#/dl.7z"
    places = {_SCOOP_MACHINES[machine]: release.url(setup) + unpacked for machine, setup in setups.items()}
    newer = {machine: url.replace(release.version, "$version") for machine, url in places.items()}
    manifest = {
        "version": release.version,
        "description": f"{SUMMARY}.",
        "homepage": release.home,
        "license": LICENSE,
        "architecture": {
            _SCOOP_MACHINES[machine]: {"url": places[_SCOOP_MACHINES[machine]], "hash": setup.sha256}
            for machine, setup in setups.items()
        },
        "pre_install": 'Remove-Item "$dir\\`$PLUGINSDIR", "$dir\\uninstall.exe*" -Force -Recurse -ErrorAction Ignore',
        "bin": f"{APP}.exe",
        "shortcuts": [[f"{TITLE}.exe", TITLE]],
        "checkver": "github",
        "autoupdate": {"architecture": {machine: {"url": url} for machine, url in newer.items()}},
    }
    return {f"{APP}.json": json.dumps(manifest, indent=4) + "\n"}
