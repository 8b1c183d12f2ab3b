"""Whatever lies in a folder of models: the search ends within bounds, says what it left out, and changes nothing."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.on_disk.finder import find_models
from advisor.catalog.on_disk.moved import places_here
from advisor.catalog.on_disk.walk import Bounds, Search
from advisor.present.rank.local_models import looked_lines
from tests.fakes.model_folders import found_below, gguf, ollama_model
from tests.fakes.systems.special_files import link, named_pipe

STUDIO, OLLAMA = ".lmstudio/models", ".ollama/models"
BLOB = "application/vnd.ollama.image.model"
COUNTED = Path("/proc/self/io")


def manifest(home: Path, text: str | bytes, name: str = "broken") -> Path:
    path = home / OLLAMA / "manifests/registry.ollama.ai/library" / name / "latest"
    path.parent.mkdir(parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def layers(digest: object) -> str:
    return json.dumps({"layers": [{"mediaType": BLOB, "digest": digest}]})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text_is_no_json"),
        ("no json at all", "text_is_no_json"),
        (b"\xff\xfe\x00", "text_is_no_json"),
        ("[1, 2]", "json_is_no_object"),
        ('{"layers":' + "[" * 100_000, "json_without_end"),
        ('{"layers": [' + "{}," * 2_000_000 + "{}]}", "json_lists_too_much"),
        (layers("sha256:../../../../etc/passwd"), "manifest_names_no_blob"),
        (layers(7), "manifest_names_no_blob"),
        (layers(f"sha256:{'0' * 64}"), "blob_missing"),
    ],
)
def test_a_broken_manifest_is_told_by_the_models_name(
    text: str | bytes, code: str, tmp_path: Path, catalog: Catalog
) -> None:
    manifest(tmp_path, text)
    ollama_model(tmp_path / OLLAMA, "whole:1b")
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"whole:1b"}
    assert [one.code for one in looked.unreadable] == [code]
    assert looked.unreadable[0].parameters["path"] == "broken:latest"


def test_a_manifest_of_a_gigabyte_is_not_read(tmp_path: Path, catalog: Catalog) -> None:
    path = manifest(tmp_path, "{")
    os.truncate(path, 1 << 30)
    _, looked = found_below(tmp_path, catalog)
    assert [one.code for one in looked.unreadable] == ["json_file_too_long"]


@pytest.mark.parametrize("listed", [{}, {"layers": None}, {"layers": [None, 3]}, {"manifests": [{"manifests": []}]}])
def test_a_manifest_without_weights_is_no_model_and_no_fault(listed: object, tmp_path: Path, catalog: Catalog) -> None:
    manifest(tmp_path, json.dumps(listed))
    models, looked = found_below(tmp_path, catalog)
    assert not models
    assert looked.broken == 0


def test_a_list_of_manifests_leads_to_the_first_with_weights(tmp_path: Path, catalog: Catalog) -> None:
    blob = ollama_model(tmp_path / OLLAMA, "plain:1b")
    child = json.loads(layers(blob.name.replace("sha256-", "sha256:")))
    manifest(tmp_path, json.dumps({"manifests": [{"runner": "mlx"}, child]}), "listed")
    models, _ = found_below(tmp_path, catalog)
    assert [sorted(holder.name for holder in one.holders) for one in models.values()] == [["listed:latest", "plain:1b"]]


def test_folders_in_circles_end(tmp_path: Path, catalog: Catalog) -> None:
    gguf(tmp_path / STUDIO / "org/repo/small.gguf")
    link(tmp_path / STUDIO / "org/again", tmp_path / STUDIO)
    link(tmp_path / STUDIO / "org/itself", "itself")
    link(tmp_path / STUDIO / "ring.gguf", "ring.gguf")
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"small"}
    assert looked.stopped is None


def test_folders_inside_each_other_without_end_are_left_at_a_depth(tmp_path: Path, catalog: Catalog) -> None:
    deep = tmp_path / STUDIO / "/".join(f"d{number}" for number in range(40))
    gguf(deep / "deep.gguf")
    gguf(tmp_path / STUDIO / "a/b/c/near.gguf")
    models, _ = found_below(tmp_path, catalog)
    assert set(models) == {"near"}


@pytest.mark.broad
def test_a_hundred_thousand_files_are_passed_over(tmp_path: Path, catalog: Catalog) -> None:
    folder = gguf(tmp_path / STUDIO / "org/repo/small.gguf").parent
    for number in range(100_000):
        (folder / f"{number}.txt").touch()
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"small"}
    assert looked.stopped is None


@pytest.mark.parametrize(
    ("bounds", "code"),
    [
        (Bounds(entries=20), "search_met_too_many_files"),
        (Bounds(models=3), "search_met_too_many_files"),
        (Bounds(seconds=0.2), "search_took_too_long"),
    ],
)
def test_a_search_that_reaches_a_bound_ends_and_says_so(
    bounds: Bounds, code: str, tmp_path: Path, catalog: Catalog
) -> None:
    for number in range(40):
        gguf(tmp_path / STUDIO / f"org/repo{number}/small{number}.gguf", **{"llama.context_length": 1024 + number})
    seconds = iter(range(10_000))
    models, looked = found_below(tmp_path, catalog, search=Search(bounds, clock=lambda: next(seconds) / 100))
    assert len(models) < 40
    assert looked.stopped
    assert looked.stopped.code == code


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / STUDIO / "closed"
    gguf(folder / "secret.gguf")
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


def test_a_folder_that_may_not_be_read_is_counted(
    closed: Path, tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir

    def scandir(path: Path) -> Any:
        if Path(path) == closed:  # whoever may read everything is refused, too
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    gguf(tmp_path / STUDIO / "open/small.gguf")
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"small"}
    assert looked.closed_folders == 1


def test_what_is_no_ordinary_file_is_never_opened(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / STUDIO / "org/repo"
    gguf(folder / "small.gguf")
    named_pipe(folder / "pipe.gguf")
    (folder / "folder.gguf").mkdir()
    link(folder / "device.gguf", "/dev/zero")
    link(folder / "gone.gguf", "nowhere")
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"small"}
    assert looked.broken == 0


def test_names_that_move_the_cursor_or_turn_a_line_are_shown_plain(tmp_path: Path, catalog: Catalog) -> None:
    is_windows = sys.platform == "win32"  # which has no such names, but those that are read from the right
    gguf(tmp_path / STUDIO / "org/repo" / ("a\u202eb.gguf" if is_windows else "a\x1b[2J\u202eb\nc.gguf"))
    if not is_windows:
        (tmp_path / STUDIO / "org/repo").joinpath(os.fsdecode(b"half\xff.gguf")).touch()
    models, _ = found_below(tmp_path, catalog)
    assert [one.isprintable() for one in models] == [True]
    (one,) = models.values()
    assert all(holder.name.isprintable() for holder in one.holders)
    assert Path(one.path).is_file()


@pytest.mark.parametrize("named", ["relative/models", "\0", "nowhere\0here", "x" * 5000, "~nobody/models"])
def test_a_setting_that_names_no_folder_names_none(named: str, tmp_path: Path, catalog: Catalog) -> None:
    (tmp_path / ".lmstudio").mkdir()
    (tmp_path / ".lmstudio/settings.json").write_text(json.dumps({"downloadsFolder": named}), encoding="utf-8")
    (tmp_path / ".lmstudio-home-pointer").write_text(named, encoding="utf-8")
    models, looked = found_below(tmp_path, catalog, environment={"OLLAMA_MODELS": named})
    assert not models
    assert looked.broken == 0


def test_a_damaged_file_is_told_and_the_others_are_found(tmp_path: Path, catalog: Catalog) -> None:
    gguf(tmp_path / STUDIO / "org/a/good.gguf")
    cut = gguf(tmp_path / STUDIO / "org/b/cut.gguf", **{"llama.context_length": 1})
    os.truncate(cut, cut.stat().st_size - 64)
    (tmp_path / STUDIO / "org/b/empty.gguf").touch()
    (tmp_path / STUDIO / "org/b/text.gguf").write_text("no model", encoding="utf-8")
    models, looked = found_below(tmp_path, catalog)
    assert set(models) == {"good"}
    assert {one.parameters["path"] for one in looked.unreadable} == {"cut.gguf", "text.gguf"}


def test_a_search_changes_nothing(tmp_path: Path, catalog: Catalog) -> None:
    gguf(tmp_path / STUDIO / "org/a/good.gguf")
    ollama_model(tmp_path / OLLAMA, "small:1b")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    found_below(tmp_path, catalog)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


@pytest.mark.broad
@pytest.mark.skipif(not COUNTED.is_file(), reason="bytes counted as on Linux")
def test_two_hundred_files_of_one_vocabulary_cost_few_bytes_each(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [f"word {number}" for number in range(40_000)]
    for number in range(200):
        gguf(tmp_path / STUDIO / f"org/repo{number}/m{number}.gguf", **{"tokenizer.ggml.tokens": words})
    places = [one for one in places_here("linux", tmp_path, {}) if one.path.is_relative_to(tmp_path)]
    before = _bytes_read()
    assert len(list(find_models(places, catalog, Search(clock=lambda: 0.0)))) == 200
    assert _bytes_read() - before < 200 * 600_000


def _bytes_read() -> int:
    lines = COUNTED.read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("rchar")).split()[1])


def test_of_far_too_many_files_the_first_are_looked_at(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / STUDIO / "many"
    folder.mkdir(parents=True)
    for number in range(60):
        (folder / f"m{number:02}.gguf").touch()
    gguf(folder / "a-whole.gguf")
    search = Search(Bounds(models=2))
    found = list(find_models(places_here("linux", tmp_path, {}, ()), catalog, search))
    assert search.stopped == "search_met_too_many_files"
    assert [one.name for one in found] == ["a-whole"]


def test_a_damaged_file_is_called_as_it_is(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / STUDIO / "some"
    folder.mkdir(parents=True)
    (folder / "arr0.gguf").write_bytes(b"GGUF" + bytes(40))
    _, looked = found_below(tmp_path, catalog)
    assert [line.partition(" ")[0] for line in looked_lines(looked)] == ["arr0.gguf"]
