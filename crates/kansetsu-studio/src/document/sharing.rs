//! Comparing what is shared.

use std::sync::Arc;

/// Whether two are equal; what is the same in memory needs no second look, however large it is.
pub(super) fn same<T: PartialEq>(a: &Arc<T>, b: &Arc<T>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

/// [`same`] for lists.
pub(super) fn all_same<T: PartialEq>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}
