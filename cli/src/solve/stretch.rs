//! Stretches of a solution: after how many iterations it is measured. That they are the same each time keeps what is told the same.

/// Where stretches end, each about one and a half times as far as the one before, up to the last iteration.
pub fn ends(last: u64) -> impl Iterator<Item = u64> {
    let powers = (1..19).map(|power| 10_u64.pow(power));
    let ends = powers.flat_map(|power| [1, 2, 3, 5, 7].map(|times| times * (power / 10) * 10));
    ends.take_while(move |end| *end < last).chain([last])
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn stretches_end_with_the_last_iteration() {
        assert_eq!(ends(1).collect::<Vec<_>>(), [1]);
        assert_eq!(ends(10).collect::<Vec<_>>(), [10]);
        assert_eq!(ends(120).collect::<Vec<_>>(), [10, 20, 30, 50, 70, 100, 120]);
    }
}
