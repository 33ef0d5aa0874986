//! The engine's own functions against results computed by real Kubernetes code, and from the rulebook by an
//! independent model.

mod autoscaler;
mod blue_green;
mod budgets;
mod drain;
mod load_balancers;
mod maintenance;
mod packing;
mod sched;
mod surge;
mod validate;
mod workloads;

use serde_json::Value;
use sim::Sim;
use trace::Trace;

/// The cases of one file, and what came of them. Says so on drop, also when a case panics.
pub(crate) struct Oracle {
    name: &'static str,
    cases: Vec<Value>,
    alike: usize,
    differ: Vec<String>,
    left_out: usize,
}

impl Oracle {
    pub(crate) fn load(name: &'static str) -> Self {
        let folder =
            std::env::var("NODETIDE_ORACLES").unwrap_or_else(|_| "tests/oracles".to_owned());
        Self {
            name,
            cases: cases(&format!("{folder}/{name}.json")),
            alike: 0,
            differ: Vec::new(),
            left_out: 0,
        }
    }

    /// Compares each case: `Ok` = equal, `Err` = the difference. Each line of output begins with a line break.
    pub(crate) fn ask(mut self, answer: impl Fn(&Value) -> Result<(), String>) {
        let asked = |case: &Value| {
            let answer = std::panic::AssertUnwindSafe(|| answer(case));
            std::panic::catch_unwind(answer).unwrap_or_else(|_| Err("panicked".to_owned()))
        };
        for case in std::mem::take(&mut self.cases) {
            let id = id(&case);
            match asked(&case) {
                Ok(()) => self.alike += 1,
                Err(why) if why.starts_with("left out: ") => {
                    println!(
                        "\noracle {}: left out {id}: {}",
                        self.name,
                        &why["left out: ".len()..]
                    );
                    self.left_out += 1;
                }
                Err(why) => self.differ.push(format!("{id}: {why}")),
            }
        }
        let total = self.alike + self.differ.len() + self.left_out;
        println!("\noracle {}: {} of {total}", self.name, self.alike);
        let own = format!("{OWN}/{}.json", self.name);
        if crate::root().join(&own).exists() {
            for case in cases(&own) {
                if let Err(why) = asked(&case) {
                    self.differ.push(format!("{own} {}: {why}", id(&case)));
                }
            }
        }
        assert!(self.differ.is_empty(), "{}:\n{}", self.name, self.differ.join("\n"));
    }
}

/// Cases of our own in the same formats, worked out from the rulebook: fields that are missing or null, and what the
/// other files do not have.
const OWN: &str = "tests/oracles/variations";

fn cases(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(crate::root().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    let document: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    list(&document["cases"]).to_vec()
}

fn id(case: &Value) -> String {
    case["id"].as_str().unwrap_or("?").to_owned()
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// A field that is missing or null is false.
pub(crate) fn flag(value: &Value, name: &str) -> bool {
    value[name].as_bool().unwrap_or(false)
}

pub(crate) fn finished(pod: &Value) -> bool {
    matches!(text(&pod["phase"]), "Succeeded" | "Failed")
}

/// Equal, or both sides of the difference.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    ours: T,
    theirs: T,
) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: ours {ours:?}, theirs {theirs:?}")) }
}

/// A scenario document, run to its end.
pub(crate) fn simulate(document: &str) -> Result<Trace, String> {
    let opened = scenario::open(document);
    let Some(compiled) = opened.compiled else {
        return Err(format!("{:?}", opened.diagnostics));
    };
    let mut sim = Sim::new(compiled.plan, compiled.cluster);
    sim.run();
    let mut trace = Trace::new(sim.plan().clone(), sim.start().clone(), sim::rules::RULES);
    for chunk in sim.trace().finish() {
        trace.push(chunk);
    }
    Ok(trace)
}
