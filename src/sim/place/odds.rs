//! What spreading and affinity add to the nodes of a zone alike, and to the few on which Pods stand that count.

use super::cycle::Cx;
use super::lanes::Lanes;
use super::occupancy::Standing;
use super::scores::SCORES;
use super::spread::{SystemSpread, spread_points};
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
        let system = if wants.spread.is_empty() {
            SystemSpread::of(cx)
        } else {
            None
        };
        if wants.spread.is_empty() && !wants.owner_selectors.is_empty() {
            for workload in system.as_ref()?.audience {
                weighed.push(all.tally_of(*workload).few()?);
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
            system,
            by_zone: zones || !wants.spread.is_empty(),
            scored,
        })
    }

    /// May any node of the zone take the Pod, spreading and affinity considered?
    pub(super) fn open(&self, cx: &Cx<'_>, lanes: &Lanes, zone: usize) -> bool {
        !self.by_zone
            || lanes
                .any(zone)
                .is_none_or(|node| cx.unspread(node).is_none() && !cx.ask.closes_zone_of(cx, node))
    }
}

/// KS-20.
fn weight_of(plugin: &str) -> i64 {
    let mut scores = SCORES.iter();
    scores
        .find(|score| score.name == plugin)
        .map_or(0, |score| score.weight)
}

/// What spreading and affinity add to a total.
pub(super) struct Weigh {
    /// By zone, for the nodes on which nobody counts.
    pub(super) plain: Vec<i64>,
    pub(super) odd: Vec<i64>,
}

impl Weigh {
    pub(super) fn new(
        cx: &Cx<'_>,
        odds: &Odds<'_>,
        found: u32,
        met: &[bool],
        most: &[i16],
        odd: &[Odd],
    ) -> Self {
        let lanes = &cx.occupancy.lanes;
        let zones = met.len();
        let mut weigh = Self {
            plain: vec![0; zones],
            odd: vec![0; odd.len()],
        };
        let plain_zones = || (0..zones).filter(|zone| most[*zone] >= 0);
        if let Some(system) = &odds.system {
            let counts = system.counted(cx, found, met);
            let plain: Vec<i64> = (0..zones)
                .map(|zone| lanes.any(zone).map_or(0, |node| counts.raw(cx, node, 0)))
                .collect();
            let own = odd.iter().map(|(node, ..)| {
                let pods = system.pods_on(cx, *node);
                counts.raw(cx, *node, if broken("board/odds") { 0 } else { pods })
            });
            let own: Vec<i64> = own.collect();
            let raw = || {
                plain_zones()
                    .map(|zone| plain[zone])
                    .chain(own.iter().copied())
            };
            let bounds = (raw().min().unwrap_or(0), raw().max().unwrap_or(0));
            let weight = weight_of("PodTopologySpread");
            for zone in plain_zones() {
                weigh.plain[zone] += weight * spread_points(bounds, plain[zone]);
            }
            for (points, raw) in weigh.odd.iter_mut().zip(&own) {
                *points += weight * spread_points(bounds, *raw);
            }
        }
        if !odds.scored.is_empty() {
            let scored = &odds.scored;
            let plain: Vec<i64> = (0..zones)
                .map(|zone| lanes.any(zone).map_or(0, |node| scored.of_zone(cx, node)))
                .collect();
            let own: Vec<i64> = odd.iter().map(|(node, ..)| scored.raw(cx, *node)).collect();
            let raw = || {
                plain_zones()
                    .map(|zone| plain[zone])
                    .chain(own.iter().copied())
            };
            let bounds = (raw().min().unwrap_or(0), raw().max().unwrap_or(0));
            let weight = weight_of("InterPodAffinity");
            for zone in plain_zones() {
                weigh.plain[zone] += weight * affinity::share_of(bounds, plain[zone]);
            }
            for (points, raw) in weigh.odd.iter_mut().zip(&own) {
                *points += weight * affinity::share_of(bounds, *raw);
            }
        }
        weigh
    }
}
