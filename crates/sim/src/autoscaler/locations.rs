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
        let room = |group: &GroupSize| group.max.saturating_sub(group.size);
        let all = groups.iter().map(room).fold(0, u32::saturating_add);
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
