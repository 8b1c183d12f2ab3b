"""The cask with which Homebrew installs the app on macOS: https://docs.brew.sh/Cask-Cookbook."""

from tools.release.facts import APP, SUMMARY, TITLE, Release

OLDEST_MACOS = (14, "sonoma")
"""The oldest macOS that the wheels in the image run on, and Homebrew's name for it."""
_LEFT = (
    "Application Support/rig-advisor",
    "Logs/rig-advisor",
    "Saved Application State/io.github.rig_advisor.savedState",
)


def cask_file(release: Release) -> dict[str, str]:
    """The cask by its path in a tap; none without an image."""
    images = release.of("dmg")
    if not images:
        return {}
    url = next(release.url(image) for image in images.values()).replace(release.version, "#{version}")
    if len(images) > 1:
        named = ['  arch arm: "arm64", intel: "x86_64"', "", f'  version "{release.version}"']
        named += [f'  sha256 arm:   "{images["arm64"].sha256}",', f'         intel: "{images["x86_64"].sha256}"']
        url, needs = url.replace("-x86_64.dmg", "-#{arch}.dmg"), []
    else:
        (machine, image) = next(iter(images.items()))
        named = [f'  version "{release.version}"', f'  sha256 "{image.sha256}"']
        needs = [f"  depends_on arch: :{machine}"]
    lines = [
        f'cask "{APP}" do',
        *named,
        "",
        f'  url "{url}"',
        f'  name "{TITLE}"',
        f'  desc "{SUMMARY}"',
        f'  homepage "{release.home}"',
        "",
        *needs,
        f'  depends_on macos: ">= :{OLDEST_MACOS[1]}"',
        "",
        f'  app "{TITLE}.app"',
        f'  binary "#{{appdir}}/{TITLE}.app/Contents/MacOS/{APP}"',
        "",
        "  zap trash: [",
        *(f'    "~/Library/{place}",' for place in _LEFT),
        "  ]",
        "end",
    ]
    return {f"Casks/{APP}.rb": "\n".join(lines) + "\n"}
