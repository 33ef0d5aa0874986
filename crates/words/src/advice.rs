//! What to know about surge upgrades before one starts: notes with their rules, some with numbers.

use base::muted;
use model::settings::Surge;
use trace::Phrase;

/// A text and the rules that it explains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub text: Phrase,
    pub rules: &'static [&'static str],
}

/// A note on a muted rule says nothing.
fn note(key: &'static str, rules: &'static [&'static str]) -> Note {
    let silent = rules.iter().any(|rule| muted(rule));
    Note {
        text: Phrase::new(if silent { "none" } else { key }),
        rules,
    }
}

/// Surge on the four things that a choice of strategy trades off: speed, disruption, risk, cost (UP-06).
pub fn trade_offs() -> [Note; 4] {
    [
        note("advice-speed", &["UP-06"]),
        note("advice-disruption", &["UP-06"]),
        note("advice-risk", &["UP-06"]),
        note("advice-cost", &["UP-06"]),
    ]
}

/// What surge is best for, and what goes better with another strategy (UP-20, UP-21, SU-02, SU-03).
pub fn surge_is_for() -> [Note; 5] {
    [
        note("advice-ideal-speed", &["SU-03"]),
        note("advice-ideal-tolerant", &["SU-02", "SU-03"]),
        note("advice-ideal-cost", &["SU-03"]),
        note("advice-more-control", &["UP-20"]),
        note("advice-chooser", &["UP-21"]),
    ]
}

/// Which strategy is for whom: four answers (UP-21).
pub fn chooser() -> [Note; 4] {
    [
        note("advice-choose-surge", &["UP-21"]),
        note("advice-choose-blue-green", &["UP-21"]),
        note("advice-choose-autoscaled", &["UP-21"]),
        note("advice-choose-short-lived", &["UP-21"]),
    ]
}

/// What holds while a surge upgrade runs (UP-12 … UP-14, UP-18, SU-12, SU-23).
pub fn during_a_run() -> [Note; 5] {
    [
        note("advice-cancel", &["UP-12", "UP-13"]),
        note("advice-finished", &["UP-14"]),
        note("advice-deletion", &["UP-18"]),
        note("advice-recreate", &["SU-12"]),
        note("advice-one-by-one", &["SU-23"]),
    ]
}

/// The documented settings: balanced, and three for large or constrained pools (SU-18 … SU-21).
pub fn profile(name: &str) -> Option<Note> {
    Some(match name {
        "surge-balanced" => note("advice-balanced", &["SU-18"]),
        "surge-0-20" => note("advice-0-20", &["SU-19"]),
        "surge-20-0" => note("advice-20-0", &["SU-20"]),
        "surge-0-1" => note("advice-0-1", &["SU-21"]),
        _ => return None,
    })
}

/// How many nodes the pool has at most while it is upgraded, zone after zone (UP-07, UP-22).
pub fn peak(settings: Surge, nodes: u32, nodes_of_largest_zone: u32) -> Note {
    let slots = model::surge::slots(settings, nodes_of_largest_zone);
    let mut note = note("advice-peak", &["UP-07", "UP-22"]);
    note.text = note
        .text
        .with("nodes", nodes)
        .with("extra", slots.surge)
        .with("peak", nodes + slots.surge);
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plain, catalogue::english, format::Speaker};
    use expect_test::{Expect, expect};

    fn check(notes: impl IntoIterator<Item = Note>, expected: Expect) {
        let speaker = Speaker {
            language: english(),
            port: &Plain,
            names: None,
        };
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
            Speed: as many nodes at once as maxSurge + maxUnavailable, at most 20 in a zone. (UP-06)
            Disruption: every Pod is moved once or more; its budget and its grace period are respected for an hour per node. (UP-06)
            Risk: a cancelled upgrade can be rolled back, node by node; a finished one cannot. (UP-06)
            Cost: at most maxSurge nodes more in one zone at a time. (UP-06)
        "#]],
        );
        check(
            surge_is_for(),
            expect![[r#"
            Good when the upgrade should be fast. (SU-03)
            Good when applications tolerate gradual change and end within 60 minutes. (SU-02 SU-03)
            Good when few additional nodes may be created. (SU-03)
            For more control over a running upgrade, its phases, soak time, completion and fast rollback, use blue-green. (UP-20)
            Cost matters and Pods end within 60 minutes: surge. Highly available production that needs fast rollback and bears the cost for a time: blue-green. The longest time before eviction at low cost: autoscaled blue-green. Nodes of bounded life: short-lived, chosen by GKE. (UP-21)
        "#]],
        );
    }

    #[test]
    fn the_chooser_has_four_answers() {
        // UP-21
        check(
            chooser(),
            expect![[r#"
            Cost matters, and a shutdown of less than 60 minutes is fine: surge. (UP-21)
            Highly available production that must roll back fast and may cost more for a while: blue-green. (UP-21)
            The longest time before eviction at low cost, and neither rescheduling nor rollback at once: autoscaled blue-green, which is not simulated yet. (UP-21)
            Nodes of bounded life, flex-start or queued: short-lived, which GKE chooses by itself. (UP-21)
        "#]],
        );
    }

    #[test]
    fn profiles_say_who_they_are_for() {
        // SU-18, SU-19, SU-20, SU-21
        let names = model::surge::profiles().map(|profile| profile.name);
        check(
            names.filter_map(profile),
            expect![[r#"
            Balanced: one additional node, one node at a time; slower, least disruptive, for most workloads. (SU-18)
            Fast without additional nodes: twenty nodes down at once; most disruptive, for large pools of batch work. (SU-19)
            Fast with twenty additional nodes: budgets limit the Pods that leave at a time; for large pools, not with externalTrafficPolicy Local. (SU-20)
            Slowest without additional nodes: one node down at a time; for pools in a reservation. (SU-21)
        "#]],
        );
    }

    #[test]
    fn a_run_in_progress_has_its_own_notes() {
        // UP-12, UP-13, UP-14, UP-18, SU-12, SU-23
        check(
            during_a_run(),
            expect![[r#"
            Cancel pauses: nodes that had started finish, nothing is rolled back. Then resume, or roll back. (UP-12 UP-13)
            A finished upgrade cannot be rolled back. To go back, upgrade the pool to the old version. (UP-14)
            An eviction respects disruption budgets; a deletion does not, and forces the Pod out. (UP-18)
            maxUnavailable gives a node's capacity away until it is recreated; where capacity is scarce, use it with a reservation only. (SU-12)
            A budget of maxUnavailable 1 lets one of its Pods go at a time and so slows the whole upgrade down. (SU-23)
        "#]],
        );
    }

    #[test]
    fn the_peak_is_a_number() {
        // UP-07, UP-22
        let surge = |max_surge, max_unavailable| Surge {
            max_surge,
            max_unavailable,
        };
        check(
            [peak(surge(1, 0), 10, 10), peak(surge(30, 0), 30, 30)],
            expect![[r#"
                This pool has at most 11 VMs: 10 and 1 more. Quota and capacity must be free for them. (UP-07 UP-22)
                This pool has at most 50 VMs: 30 and 20 more. Quota and capacity must be free for them. (UP-07 UP-22)
            "#]],
        );
    }
}
