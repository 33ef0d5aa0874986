//! The performance table, one line each: `bench NAME: VALUE UNIT (aim AIM)`.
//!
//! `--scenario N` prints the reference scenario of N nodes instead, for the browser's table; `--work NAME-NODES` does one
//! workload and prints its result and time (`work.rs`). `--recurrence` and `--checker` are their rows alone.
//! Times are of one machine on one day; only ratios between lines of one run are comparable.

mod checker;
mod clock;
mod plain;
mod recurrence;
mod scheduling;
mod work;

use base::SimTime;
use runner::{RunEnd, Session};
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;
use trace::Trace;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "--scenario") {
        let nodes = args.get(at + 1).ok_or("--scenario wants a number of nodes")?;
        let text = work::document("surge-ref", nodes.parse()?);
        println!("{}", text.ok_or("there is no such scenario")?);
        return Ok(());
    }
    if let Some(at) = args.iter().position(|arg| arg == "--work") {
        let start = clock::secs();
        let came_to = work::done(args.get(at + 1).ok_or("--work wants a name")?)?;
        println!("{came_to} took {:.6}", clock::secs() - start);
        return Ok(());
    }
    if args.iter().any(|arg| arg == "--recurrence") {
        return recurrences();
    }
    if args.iter().any(|arg| arg == "--checker") {
        return policies();
    }
    edit_of_a_small_scenario()?;
    for (nodes, aim_ms) in [(100, 50.0), (1000, 350.0)] {
        surge_reference(nodes, aim_ms)?;
    }
    for (nodes, aim_s) in [(1000, 1.0), (5000, 4.0)] {
        let start = clock::secs();
        let end = work::done(&format!("day-{nodes}"))?;
        row(
            &format!("day-{nodes}"),
            clock::secs() - start,
            &format!("s of a processor, {end}"),
            aim_s,
        );
    }
    imports()?;
    for (name, rate) in scheduling::rates(5000)? {
        let beside = rate / scheduling::PUBLISHED;
        let unit = format!("x kube-scheduler's threshold, {rate:.0} Pods/s");
        row(&name, beside, &unit, 1000.0);
    }
    recurrences()?;
    policies()
}

/// The duration of the policy checker.
fn policies() -> Result<(), Box<dyn Error>> {
    for took in checker::times()? {
        for (what, ms) in [("report", took.report), ("year", took.year)] {
            // A thousandth of a millisecond matters here.
            let name = format!("checker-{}-{what}", took.name);
            println!("bench {name}: {ms:.3} ms (aim 0.2)");
        }
    }
    let (worst, of, count) = checker::hostile()?;
    println!("bench checker-hostile: {worst:.1} ms (aim 50), of {count} the longest: {of}");
    Ok(())
}

/// Ten years of rules, from text to instants, compared with the crate `rrule`.
fn recurrences() -> Result<(), Box<dyn Error>> {
    for rates in recurrence::rates()? {
        let name = format!("recurrence-{}", rates.name);
        row(&name, rates.own / 1e6, "M instants/s", rates.aim);
        let unit = format!("x the crate, {:.1} M/s", rates.of_crate / 1e6);
        row(&format!("{name}-ratio"), rates.own / rates.of_crate, &unit, 4.0);
    }
    Ok(())
}

/// Dumps of kubectl, compared with the time that serde_json needs to skip the same text.
fn imports() -> Result<(), Box<dyn Error>> {
    let json = dump(60_000_000);
    let start = Instant::now();
    black_box(serde_json::from_str::<serde::de::IgnoredAny>(&json)?);
    let skip = ms(start);
    row("skip-json-60mb", skip, "ms", 60.0);
    let took = import(&json)?;
    row("import-json-60mb", took, "ms", 200.0);
    row("import-json-60mb-ratio", took / skip, "x", 2.5);
    let of = |bytes: usize| -> Result<String, Box<dyn Error>> {
        let value: serde_json::Value = serde_json::from_str(&dump(bytes))?;
        Ok(serde_norway::to_string(&value)?)
    };
    let yaml = of(11_000_000 * 1_000_000 / of(1_000_000)?.len())?;
    let megabytes = yaml.len() as f64 / 1e6;
    let took = import(&yaml)?;
    row("import-yaml-11mb", took, "ms", 700.0);
    row("import-yaml-11mb-speed", megabytes / took * 1e3, "MB/s", 16.0);
    Ok(())
}

fn import(text: &str) -> Result<f64, Box<dyn Error>> {
    let file = import::File { name: "dump", bytes: text.as_bytes() };
    let start = Instant::now();
    let import = black_box(import::read(&[file]));
    let took = ms(start);
    import.document.ok_or("the dump gave nothing")?;
    Ok(took)
}

