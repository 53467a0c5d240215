#!/usr/bin/env bash
# Puts the Python package into a fresh virtual environment and runs its tests there. It needs python3 (3.10 or newer) with pip, and the
# Python registry. Every time the extension module is the one that the tests of the workspace have built; with --heavy it is built as a wheel,
# as `pip install` does. Where there is no Python or the registry cannot be reached it says so, and ends well, but where it has to be tested
# (`--heavy`, or CI set to anything): there, and where a package cannot be had for another reason, it fails.
#   scripts/python.sh            what is run every time: numpy, pyarrow, gymnasium, pettingzoo
#   scripts/python.sh --heavy    that, and the tests that need ray and open_spiel, with a release build (by hand: some 1 GB)
#   scripts/python.sh [--heavy] -- ARGS   ARGS go to pytest
set -euo pipefail
cd "$(dirname "$0")/.."

heavy=no
if [ "${1-}" = --heavy ]; then heavy=yes; shift; fi
if [ "${1-}" = -- ]; then shift; fi

skipped() {
  if [ "$heavy" = yes ] || [ -n "${CI-}" ]; then
    echo "python: FAILED, nothing of the Python package was tested: $1" >&2
    exit 1
  fi
  echo "python: SKIPPED, nothing of the Python package was tested: $1"
  exit 0
}

command -v python3 >/dev/null || skipped "there is no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skipped "python3 is older than 3.10"
target="$(cargo metadata --format-version 1 --no-deps --offline --locked | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')"
home="$target/python"
rm -rf "$home"
python3 -m venv "$home/venv" 2>/dev/null || skipped "python3 makes no virtual environments (on Debian: apt install python3-venv)"
. "$home/venv/bin/activate"

wanted=("maturin>=1.9,<2" "pytest>=8" "pytest-timeout>=2" "mypy>=1.13" "numpy>=1.26" "pyarrow>=17" "gymnasium>=1.0" "pettingzoo>=1.25" "nbclient>=0.10" "ipykernel>=6")
if [ "$heavy" = yes ]; then wanted+=("ray>=2.40" "open_spiel>=1.6"); fi
# What is wrong is told package by package: one that there is none of is a mistake, a registry that does not answer is none.
for package in "${wanted[@]}"; do
  if ! why="$(pip install --quiet --disable-pip-version-check --retries 2 "$package" 2>&1)"; then
    case "$why" in
      *"Connection"* | *"connection"* | *"Temporary failure"* | *"timed out"* | *"Network is unreachable"*)
        skipped "the Python registry does not answer ($package)" ;;
      *)
        echo "$why" >&2
        echo "python: FAILED, $package cannot be installed" >&2
        exit 1 ;;
    esac
  fi
done

if [ "$heavy" = yes ]; then
  maturin build --quiet --locked --profile release --manifest-path python/Cargo.toml --out "$home/wheels"
  pip install --quiet --disable-pip-version-check --no-deps "$home"/wheels/*.whl
else
  # With the features that the whole workspace asks for: a build by itself would build some fifty crates once more, for six minutes.
  cargo build --quiet --locked --workspace --lib --tests
  package="$(python3 -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/bidlang"
  cp -r python/bidlang "$package"
  for library in "$target"/debug/lib_bidlang.so "$target"/debug/lib_bidlang.dylib; do
    if [ -e "$library" ]; then cp "$library" "$package/_bidlang.abi3.so"; fi
  done
  # Of what `pip install` builds, that all of it is put together.
  maturin sdist --manifest-path python/Cargo.toml --out "$home/sdist" > /dev/null
fi

(cd python && mypy)
if [ "$heavy" = yes ]; then
  pytest -c python/pyproject.toml python/tests "$@"
else
  echo "python: the tests marked heavy (ray, open_spiel) are left out; scripts/python.sh --heavy runs them"
  pytest -q -c python/pyproject.toml -m "not heavy" python/tests "$@"
fi
