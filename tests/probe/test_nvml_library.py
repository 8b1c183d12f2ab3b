"""Quirk N13: a library that lies beside the driver only is found there."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from advisor.probe.nvidia.nvml import libraries_in, load_beside_driver, open_library


def library(store: Path, package: str, age_s: int) -> Path:
    file = store / package / "nvml.dll"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"no library")
    os.utime(file, (1_700_000_000 - age_s, 1_700_000_000 - age_s))
    return file


def test_the_newest_package_comes_first(tmp_path: Path) -> None:
    old = library(tmp_path, "nv_dispi.inf_amd64_1", 90)
    new = library(tmp_path, "nvlti.inf_amd64_2", 10)
    library(tmp_path, "iigd_dch.inf_amd64_3", 0)
    assert libraries_in(tmp_path) == (new, old)
    assert libraries_in(tmp_path / "none") == ()


def test_files_that_are_no_library_are_passed_over(tmp_path: Path) -> None:
    library(tmp_path, "nv_dispi.inf_amd64_1", 0)
    nvml = SimpleNamespace(nvmlLib=None)
    assert not load_beside_driver(nvml, tmp_path)
    assert nvml.nvmlLib is None


class MissingError(Exception):
    """What the bindings raise where they find no library."""

    value = 12


def test_the_library_is_opened_again_once_it_was_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened = []

    def initialize() -> None:
        opened.append(nvml.nvmlLib)
        if nvml.nvmlLib is None:
            raise MissingError

    nvml = SimpleNamespace(nvmlLib=None, nvmlInit=initialize, NVMLError=MissingError, NVML_ERROR_LIBRARY_NOT_FOUND=12)
    monkeypatch.setenv("SYSTEMROOT", str(tmp_path))
    with pytest.raises(MissingError):
        open_library(nvml)
    library(tmp_path / "System32" / "DriverStore" / "FileRepository", "nv_dispi.inf_amd64_1", 0)
    monkeypatch.setattr("ctypes.CDLL", lambda path: path)
    open_library(nvml)
    assert opened[:2] == [None, None]
    assert opened[2].endswith("nvml.dll")
