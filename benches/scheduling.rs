//! The scheduler alone: queue, choice and binding with the engine's functions, without recording.

use crate::clock;
use base::{SimTime, WorkloadId};
use model::{Cluster, Plan, PodPhase};
use sim::scheduling::{Backlog, Occupancy, Placement, PodPriority, SchedulerCache};
use std::error::Error;

/// Pods per node in each half.
const PODS: u32 = 30;

/// The higher of the thresholds at 5,000 nodes (680 and 810 Pods a second, `SchedulingBasic`), source:
/// kubernetes/kubernetes `test/integration/scheduler_perf/misc/performance-config.yaml`.
pub(crate) const PUBLISHED: f64 = 810.0;

/// Pods placed per second: of Deployments of 100 onto empty nodes, and as many again onto the filled nodes. The best
/// of three rounds.
pub(crate) fn rates(nodes: u32) -> Result<[(String, f64); 2], Box<dyn Error>> {
    let text = format!(
        r#"{{"version":1,"name":"place","cluster":{{"location":"us-central1","locations":["us-central1-a","us-central1-b","us-central1-c"],"currentMasterVersion":"1.34.1-gke.3000000"}},"pools":[{{"name":"p","config":{{"machineType":"e2-standard-4"}},"nodes":[{}]}}],"workloads":[{{"kind":"Deployment","name":"w","copies":{},"replicas":100,"labels":{{"app":"w-{{n}}"}},"requests":{{"cpu":"50m"}}}}]}}"#,
        (0..nodes)
            .map(|node| {
                let zone = ["a", "b", "c"][node as usize % 3];
                format!(r#"{{"name":"p-{node}","zone":"us-central1-{zone}"}}"#)
            })
            .collect::<Vec<_>>()
            .join(","),
        nodes * PODS * 2 / 100,
    );
    let compiled = scenario::open(&text).compiled.ok_or("it has errors")?;
    let mut best = [0.0_f64; 2];
    for _ in 0..3 {
        let rates = round(&compiled.plan, compiled.cluster.clone())?;
        for (best, rate) in best.iter_mut().zip(rates) {
            *best = best.max(rate);
        }
    }
    let names = ["empty", "loaded"].map(|load| format!("schedule-{nodes}-{load}"));
    let [empty, loaded] = names;
    Ok([(empty, best[0]), (loaded, best[1])])
}

fn round(plan: &Plan, mut cluster: Cluster) -> Result<[f64; 2], Box<dyn Error>> {
    let mut occupancy = Occupancy::new(plan, &cluster);
    let mut cache = SchedulerCache::default();
    let pods: Vec<_> = cluster.pods.ids().collect();
    let mut rates = [0.0; 2];
    for (rate, half) in rates.iter_mut().zip(pods.chunks(pods.len() / 2)) {
        let start = clock::secs();
        let mut backlog = Backlog::default();
        for pod in half {
            backlog.add(*pod, priority(plan, cluster.pods[*pod].workload), SimTime::ZERO);
        }
        while let Some(pod) = backlog.pop(SimTime::ZERO) {
            let Placement::On(on) = cache.place_pending(plan, &cluster, &mut occupancy, pod) else {
                return Err("there is room for all".into());
            };
            cluster.pods[pod].set_phase(PodPhase::Running { on, ready: true });
            occupancy.bound(plan, &cluster, pod, on);
        }
        *rate = half.len() as f64 / (clock::secs() - start);
    }
    Ok(rates)
}

fn priority(plan: &Plan, workload: WorkloadId) -> PodPriority {
    PodPriority { value: plan.workloads[workload].priority, daemon: false }
}
