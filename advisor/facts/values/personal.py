"""What in a text tells whose computer it is: the one list of patterns that all that leaves this computer passes.

Ids, addresses, keys of services and folders that bear people's names; and which words of a free text are the system's.
"""

import re
from collections.abc import Callable
from typing import AnyStr

_VERSION = r"(?:version|driver|kernel|release|build|bios|firmware|cuda|vulkan|revision|linux|(?<![a-z])v)[^\w\n]{0,4}"
_BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_SERIAL = (
    r"(?:serial|ser\.?|s/n|sn|sernum|serien-?nummer|序列号|asset[ -]?tag|service[ -]?tag|imei|imsi|meid|iccid)"
    r"(?:[ -]?(?:no|nr|num|number)\.?)?"
)
_SERVICES = (
    r"hf|gh[pousr]|github_pat|glpat|sk|pk|rk|xox[abeprs]|gsk|nvapi|r8|pplx|npm|pypi|dckr_pat|tskey|tvly|shpat|dop_v1"
)
ID_PATTERNS = (
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[\s\S]{0,8000}?-----END[A-Z -]{0,60}|[^\n]*)",
    r"(?<![a-z])(?:proxy-)?(?:authorization|cookie|x-api-key)[ \t]{0,3}[:=][ \t]{0,3}(?P<told>[^\n]+)",
    r"(?<=://)[^\s/@:\"'<>]{1,100}:[^\s/@\"'<>]{1,200}@[\w.-]{1,255}",
    r"[?&][\w-]{0,20}(?:key|token|secret|sig|signature|password|auth)[\w-]{0,10}=(?P<told>[^\s&\"'<>]{4,})",
    r"(?:(?<![0-9a-f])|(?<=pod))[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}(?![0-9a-f])",
    r"(?<![0-9a-f:])[0-9a-f]{2}(?::[0-9a-f]{2}){5,19}(?![0-9a-f:])",
    r"(?<![0-9a-f])[0-9a-f]{2}(?:-[0-9a-f]{2}){5,7}(?![0-9a-f]|-[0-9a-f])",
    r"(?<![0-9a-f.])(?=[0-9.]{0,12}[a-f])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-f.])",
    r"(?<![0-9a-z.])(?:0x)?(?=[0-9]{0,11}[a-f])(?=[a-f]{0,11}[0-9])[0-9a-f]{12}(?![0-9a-z])",
    r"(?<![0-9a-f.])(?=[0-9.]{0,16}[a-f])[0-9a-f]{2}(?:\.[0-9a-f]{2}){5}(?![0-9a-f.])",
    r"(?<![a-z])(?:mac|bssid|ether|(?:hw|ll|mac)[ _-]?addr\w{0,5})[ \t:=]{1,3}(?P<told>[0-9a-f]{12})(?![0-9a-z])",
    r"(?<![a-z])[be]?ssid[\"']?[ \t]{0,2}[:=][ \t]{0,2}(?P<told>\"[^\"\n]{1,64}\"|[^\n,;]{1,64})",
    r"(?<=/system-connections/)[^\n/\"']{1,80}",
    r"(?<![a-z])(?:id_fs_|id_part_entry_|part|fs)?label(?:_enc)?=(?P<told>\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|[^\s\"',;)]{1,80})",
    r"(?<=/dev/mapper/)(?!control\b)[\w.+-]{1,120}",
    r"(?<![\w-])s-1-5-(?:\d{1,10}-){2,8}\d{1,10}(?![\w-])",
    r"(?<![\w-])(?:desktop|laptop|win)-(?=[a-z]{0,10}\d)[a-z0-9]{7,11}(?![\w-])",
    r"(?<!\w)\w{2,40}(?:'|’)s?[ -](?=(?:macbook|imac|iphone|ipad|mac)\b)",  # noqa: RUF001
    r"(?<!\w)\w{2,40}s-(?=(?:macbook|imac|iphone|ipad|mac)-)",
    r"(?<![\w-])(?:ec2|ip)-\d{1,3}(?:-\d{1,3}){3}(?:\.[\w.-]{1,100})?",
    r"(?<![a-z])[ug]id=\d{1,10}\((?P<told>[^)\n]{1,64})",
    r"(?<![\w~])~[a-z_][\w.-]{1,31}(?=[/\\])",
    r"(?<=/user/)\d{3,}",
    r"(?<![0-9a-z])(?:0x)?[0-9a-f]{32,}(?![0-9a-z])",
    r"[\w.+-]{1,64}@(?!i?q\d|b?f16)[\w.-]{1,255}",
    r"(?<![\w:.])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])",
    r"(?<![\w:.])(?=[0-9a-f:]{0,40}::)(?:[0-9a-f]{1,4}:|:){2,7}[0-9a-f]{1,4}(?:\.\d{1,3}){0,3}(?:%\w{1,15})?(?![\w:])",
    r"(?<![\w:.])(?:[0-9a-f]{1,4}:){2,6}:(?=/\d)",
    rf"{_VERSION}\d{{1,3}}(?:\.\d{{1,3}}){{3}}"
    rf"|(?:(?<![\w.-])|(?<=\bip_)|(?<=\baddr_))(?!127\.|0\.0\.0\.0|255\.255)(?P<told>(?:{_BYTE}\.){{3}}{_BYTE})(?![\w-]|\.\d)",
    r"(?<![a-z])s/n[ \t:.#=]{1,3}[\w-]{4,40}",
    rf"(?<![a-z]){_SERIAL}[ \t:.#=]{{1,4}}(?P<told>(?=[\w-]{{0,39}}\d)[\w-]{{4,40}})(?![\w-])",
    r"(?<![a-z])(?:machine|boot|host|hardware|volume|licen[sc]e|account)[-_ ]?(?:id|key)[ \t:=#]{1,3}"
    r"(?P<told>(?=\S{0,40}\d)[\w-]{8,})",
    r"(?<![a-z])(?:wwn|wwid|wwpn|wwnn|naa|eui|nguid)[-._:= ]{1,3}"
    r"(?P<told>(?=[^\n]{0,40}\d)[\w.-]{3,}(?: [\w.-]{0,60}\d[\w.-]{0,60})?)",
    r"/by-(?:id|uuid|partuuid|label|partlabel)/(?P<told>[^\s\"'<>/]+)",
    r"(?<![\w-])(?:nvme|ata|scsi|usb|mmc)-(?P<told>[a-z0-9][\w.+:-]{0,80}_[\w.+:-]{0,60}\d[\w.+:-]{0,60})",
    r"(?<![a-z])(?:nvme\w{0,8}|ssd|hdd|disk|drive)\b[^\n]{0,60}?(?<![\w.-])"
    r"(?P<told>(?=(?:[a-z-]{0,20}\d){5})(?=\d{0,20}[a-z])[a-z0-9]{2,4}-?[a-z0-9]{8,18})(?![\w.-])",
    r"(?<![a-z])(?:smb|cifs|nfs|afp|s?ftp|ssh|davs?)://[^\s\"'<>]{1,300}",
    r"(?<=file://)(?!/|localhost/)[\w.-]{1,255}/[^\s\"'<>]{0,300}",
    r"(?<=\\unc\\)[^\s\"'<>|]{1,300}",
    r"(?<![\w:/])//(?=[\w.-]{1,255}/)[^\s\"'<>|]{1,300}",
    r"(?<=/services/)t\w{6,}/\w{6,}/\w{10,}|(?<=/webhooks/)\d{6,}/[\w-]{10,}",
    r"(?<![\w-])--?[\w-]{0,20}(?:password|passwd|passphrase|token|secret|api-?key)[ =](?P<told>[^\s-][^\s]{3,})",
    r"(?<![\w-])(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w{1,20})[ \t]+(?P<told>[a-z0-9+/=]{16,})",
    rf"(?<![a-z0-9])(?:{_SERVICES})[-_][a-z0-9_-]{{16,255}}",
    r"(?<![a-z0-9])a(?:kia|sia|roa|ida)(?=[a-z]{0,16}\d)[a-z0-9]{12,32}(?![a-z0-9])",
    r"(?<![a-z0-9])aiza[\w-]{30,60}",
    r"(?<![a-z0-9])eyj[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?",
    r"(?<=bearer )[\w.~+/=-]{8,}",
    r"(?<![a-z])(?:token|secret|credential)s?[ \t]{0,3}[:=][ \t]{0,3}(?P<told>(?=[^\s\d]{0,40}\d)[\w.~+/=-]{16,})",
    r"(?<![\w./~-])(?!threading\.|self\.)[a-z0-9][\w-]{0,62}(?:\.[\w-]{1,63}){0,3}"
    r"\.(?:local|lan|ts\.net|fritz\.box|home\.arpa|localdomain|internal|intranet)(?![\w./-])",
)
"""Ids of hardware, network and containers, addresses of people and servers, keys of services.

Of a pattern with a part `told` only that is personal, and nothing where it has none.
"""


