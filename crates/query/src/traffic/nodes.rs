//! Nodes as connections meet them; those among which a load balancer's backends are drawn, and what the best and the worst draw
//! lose (AM-97).

use super::Fraction;
use base::{Map, NodeId, RecordNo, ServiceId, SimTime, ZoneId};
use model::load_balancer::{Backend, BalancerKind, LoadBalancer};
use model::{Cluster, Plan, Version};

/// A node, as it is for all Services.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct NodeScan {
    /// Its VM doesn't answer.
    pub(super) dead: bool,
    pub(super) version: Option<Version>,
    pub(super) zone: ZoneId,
}

impl NodeScan {
    pub(super) fn new(plan: &Plan, cluster: &Cluster, id: NodeId, dead: bool) -> Self {
        let node = &cluster.nodes[id];
        let version = plan.templates.get(node.template).and_then(|one| one.version);
        Self { dead, version, zone: plan.groups[node.group].zone }
    }
}

/// What becomes of connections on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeFate {
    /// Its VM doesn't answer.
    Dead,
    /// No Pod may be chosen; by the version of the node.
    EmptyOld,
    EmptyNew,
    Open,
}

/// So many nodes of each fate: all but the healthy ones, and those.
pub(super) type NodeCounts = [[u32; 4]; 2];

/// What is lost from an instant on, with the best and with the worst draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRange {
    pub from: SimTime,
    /// The row with which it begins.
    pub no: RecordNo,
    pub low: Fraction,
    pub high: Fraction,
}

/// The nodes that can be drawn, for each Service: with `Cluster` they are the same for all.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Drawables(Vec<(ServiceId, LoadBalancer, Drawable)>);

impl Drawables {
    /// Where those of a Service stand. `None`: all that may be backends get connections.
    pub(super) fn place(&mut self, plan: &Plan, id: ServiceId, of: LoadBalancer) -> Option<usize> {
        let is_drawn = of.kind.backend() == Backend::Neg || of.kind == BalancerKind::InternalGroup;
        let same = self.0.iter().position(|(_, other, _)| !of.local && *other == of);
        is_drawn.then(|| {
            same.unwrap_or_else(|| {
                let zones = vec![NodeCounts::default(); plan.zones.len() as usize];
                self.0.push((id, of, Drawable { zones, ..Drawable::default() }));
                self.0.len() - 1
            })
        })
    }

    pub(super) fn get(&self, place: usize) -> Option<&Drawable> {
        self.0.get(place).map(|(.., all)| all)
    }

    /// If that Service's rows say which they are.
    pub(super) fn told_by(&mut self, id: ServiceId, place: Option<usize>) -> Option<&mut Drawable> {
        let (of, _, all) = self.0.get_mut(place?)?;
        (*of == id).then_some(all)
    }
}

/// All nodes that can be drawn: as backends, or of an instance group to get new connections.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Drawable {
    nodes: Map<NodeId, (ZoneId, bool, NodeFate)>,
    /// By zone, and in all.
    pub(super) zones: Vec<NodeCounts>,
    all: NodeCounts,
}

impl Drawable {
    /// The node can be drawn from now on, with its zone, health and fate; `None`: no longer.
    #[inline(never)] // For the size of the program.
    pub(super) fn set(&mut self, node: NodeId, now: Option<(ZoneId, bool, NodeFate)>) {
        let before = match now {
            Some(now) => self.nodes.insert(node, now),
            None => self.nodes.remove(&node),
        };
        for (side, sign) in [(before, -1), (now, 1)] {
            let Some((zone, healthy, fate)) = side else { continue };
            for counts in [&mut self.zones[zone.0 as usize], &mut self.all] {
                let count = &mut counts[usize::from(healthy)][fate as usize];
                *count = count.saturating_add_signed(sign);
            }
        }
    }

    /// Are there several kinds, so that draws may differ?
    pub(super) fn differ(&self) -> bool {
        self.all.as_flattened().iter().filter(|n| **n > 0).count() > 1
    }

    pub(super) fn set_fate(&mut self, node: NodeId, fate: NodeFate) {
        if let Some((zone, healthy, _)) = self.nodes.get(&node).copied() {
            self.set(node, Some((zone, healthy, fate)));
        }
    }
}

