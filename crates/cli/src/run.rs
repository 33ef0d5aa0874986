//! `run`: runs a scenario to its end.

use super::{Done, ExitStatus, Failure, input, output, records, summary};
use base::{SimTime, say};
use query::Index;
use query::summary::{Findings, Summary};
use runner::Session;
use scenario::{Compiled, Diagnostic, Severity, instant};
use trace::{Ended, Trace};
use words::log;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Story,
    Summary,
    Json,
    Csv,
}

impl Format {
    pub(super) fn named(name: &str) -> Result<Self, Failure> {
        Ok(match name {
            "story" => Self::Story,
            "summary" => Self::Summary,
            "json" => Self::Json,
            "csv" => Self::Csv,
            other => {
                return Err(Failure(say!("cli-no-run-format", other = other)));
            }
        })
    }
}

pub(super) struct RunArgs {
    pub(super) scenario: String,
    pub(super) seed: Option<u64>,
    pub(super) until: Option<String>,
    pub(super) format: Format,
}

/// A finished run.
pub(super) struct FinishedRun {
    pub(super) trace: Trace,
    pub(super) ended: Ended,
    pub(super) digest: u64,
}

pub(super) fn run(asked: &RunArgs) -> Done {
    let (compiled, diagnostics) = input::runnable(&asked.scenario)?;
    let Some(compiled) = compiled else {
        return Ok(ExitStatus::Findings);
    };
    let until = match &asked.until {
        Some(text) => Some(input::time(text, "--until", &compiled)?),
        None => None,
    };
    let ran = to_the_end(compiled, asked.seed, until);
    output::print(|out| match asked.format {
        Format::Story => records::story(out, &ran.trace),
        Format::Json => log::json(out, &ran.trace, &start(&ran.trace)),
        Format::Csv => log::csv(out, &ran.trace),
        Format::Summary => {
            let index = Index::of(&ran.trace);
            let answer = Summary { findings: counts(&diagnostics), ..ran.summary(&index) };
            summary::json(out, &ran.trace, &answer)
        }
    })?;
    Ok(ExitStatus::Fine)
}

pub(super) fn to_the_end(
    compiled: Compiled,
    seed: Option<u64>,
    until: Option<SimTime>,
) -> FinishedRun {
    let session = Session::of(compiled, seed, until);
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    FinishedRun { trace, ended: outcome.ended, digest: outcome.digest }
}

/// The instant of time 0.
pub(super) fn start(trace: &Trace) -> String {
    instant::format(trace.plan().start_unix_ms)
}

impl FinishedRun {
    /// The numbers without the checks' findings.
    pub(super) fn summary(&self, index: &Index) -> Summary {
        query::summary(&self.trace, index, self.ended, self.digest, Findings::default())
    }
}

fn counts(diagnostics: &[Diagnostic]) -> Findings {
    let mut counts = Findings::default();
    for one in diagnostics {
        match one.severity {
            Severity::Error => counts.error += 1,
            Severity::Warning => counts.warning += 1,
            Severity::Info => counts.info += 1,
        }
    }
    counts
}