def without(found: re.Match[AnyStr], put: Callable[[AnyStr], AnyStr]) -> AnyStr:
    """What a pattern found, with `put` of what is personal in its place."""
    if "told" not in found.re.groupindex:
        return put(found[0])
    if found["told"] is None:
        return found[0]
    start, end = (place - found.start() for place in found.span("told"))
    return found[0][:start] + put(found["told"]) + found[0][end:]


FOLDER_PATTERNS = (
    r"(?<=/home/)[^/\s\"':]+",
    r"(?<=/Users/)[^/\s\"':]+",
    r"(?:(?<=%2Fhome%2F)|(?<=%2FUsers%2F)|(?<=%5CUsers%5C))[^%/\s\"':]+",
    r"(?:(?<=\\Users\\)|(?<=\\Users\\\\))(?:[^\\\n\"':<>|]{1,64}(?=\\)|[^\\\s\"':]+)",
)
"""Folders that bear the name of who uses them."""

KEY_PATTERN = (
    r"(?:serial|asset.?tag|uuid|udid|guid(?!an|e)|gpu.?pdi|machine.?id|boot.?id|host.?id|host.?name|computer.?name|user.?name"
    r"|service.?tag|mac.?addr|inventory|process.?name|domain.?name|boot.?volume"
    r"|pass(?:word|wd|phrase)|(?<![a-z])pwd|api.?key|(?:private|account|secret.?access|shared).?key|user.?domain|(?:access|auth|api|hf).token|volume.?name|primary.?owner|registered|(?<![a-z])csname|systemname)"
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
    "tmux|ssh|run|snap|flatpak|amzn|fuel|gauge"
)
_SYSTEM_WORDS = frozenset(_LISTED.split("|"))
"""What kernels, distributions, batteries and systemd write of their own accord."""
_RUN = re.compile(r"[^\W\d_]{3,}|\d{5,}")
_TOKEN = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"\d{1,5}(?:\.\d{1,5})+|(?<!\d)20[12]\d[01]\d[0-3]\d(?!\d)")
"""Numbers of versions, and days: they have more digits than other numbers that a system writes."""
_FREE_PLACES = re.compile(r"/power_supply/([^/\s\"']{1,80})|/([^/\s\"']{1,120})\.(?:scope|service|slice)")


def unlisted_words(text: str) -> tuple[str, ...]:
    """Words of a text that people may write as they like (a kernel's release), but for those that systems write.

    A number of more digits than systems write is one, with the letters around it.
    """
    found = []
    for token in _TOKEN.findall(_NUMBERED.sub(" ", text)):
        unlisted = [run for run in _RUN.findall(token) if run.isdigit() or run.lower() not in _SYSTEM_WORDS]
        found += [token] if any(run.isdigit() for run in unlisted) else unlisted
    return tuple(found)


def odd_numbers(text: str) -> tuple[str, ...]:
    """What of a text has more digits than versions and names of products, with the letters around it."""
    return tuple(token for token in _TOKEN.findall(_NUMBERED.sub(" ", text)) if re.search(r"\d{5}", token))


def free_places(text: str) -> tuple[str, ...]:
    """What people named in paths that a text holds: batteries, and what systemd started."""
    return tuple(name for found in _FREE_PLACES.findall(text) if unlisted_words(name := "".join(found)))
