//! How many unneeded nodes one loop deletes.

use base::{GroupId, NodeId, muted};

/// The flags, and the deletions in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parallelism {
    /// Deletions at the same time: `--max-scale-down-parallelism`.
    pub all: u32,
    /// Drains among them: `--max-drain-parallelism`.
    pub drains: u32,
    pub empty_in_progress: u32,
    pub drains_in_progress: u32,
}

impl Default for Parallelism {
    /// GKE deletes ten nodes at the same time and drains one of them (KA-78, BS-42).
    fn default() -> Self {
        Self { all: 10, drains: 1, empty_in_progress: 0, drains_in_progress: 0 }
    }
}

/// A group of deletion candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateGroup {
    pub target_size: u32,
    /// It has either no nodes or all of them, such as a multi-host TPU slice.
    pub atomic: bool,
}

/// Nodes of one group, in the order of the candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nodes {
    pub group: GroupId,
    pub nodes: Vec<NodeId>,
}

/// The nodes that are deleted; the others stay unneeded (KA-81).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crop {
    pub empty: Vec<Nodes>,
    pub drain: Vec<Nodes>,
}

/// What is left to take.
struct NodeBudget {
    /// Negative after an atomic group that is larger.
    all: i64,
    drains: i64,
    /// May an atomic group still exceed the budget? One a loop may.
    overflow: bool,
}

impl NodeBudget {
    fn new(limits: Parallelism) -> Self {
        let [all, drains, empty_in_progress, drains_in_progress] =
            [limits.all, limits.drains, limits.empty_in_progress, limits.drains_in_progress]
                .map(i64::from);
        if muted("KA-78") {
            return Self { all, drains, overflow: true };
        }
        Self {
            all: all - empty_in_progress - drains_in_progress,
            drains: drains - drains_in_progress,
            overflow: true,
        }
    }

    fn take(&mut self, empty: i64, drains: i64) {
        self.all -= empty + drains;
        self.drains -= drains;
        self.overflow = muted("KA-79");
    }
}

/// Crops the candidates to the budgets: atomic groups first, then empty nodes, then nodes to drain.
///
/// Rulebook: KA-78 … KA-81. Source: cluster-autoscaler, `budgets.go`.
pub fn crop(
    empty: &[(NodeId, GroupId)],
    drain: &[(NodeId, GroupId)],
    limits: Parallelism,
    group: impl Fn(GroupId) -> CandidateGroup,
) -> Crop {
    let split = |nodes| -> (Vec<Nodes>, Vec<Nodes>) {
        by_group(nodes).into_iter().partition(|nodes| group(nodes.group).atomic)
    };
    let (atomic_empty, empty) = split(empty);
    let (atomic_drain, drain) = split(drain);
    let target = |id| i64::from(group(id).target_size);
    let mut budget = NodeBudget::new(limits);
    let mut crop = Crop::default();
    take_atomic_empty(&mut budget, &mut crop, &atomic_empty, &atomic_drain, target);
    budget.drains = budget.drains.min(budget.all);
    let drained_only = |nodes: &&Nodes| !atomic_empty.iter().any(|has| has.group == nodes.group);
    take_atomic_drain(&mut budget, &mut crop, atomic_drain.iter().filter(drained_only), target);
    budget.all -= take_single(&mut crop.empty, empty, budget.all);
    if !muted("KA-80") {
        budget.drains = budget.drains.min(budget.all);
    }
    take_single(&mut crop.drain, drain, budget.drains);
    crop
}

/// Groups nodes in the order in which their groups first appear.
fn by_group(candidates: &[(NodeId, GroupId)]) -> Vec<Nodes> {
    let mut groups: Vec<Nodes> = Vec::new();
    for (node, group) in candidates {
        match groups.iter_mut().find(|nodes| nodes.group == *group) {
            Some(nodes) => nodes.nodes.push(*node),
            None => groups.push(Nodes { group: *group, nodes: vec![*node] }),
        }
    }
    groups
}

/// Takes whole atomic groups that have empty nodes (KA-79 a).
fn take_atomic_empty(
    budget: &mut NodeBudget,
    crop: &mut Crop,
    empty: &[Nodes],
    drain: &[Nodes],
    target: impl Fn(GroupId) -> i64,
) {
    for nodes in empty {
        let drained = drain.iter().find(|other| other.group == nodes.group);
        let drains = drained.map_or(0, Nodes::len);
        let exceeds = budget.all < nodes.len() + drains || budget.drains < drains;
        let none_left = budget.all == 0 || drains > 0 && budget.drains == 0;
        if exceeds && (none_left || !budget.overflow) {
            break;
        }
        if nodes.len() + drains == target(nodes.group) {
            crop.empty.push(nodes.clone());
            crop.drain.extend(drained.cloned());
            budget.take(nodes.len(), drains);
        }
    }
}

