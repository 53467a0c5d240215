#!/bin/sh
# Makes a release archive for this machine: the command with its games in it, the manual pages, completions, licences, and checksums.
# Usage: scripts/release.sh [FOLDER]     (target/release-archives where nothing is said)
set -eu
cd "$(dirname "$0")/.."
out=${1:-target/release-archives}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
name=bidlang-$version-$host

cargo build --profile dist --locked -p bidlang-cli
binary=${CARGO_TARGET_DIR:-target}/dist/bidlang
[ -e "$binary" ] || binary=$binary.exe

folder=$out/$name
rm -rf "$folder"
mkdir -p "$folder/man" "$folder/completions"
cp "$binary" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder/"
"$binary" man > "$folder/man/bidlang.1"
for verb in $("$binary" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'); do
    [ "$verb" = help ] && continue
    "$binary" man "$verb" > "$folder/man/bidlang-$verb.1"
done
for shell in bash zsh fish elvish powershell; do
    "$binary" completions "$shell" > "$folder/completions/bidlang.$shell"
done

# The same files make the same archive: names in order, one time, nobody's name.
cd "$out"
tar --sort=name --mtime='UTC 2020-01-01' --owner=0 --group=0 --numeric-owner -czf "$name.tar.gz" "$name"
sha256sum "$name.tar.gz" > "$name.tar.gz.sha256"
echo "$out/$name.tar.gz"
cat "$name.tar.gz.sha256"
