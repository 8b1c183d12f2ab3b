# One word for each thing that is done often. `just` lists them; CONTRIBUTING.md shows the plain commands.

set windows-shell := ["powershell.exe", "-NoLogo", "-NoProfile", "-Command"]

bin := if os_family() == "windows" { ".venv/Scripts" } else { ".venv/bin" }
without_screen := "tests/answer tests/architecture tests/catalog tests/facts tests/predict tests/present tests/probe tests/run tests/store"
system_python := if os_family() == "windows" { "py" } else { "python3" }
strict := "-W error -o qt_log_level_fail=WARNING"

_list:
    @just --list --unsorted

# make .venv with everything that changing the app needs
setup:
    {{ system_python }} -m venv .venv
    {{ bin }}/pip install -r requirements/test.txt
    {{ bin }}/pip install --no-build-isolation --no-deps -e .

# open the window, or run a command: just run rank --json
run *arguments:
    {{ bin }}/rig-advisor {{ arguments }}

# all tests but the broad ones, or some: just test tests/catalog
test *arguments:
    {{ bin }}/python -m pytest {{ strict }} -n auto --dist worksteal -q {{ arguments }}

# tests that ask every rig, workload and language, or use the whole app: they take twice as long as all others
test-broad *arguments:
    {{ bin }}/python -m pytest {{ strict }} -n auto --dist worksteal -q -m broad {{ arguments }}

# what every change has to pass: lint, then the tests that need no screen
check: lint
    {{ bin }}/python -m pytest {{ strict }} -n auto --dist worksteal -q -m "not broad" {{ without_screen }}

# style, types and the direction of imports
lint:
    {{ bin }}/ruff check . build.spec
    {{ bin }}/ruff format --check . build.spec
    {{ bin }}/mypy
    {{ bin }}/lint-imports
    {{ bin }}/vulture

# feed changed files to every reader for so many minutes: just fuzz 60
fuzz minutes:
    {{ bin }}/python -m tests.fuzz.run all $(({{ minutes }} * 60))

# the packaged app in dist/rig-advisor
build:
    {{ bin }}/pyinstaller --noconfirm --log-level ERROR build.spec

# draw every page for the README, in light and dark
pictures:
    {{ bin }}/python -m tests.benchmarks.pictures .github/pictures

# how close predictions come to data/: print the tables, or renew them with --write
accuracy *arguments:
    {{ bin }}/python -m tools.calibrate accuracy {{ arguments }}

# renew the texts of a language for its translator, and make all languages ready for the app: just translate de
translate *languages:
    {{ bin }}/python -m tools.translate {{ languages }}

# write the newest allowed versions into requirements/: just lock --upgrade (without: only what pyproject.toml changed)
lock *arguments:
    {{ bin }}/pip install --quiet uv
    .ci/lock {{ arguments }}
