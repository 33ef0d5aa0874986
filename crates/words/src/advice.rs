//! What to know about surge upgrades before one starts: notes with their rules, some with numbers.

use base::muted;
use model::strategy::Surge;
use trace::Phrase;

/// A text and the rules that it explains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleNote {
    pub text: Phrase,
    pub rules: &'static [&'static str],
}

/// A note on a muted rule is empty.
fn note(key: &'static str, rules: &'static [&'static str]) -> RuleNote {
    let silent = rules.iter().any(|rule| muted(rule));
    RuleNote { text: Phrase::new(if silent { "none" } else { key }), rules }
}

/// Surge and the four criteria for choosing a strategy: speed, disruption, risk, cost (UP-06).
pub fn trade_offs() -> [RuleNote; 4] {
    [
        note("advice-speed", &["UP-06"]),
        note("advice-disruption", &["UP-06"]),
        note("advice-risk", &["UP-06"]),
        note("advice-cost", &["UP-06"]),
    ]
}

/// What surge is best for, and what other strategies do better (UP-20, UP-21, SU-02, SU-03).
pub fn surge_is_for() -> [RuleNote; 5] {
    [
        note("advice-ideal-speed", &["SU-03"]),
        note("advice-ideal-tolerant", &["SU-02", "SU-03"]),
        note("advice-ideal-cost", &["SU-03"]),
        note("advice-more-control", &["UP-20"]),
        note("advice-chooser", &["UP-21"]),
    ]
}

/// Which strategy suits whom: four answers (UP-21).
pub fn chooser() -> [RuleNote; 4] {
    [
        note("advice-choose-surge", &["UP-21"]),
        note("advice-choose-blue-green", &["UP-21", "AB-03"]),
        note("advice-choose-autoscaled", &["UP-21", "AB-02"]),
        note("advice-choose-short-lived", &["UP-21"]),
    ]
}

/// What applies while a surge upgrade runs (UP-12 … UP-14, UP-18, SU-12, SU-23).
pub fn during_a_run() -> [RuleNote; 5] {
    [
        note("advice-cancel", &["UP-12", "UP-13"]),
        note("advice-finished", &["UP-14"]),
        note("advice-deletion", &["UP-18"]),
        note("advice-recreate", &["SU-12"]),
        note("advice-one-by-one", &["SU-23"]),
    ]
}

/// The documented settings: balanced, and three for large or constrained pools (SU-18 … SU-21).
pub fn profile(name: &str) -> Option<RuleNote> {
    Some(match name {
        "surge-balanced" => note("advice-balanced", &["SU-18"]),
        "surge-0-20" => note("advice-0-20", &["SU-19"]),
        "surge-20-0" => note("advice-20-0", &["SU-20"]),
        "surge-0-1" => note("advice-0-1", &["SU-21"]),
        _ => return None,
    })
}

/// The most nodes of the pool during its upgrade, zone by zone (UP-07, UP-22).
pub fn peak(settings: Surge, nodes: u32, nodes_of_largest_zone: u32) -> RuleNote {
    let slots = model::strategy::surge::slots(settings, nodes_of_largest_zone);
    let mut note = note("advice-peak", &["UP-07", "UP-22"]);
    note.text =
        note.text.with("nodes", nodes).with("extra", slots.surge).with("peak", nodes + slots.surge);
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::english, format::Speaker};
    use expect_test::{Expect, expect};

    fn check(notes: impl IntoIterator<Item = RuleNote>, expected: Expect) {
        let speaker = Speaker::new(english());
        let lines: Vec<String> = notes
            .into_iter()
            .map(|note| format!("{} ({})\n", speaker.say(&note.text), note.rules.join(" ")))
            .collect();
        expected.assert_eq(&lines.concat());
    }

    #[test]
    fn the_picker_names_four_trade_offs_and_three_good_reasons() {
        // UP-06, UP-20, UP-21, SU-02, SU-03
        check(
            trade_offs(),
            expect![[r#"
                Speed: maxSurge + maxUnavailable nodes at once, at most 20 per zone. (UP-06)
                Disruption: every Pod is moved at least once. PodDisruptionBudgets and grace periods are respected for up to an hour per node. (UP-06)
                Risk: a canceled upgrade can be rolled back node by node. A finished upgrade can't. (UP-06)
                Cost: at most maxSurge additional nodes, in one zone at a time. (UP-06)
            "#]],
        );
        check(
            surge_is_for(),
            expect![[r#"
                Good if the upgrade should be fast. (SU-03)
                Good if applications tolerate gradual changes and shut down within 60 minutes. (SU-02 SU-03)
                Good if few additional nodes can be created. (SU-03)
                For more control over a running upgrade (phases, soak time, completion, fast rollback), use blue-green. (UP-20)
                Cost matters and Pods shut down within 60 minutes: surge. Highly available production that needs fast rollback and can temporarily cost more: blue-green. The longest time before eviction at low cost: autoscaled blue-green. Nodes with a limited run time: short-lived, selected by GKE. (UP-21)
            "#]],
        );
    }

    #[test]
    fn the_chooser_has_four_answers() {
        // UP-21
        check(
            chooser(),
            expect![[r#"
                Cost matters, and shutdown takes less than 60 minutes: surge. (UP-21)
                Highly available production that needs fast rollback and can temporarily cost more: blue-green. (UP-21 AB-03)
                The longest time before eviction at low cost, without immediate rescheduling or rollback: autoscaled blue-green. (UP-21 AB-02)
                Nodes with a limited run time (flex-start or queued): short-lived, which GKE selects automatically. (UP-21)
            "#]],
        );
    }

    #[test]
    fn profiles_say_who_they_are_for() {
        // SU-18, SU-19, SU-20, SU-21
        let names = model::strategy::surge::profiles().map(|profile| profile.name);
        check(
            names.filter_map(profile),
            expect![[r#"
                Balanced: one additional node, one node at a time. Slower and least disruptive, for most workloads. (SU-18)
                Fast without additional nodes: 20 nodes down at once. Most disruptive, for large pools of batch workloads. (SU-19)
                Fast with 20 additional nodes: PodDisruptionBudgets limit how many Pods are evicted at once. For large pools, but not with externalTrafficPolicy Local. (SU-20)
                Slowest, without additional nodes: one node down at a time. For pools that use a reservation. (SU-21)
            "#]],
        );
    }

    #[test]
    fn a_run_in_progress_has_its_own_notes() {
        // UP-12, UP-13, UP-14, UP-18, SU-12, SU-23
        check(
            during_a_run(),
            expect![[r#"
                Canceling pauses the upgrade: nodes already in progress finish, and nothing is rolled back. You can then resume or roll back. (UP-12 UP-13)
                A finished upgrade can't be rolled back. To go back, upgrade the pool to the old version. (UP-14)
                An eviction respects PodDisruptionBudgets. A deletion doesn't, and forces the Pod out. (UP-18)
                With maxUnavailable, a node's capacity is released until the node is recreated. Where capacity is scarce, use it only with a reservation. (SU-12)
                A PodDisruptionBudget with maxUnavailable 1 lets only one of its Pods be evicted at a time, which slows down the whole upgrade. (SU-23)
            "#]],
        );
    }

    #[test]
    fn the_peak_is_a_number() {
        // UP-07, UP-22
        let surge = |max_surge, max_unavailable| Surge { max_surge, max_unavailable };
        check(
            [peak(surge(1, 0), 10, 10), peak(surge(30, 0), 30, 30)],
            expect![[r#"
                An upgrade needs at most 11 VMs: 10 plus 1 additional. Make sure that quota and capacity are available. (UP-07 UP-22)
                An upgrade needs at most 50 VMs: 30 plus 20 additional. Make sure that quota and capacity are available. (UP-07 UP-22)
            "#]],
        );
    }
}
