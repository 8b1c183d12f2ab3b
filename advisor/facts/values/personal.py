"""What in a text tells whose computer it is: patterns of ids, addresses and folders that bear people's names."""

import re

ID_PATTERNS = (
    r"(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f-])",
    r"(?<![0-9a-f:])[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?![0-9a-f:])",
    r"(?<![0-9a-f-])[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?![0-9a-f-])",
    r"(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])",
    r"[\w.+-]{1,64}@[\w.-]{1,255}",
    r"(?<![0-9a-f.])(?=[0-9.]{0,12}[a-f])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-f.])",
    r"(?<![\w:.])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])",
    r"(?<![\w:.])(?=[0-9a-f:]{0,40}::)(?:[0-9a-f]{1,4}:|:){2,7}[0-9a-f]{1,4}(?:%\w{1,15})?(?![\w:])",
    r"(?<![a-z])s/n[ \t:.#=]{1,3}[\w-]{4,40}",
    r"(?<![a-z])(?:smb|cifs|nfs|afp|s?ftp|ssh|davs?)://[^\s\"'<>]{1,300}",
    r"(?<![a-z0-9])(?:hf|gh[pousr]|github_pat|glpat|sk|xox[abp])[-_][a-z0-9_-]{16,255}",
    r"(?<=bearer )[\w.~+/=-]{8,}",
)
"""Ids of hardware, network and containers, addresses of people and servers, keys of services."""

FOLDER_PATTERNS = (
    r"(?<=/home/)[^/\s\"':]+",
    r"(?<=/Users/)[^/\s\"':]+",
    r"(?:(?<=\\Users\\)|(?<=\\Users\\\\))(?:[^\\\n\"':<>|]{1,64}(?=\\)|[^\\\s\"':]+)",
)
"""Folders that bear the name of who uses them."""

KEY_PATTERN = (
    r"(?:serial|asset.?tag|uuid|udid|guid|gpu.?pdi|machine.?id|boot.?id|host.?id|host.?name|computer.?name|user.?name"
    r"|service.?tag|mac.?addr|inventory|process.?name|domain.?name|boot.?volume"
    r"|pass(?:word|wd)|api.?key|(?:access|auth|api|hf).token|volume.?name|primary.?owner|registered|(?<![a-z])csname|systemname)"
)
"""Words before a value that tells."""

PLAIN_NAME_PATTERN = (
    "root|user|admin|home|linux|ubuntu|debian|fedora|arch|suse|localhost|localdomain|none|unknown|intel|amd|nvidia|apple"
    "|windows|system|device|default|desktop|laptop|server|computer|memory|model|name|shared|public|guest"
)
"""Names that name nobody; replacing them would take words out of what the system says."""

SHORTEST_NAME = 3

_LISTED = (
    "generic|lowlatency|amd|aarch|arm|armhf|microsoft|standard|wsl|azure|aws|gcp|gke|oracle|raspi|rpi|lts|zen|arch|"
    "hardened|realtime|preempt|dynamic|smp|pve|cachyos|xanmod|liquorix|tkg|default|desktop|server|cloud|tegra|nvidia|"
    "hwe|oem|edge|mainline|stable|unstable|testing|bpo|deb|truenas|synology|unraid|kvm|virt|vanilla|lqx|bazzite|asahi|"
    "linuxkit|cos|orbstack|mtk|common|next|debug|production|deepin|flatcar|fedora|ubuntu|debian|linux|gnu|red|hat|"
    "enterprise|rocky|almalinux|centos|stream|opensuse|suse|tumbleweed|leap|sles|micro|manjaro|endeavouros|mint|pop|"
    "elementary|zorin|kali|nixos|gentoo|slackware|void|alpine|artix|garuda|nobara|raspbian|raspberry|guix|solus|"
    "mageia|clear|amazon|photon|proxmox|bottlerocket|steamos|chimera|aurora|bluefin|silverblue|kinoite|workstation|"
    "edition|release|core|rolling|sid|trixie|bookworm|bullseye|buster|noble|numbat|jammy|jellyfish|focal|fossa|plucky|"
    "questing|oracular|windows|professional|pro|home|education|macos|darwin|xnu|iot|live|parrot|devuan|mxlinux|tuxedo|"
    "neon|kde|plasma|battery|bat|cmb|adp|acad|ups|hidpp|ucsi|source|psy|sbs|macsmc|charger|usbc|usb|mains|wacom|sony|"
    "controller|axp|app|slice|scope|session|user|service|system|init|machine|docker|podman|libpod|lxc|kubepods|"
    "burstable|besteffort|pod|gnome|kitty|konsole|terminal|vte|spawn|dbus|org|code|firefox|chrome|alacritty|wezterm|"
    "tmux|ssh|run|snap|flatpak|"
)
_SYSTEM_WORDS = frozenset(_LISTED.split("|"))
"""What kernels, distributions, batteries and systemd write of their own accord."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_FREE_PLACES = re.compile(r"/power_supply/([^/\s\"']{1,80})|/([^/\s\"']{1,120})\.scope")


def unlisted_words(text: str) -> tuple[str, ...]:
    """Words of a text that people may write as they like (a kernel's release), but for those that systems write."""
    return tuple(word for word in _WORD.findall(text) if word.lower() not in _SYSTEM_WORDS)


def free_places(text: str) -> tuple[str, ...]:
    """What is free in paths that a text holds: names of batteries and of what systemd started."""
    return tuple("".join(found) for found in _FREE_PLACES.findall(text))
