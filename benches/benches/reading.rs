//! Rules files: from text to checked game, and on to a program.
#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

use bidlang::rulebook::Rulebook;
use bidlang_benches::engine;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Every shipped rules file.
fn files() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "classics/"] {
        let path = format!("{}/../games/{folder}", env!("CARGO_MANIFEST_DIR"));
        let here = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        let names = here.filter(|path| path.extension().is_some_and(|ending| ending == "bid"));
        let start = found.len();
        found.extend(names.map(|path| format!("{folder}{}", path.file_stem().unwrap().to_string_lossy())));
        found.get_mut(start..).unwrap().sort();
    }
    found
}

/// Parsed, checked and compiled for the fewest players.
#[divan::bench(args = files(), sample_count = 20, sample_size = 1)]
fn read_and_compile(bencher: Bencher, name: &str) {
    let text = engine::text(name).unwrap();
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let rulebook = Rulebook::read(name, black_box(&text)).unwrap();
        let setup = rulebook.setup(None, &[]).unwrap();
        rulebook.compile(&setup).unwrap()
    });
}
