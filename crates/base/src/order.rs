//! Sorting, with one routine for every type.
//!
//! The standard sort is compiled again for each type, four kilobytes at a time; for lists that are sorted once, one sort of
//! positions keeps the page smaller.

use core::cmp::Ordering;

/// Sorts like [`slice::sort_by`]: stable, and equals keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = positions(items.len(), &|a, b| compare(&items[a], &items[b]));
    arrange(order, &mut |a, b| items.swap(a, b));
}

/// Sorts like [`slice::sort`].
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts like [`slice::sort_by_key`].
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Positions of a list that equal another one before them, in ascending order.
pub fn repeated(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let order = positions(len, compare);
    let pairs = order.windows(2);
    let mut found: Vec<usize> = pairs
        .filter(|pair| compare(pair[0] as usize, pair[1] as usize) == Ordering::Equal)
        .map(|pair| pair[1] as usize)
        .collect();
    sort(&mut found);
    found
}

/// The source of each place of the sorted list: merges ever longer runs.
#[inline(never)]
fn positions(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    // Most lists are already sorted.
    if (1..len).all(|at| compare(at, at - 1) != Ordering::Less) {
        return order;
    }
    let mut merged = Vec::with_capacity(len);
    let mut run = 1;
    while run < len {
        merged.clear();
        for pair in order.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([first, rest @ ..], [other, others @ ..]) = (left, right) {
                if compare(*other as usize, *first as usize) == Ordering::Less {
                    merged.push(*other);
                    right = others;
                } else {
                    merged.push(*first);
                    left = rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        core::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    order
}

/// Moves every item to its place, cycle by cycle: `order` has the source of each place.
#[inline(never)]
pub(super) fn arrange(mut order: Vec<u32>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = order[at] as usize;
            order[at] = at as u32;
            if from == start || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn it_sorts_like_the_standard_sort() {
        for len in 0..40 {
            for seed in 0..20 {
                let mut items: Vec<(u32, u64)> =
                    (0..len).map(|n| (Draw::of(seed, 0, n, 0).permille() % 7, n)).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|(key, _)| *key);
                sort_by(&mut items, |a, b| a.0.cmp(&b.0));
                assert_eq!(items, expected);
                let again = repeated(items.len(), &|a, b| items[a].0.cmp(&items[b].0));
                assert!(again.iter().all(|at| items[*at - 1].0 == items[*at].0));
            }
        }
    }
}
