//! In which zones the nodes of one decision are made (AM-81).

use super::balance::{GroupSize, balance};
use base::{GroupId, Map, muted, order};
use model::autoscale::LocationPolicy;
use std::cmp::Reverse;

/// What is known of the places of groups before anything is requested.
#[derive(Clone, Debug, Default)]
pub(super) struct Locations {
    /// VMs that can be created; `None`: no limit is known.
    pub free: Map<GroupId, Option<u32>>,
    /// Groups in zones that are stocked out.
    pub stocked_out: Vec<GroupId>,
    /// Machines of a reservation that a group's pool may use and doesn't (CA-28).
    pub reserved: Map<GroupId, u32>,
    /// What the limits of a group's pool as a whole leave (BS-93).
    pub left: Map<GroupId, u32>,
}

impl Locations {
    /// Spreads new nodes over groups of one pool.
    ///
    /// Rulebook: AM-81, BS-91, CA-23 … CA-26. Source: About GKE cluster autoscaling.
    pub(super) fn spread(
        &self,
        policy: LocationPolicy,
        groups: &[GroupSize],
        nodes: u32,
    ) -> Vec<GroupSize> {
        let of_pool = |known: &Map<GroupId, u32>| {
            groups.first().and_then(|group| known.get(&group.group)).copied()
        };
        let held = of_pool(&self.reserved).unwrap_or(0).min(nodes);
        let held = balance(groups, if muted("AM-81") { 0 } else { held });
        let with_held = |group: &GroupSize| {
            let same = held.iter().find(|other| other.group == group.group);
            *same.unwrap_or(group)
        };
        let sizes: Vec<GroupSize> = groups.iter().map(with_held).collect();
        let more = |sizes: &[GroupSize]| sizes.iter().map(|group| group.size).sum::<u32>();
        let rest = nodes - (more(&sizes) - more(groups));
        let rest = self.by_policy(policy, &sizes, rest, of_pool(&self.left));
        let grown = |group: &GroupSize| {
            let same = |other: &&GroupSize| other.group == group.group;
            rest.iter().find(same).or_else(|| held.iter().find(same)).copied()
        };
        sizes.iter().filter_map(grown).collect()
    }

    /// Spreads the nodes that no reservation holds. `left`: how many the pool's limits allow.
    fn by_policy(
        &self,
        policy: LocationPolicy,
        groups: &[GroupSize],
        nodes: u32,
        left: Option<u32>,
    ) -> Vec<GroupSize> {
        let room = |group: &GroupSize| group.max.saturating_sub(group.size);
        let all = groups.iter().map(room).fold(0, u32::saturating_add);
        let all = left.map_or(all, |left| all.min(left));
        let wants_all = nodes >= all && !muted("BS-91");
        let balanced = policy == LocationPolicy::Balanced || groups.len() < 2 || wants_all;
        if !balanced && !muted("CA-26") {
            return self.by_capacity(groups, nodes);
        }
        let in_stock = |group: &&GroupSize| !self.stocked_out.contains(&group.group);
        let some: Vec<GroupSize> = groups.iter().filter(in_stock).copied().collect();
        // If no zone has machines, the request fails.
        let none = some.is_empty() || muted("CA-25");
        balance(if none { groups } else { &some }, nodes)
    }

