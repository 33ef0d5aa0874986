//! A single benchmark, to count its instructions or compare it with other programs: `NAME-NODES`.

#[cfg(not(target_arch = "wasm32"))]
use crate::plain::Plain;
use runner::{Session, Step};
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::rc::Rc;
use trace::Chunk;

/// The shapes for measuring growth.
pub(crate) fn document(shape: &str, nodes: u32) -> Option<String> {
    let pods = nodes * 30;
    let per_zone = nodes.div_ceil(3);
    let workloads = match shape {
        "surge-ref" => return scenario::preset_text(&format!("surge-ref-{nodes}")).map(Into::into),
        "fleet" => return Some(fleet(nodes)),
        "day" => return Some(day(nodes)),
        "budget" => format!(
            r#"{{"kind":"Deployment","name":"w","copies":{},"replicas":100,"labels":{{"app":"w-{{n}}"}},"requests":{{"cpu":"100m"}}}}],"budgets":[{{"name":"w","copies":{},"selector":{{"matchLabels":{{"app":"w-{{n}}"}}}},"maxUnavailable":1}}"#,
            pods / 100,
            pods / 100
        ),
        "pending" => {
            format!(
                r#"{{"kind":"Deployment","name":"w","copies":{},"replicas":100,"requests":{{"cpu":"400"}}}}"#,
                pods / 100
            )
        }
        "singles" => {
            format!(
                r#"{{"kind":"Deployment","name":"w","copies":{pods},"replicas":1,"labels":{{"app":"w-{{n}}"}},"requests":{{"cpu":"100m"}}}}"#
            )
        }
        "one" => format!(
            r#"{{"kind":"Deployment","name":"w","replicas":{pods},"requests":{{"cpu":"100m"}}}}"#
        ),
        "spread" => format!(
            r#"{{"kind":"Deployment","name":"w","copies":{},"replicas":100,"labels":{{"app":"w-{{n}}"}},"requests":{{"cpu":"100m"}},"topologySpreadConstraints":[{{"maxSkew":2,"topologyKey":"topology.kubernetes.io/zone","whenUnsatisfiable":"DoNotSchedule","labelSelector":{{"matchLabels":{{"app":"w-{{n}}"}}}}}}]}}"#,
            pods / 100
        ),
        _ => return None,
    };
    let mut text = String::new();
    _ = write!(
        text,
        r#"{{"version":1,"name":"{shape}","cluster":{{"location":"us-central1","locations":["us-central1-a","us-central1-b","us-central1-c"],"currentMasterVersion":"1.34.1-gke.3000000"}},"pools":[{{"name":"p","version":"1.33.5-gke.1162000","initialNodeCount":{per_zone},"config":{{"machineType":"e2-standard-4"}},"maxPodsConstraint":{{"maxPodsPerNode":32}},"upgradeSettings":{{"maxSurge":20,"maxUnavailable":0}}}}],"workloads":[{workloads}],"script":[{{"at":"0s","do":"upgrade","pool":"p"}}]}}"#
    );
    Some(text)
}

/// A day of a cluster that the autoscaler keeps: every half an hour a workload of a tenth of the Pods shrinks to a half or grows back.
fn day(nodes: u32) -> String {
    let (pods, per_zone) = (nodes * 30, nodes.div_ceil(3));
    let (many, replicas) = (pods / 100, pods / 10);
    let step = |n: u32| {
        let replicas = if n.is_multiple_of(2) { replicas / 2 } else { replicas };
        let at = n * 1800 + 60;
        format!(
            r#"{{"at":"{at}s","do":"set","workload":"busy-{}","replicas":{replicas}}}"#,
            n / 2 % 5
        )
    };
    let script: Vec<String> = (0..47).map(step).collect();
    let busy = |n: u32| {
        format!(
            r#"{{"kind":"Deployment","name":"busy-{n}","replicas":{replicas},"requests":{{"cpu":"120m","memory":"256Mi"}}}}"#
        )
    };
    let busy: Vec<String> = (0..5).map(busy).collect();
    format!(
        r#"{{"version":1,"name":"day","cluster":{{"location":"us-central1","locations":["us-central1-a","us-central1-b","us-central1-c"],"currentMasterVersion":"1.34.1-gke.3000000"}},"pools":[{{"name":"p","version":"1.34.1-gke.3000000","initialNodeCount":{per_zone},"config":{{"machineType":"e2-standard-4"}},"maxPodsConstraint":{{"maxPodsPerNode":110}},"autoscaling":{{"enabled":true,"minNodeCount":1,"maxNodeCount":{per_zone}}}}}],"workloads":[{{"kind":"Deployment","name":"w","copies":{},"replicas":100,"labels":{{"app":"w-{{n}}"}},"requests":{{"cpu":"120m","memory":"256Mi"}}}},{}],"script":[{}],"until":"1d"}}"#,
        many / 2,
        busy.join(","),
        script.join(",")
    )
}

/// The preset with this many nodes.
fn fleet(nodes: u32) -> String {
    let preset = scenario::preset("fleet-15000").map_or("", |preset| preset.text());
    let mut document: serde_json::Value = serde_json::from_str(preset).unwrap_or_default();
    let part = f64::from(nodes) / 15_000.0;
    let scale = |entry: &mut serde_json::Value, field: &str| {
        if let Some(many) = entry[field].as_f64() {
            entry[field] = ((many * part) as u64).into();
        }
    };
    for (list, field) in
        [("pools", "initialNodeCount"), ("workloads", "copies"), ("budgets", "copies")]
    {
        for entry in document[list].as_array_mut().into_iter().flatten() {
            scale(entry, field);
        }
    }
    document.to_string()
}

/// Runs a document to the last row, gives every chunk away, and returns the result.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn done(work: &str) -> Result<String, Box<dyn Error>> {
    let (shape, nodes) = work.rsplit_once('-').ok_or("a work is NAME-NODES")?;
    let nodes: u32 = nodes.parse()?;
    if shape == "plain" {
        let work = black_box(Plain::run(nodes));
        return Ok(format!(
            "end {} evictions {} most missing {} rows {}",
            work.end,
            work.evictions,
            work.most_missing,
            work.rows()
        ));
    }
    let mut run = Run::of(shape, nodes)?;
    loop {
        if let Some(said) = run.go_on(u32::MAX) {
            return Ok(said);
        }
    }
}

/// A benchmark in pieces, like in the page's worker.
pub(crate) struct Run {
    session: Session,
    chunks: Vec<Rc<Chunk>>,
}

impl Run {
    pub(crate) fn of(shape: &str, nodes: u32) -> Result<Self, Box<dyn Error>> {
        let text = document(shape, nodes).ok_or("there is no such work")?;
        Ok(Self {
            session: Session::new(&text, None).map_err(|why| format!("{why:?}"))?,
            chunks: Vec::new(),
        })
    }

    /// Continues by this many wakes; returns the result at the end.
    pub(crate) fn go_on(&mut self, wakes: u32) -> Option<String> {
        match self.session.pump(wakes) {
            Step::Sealed(chunk) => self.chunks.push(chunk),
            Step::Reached(_) => {}
            Step::Done(outcome) => {
                black_box(&self.chunks);
                return Some(format!(
                    "end {} rows {} digest {:016x}",
                    outcome.end_ms / 1000,
                    outcome.records,
                    outcome.digest
                ));
            }
        }
        None
    }
}