/// A list of Pods like the API server's, with managed fields of other programs.
fn dump(bytes: usize) -> String {
    let fields = r#"{"f:metadata":{"f:labels":{".":{},"f:app":{},"f:pod-template-hash":{}},"f:ownerReferences":{}},"f:spec":{"f:containers":{"k:{\"name\":\"main\"}":{".":{},"f:image":{},"f:name":{},"f:resources":{".":{},"f:limits":{".":{},"f:cpu":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},"f:memory":{}}},"f:volumeMounts":{".":{},"k:{\"mountPath\":\"/etc/c\"}":{".":{},"f:mountPath":{},"f:name":{}}}}},"f:dnsPolicy":{},"f:restartPolicy":{},"f:securityContext":{}}}"#;
    let fields = [fields; 11].join(r#","again":"#);
    let mut text = String::from(r#"{"apiVersion":"v1","kind":"List","items":["#);
    let mut pod = 0;
    while text.len() < bytes {
        let (comma, owner) = (if pod > 0 { "," } else { "" }, pod / 20);
        let _ = write!(
            text,
            r#"{comma}
{{"apiVersion":"v1","kind":"Pod","metadata":{{"creationTimestamp":"2026-01-05T00:00:00Z","generateName":"web-{owner}-5d4f8c7b9-","labels":{{"app":"web-{owner}","pod-template-hash":"5d4f8c7b9"}},"managedFields":[{{"apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{{"first":{fields}}},"manager":"kube-controller-manager","operation":"Update"}}],"name":"web-{owner}-5d4f8c7b9-{pod}","namespace":"shop-{}","ownerReferences":[{{"apiVersion":"apps/v1","controller":true,"kind":"ReplicaSet","name":"web-{owner}-5d4f8c7b9"}}]}},"spec":{{"containers":[{{"env":[{{"name":"A","value":"some value of {pod}"}}],"image":"registry.example.com/team/web:1.{pod}","name":"main","resources":{{"limits":{{"cpu":"500m","memory":"512Mi"}},"requests":{{"cpu":"100m","memory":"128Mi"}}}}}}],"nodeName":"gke-a-{}","priority":0,"terminationGracePeriodSeconds":30,"tolerations":[{{"effect":"NoExecute","key":"node.kubernetes.io/not-ready","operator":"Exists","tolerationSeconds":300}}]}},"status":{{"conditions":[{{"lastTransitionTime":"2026-01-05T00:00:10Z","status":"True","type":"Ready"}}],"phase":"Running","podIP":"10.1.0.1"}}}}"#,
            owner % 40,
            pod / 30,
        );
        pod += 1;
    }
    text.push_str("]}");
    text
}

fn row(name: &str, value: f64, unit: &str, aim: f64) {
    println!("bench {name}: {value:.1} {unit} (aim {aim})");
}

fn ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// From text to a finished trace, as after each edit on the page.
fn edit_of_a_small_scenario() -> Result<(), Box<dyn Error>> {
    const RUNS: u32 = 200;
    let text = scenario::preset("docs-5-nodes").ok_or("no preset")?.text();
    let start = Instant::now();
    for seed in 0..RUNS {
        let session = Session::new(text, Some(seed.into())).map_err(|why| format!("{why:?}"))?;
        black_box(session.finish(|_| {}));
    }
    row("edit-docs-5-nodes", ms(start) / f64::from(RUNS), "ms", 10.0);
    Ok(())
}

fn surge_reference(nodes: u32, aim_ms: f64) -> Result<(), Box<dyn Error>> {
    let text = work::document("surge-ref", nodes).ok_or("no scenario")?;
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
    let end: RunEnd = session.finish(|chunk| chunks.push(chunk));
    row(&format!("run-{nodes}"), ms(start), "ms", aim_ms);
    println!("bench records-{nodes}: {} rows (aim 124 a node)", end.records);
    let start = Instant::now();
    for chunk in chunks {
        trace.push(chunk);
    }
    row(&format!("index-{nodes}"), ms(start), "ms", 50.0);
    const SEEKS: i64 = 100;
    let start = Instant::now();
    for n in 0..SEEKS {
        let at = end.end_ms * ((n * 37) % SEEKS) / SEEKS;
        black_box(trace.frame_at(SimTime::from_ms(at)));
    }
    row(&format!("seek-{nodes}"), ms(start) / SEEKS as f64, "ms", 16.0);
    black_box::<&Trace>(&trace);
    Ok(())
}
