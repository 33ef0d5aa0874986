//! The performance table: a line each, `bench NAME: VALUE UNIT (aim AIM)`.
//!
//! `--scenario N` prints the reference scenario of N nodes instead, for the browser's table.
//! Times are of one machine on one day; ratios between lines of one run are what can be compared.

use nodetide::base::SimTime;
use nodetide::runner::{Outcome, Session};
use nodetide::scenario;
use nodetide::trace::Trace;
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "--scenario") {
        let nodes = args
            .get(at + 1)
            .ok_or("--scenario wants a number of nodes")?;
        println!("{}", reference_scenario(nodes.parse()?));
        return Ok(());
    }
    edit_of_a_small_scenario()?;
    for (nodes, aim_ms) in [(100, 50.0), (1000, 350.0)] {
        surge_reference(nodes, aim_ms)?;
    }
    Ok(())
}

fn row(name: &str, value: f64, unit: &str, aim: f64) {
    println!("bench {name}: {value:.1} {unit} (aim {aim})");
}

fn ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Text to a finished trace, as after each edit on the page.
fn edit_of_a_small_scenario() -> Result<(), Box<dyn Error>> {
    const RUNS: u32 = 200;
    let text = scenario::preset("docs-5-nodes").ok_or("no preset")?;
    let start = Instant::now();
    for seed in 0..RUNS {
        let session = Session::new(text, Some(seed.into()))?;
        black_box(session.finish(|_| {}));
    }
    row("edit-docs-5-nodes", ms(start) / f64::from(RUNS), "ms", 10.0);
    Ok(())
}

/// N nodes with 30 Pods each, workloads of 100 Pods in blocks, a budget of 10 on each, surge 20.
fn surge_reference(nodes: u32, aim_ms: f64) -> Result<(), Box<dyn Error>> {
    let text = reference_scenario(nodes);
    let start = Instant::now();
    let opened = scenario::open(&text);
    row(&format!("open-{nodes}"), ms(start), "ms", aim_ms);
    let compiled = opened.compiled.ok_or("the scenario has errors")?;
    let start = Instant::now();
    let session = Session::of(compiled, None, None);
    row(&format!("start-{nodes}"), ms(start), "ms", aim_ms);
    let mut trace = session.trace();
    let start = Instant::now();
    let mut chunks = Vec::new();
    let outcome: Outcome = session.finish(|chunk| chunks.push(chunk));
    row(&format!("run-{nodes}"), ms(start), "ms", aim_ms);
    println!(
        "bench records-{nodes}: {} rows (aim 124 a node)",
        outcome.records
    );
    let start = Instant::now();
    for chunk in chunks {
        trace.push(chunk);
    }
    row(&format!("index-{nodes}"), ms(start), "ms", 50.0);
    const SEEKS: i64 = 100;
    let start = Instant::now();
    for n in 0..SEEKS {
        let at = outcome.end_ms * ((n * 37) % SEEKS) / SEEKS;
        black_box(trace.frame_at(SimTime::from_ms(at)));
    }
    row(
        &format!("seek-{nodes}"),
        ms(start) / SEEKS as f64,
        "ms",
        16.0,
    );
    black_box::<&Trace>(&trace);
    Ok(())
}

fn reference_scenario(nodes: u32) -> String {
    let mut text = String::from(
        r#"{"version":1,"name":"surge-ref","pools":[{"name":"pool","version":"1.32.1-gke.100","locations":["us-central1-a"],"initialNodeCount":"#,
    );
    let _ = write!(
        text,
        r#"{nodes},"config":{{"machineType":"e2-standard-4"}},"upgradeSettings":{{"maxSurge":20}},"nodes":["#
    );
    for node in 0..nodes {
        let comma = if node > 0 { "," } else { "" };
        let _ = write!(
            text,
            r#"{comma}{{"name":"n-{node}","zone":"us-central1-a"}}"#
        );
    }
    text.push_str(r#"]}],"workloads":["#);
    let pods = nodes * 30;
    for workload in 0..pods / 100 {
        let comma = if workload > 0 { "," } else { "" };
        let _ = write!(
            text,
            r#"{comma}{{"kind":"Deployment","name":"w-{workload}","replicas":100,"labels":{{"app":"w-{workload}"}},"requests":{{"cpu":"130m"}},"pods":["#
        );
        for pod in 0..100 {
            let comma = if pod > 0 { "," } else { "" };
            let node = (workload * 100 + pod) / 30;
            let _ = write!(
                text,
                r#"{comma}{{"name":"w-{workload}-{pod}","node":"n-{node}"}}"#
            );
        }
        text.push_str("]}");
    }
    text.push_str(r#"],"budgets":["#);
    for workload in 0..pods / 100 {
        let comma = if workload > 0 { "," } else { "" };
        let _ = write!(
            text,
            r#"{comma}{{"name":"b-{workload}","selector":{{"matchLabels":{{"app":"w-{workload}"}}}},"maxUnavailable":10}}"#
        );
    }
    text.push_str(r#"],"script":[{"at":0,"do":"upgrade","pool":"pool","version":"1.33.1-gke.100"}],"assumptions":{"nodeOrder":"listed"}}"#);
    text
}
