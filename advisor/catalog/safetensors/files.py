"""Which safetensors files make one model: by the list beside them, by their numbers, or all that lie in a folder."""

import re
from pathlib import Path

from advisor.catalog.reading.regular_file import ModelFileError, is_there, json_file

ENDING = ".safetensors"
INDEX_ENDING = ".safetensors.index.json"
_PART = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5,6})-of-(?P<count>\d{5,6})\.safetensors$")
_MOST_FILES = 1000


def files_of_part(path: Path) -> tuple[Path, ...]:
    """All files of the model that the safetensors file at `path` belongs to.

    Raises:
        ModelFileError: a file that belongs to it is not beside it.
    """
    named = _PART.match(path.name)
    if named is None:
        return (path,)
    index = path.with_name(named["stem"] + INDEX_ENDING)
    if is_there(index):
        return files_of_index(index)
    count = int(named["count"])
    if not 0 < int(named["number"]) <= count <= _MOST_FILES:
        raise ModelFileError("impossible_part", path=path, number=int(named["number"]), parts=count)
    width = len(named["count"])
    names = [f"{named['stem']}-{one:0{width}}-of-{named['count']}{ENDING}" for one in range(1, count + 1)]
    return _present(path, names)


def files_of_index(index: Path) -> tuple[Path, ...]:
    """All files that a `model.safetensors.index.json` names.

    Raises:
        ModelFileError: it names no files, names them outside its folder, or one is missing.
    """
    listed = json_file(index).get("weight_map")
    if not isinstance(listed, dict) or not all(isinstance(name, str) for name in listed.values()):
        raise ModelFileError("index_names_no_files", path=index)
    names = sorted(set(listed.values()))
    if not 0 < len(names) <= _MOST_FILES or not all(_is_plain(name) for name in names):
        raise ModelFileError("index_names_other_files", path=index)
    return _present(index, names)


def files_in_folder(folder: Path) -> tuple[Path, ...]:
    """The safetensors files of the model in a folder; none where there are none.

    Raises:
        ModelFileError: files are missing, or the folder holds several models.
    """
    found = sorted(folder.glob("*" + ENDING))[: _MOST_FILES + 1]
    index = next(iter(sorted(folder.glob("*" + INDEX_ENDING))), None)
    if index is not None:
        return files_of_index(index)
    plain = folder / ("model" + ENDING)
    if plain in found or not found:
        return (plain,) if found else ()
    models = {files_of_part(path) for path in found}
    if len(models) > 1:
        raise ModelFileError("folder_of_several_models", path=folder, file=found[0].name)
    return models.pop()


def _is_plain(name: str) -> bool:
    """Whether a name stays in its folder."""
    return name.endswith(ENDING) and not set(name) & {"/", "\\", ":", "\0"} and len(name) < 256


def _present(path: Path, names: list[str]) -> tuple[Path, ...]:
    files = tuple(path.with_name(name) for name in names)
    if missing := [file.name for file in files if not is_there(file)]:
        raise ModelFileError(
            "files_missing", path=path, files=len(names), missing=missing[0], more=len(missing) - 1, count=len(missing)
        )
    return files
