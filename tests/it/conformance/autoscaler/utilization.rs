//! The utilization of nodes.

use base::SimTime;
use model::utilization::{Deciding, Ignored, PodUse, Share, share, utilization};
use model::{Resources, Symbols};
use serde_json::Value;

use super::super::{Oracle, flag, list, same, text};
use super::{annotated_as_daemon, grace, instant, is_mirror, requests, resources};

/// Relative, as the file's page says.
const TOLERANCE: f64 = 1e-9;

fn fraction(share: Share) -> f64 {
    share.requested as f64 / share.available as f64
}

fn close(what: &str, ours: f64, theirs: &Value) -> Result<(), String> {
    let Some(theirs) = theirs.as_f64() else { return Ok(()) };
    let near = (ours - theirs).abs() <= TOLERANCE * theirs.abs();
    if near { Ok(()) } else { Err(format!("{what}: ours {ours}, theirs {theirs}")) }
}

/// What Pods use, with the requests of each.
pub(super) fn uses<'a>(
    pods: impl IntoIterator<Item = &'a Value>,
    requests: &'a [Resources],
) -> Vec<PodUse<'a>> {
    let pods = pods.into_iter().zip(requests);
    pods.map(|(pod, requests)| PodUse {
        requests,
        of_daemonset: pod["controller"]["kind"] == "DaemonSet" || annotated_as_daemon(pod),
        mirror: is_mirror(pod),
        deletion: instant(&pod["deletion_timestamp_rel_s"]),
        grace: grace(pod),
    })
    .collect()
}

/// Rulebook: KA-50 … KA-52, KA-62.
#[test]
fn conformance_ca_utilization() {
    Oracle::load("ca_utilization").ask(|case| {
        let mut symbols = Symbols::default();
        let accelerator = case["gpu_resource"].as_str().map(|name| symbols.intern(name));
        let allocatable = resources(&case["node"]["allocatable"], &mut symbols);
        let listed = list(&case["pods"]);
        let amounts: Vec<Resources> =
            listed.iter().map(|pod| requests(pod, &mut symbols)).collect();
        let pods = uses(listed, &amounts);
        let ignored = Ignored {
            daemonsets: flag(case, "ignore_daemonset_pods"),
            mirrors: flag(case, "ignore_mirror_pods"),
        };
        let now = SimTime::ZERO;
        let found = utilization(&allocatable, accelerator, &pods, ignored, now);
        let found = found.ok_or("the node has no CPU or no memory")?;
        let expect = &case["expect"];
        let name = match found.deciding {
            Deciding::Cpu => "cpu",
            Deciding::Memory => "memory",
            Deciding::Accelerator => text(&case["gpu_resource"]),
        };
        same("resource", name, text(&expect["resource"]))?;
        close("utilization", fraction(found.share), &expect["utilization"])?;
        let of = |amount: &dyn Fn(&Resources) -> i64| {
            share(&allocatable, amount, &pods, ignored, now).map_or(0.0, fraction)
        };
        if let Some(name) = accelerator {
            return close("gpu", of(&|resources| resources.extended(name)), &expect["gpu"]);
        }
        close("cpu", of(&|resources| resources.cpu_m), &expect["cpu"])?;
        close("mem", of(&|resources| resources.memory_bytes), &expect["mem"])
    });
}
