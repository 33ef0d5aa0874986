//! Rolling updates of Deployments: their settings, their state and the controller's arithmetic.

use base::quantity::IntOrPercent;
use base::{SimSpan, SimTime, muted};

/// `strategy` and `progressDeadlineSeconds` of a Deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RolloutSettings {
    /// `Recreate`: all old Pods end before the first new one is created (KC-23).
    pub recreate: bool,
    pub max_surge: IntOrPercent,
    pub max_unavailable: IntOrPercent,
    /// `progressDeadlineSeconds`.
    pub deadline: SimSpan,
    /// Of a revision whose rollout began before time 0: its number in the cluster, and when it began and its deadline was exceeded.
    pub number: Option<u32>,
    pub since: Option<SimTime>,
    pub exceeded: Option<SimTime>,
}

impl RolloutSettings {
    /// The API's defaults (KC-07, KC-22).
    pub const DEFAULT: Self = Self {
        recreate: false,
        max_surge: IntOrPercent::Percent(25),
        max_unavailable: IntOrPercent::Percent(25),
        deadline: SimSpan::from_secs(600),
        number: None,
        since: None,
        exceeded: None,
    };

    /// `maxSurge` and `maxUnavailable` as numbers of Pods.
    ///
    /// Rulebook: KC-07, KC-21. Source: Kubernetes `deployment_util.go`, `ResolveFenceposts`, `MaxUnavailable`.
    pub fn bounds(&self, replicas: u32) -> (u32, u32) {
        let total = i64::from(replicas);
        let count = |value: i64| u32::try_from(value.max(0)).unwrap_or(u32::MAX);
        let surge = count(match muted("KC-07") {
            true => self.max_surge.scaled_down(total),
            false => self.max_surge.scaled_up(total),
        });
        let unavailable = count(self.max_unavailable.scaled_down(total));
        let unavailable = if surge == 0 && unavailable == 0 { 1 } else { unavailable };
        (surge, unavailable.min(replicas))
    }
}

/// The last change of a Deployment's template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rollout {
    /// The revision of the new template; 0 is that of the start.
    pub revision: u32,
    pub phase: RolloutPhase,
}

/// Condition `Progressing` of a Deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RolloutPhase {
    Progressing,
    /// `ProgressDeadlineExceeded`: it goes on all the same (KC-22).
    DeadlineExceeded,
    Complete,
}

/// A ReplicaSet as the Deployment's controller sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplicaSet {
    /// `spec.replicas`.
    pub replicas: u32,
    /// Its available Pods (KC-08).
    pub available: u32,
}

/// One step of a rolling update: the ReplicaSets to scale, in order, by their positions in `sets`, with their replicas.
/// `sets`: oldest first; `new`: the position of the one with the new template. Empty: nothing is to be done now.
///
/// Rulebook: KC-21. Source: Kubernetes `deployment/rolling.go`.
pub fn rolling_step(
    replicas: u32,
    (surge, unavailable): (u32, u32),
    sets: &[ReplicaSet],
    new: usize,
) -> Vec<(usize, u32)> {
    let total: u32 = sets.iter().map(|set| set.replicas).sum();
    let own = sets[new];
    if own.replicas > replicas {
        return vec![(new, replicas)];
    }
    let grows = replicas.saturating_add(surge).saturating_sub(total).min(replicas - own.replicas);
    if grows > 0 {
        return vec![(new, own.replicas + grows)];
    }
    let fewest = replicas - unavailable;
    let missing = own.replicas.saturating_sub(own.available);
    let mut room = total.saturating_sub(fewest).saturating_sub(missing);
    let available: u32 = sets.iter().map(|set| set.available).sum();
    let mut surplus = if room == 0 { 0 } else { available.saturating_sub(fewest) };
    let mut sets = sets.to_vec();
    let mut steps = Vec::new();
    for healthy in [false, true] {
        for (at, set) in sets.iter_mut().enumerate().filter(|(at, _)| *at != new) {
            let fewer = match healthy {
                // Old Pods that aren't available go first.
                false => set.replicas.saturating_sub(set.available).min(room),
                true => set.replicas.min(surplus),
            };
            if fewer == 0 {
                continue;
            }
            if healthy {
                surplus -= fewer;
            } else {
                room -= fewer;
            }
            set.replicas -= fewer;
            steps.push((at, set.replicas));
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(replicas: u32, available: u32) -> ReplicaSet {
        ReplicaSet { replicas, available }
    }

    /// KC-07: up and down; both 0 make 1; never more than the replicas.
    #[test]
    fn surge_is_rounded_up_and_unavailable_down() {
        let of = |surge, unavailable, replicas| {
            let settings = RolloutSettings {
                max_surge: surge,
                max_unavailable: unavailable,
                ..RolloutSettings::DEFAULT
            };
            settings.bounds(replicas)
        };
        let percent = IntOrPercent::Percent;
        assert_eq!(of(percent(25), percent(25), 10), (3, 2));
        assert_eq!(of(percent(28), percent(28), 11), (4, 3));
        assert_eq!(of(percent(0), percent(25), 3), (0, 1));
        assert_eq!(of(IntOrPercent::Int(1), percent(25), 3), (1, 0));
        assert_eq!(of(IntOrPercent::Int(1), IntOrPercent::Int(5), 2), (1, 2));
    }

    /// KC-21: the row's example.
    #[test]
    fn ten_replicas_begin_with_three_new_then_eight_old_then_five_new() {
        let step = |sets: &[ReplicaSet]| rolling_step(10, (3, 2), sets, 1);
        assert_eq!(step(&[set(10, 10), set(0, 0)]), [(1, 3)]);
        assert_eq!(step(&[set(10, 10), set(3, 0)]), [(0, 8)]);
        assert_eq!(step(&[set(8, 8), set(3, 0)]), [(1, 5)]);
        assert_eq!(step(&[set(8, 8), set(5, 0)]), []);
        assert_eq!(step(&[set(8, 8), set(5, 1)]), [(0, 7)]);
    }

    /// KC-21: old Pods that aren't available go first, from the oldest ReplicaSet on, and leave those that are.
    #[test]
    fn unhealthy_old_pods_go_first() {
        let sets = [set(4, 1), set(6, 5), set(3, 0)];
        assert_eq!(rolling_step(10, (3, 2), &sets, 2), [(0, 2)]);
        let sets = [set(4, 3), set(6, 5), set(3, 3)];
        assert_eq!(rolling_step(10, (3, 2), &sets, 2), [(0, 3), (1, 5), (0, 0)]);
    }

    /// KC-24: fewer replicas are those of the new ReplicaSet.
    #[test]
    fn fewer_replicas_shrink_the_new_replica_set_first() {
        assert_eq!(rolling_step(2, (1, 0), &[set(8, 8), set(5, 5)], 1), [(1, 2)]);
        assert_eq!(rolling_step(2, (1, 0), &[set(8, 8), set(2, 2)], 1), [(0, 0)]);
    }
}