/// Takes whole atomic groups whose nodes are all to be drained (KA-79 b).
fn take_atomic_drain<'a>(
    budget: &mut NodeBudget,
    crop: &mut Crop,
    drain: impl Iterator<Item = &'a Nodes>,
    target: impl Fn(GroupId) -> i64,
) {
    for nodes in drain {
        if budget.drains < nodes.len() && (budget.drains == 0 || !budget.overflow) {
            break;
        }
        if nodes.len() == target(nodes.group) {
            crop.drain.push(nodes.clone());
            budget.take(0, nodes.len());
        }
    }
}

/// Takes nodes of ordinary groups up to a number, and returns how many (KA-80).
fn take_single(taken: &mut Vec<Nodes>, groups: Vec<Nodes>, budget: i64) -> i64 {
    let mut left = budget;
    for mut nodes in groups {
        if left < 1 {
            break;
        }
        nodes.nodes.truncate(usize::try_from(left).unwrap_or(0));
        left -= nodes.len();
        taken.push(nodes);
    }
    budget - left
}

impl Nodes {
    fn len(&self) -> i64 {
        self.nodes.len() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// "a3 b2" is three nodes of group a and two of group b; `A` is an atomic group of four nodes.
    fn check(empty: &str, drain: &str, limits: Parallelism, expect: Expect) {
        let mut next = 0;
        let mut read = |text: &str| -> Vec<(NodeId, GroupId)> {
            let groups = text.split_whitespace();
            let nodes = groups.flat_map(|group| {
                let (letter, n) = group.split_at(1);
                let letter = u32::from(letter.as_bytes()[0]);
                (0..n.parse().unwrap()).map(move |_: u32| GroupId(letter))
            });
            nodes
                .map(|group| {
                    next += 1;
                    (NodeId(next), group)
                })
                .collect()
        };
        let (empty, drain) = (read(empty), read(drain));
        let atomic = |group: GroupId| group.0 < u32::from(b'a');
        let crop = crop(&empty, &drain, limits, |group| CandidateGroup {
            target_size: 4,
            atomic: atomic(group),
        });
        let say = |taken: Vec<Nodes>| -> String {
            let each = taken.iter();
            let words = each.map(|nodes| {
                format!(" {}{}", char::from_u32(nodes.group.0).unwrap(), nodes.nodes.len())
            });
            words.collect()
        };
        expect.assert_eq(&format!("empty{}, drain{}", say(crop.empty), say(crop.drain)));
    }

    /// KA-78, KA-80, BS-42: twelve empty nodes go in two loops; a drain needs room beside them.
    #[test]
    fn empty_nodes_take_the_budget_before_drains() {
        let limits = Parallelism::default();
        check("a12", "b2", limits, expect!["empty a10, drain"]);
        check("a2", "b2", limits, expect!["empty a2, drain b1"]);
        check("a7 b6", "c2", limits, expect!["empty a7 b3, drain"]);
        let drains = Parallelism { drains_in_progress: 1, ..limits };
        check("a12", "b2", drains, expect!["empty a9, drain"]);
    }

    /// KA-79: all nodes of an atomic group or none; the first one may exceed the budget.
    #[test]
    fn atomic_groups_go_whole() {
        let limits = Parallelism { all: 3, ..Parallelism::default() };
        check("A3", "", limits, expect!["empty, drain"]);
        check("A4 B4", "", limits, expect!["empty A4, drain"]);
        check("A2", "A2 b1", limits, expect!["empty A2, drain A2"]);
        check("", "A4 B4", limits, expect!["empty, drain A4"]);
        let full = Parallelism { all: 2, empty_in_progress: 2, ..limits };
        check("A4", "", full, expect!["empty, drain"]);
    }

    /// KA-79: a group that fits takes the overflow with it, but another one that fits exactly may go, too; drains of slices
    /// need places of both kinds.
    #[test]
    fn places_may_be_filled_exactly() {
        let limits = Parallelism { all: 8, ..Parallelism::default() };
        check("A4 B4", "", limits, expect!["empty A4 B4, drain"]);
        check("A4 B4 C4", "", limits, expect!["empty A4 B4, drain"]);
        let drains = Parallelism { all: 4, drains: 5, ..limits };
        check("A4", "B4", drains, expect!["empty A4, drain"]);
        check(
            "a3",
            "b2",
            Parallelism { all: 4, drains: 2, ..limits },
            expect!["empty a3, drain b1"],
        );
    }
}
