//! `cargo xtask vopr`: runs random scenarios, and shrinks those that fail.

mod faults;
mod report;
mod sweep;

use lexopt::prelude::*;
use serde_json::Value;
use std::process::ExitCode;
use vopr::generate;

const USAGE: &str = "\
usage: cargo xtask vopr [OPTIONS]

  --seeds N     so many scenarios (1000)
  --from SEED   the first of them (1)
  --growth      the second family of scenarios, of the cluster autoscaler
  --coverage    how often each rule was reached
  --questions   ask why at random instants, and try what is offered
  --first       stop at the first failure, and do not shrink it
  --faults[=N]  switch rules off, one after the other (the first N): is each found, and how soon?";

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    pub seeds: u64,
    pub from: u64,
    pub growth: bool,
    pub coverage: bool,
    pub first: bool,
    /// The number of faults to inject one after the other.
    pub faults: Option<usize>,
    pub questions: bool,
}

impl Options {
    pub(crate) fn document(self, seed: u64) -> Value {
        if self.growth { generate::growth(seed) } else { generate::document(seed) }
    }
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("vopr: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let good = match asked.faults {
        Some(count) => faults::faults(asked, count),
        None => report::report(asked, &sweep::sweep(asked)),
    };
    ExitCode::from(u8::from(!good))
}

fn asked() -> Result<Options, lexopt::Error> {
    let mut asked = Options { seeds: 1000, from: 1, ..Options::default() };
    let mut args = lexopt::Parser::from_env();
    while let Some(arg) = args.next()? {
        match arg {
            Long("seeds") => asked.seeds = args.value()?.parse()?,
            Long("from") => asked.from = args.value()?.parse()?,
            Long("growth") => asked.growth = true,
            Long("coverage") => asked.coverage = true,
            Long("first") => asked.first = true,
            Long("faults") => {
                let count = args.optional_value();
                asked.faults = Some(count.map_or(Ok(usize::MAX), |count| count.parse())?);
            }
            Long("questions") => asked.questions = true,
            other => return Err(other.unexpected()),
        }
    }
    Ok(asked)
}