    /// The zone with the most free capacity first, each filled up. If none has any, the request fails.
    fn by_capacity(&self, groups: &[GroupSize], nodes: u32) -> Vec<GroupSize> {
        let free = |group: &GroupSize| match self.free.get(&group.group) {
            Some(Some(free)) => *free,
            _ => u32::MAX,
        };
        let mut by_free: Vec<&GroupSize> = groups.iter().collect();
        order::sort_by_key(&mut by_free, |group| Reverse(free(group)));
        let mut left = nodes;
        let mut sizes: Vec<GroupSize> = Vec::new();
        for group in by_free {
            let most = group.max.saturating_sub(group.size).min(free(group));
            let more = left.min(most);
            left -= more;
            if more > 0 {
                sizes.push(GroupSize { size: group.size + more, ..*group });
            }
        }
        if sizes.is_empty() { balance(groups, nodes) } else { sizes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(locations: &Locations, sizes: &[u32], nodes: u32) -> Vec<u32> {
        let groups = (0..).map(GroupId).zip(sizes);
        let groups = groups.map(|(group, size)| GroupSize { group, size: *size, max: 10 });
        let groups: Vec<GroupSize> = groups.collect();
        let grown = locations.spread(LocationPolicy::Any, &groups, nodes);
        let size = |group: &GroupSize| {
            grown.iter().find(|one| one.group == group.group).map_or(group.size, |one| one.size)
        };
        groups.iter().map(size).collect()
    }

    /// AM-81: nodes of an unused reservation go to the smallest group, the others where there is most room.
    #[test]
    fn machines_of_a_reservation_fill_the_smallest_zones() {
        let mut locations = Locations::default();
        assert_eq!(spread(&locations, &[2, 1, 1], 2), [4, 1, 1]);
        locations.reserved.insert(GroupId(0), 2);
        assert_eq!(spread(&locations, &[2, 1, 1], 2), [2, 2, 2]);
        assert_eq!(spread(&locations, &[2, 1, 1], 4), [4, 2, 2]);
    }

    /// BS-91: as many nodes as the pool's total leaves are balanced.
    #[test]
    fn the_whole_room_of_a_total_limit_is_balanced() {
        let mut locations = Locations::default();
        locations.left.insert(GroupId(0), 3);
        assert_eq!(spread(&locations, &[1, 1, 1], 2), [3, 1, 1]);
        assert_eq!(spread(&locations, &[1, 1, 1], 3), [2, 2, 2]);
    }

    /// AM-81, BS-91: ANY fills the zone with the most room first, no zone beyond its room; zones with equal room in their order.
    #[test]
    fn any_fills_zones_by_their_room() {
        let mut locations = Locations::default();
        let mut free = |group, free| locations.free.insert(GroupId(group), Some(free));
        free(0, 1);
        free(1, 3);
        free(2, 1);
        let free = locations.clone();
        assert_eq!(spread(&free, &[1, 1, 1], 2), [1, 3, 1]);
        assert_eq!(spread(&free, &[1, 1, 1], 4), [2, 4, 1]);
        assert_eq!(spread(&free, &[1, 1, 1], 9), [2, 4, 2]);
        // Up to its maximum of 10.
        assert_eq!(spread(&free, &[1, 8, 1], 4), [2, 10, 2]);
    }

    /// BS-91: one group alone is asked for all, as with BALANCED, and without room anywhere the request fails.
    #[test]
    fn a_request_without_room_fails() {
        let mut locations = Locations::default();
        locations.free.insert(GroupId(0), Some(1));
        assert_eq!(spread(&locations, &[1], 3), [4]);
        locations.free = [(GroupId(0), Some(0)), (GroupId(1), Some(0))].into_iter().collect();
        assert_eq!(spread(&locations, &[1, 1], 3), [3, 2]);
    }

    /// CA-25: BALANCED leaves out what is stocked out, unless all is.
    #[test]
    fn balanced_growth_fails_if_nothing_is_in_stock() {
        let locations = Locations { stocked_out: vec![GroupId(0)], ..Locations::default() };
        let balanced = |locations: &Locations| {
            let group = |(group, size)| GroupSize { group: GroupId(group), size, max: 9 };
            let grown = locations.spread(LocationPolicy::Balanced, &[(0, 1), (1, 1)].map(group), 2);
            grown.iter().map(|one| (one.group.0, one.size)).collect::<Vec<_>>()
        };
        assert_eq!(balanced(&locations), [(1, 3)]);
        let none = Locations { stocked_out: vec![GroupId(0), GroupId(1)], ..locations };
        assert_eq!(balanced(&none), [(0, 2), (1, 2)]);
    }

    /// CA-28, AM-81: what is left of a reservation after its last machine goes by the policy.
    #[test]
    fn a_zone_may_grow_by_both() {
        let mut locations = Locations::default();
        locations.reserved.insert(GroupId(0), 1);
        assert_eq!(spread(&locations, &[1, 1], 3), [4, 1]);
        locations.free.insert(GroupId(0), Some(0));
        locations.free.insert(GroupId(1), Some(5));
        assert_eq!(spread(&locations, &[1, 1], 3), [2, 3]);
    }
}
