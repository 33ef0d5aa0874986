//! The native command line: reads files, calls the floors below, prints. Decides nothing.

mod args;
mod check;
pub mod english;
mod export;
mod help;
mod import;
mod input;
mod output;
mod presets;
mod records;
mod rule;
mod run;
mod summary;
mod why;
mod window;
mod zone;

use base::{Message, say};
use scenario::Diagnostic;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use args::Verb;

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

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self(say!("cli-wrong-usage", error = error.to_string()))
    }
}

/// Runs one verb and returns its exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let done = args::parse(args).and_then(act);
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
        Verb::Help(topic) => output::text(help::of(topic)),
        Verb::Version => output::text(&format!("nodetide {}\n", env!("CARGO_PKG_VERSION"))),
        Verb::Presets { json } => presets::list(json),
        Verb::Run(asked) => run::run(&asked),
        Verb::Check { file, json } => check::check(&file, json),
        Verb::Import(asked) => import::import(&asked),
        Verb::Why(asked) => why::why(&asked),
        Verb::Export(asked) => export::export(&asked),
        Verb::Link(asked) => export::link(&asked),
        Verb::Window(asked) => window::window(&asked),
        Verb::Rule(ids) => rule::rule(&ids),
    }
}
