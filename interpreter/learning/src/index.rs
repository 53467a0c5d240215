//! Lists that have what is asked of them by how they were made: where one has not, tests stop there.

/// One of a list that has it.
pub fn at<T>(list: &[T], index: usize) -> Option<&T> {
    debug_assert!(index < list.len(), "{index} of {}", list.len());
    list.get(index)
}

/// Writes one of a list that has it.
pub fn put<T>(list: &mut [T], index: usize, value: T) {
    if let Some(there) = at_mut(list, index) {
        *there = value;
    }
}

/// One of a list that has it, to be changed.
pub fn at_mut<T>(list: &mut [T], index: usize) -> Option<&mut T> {
    debug_assert!(index < list.len(), "{index} of {}", list.len());
    list.get_mut(index)
}
