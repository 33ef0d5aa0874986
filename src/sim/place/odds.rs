//! What spreading and affinity add to the nodes of a zone alike, and to the few on which Pods stand that count.

use super::crowds::Crowds;
use super::cycle::Cx;
use super::lanes::Lanes;
use super::scores::SCORES;
use super::spread::{SystemSpread, spread_points};
use super::standing::Standing;
use super::tally::Counted;
use super::window::Odd;
use super::{affinity, face};
use crate::base::{broken, mutes_rules};
use crate::model::selector::SpreadConstraint;

/// Where other Pods have a say.
pub(super) struct Odds<'a> {
    /// Nodes that may not take the Pod because of who is there.
    pub(super) closed: Vec<Counted<'a>>,
    /// Nodes whose Pods count for the score.
    pub(super) weighed: Vec<Counted<'a>>,
    /// Pods that count for the score where they stand on more than a few nodes, by node.
    pub(super) crowds: Crowds<'a>,
    system: Option<SystemSpread<'a>>,
    scored: affinity::Scored<'a>,
    /// Does a zone decide for all of its nodes?
    by_zone: bool,
}

impl<'a> Odds<'a> {
    /// `None`: more than that has a say.
    pub(super) fn of(cx: &Cx<'a>) -> Option<Self> {
        let (wants, all) = (cx.wants, cx.occupancy);
        let plain = !mutes_rules()
            && cx.asks_room_alone()
            && cx.standing == Standing::Open
            && wants.preferred_nodes.is_empty()
            && !all.classes.avoids(cx.demand)
            && !face::names_nodes(cx.plan, wants);
        if !plain {
            return None;
        }
        let zonal = |key| face::is_zonal(cx.plan, key);
        let hard = |one: &SpreadConstraint| one.hard && zonal(one.topology_key);
        if !wants.spread.iter().all(hard) {
            return None;
        }
        let mut weighed = Vec::new();
        let mut crowds = Crowds::default();
        let system = if wants.spread.is_empty() {
            SystemSpread::of(cx)
        } else {
            None
        };
        if wants.spread.is_empty() && !wants.owner_selectors.is_empty() {
            for workload in system.as_ref()?.audience {
                let tally = all.tally_of(*workload);
                weighed.extend(tally.few());
                crowds.0.extend(tally.many());
            }
        }
        let (mut closed, zones) = cx.ask.closed(&zonal)?;
        if broken("board/closed") {
            closed.clear();
        }
        let scored = affinity::Scored::of(cx, &zonal)?;
        weighed.extend(scored.nodes());
        Some(Self {
            closed,
            weighed,
            crowds,
            system,
            by_zone: zones || !wants.spread.is_empty(),
            scored,
        })
    }

    /// Pods on the node that count for spreading, of which a list of those that are weighed has so many.
    pub(super) fn pods(&self, cx: &Cx<'_>, node: u32, listed: u32) -> u32 {
        match &self.system {
            None => 0,
            Some(system) if system.audience.len() == 1 && self.weighed.len() == 1 => listed,
            Some(system) => system.pods_on(cx, node),
        }
    }

    /// May any node of the zone take the Pod, spreading and affinity considered?
    pub(super) fn open(&self, cx: &Cx<'_>, lanes: &Lanes, zone: usize) -> bool {
        !self.by_zone
            || lanes
                .any(zone)
                .is_none_or(|node| cx.unspread(node).is_none() && !cx.ask.closes_zone_of(cx, node))
    }
}

/// Pods on a node that are seldom exceeded.
const FEW: usize = 16;

/// KS-20.
fn weight_of(plugin: &str) -> i64 {
    let mut scores = SCORES.iter();
    scores
        .find(|score| score.name == plugin)
        .map_or(0, |score| score.weight)
}

/// Nodes of a zone with as many Pods that count, and the most that the load of one of them is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) zone: usize,
    pub(super) pods: u32,
    pub(super) most: i16,
}

/// What spreading and affinity add to a total.
pub(super) struct Weigh {
    /// By kind, for the nodes that are not weighed by themselves.
    pub(super) plain: Vec<i64>,
    pub(super) odd: Vec<i64>,
}

impl Weigh {
    pub(super) fn new(
        cx: &Cx<'_>,
        odds: &Odds<'_>,
        found: u32,
        kinds: &[Kind],
        odd: &[Odd],
    ) -> Self {
        let lanes = &cx.occupancy.lanes;
        let mut weigh = Self {
            plain: vec![0; kinds.len()],
            odd: vec![0; odd.len()],
        };
        if let Some(system) = &odds.system {
            let mut met = vec![false; lanes.zones()];
            let zones = kinds.iter().map(|kind| kind.zone);
            for zone in zones.chain(odd.iter().map(|one| one.zone)) {
                met[zone] = true;
            }
            let counts = system.counted(cx, found, &met);
            let plain = kinds.iter().map(|kind| {
                let node = lanes.any(kind.zone);
                node.map_or(0, |node| counts.raw(cx, node, kind.pods))
            });
            // Nodes of a zone with as many Pods are alike, so few are computed.
            let mut known = vec![None; lanes.zones() * FEW];
            let own = odd.iter().map(|one| {
                let pods = if broken("board/odds") { 0 } else { one.pods };
                let raw = || counts.raw(cx, one.node, pods);
                match known.get_mut(one.zone * FEW + one.pods as usize) {
                    Some(known) if (one.pods as usize) < FEW => *known.get_or_insert_with(raw),
                    _ => raw(),
                }
            });
            let (plain, own): (Vec<i64>, Vec<i64>) = (plain.collect(), own.collect());
            weigh.add("PodTopologySpread", &plain, &own, spread_points);
        }
        if !odds.scored.is_empty() {
            let scored = &odds.scored;
            let plain = kinds.iter().map(|kind| {
                let node = lanes.any(kind.zone);
                node.map_or(0, |node| scored.of_zone(cx, node))
            });
            let own = odd.iter().map(|one| scored.raw(cx, one.node));
            let (plain, own): (Vec<i64>, Vec<i64>) = (plain.collect(), own.collect());
            weigh.add("InterPodAffinity", &plain, &own, affinity::share_of);
        }
        weigh
    }

    /// Adds what a plugin makes of raw scores between the least and the largest of them.
    fn add(
        &mut self,
        plugin: &str,
        plain: &[i64],
        odd: &[i64],
        points: impl Fn((i64, i64), i64) -> i64,
    ) {
        let raw = || plain.iter().chain(odd).copied();
        let bounds = (raw().min().unwrap_or(0), raw().max().unwrap_or(0));
        let weight = weight_of(plugin);
        // Runs of equal scores are common and a division is slow.
        let mut last = (bounds.0, points(bounds, bounds.0));
        for (totals, raws) in [(&mut self.plain, plain), (&mut self.odd, odd)] {
            for (total, raw) in totals.iter_mut().zip(raws) {
                if last.0 != *raw {
                    last = (*raw, points(bounds, *raw));
                }
                *total += weight * last.1;
            }
        }
    }
}
