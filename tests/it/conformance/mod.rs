//! The engine's own functions against results computed by real Kubernetes code, and from the rulebook by an
//! independent model.

mod budgets;
mod drain;
mod sched;
mod surge;
mod workloads;

use serde_json::Value;

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
        let path = format!("{folder}/{name}.json");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let document: Value = serde_json::from_str(&text).unwrap();
        let cases = document["cases"].as_array().unwrap().clone();
        Self {
            name,
            cases,
            alike: 0,
            differ: Vec::new(),
            left_out: 0,
        }
    }

    /// Asks each case: `Ok` = alike, `Err` = what differs.
    pub(crate) fn ask(mut self, answer: impl Fn(&Value) -> Result<(), String>) {
        for case in std::mem::take(&mut self.cases) {
            let id = case["id"].as_str().unwrap_or("?").to_owned();
            let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(&case)));
            match asked {
                Ok(Ok(())) => self.alike += 1,
                Ok(Err(why)) if why.starts_with("left out: ") => {
                    println!(
                        "oracle {}: left out {id}: {}",
                        self.name,
                        &why["left out: ".len()..]
                    );
                    self.left_out += 1;
                }
                Ok(Err(why)) => self.differ.push(format!("{id}: {why}")),
                Err(_) => self.differ.push(format!("{id}: panicked")),
            }
        }
        let total = self.alike + self.differ.len() + self.left_out;
        println!("oracle {}: {} of {total}", self.name, self.alike);
        assert!(
            self.differ.is_empty(),
            "{}:\n{}",
            self.name,
            self.differ.join("\n")
        );
    }
}

/// Equal, or both sides of the difference.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    ours: T,
    theirs: T,
) -> Result<(), String> {
    if ours == theirs {
        Ok(())
    } else {
        Err(format!("{what}: ours {ours:?}, theirs {theirs:?}"))
    }
}
