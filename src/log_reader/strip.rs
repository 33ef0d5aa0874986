//! The strip of decisions over time: how many nodes are held, by what, which Pods wait, what was decided.

use super::answer::{HeldKind, HeldState, LogCluster, LogHold};

/// What holds a node, from the ground up.
pub const LAYERS: [(&str, &str); 4] = [
    ("pod", "autolog-layer-pod"),
    ("setting", "autolog-layer-setting"),
    ("limit", "autolog-layer-limit"),
    ("unknown", "autolog-layer-unknown"),
];

/// How many nodes each layer and those below it hold from an instant on.
pub type Step = (i64, [u32; 4]);

fn layer(hold: &LogHold) -> usize {
    let code = hold.code();
    let code = code.strip_prefix("no.scale.down.node.").unwrap_or(code);
    match code {
        _ if code.starts_with("pod.")
            || code.starts_with("no.place")
            || code.starts_with("scale.down.error.") =>
        {
            0
        }
        "scale.down.disabled.annotation" => 1,
        "node.group.min.size.reached" | "minimal.resource.limits.exceeded" => 2,
        _ => 3,
    }
}

/// When the hold ends, as far as the log knows.
pub fn end(hold: &LogHold, until: i64) -> i64 {
    match hold.state {
        HeldState::Held | HeldState::Waits => until,
        HeldState::Silent => hold.last,
        HeldState::Replaced | HeldState::Over => hold.until.unwrap_or(hold.last),
    }
}

/// The steps of the number of held nodes, with the layers one on another.
pub fn steps(cluster: &LogCluster) -> Vec<Step> {
    let mut changes: Vec<(i64, usize, i32)> = Vec::new();
    for hold in cluster.holds.iter().filter(|one| one.kind == HeldKind::Node) {
        changes.push((hold.since, layer(hold), 1));
        let end = end(hold, cluster.until);
        if end < cluster.until {
            changes.push((end, layer(hold), -1));
        }
    }
    base::order::sort_by_key(&mut changes, |(at, ..)| *at);
    let mut now = [0_i32; 4];
    let mut steps: Vec<Step> = Vec::new();
    for (at, layer, by) in changes {
        now[layer] += by;
        let mut sum = 0;
        let stacked = now.map(|own| {
            sum += own.max(0);
            sum as u32
        });
        match steps.last_mut() {
            Some((last, counts)) if *last == at => *counts = stacked,
            _ => steps.push((at, stacked)),
        }
    }
    steps
}

/// The outline of a layer in a box of 1000 × 100: steps from the left to the right, and back along the ground.
pub fn outline(steps: &[Step], layer: usize, cluster: &LogCluster, most: u32) -> String {
    let x = |at: i64| share(at, cluster);
    let y = |count: u32| 100.0 - 96.0 * f64::from(count) / f64::from(most.max(1));
    let mut path = format!("M{:.1} 100", x(cluster.from));
    for (at, counts) in steps {
        path += &format!("H{:.1}V{:.1}", x(*at), y(counts[layer]));
    }
    path + "H1000V100Z"
}

/// Where an instant lies, of a thousand.
pub fn share(at: i64, cluster: &LogCluster) -> f64 {
    let whole = (cluster.until - cluster.from).max(1);
    1000.0 * (at - cluster.from).clamp(0, whole) as f64 / whole as f64
}

/// Instants for labels: whole steps of minutes or hours, about eight of them.
pub fn ticks(cluster: &LogCluster) -> Vec<i64> {
    const STEPS_S: [i64; 12] =
        [10, 60, 120, 300, 600, 900, 1800, 3600, 10_800, 21_600, 86_400, 604_800];
    let whole = cluster.until - cluster.from;
    let step = STEPS_S.into_iter().find(|step| whole / step <= 8).unwrap_or(2_592_000);
    let first = cluster.from.div_euclid(step) + 1;
    (first..).map(|no| no * step).take_while(|at| *at < cluster.until).take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_reader::answer::LogReason;

    fn hold(code: &str, since: i64, last: i64, state: HeldState) -> LogHold {
        let code = format!("no.scale.down.node.{code}");
        LogHold {
            kind: HeldKind::Node,
            state,
            name: String::new(),
            count: 1,
            pool: String::new(),
            zone: String::new(),
            used: None,
            since,
            last,
            until: None,
            again: None,
            logged: 1,
            reasons: vec![LogReason { code, parameters: Vec::new(), groups: Vec::new() }],
        }
    }

    #[test]
    fn layers_stand_one_on_another() {
        let holds = vec![
            hold("pod.not.enough.pdb", 100, 200, HeldState::Held),
            hold("node.group.min.size.reached", 100, 300, HeldState::Silent),
            hold("some.other", 400, 400, HeldState::Held),
        ];
        let cluster = LogCluster { from: 100, until: 500, holds, ..LogCluster::default() };
        let steps = steps(&cluster);
        assert_eq!(steps, [(100, [1, 1, 2, 2]), (300, [1, 1, 1, 1]), (400, [1, 1, 1, 2])]);
        assert_eq!(
            outline(&steps, 0, &cluster, 2),
            "M0.0 100H0.0V52.0H500.0V52.0H750.0V52.0H1000V100Z"
        );
        assert_eq!(ticks(&cluster), [120, 180, 240, 300, 360, 420, 480]);
    }
}
