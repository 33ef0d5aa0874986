//! The least of several doubles.

use core::cmp::Ordering;

/// The positions of the least values, in order; those that aren't numbers are left out.
pub(crate) fn positions_of_least(values: impl Iterator<Item = f64>) -> Vec<usize> {
    let mut least = f64::INFINITY;
    let mut positions = Vec::new();
    for (at, value) in values.enumerate() {
        match value.partial_cmp(&least) {
            Some(Ordering::Less) => {
                least = value;
                positions = vec![at];
            }
            Some(Ordering::Equal) => positions.push(at),
            Some(Ordering::Greater) | None => {}
        }
    }
    positions
}
