//! The native command line: reads files, calls the floors below, prints. Decides nothing.

mod args;
mod asked_upgrade;
mod autoscaler;
mod brief;
mod change;
mod channel;
mod check;
mod clusters;
mod compare;
mod configuration;
pub mod english;
mod expected;
mod export;
mod fail_on;
mod finished_run;
mod fit;
mod held_back;
mod import;
mod input;
mod notes;
mod option;
mod order;
mod output;
mod presets;
mod project;
mod records;
mod rollback;
mod rule;
mod run;
mod schema;
mod seeds;
mod stuck;
mod summary;
mod support;
mod tried_changes;
mod undescribed;
mod why;
mod window;
mod zone;

use base::{Message, say};
use scenario::Diagnostic;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use args::{Asked, Verb};

type Done = Result<ExitStatus, Failure>;

/// Exit 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExitStatus {
    Fine,
    /// There are findings of severity error.
    Findings,
    /// The input is unusable; the reason was printed.
    Unusable,
}

impl ExitStatus {
    fn of(diagnostics: &[Diagnostic]) -> Self {
        if diagnostics.iter().any(Diagnostic::is_error) { Self::Findings } else { Self::Fine }
    }
}

/// Exit 2: unusable input or wrong usage, with a message.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Failure(Message);

/// Runs one verb and returns its exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let done = match args::parse(args) {
        Ok(Asked::Print(text)) => output::text(&text),
        Ok(Asked::Verb(verb)) => act(*verb),
        Err(usage) => Err(Failure(say!("cli-wrong-usage", error = usage))),
    };
    match done {
        Ok(ExitStatus::Fine) => ExitCode::SUCCESS,
        Ok(ExitStatus::Findings) => ExitCode::from(1),
        Ok(ExitStatus::Unusable) => ExitCode::from(2),
        Err(Failure(message)) => {
            let text = english::text(&message);
            // If standard error is closed, the warning is lost.
            let _ = writeln!(std::io::stderr(), "nodetide: {text}");
            ExitCode::from(2)
        }
    }
}

fn act(verb: Verb) -> Done {
    match verb {
        Verb::Presets { format } => presets::list(format.is_json()),
        Verb::Run(asked) => run::run(&asked),
        Verb::Check(asked) => check::check(&asked),
        Verb::Compare(asked) => compare::compare(&asked),
        Verb::Fit(asked) => fit::fit(&asked),
        Verb::Import(asked) => import::import(&asked),
        Verb::Autoscaler(asked) => autoscaler::autoscaler(&asked),
        Verb::Why(asked) => why::why(&asked),
        Verb::Export(asked) => export::export(&asked),
        Verb::Link(asked) => export::link(&asked),
        Verb::Window(asked) => window::window(&asked),
        Verb::Rule { ids } => rule::rule(&ids),
        Verb::Schema { part } => schema::schema(part),
        Verb::Completions { shell } => {
            output::to(None, |out| out.write_all(&args::completions(shell)))?;
            Ok(ExitStatus::Fine)
        }
    }
}
