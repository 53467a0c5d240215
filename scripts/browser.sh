#!/usr/bin/env bash
# Plays at the page of `bidlang serve` with real browsers. It needs node with npm, Chromium and the packages of interpreter/server/browser; what is not
# there is told, and then nothing is tested. --long plays more games in more browsers; --must fails where something is not there.
set -euo pipefail
cd "$(dirname "$0")/.."

must=false
for flag in "$@"; do
  case "$flag" in
    --long) export BIDLANG_LONG=1 ;;
    --must) must=true ;;
    *)
      echo "usage: scripts/browser.sh [--long] [--must]" >&2
      exit 2
      ;;
  esac
done

skipped() {
  echo "browser tests: SKIPPED, $1"
  if $must; then exit 1; fi
  exit 0
}

command -v node >/dev/null && command -v npm >/dev/null || skipped "there is no node with npm on this machine"
major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
[ "$major" -ge 20 ] || skipped "node is older than 20"
if [ -z "${CHROMIUM:-}" ]; then
  CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
fi
[ -n "$CHROMIUM" ] || skipped "there is no chromium on this machine"
export CHROMIUM

folder=interpreter/server/browser
if ! npm --prefix "$folder" ci --no-fund --no-audit --loglevel=error; then
  skipped "its packages could not be installed"
fi

# The vendored files of the page are what their script makes.
node "$folder/vendor.mjs" --check
cargo build -p bidlang-cli --locked
cd "$folder"
# One file after the other: two cores are soon busy.
node --test --test-concurrency=1 --test-reporter=spec test/*.test.mjs
