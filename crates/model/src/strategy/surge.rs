//! Surge: its settings, and their results for a zone: slots, parallelism, and limits of the number of nodes.

use super::Traits;
use crate::autoscale::Scaling;
use base::muted;

pub(super) static TRAITS: Traits = Traits {
    name: "SURGE",
    label: "SURGE",
    takes: |_| true,
    replaces_nodes: true,
    waits_for_windows: || !muted("MW-06") || muted("AM-66"),
    sides: false,
    stand_ins: true,
    last_phase: None,
    soak: None,
    cancel: &["UP-12", "SU-24"],
    resume: &["UP-13", "SU-26"],
    rolls_back: || true,
    roll_back: &["UP-13", "SU-27"],
    scaling: |_, _| Scaling::FREE,
};

/// `maxSurge` and `maxUnavailable`, both per zone (SU-05, SU-09).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surge {
    pub max_surge: u32,
    pub max_unavailable: u32,
}

impl Surge {
    /// One more node at a time, GKE's default (UP-02).
    pub const DEFAULT: Self = Self { max_surge: 1, max_unavailable: 0 };
}

/// UP-11: the most nodes of a pool upgraded at the same time, for any settings.
pub const PARALLEL_LIMIT: u32 = 20;

/// The slots of both kinds in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slots {
    pub surge: u32,
    pub unavailable: u32,
}

/// effSurge = min(maxSurge, 20, n); effUnavailable = min(maxUnavailable, 20 − effSurge, n − effSurge).
///
/// Rulebook: SU-05, SU-09, SU-13, SU-14, UP-11, AM-03. Source: Node upgrade strategies.
pub fn slots(settings: Surge, nodes: u32) -> Slots {
    let limit = if muted("UP-11") { u32::MAX } else { PARALLEL_LIMIT };
    let nodes = if muted("SU-14") { u32::MAX } else { nodes };
    let max_surge = if muted("SU-05") { 0 } else { settings.max_surge };
    let max_unavailable = if muted("SU-09") { 0 } else { settings.max_unavailable };
    let surge = max_surge.min(limit).min(nodes);
    let unavailable = max_unavailable.min(limit - surge).min(nodes - surge);
    Slots { surge, unavailable }
}

/// The documented settings for four kinds of pool, by their presets' names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    pub name: &'static str,
    pub settings: Surge,
    id: &'static str,
}

/// Rulebook: SU-18 … SU-21. Source: Node upgrade strategies.
const PROFILES: [Profile; 4] = [
    Profile {
        name: "surge-balanced",
        settings: Surge { max_surge: 1, max_unavailable: 0 },
        id: "SU-18",
    },
    Profile {
        name: "surge-0-20",
        settings: Surge { max_surge: 0, max_unavailable: 20 },
        id: "SU-19",
    },
    Profile {
        name: "surge-20-0",
        settings: Surge { max_surge: 20, max_unavailable: 0 },
        id: "SU-20",
    },
    Profile {
        name: "surge-0-1",
        settings: Surge { max_surge: 0, max_unavailable: 1 },
        id: "SU-21",
    },
];

/// Balanced first; muted ones are omitted.
pub fn profiles() -> impl Iterator<Item = Profile> {
    PROFILES.into_iter().filter(|profile| !muted(profile.id))
}

/// The expected course of a run, from settings, zones and capacity alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Per zone with nodes, in order: its slots, and how many surge slots find capacity.
    pub zones: Vec<(Slots, u32)>,
    /// The most nodes in progress at one instant.
    pub parallelism: u32,
    /// Limits of the pool's registered nodes (AM-02).
    pub min_nodes: u32,
    pub max_nodes: u32,
    /// The first zone that has nodes but no slot; the run waits there forever.
    pub waits_in: Option<usize>,
    /// The total of requested surge nodes; `None` if it depends on timing or the run doesn't end.
    pub surge_nodes: Option<u32>,
}

/// Rulebook: UP-10, UP-22, SU-08, SU-15, SU-17, SU-29, AM-02 … AM-04, AM-10.
/// Source: Node upgrade strategies, Ensure resources for node upgrades.
///
/// `capacity`: the most additional nodes at the same time; `None` = unlimited.
pub fn forecast(settings: Surge, zones: &[u32], capacity: Option<u32>, spot: bool) -> Forecast {
    let total: u32 = zones.iter().sum();
    let mut forecast = Forecast {
        zones: Vec::new(),
        parallelism: 0,
        min_nodes: total,
        max_nodes: total,
        waits_in: None,
        surge_nodes: Some(0),
    };
    for (number, nodes) in zones.iter().enumerate() {
        let slots = slots(settings, *nodes);
        // SU-29: fewer surge nodes at once if fewer can be created.
        let found = if muted("SU-29") { None } else { capacity };
        let usable = slots.surge.min(found.unwrap_or(u32::MAX));
        forecast.zones.push((slots, usable));
        let parallel = usable + slots.unavailable;
        forecast.parallelism = forecast.parallelism.max(parallel);
        if *nodes == 0 || forecast.waits_in.is_some() {
            continue;
        }
        if parallel == 0 {
            forecast.waits_in = Some(number);
            forecast.surge_nodes = None;
            continue;
        }
        let missing = slots.unavailable + if spot { usable } else { 0 };
        forecast.min_nodes = forecast.min_nodes.min(total - missing.min(*nodes));
        forecast.max_nodes = forecast.max_nodes.max(total + usable);
        forecast.surge_nodes = match (forecast.surge_nodes, usable, slots.unavailable) {
            (Some(n), _, 0) => Some(n + nodes),
            (Some(n), 0, _) => Some(n),
            _ => None,
        };
    }
    forecast
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GF-2: peak totals and parallelism of the four profiles on 25 nodes.
    #[test]
    fn profiles_trade_nodes_for_disruption() {
        let rows: Vec<(&str, u32, u32, u32)> = profiles()
            .map(|profile| {
                let run = forecast(profile.settings, &[25], None, false);
                (profile.name, run.min_nodes, run.max_nodes, run.parallelism)
            })
            .collect();
        let expected = [
            ("surge-balanced", 25, 26, 1),
            ("surge-0-20", 5, 25, 20),
            ("surge-20-0", 25, 45, 20),
            ("surge-0-1", 24, 25, 1),
        ];
        assert_eq!(rows, expected);
    }

    /// SU-29, GF-13: six nodes in a zone; surge, unavailable, free nodes, then how many at once.
    #[test]
    fn parallel_upgrades_drop_with_the_free_capacity() {
        let at_once = |max_surge, max_unavailable, free| {
            let run = forecast(Surge { max_surge, max_unavailable }, &[6], Some(free), false);
            run.waits_in.is_none().then_some(run.parallelism)
        };
        assert_eq!(
            [at_once(5, 0, 5), at_once(5, 0, 2), at_once(5, 0, 0)],
            [Some(5), Some(2), None]
        );
        assert_eq!(
            [at_once(5, 1, 5), at_once(5, 1, 2), at_once(5, 1, 0)],
            [Some(6), Some(3), Some(1)]
        );
    }
}
