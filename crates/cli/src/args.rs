//! The verbs and their options. The comments here are what `--help` prints.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use super::autoscaler::AutoscalerArgs;
use super::check::CheckArgs;
use super::compare::CompareArgs;
use super::export::{ExportArgs, LinkArgs};
use super::fit::FitArgs;
use super::import::ImportArgs;
use super::option::TextOrJson;
use super::run::RunArgs;
use super::schema::Part;
use super::why::WhyArgs;
use super::window::WindowArgs;

const ABOUT: &str = "See what a GKE node pool upgrade will do to your cluster before you run it.";

const AFTER: &str = "\
FILES    scenarios, dumps, manifests, gcloud output and commands, Terraform; - for standard input, preset:NAME,
         link:1.…, or a URL with #s=1.…
         One scenario is taken as it is. Anything else is imported first; its report goes to standard error.
TIME     90s, 1h2m3s, or 01:02:03 since the start, or RFC 3339
SUBJECT  pool/P node/N pod/NS/P workload/NS/W budget/NS/B service/NS/S cluster record/NO;
         you can omit NS/ if the name is unique

A scenario is JSON: pools, workloads, budgets, and a script of upgrades and commands. `nodetide import` makes one
from what you have; `nodetide schema` prints its fields, and `nodetide schema script` the verbs of the script.

Examples:
  kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json > dump.json
  gcloud container clusters describe CLUSTER --format json > cluster.json
  nodetide import dump.json cluster.json -o mine.json
  nodetide run mine.json
  nodetide why mine.json --at 30m pool/web-pool
  nodetide run dump.json cluster.json pool.tf --fail-on forced,stuck

For details, run nodetide VERB --help. To print the version, run nodetide --version.
Exit codes: 0 done; 1 done, with errors found, or a condition of --fail-on held; 2 unusable input or wrong usage.
Independent project, not affiliated with Google.";

const TEMPLATE: &str = "\
{about-with-newline}
Usage: nodetide VERB …

{subcommands}{after-help}
";

#[derive(Parser)]
#[command(
    name = "nodetide",
    bin_name = "nodetide",
    version,
    about = ABOUT,
    after_help = AFTER,
    help_template = TEMPLATE,
    arg_required_else_help = true
)]
struct CommandLine {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
pub(super) enum Verb {
    /// List the built-in scenarios.
    ///
    /// Prints one line per preset: NAME, a tab, TITLE.
    Presets {
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
        format: TextOrJson,
    },
    Run(RunArgs),
    Check(CheckArgs),
    Compare(CompareArgs),
    Fit(FitArgs),
    Import(ImportArgs),
    Autoscaler(AutoscalerArgs),
    Why(WhyArgs),
    Export(ExportArgs),
    Link(LinkArgs),
    Window(WindowArgs),
    /// Print rules with their public sources and tests.
    ///
    /// Prints rows of the rulebook: the rule, its public source, the rules of the engine that cite it, and the test that
    /// guards it.
    Rule {
        /// What answers and records cite, such as SU-07.
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
    },
    /// Print the scenario's JSON schema, or the verbs of its script.
    Schema {
        /// The script alone: each verb with its fields, as a table.
        #[arg(value_name = "SCRIPT", value_enum)]
        part: Option<Part>,
    },
    /// Print a script that completes verbs and options in a shell.
    ///
    /// For bash: source <(nodetide completions bash).
    Completions {
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
}

/// What the words of a command line ask for.
pub(super) enum Asked {
    Verb(Box<Verb>),
    /// Help or the version, to be printed.
    Print(String),
}

/// Reads a command line. The error is a sentence that points to the help.
pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Asked, String> {
    let args: Vec<OsString> = args.into_iter().collect();
    match CommandLine::try_parse_from(&args) {
        Ok(line) => Ok(Asked::Verb(Box::new(line.verb))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Ok(Asked::Print(error.to_string()))
            }
            _ => Err(usage(&error, verb(&args).as_deref())),
        },
    }
}

/// The verb, if the words name one.
fn verb(args: &[OsString]) -> Option<String> {
    let mut words = args.iter().skip(1).filter_map(|word| word.to_str());
    let verb = words.find(|word| !word.starts_with('-'))?;
    CommandLine::command().find_subcommand(verb).map(|found| found.get_name().to_owned())
}

fn usage(error: &clap::Error, verb: Option<&str>) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(list)) => list.join(", "),
        _ => String::new(),
    };
    // `--seed <N>` is `--seed`; `<FILES>...` is `FILES`.
    let bare = |text: &str| match text.split_once(' ') {
        Some((option, _)) if option.starts_with('-') => option.to_owned(),
        _ => text.replace(['<', '>', '[', ']'], "").replace("...", ""),
    };
    let asked = text(ContextKind::InvalidArg);
    let argument = bare(asked.split(", ").next().unwrap_or_default());
    let value = text(ContextKind::InvalidValue);
    let verb_or_all = verb.unwrap_or("nodetide");
    let meant = |kind| match text(kind) {
        similar if similar.is_empty() => String::new(),
        similar => format!(": did you mean {similar}?"),
    };
    let what = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let verb = text(ContextKind::InvalidSubcommand);
            let meant = match scenario::export::export(&verb) {
                Some(form) => format!(": use export FILES --format {}", form.name),
                None => meant(ContextKind::SuggestedSubcommand),
            };
            format!("there is no verb {verb}{meant}")
        }
        ErrorKind::UnknownArgument if asked.starts_with('-') => {
            format!("{verb_or_all} has no option {asked}{}", meant(ContextKind::SuggestedArg))
        }
        ErrorKind::UnknownArgument => format!("{verb_or_all} doesn't expect {asked}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} needs a value"),
        ErrorKind::InvalidValue => {
            let valid = text(ContextKind::ValidValue);
            format!("{verb_or_all} has no {argument} {value}: use {}", or(&valid))
        }
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(ToString::to_string);
            format!("{argument} {value} {}", reason.unwrap_or_default())
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = asked.split(", ").map(spelled).collect();
            format!("{verb_or_all} needs {}", missing.join(" and "))
        }
        ErrorKind::ArgumentConflict => {
            let other = match text(ContextKind::PriorArg) {
                prior if prior.is_empty() || prior == asked => "itself".to_owned(),
                prior => bare(prior.split(", ").next().unwrap_or_default()),
            };
            match other.as_str() {
                "itself" => format!("{argument} is given twice"),
                other => format!("{argument} can't be used with {other}"),
            }
        }
        ErrorKind::InvalidUtf8 => "an argument isn't UTF-8 text".to_owned(),
        _ => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        }
    };
    let end = if what.ends_with('?') { "" } else { "." };
    let help = match verb {
        Some(verb) => format!("nodetide {verb} --help"),
        None => "nodetide --help".to_owned(),
    };
    format!("{what}{end} See {help}.")
}

/// `--format <NAME>` as people write it: `--format NAME`.
fn spelled(argument: &str) -> String {
    argument.replace(['<', '>'], "").replace("...", "")
}

/// `a, b, or c`
fn or(list: &str) -> String {
    match list.rsplit_once(", ") {
        Some((first, last)) if first.contains(", ") => format!("{first}, or {last}"),
        Some((first, last)) => format!("{first} or {last}"),
        None => list.to_owned(),
    }
}

/// Prints the completions of a shell.
pub(super) fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "nodetide", &mut script);
    script
}
