//! The split of a scale-up over similar groups.

use base::{GroupId, muted, order};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupSize {
    pub group: GroupId,
    /// Its target size; may be above the maximum.
    pub size: u32,
    pub max: u32,
}

/// Adds nodes one at a time to the smallest group with room, groups of equal size in the order of the list. Returns the groups
/// that grow with their new sizes, in the order of the list. What has no room is left out.
///
/// Rulebook: KA-37. Source: cluster-autoscaler, `balancing_processor.go`.
pub fn balance(groups: &[GroupSize], nodes: u32) -> Vec<GroupSize> {
    let mut sizes: Vec<GroupSize> = groups.to_vec();
    sizes.retain(|group| group.size != group.max);
    let room = sizes.iter().map(|group| group.max.saturating_sub(group.size));
    let mut left = nodes.min(room.fold(0, u32::saturating_add));
    if !muted("KA-37") {
        order::sort_by_key(&mut sizes, |group| group.size);
    }
    // Groups before `start` are full; those from there to `at` have equal sizes.
    let (mut start, mut at) = (0, 0);
    while left > 0 {
        let current = sizes[at];
        let has_room = current.size < current.max;
        if has_room {
            sizes[at].size += 1;
            left -= 1;
        } else {
            sizes.swap(start, at);
            start += 1;
        }
        let size = sizes[at].size;
        let larger = sizes.get(at + 1).is_some_and(|next| size > next.size);
        at = if larger { at + 1 } else { start };
    }
    let grown = |old: &GroupSize| {
        let new = sizes.iter().find(|new| new.group == old.group)?;
        (new.size > old.size).then_some(*new)
    };
    groups.iter().filter_map(grown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(sizes: &[(u32, u32)], nodes: u32) -> Vec<(u32, u32)> {
        let groups = (0..).zip(sizes);
        let groups = groups.map(|(group, (size, max))| GroupSize {
            group: GroupId(group),
            size: *size,
            max: *max,
        });
        balance(&groups.collect::<Vec<_>>(), nodes)
            .iter()
            .map(|one| (one.group.0, one.size))
            .collect()
    }

    /// KA-37: of groups of equal size the first one, also when it was the smallest before; full ones get none.
    #[test]
    fn equal_groups_grow_in_their_order() {
        assert_eq!(grown(&[(1, 9), (2, 9), (2, 9)], 2), [(0, 3)]);
        assert_eq!(grown(&[(2, 9), (2, 9), (1, 9)], 2), [(2, 3)]);
        assert_eq!(grown(&[(2, 5), (2, 3), (4, 9)], 7), [(0, 5), (1, 3), (2, 7)]);
        assert_eq!(grown(&[(5, 5), (1, 2), (3, 4)], 5), [(1, 2), (2, 4)]);
        assert_eq!(grown(&[(6, 5), (1, 3)], 9), [(1, 3)]);
    }
}