/// The nodes of the best and of the worst draw, if each zone has so many drawn. `lost`: which part of the connections to a node of
/// each fate. Simplified: members that are kept while they may be backends (BS-64) exclude some of these draws.
///
/// A node that fails the check gets none, as long as another passes. So the worst draw has first those that lose more than others
/// do, then those that fail; the best one has them the other way round.
pub(super) fn extremes(zones: &[(NodeCounts, u32)], lost: [Fraction; 4]) -> [NodeCounts; 2] {
    let least = lost.into_iter().min().unwrap_or_default();
    let mut kinds: Vec<(usize, usize)> = Vec::new();
    for (healthy, loses_more) in [(1, true), (0, true), (0, false), (1, false)] {
        let fates = (0..lost.len()).filter(|fate| (lost[*fate] > least) == loses_more);
        fates.for_each(|fate| kinds.push((healthy, fate)));
    }
    let worst = draw(zones, &kinds);
    kinds.reverse();
    [draw(zones, &kinds), worst]
}

/// Takes from each zone those that come first.
#[inline(never)] // For the size of the program.
fn draw(zones: &[(NodeCounts, u32)], kinds: &[(usize, usize)]) -> NodeCounts {
    let mut drawn = NodeCounts::default();
    for (counts, size) in zones {
        let mut left = *size;
        for (healthy, fate) in kinds {
            let n = counts[*healthy][*fate].min(left);
            drawn[*healthy][*fate] += n;
            left -= n;
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Draws;

    /// What is lost of the connections to those that pass, or to all if none passes; weights are quarters.
    fn lost(counts: NodeCounts, weights: [u64; 4]) -> Fraction {
        let [failing, passing] = counts;
        let tried = if passing == [0; 4] { failing } else { passing };
        let all = tried.iter().map(|n| u64::from(*n)).sum::<u64>();
        let n = tried.iter().zip(weights).map(|(n, weight)| u64::from(*n) * weight).sum();
        Fraction::new(n, 4 * all.max(1))
    }

    /// All draws of so many from the kinds that are left.
    fn all_draws(counts: &NodeCounts, size: u32, from: usize) -> Vec<NodeCounts> {
        let Some(have) = counts.as_flattened().get(from) else {
            return if size == 0 { vec![NodeCounts::default()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        for n in 0..=(*have).min(size) {
            for mut draw in all_draws(counts, size - n, from + 1) {
                draw.as_flattened_mut()[from] = n;
                found.push(draw);
            }
        }
        found
    }

    /// AM-97: no draw loses less than the best one or more than the worst, whatever nodes there are in two zones.
    #[test]
    fn no_draw_is_beyond_the_extremes() {
        let draws = Draws::of(1, 2, 3);
        let mut next = (0..).map(|at| draws.at(at).0 as u32);
        let mut differ = 0;
        for _ in 0..400 {
            // Nodes that lose more than others lose all.
            let part = u64::from(next.next().unwrap() % 3);
            let weights =
                [0; 4].map(|_| if next.next().unwrap().is_multiple_of(2) { 4 } else { part });
            let zones = [(); 2].map(|()| {
                let counts =
                    [[0; 4]; 2].map(|row| row.map(|_: u32| next.next().unwrap() % 3 / 2 * 2));
                let all: u32 = counts.as_flattened().iter().sum();
                (counts, next.next().unwrap() % (all + 1))
            });
            let [one, other] = [0, 1].map(|at: usize| all_draws(&zones[at].0, zones[at].1, 0));
            let sums = one.iter().flat_map(|one| {
                other.iter().map(move |other| {
                    let mut sum = *one;
                    let cells = sum.as_flattened_mut().iter_mut().zip(other.as_flattened());
                    cells.for_each(|(cell, more)| *cell += more);
                    lost(sum, weights)
                })
            });
            let all: Vec<Fraction> = sums.collect();
            let fates = weights.map(|weight| Fraction::new(weight, 4));
            let [low, high] = extremes(&zones, fates).map(|drawn| lost(drawn, weights));
            assert_eq!(Some(&low), all.iter().min(), "{zones:?} {weights:?}");
            assert_eq!(Some(&high), all.iter().max(), "{zones:?} {weights:?}");
            differ += u32::from(low != high);
        }
        assert!(differ > 100, "{differ}");
    }
}
