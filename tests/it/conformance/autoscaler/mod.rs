//! The cluster autoscaler's pure parts.

mod decision;
mod drainability;
mod expanders;
mod planner;
mod scale_down;
mod scale_up;
mod utilization;

use std::collections::BTreeMap;

use base::{GroupId, SimSpan, SimTime, Sym};
use model::{Labels, Resources, Symbols};
use serde_json::Value;

use super::{list, text};

/// A number that is missing or null is 0.
fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

fn count(value: &Value) -> u32 {
    u32::try_from(number(value)).unwrap_or(0)
}

/// Seconds, perhaps with a fraction, as whole milliseconds.
fn ms(value: &Value) -> Option<i64> {
    value.as_f64().map(|seconds| (seconds * 1000.0).round() as i64)
}

fn instant(value: &Value) -> Option<SimTime> {
    ms(value).map(SimTime::from_ms)
}

fn span(value: &Value) -> SimSpan {
    SimSpan::from_ms(ms(value).unwrap_or(0))
}

/// A missing grace is 30 s.
fn grace(pod: &Value) -> SimSpan {
    let grace = &pod["termination_grace_s"];
    if grace.is_null() { SimSpan::from_secs(30) } else { span(grace) }
}

/// Reads all resources but `pods`.
fn resources(value: &Value, symbols: &mut Symbols) -> Resources {
    let mut resources = Resources::default();
    for (name, amount) in value.as_object().into_iter().flatten() {
        let amount = number(amount);
        match name.as_str() {
            "cpu_m" => resources.cpu_m = amount,
            "mem_bytes" => resources.memory_bytes = amount,
            "ephemeral_bytes" => resources.ephemeral_bytes = amount,
            "pods" => {}
            extended => *resources.slot(symbols.intern(extended)) = amount,
        }
    }
    resources
}

/// The sum of a Pod's containers.
fn requests(pod: &Value, symbols: &mut Symbols) -> Resources {
    let mut sum = Resources::default();
    for container in list(&pod["containers"]) {
        sum.add(&resources(&container["requests"], symbols));
    }
    sum
}

fn labels(value: &Value, symbols: &mut Symbols) -> Labels {
    let entries = value.as_object().into_iter().flatten();
    let pairs = entries.map(|(key, value)| (symbols.intern(key), symbols.intern(text(value))));
    pairs.collect::<Vec<(Sym, Sym)>>().into_iter().collect()
}

fn is_mirror(pod: &Value) -> bool {
    pod["annotations"].get("kubernetes.io/config.mirror").is_some()
}

/// The annotation that makes a Pod count as one of a DaemonSet.
fn annotated_as_daemon(pod: &Value) -> bool {
    pod["annotations"]["cluster-autoscaler.kubernetes.io/daemonset-pod"] == "true"
}

/// Names as ids, in the order in which they are first asked for.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn id(&mut self, name: &str) -> u32 {
        let known = self.0.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        }) as u32
    }

    fn group(&mut self, name: &str) -> GroupId {
        GroupId(self.id(name))
    }

    fn name(&self, id: u32) -> &str {
        &self.0[id as usize]
    }
}

/// An object of numbers; missing or null is empty.
fn numbers(value: &Value) -> BTreeMap<String, i64> {
    let entries = value.as_object().into_iter().flatten();
    entries.map(|(name, value)| (name.clone(), number(value))).collect()
}
