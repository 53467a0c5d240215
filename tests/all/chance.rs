//! Golden vectors: old seeds must keep giving old games.

use bidlang::engine::Stream;

#[test]
fn bounded_draws_of_seed_7() {
    let mut chance = Stream::new(7, 0);
    let drawn: Vec<u32> =
        [2, 3, 6, 10, 36, 52, 100, 1000, 1_000_000, u32::MAX].iter().map(|below| chance.below(*below)).collect();
    insta::assert_debug_snapshot!(drawn);
}

#[test]
fn shuffles_of_three_streams() {
    let shuffled: Vec<Vec<u8>> = (0..3)
        .map(|stream| {
            let mut cards: Vec<u8> = (0..20).collect();
            Stream::new(42, stream).shuffle(&mut cards);
            cards
        })
        .collect();
    insta::assert_snapshot!(shuffled.iter().map(|cards| format!("{cards:?}\n")).collect::<String>());
}

#[test]
fn draws_are_fair() {
    let mut chance = Stream::new(1, 0);
    let mut counts = [0_u32; 6];
    for _ in 0..60_000 {
        counts[chance.below(6) as usize] += 1;
    }
    // Six standard deviations of a binomial with 60,000 draws and p = 1/6 are about 548.
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 548), "{counts:?}");
    assert_eq!(chance.below(0), 0);
    assert_eq!(chance.below(1), 0);
}

#[test]
fn the_first_words_are_those_of_chacha8() {
    // The key is the seed and 24 zero bytes: seed 0 is the all-zero key of the published ChaCha8 test vectors
    // (first words of the keystream 3e00ef2f 895f40d6 7f5bb8e8 1f09a5a1 as bytes).
    let mut chance = Stream::new(0, 0);
    let word = u32::from_le_bytes([0x3e, 0x00, 0xef, 0x2f]);
    // A draw below 2^32 - 1 by multiplication gives the high half of word * (2^32 - 1).
    let below = u32::MAX;
    let expected = ((u64::from(word) * u64::from(below)) >> 32) as u32;
    assert_eq!(chance.below(below), expected);
}

/// Below a number that is no part of 2^32 some words are passed over, so that none is likelier: as `docs/record.md` says it, read again.
#[test]
fn words_that_would_make_some_numbers_likelier_are_passed_over() {
    for below in [3 << 30, (1 << 31) + 1, u32::MAX] {
        let mut raw = Stream::new(7, 3);
        let words = (0..600).flat_map(|_| {
            let both = raw.below_long(u64::MAX);
            [both >> 32, both & u64::from(u32::MAX)]
        });
        let left = (1_u64 << 32) % u64::from(below);
        let kept = words.map(|word| word * u64::from(below)).filter(|wide| wide & u64::from(u32::MAX) >= left);
        let expected: Vec<u32> = kept.map(|wide| (wide >> 32) as u32).take(500).collect();
        let mut chance = Stream::new(7, 3);
        let drawn: Vec<u32> = (0..500).map(|_| chance.below(below)).collect();
        assert_eq!(drawn, expected, "{below}");
    }
}
