//! The fuzz targets of `bidlang_tests::fuzz` under libFuzzer. `FUZZ_TARGET` says which one.
#![no_main]

use std::sync::LazyLock;

use bidlang_tests::fuzz::draw::Draw;
use bidlang_tests::fuzz::mutate::mutate;
use bidlang_tests::fuzz::seeds::ALL;
use bidlang_tests::fuzz::{TARGETS, Target};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

static CHOSEN: LazyLock<(&str, Target)> = LazyLock::new(|| {
    let wanted = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let known = TARGETS.iter().find(|(name, _)| *name == wanted).copied();
    known.unwrap_or_else(|| panic!("FUZZ_TARGET is one of {:?}", TARGETS.map(|(name, _)| name)))
});

fuzz_target!(|data: &[u8]| (CHOSEN.1)(data));

// The parser takes text, so text is changed by lines and words, too; the others take bytes that say what to draw.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if CHOSEN.0 != "parser" || seed % 3 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let text = String::from_utf8_lossy(&data[..size]).into_owned();
    let seeds = seed.to_le_bytes();
    let other = &ALL[seed as usize / 7 % ALL.len()];
    let new = mutate(&text, other, &mut Draw::new(&seeds));
    let length = new.len().min(max_size).min(data.len());
    data[..length].copy_from_slice(&new.as_bytes()[..length]);
    length
});
