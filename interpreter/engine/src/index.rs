//! Indexing where what is looked for is there by the way it was made: a debug assertion says so, and nothing else stands in for it elsewhere.
//! In a release build the default is given, as tests have held that it is never asked for.

/// One of a list that has it.
#[inline(always)]
pub fn item<T: Copy + Default>(list: &[T], index: usize) -> T {
    debug_assert!(index < list.len(), "{index} of {}", list.len());
    list.get(index).copied().unwrap_or_default()
}

/// A number of another width into which it fits.
#[inline(always)]
pub fn fit<A: Copy + std::fmt::Debug, B: TryFrom<A> + Default>(number: A) -> B {
    let fits = B::try_from(number);
    debug_assert!(fits.is_ok(), "{number:?} does not fit");
    fits.unwrap_or_default()
}
