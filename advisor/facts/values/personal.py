"""What in a text tells whose computer it is: patterns of ids, addresses and folders that bear people's names."""

ID_PATTERNS = (
    r"(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f-])",
    r"(?<![0-9a-f:])[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?![0-9a-f:])",
    r"(?<![0-9a-f-])[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?![0-9a-f-])",
    r"(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])",
    r"[\w.+-]{1,64}@[\w.-]{1,255}",
)
"""Ids of hardware, network and containers, and addresses of people."""

FOLDER_PATTERNS = (
    r"(?<=/home/)[^/\s\"':]+",
    r"(?<=/Users/)[^/\s\"':]+",
    r"(?:(?<=\\Users\\)|(?<=\\Users\\\\))(?:[^\\\n\"':<>|]{1,64}(?=\\)|[^\\\s\"':]+)",
)
"""Folders that bear the name of who uses them."""

KEY_PATTERN = (
    r"(?:serial|asset.?tag|uuid|udid|guid|gpu.?pdi|machine.?id|boot.?id|host.?id|host.?name|computer.?name|user.?name"
    r"|service.?tag|mac.?addr|inventory|process.?name|domain.?name|boot.?volume"
    r"|volume.?name|primary.?owner|registered|(?<![a-z])csname|systemname)"
)
"""Words before a value that tells."""

PLAIN_NAME_PATTERN = (
    "root|user|admin|home|linux|ubuntu|debian|fedora|arch|suse|localhost|localdomain|none|unknown|intel|amd|nvidia|apple"
    "|windows|system|device|default|desktop|laptop|server|computer|memory|model|name|shared|public|guest"
)
"""Names that name nobody; replacing them would take words out of what the system says."""

SHORTEST_NAME = 3
