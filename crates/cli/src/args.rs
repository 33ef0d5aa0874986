//! The words of a command line.

use base::{Map, say};
use std::ffi::OsString;

use lexopt::{Arg, Parser, ValueExt as _};

use super::Failure;
use super::export::{ExportArgs, LinkArgs};
use super::help::Topic;
use super::import::ImportArgs;
use super::run::{Format, RunArgs};
use super::why::WhyArgs;
use super::window::WindowArgs;

pub(super) enum Verb {
    Help(Topic),
    Version,
    Presets { json: bool },
    Run(RunArgs),
    Check { file: String, json: bool },
    Import(ImportArgs),
    Why(WhyArgs),
    Export(ExportArgs),
    Link(LinkArgs),
    Window(WindowArgs),
    Rule(Vec<String>),
}

/// The options of all verbs; each verb then refuses those that it doesn't take.
#[derive(Default)]
struct ParsedArgs {
    free: Vec<String>,
    seed: Option<u64>,
    pseudonyms: bool,
    /// The values of other options, by name.
    values: Map<String, String>,
}

pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Verb, Failure> {
    let mut parser = Parser::from_args(args.into_iter().skip(1));
    let mut verb: Option<String> = None;
    let mut words = ParsedArgs::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                return Ok(Verb::Help(Topic::of(verb.as_deref())));
            }
            Arg::Long("version") | Arg::Short('V') => return Ok(Verb::Version),
            Arg::Value(value) if verb.is_none() => verb = Some(value.string()?),
            Arg::Value(value) => words.free.push(value.string()?),
            Arg::Long(name) => {
                let name = name.to_owned();
                take(&mut words, verb.as_deref(), &name, &mut parser)?;
            }
            Arg::Short('o') if matches!(verb.as_deref(), Some("import" | "export" | "link")) => {
                words.values.insert("output".to_owned(), parser.value()?.string()?);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    match verb.as_deref() {
        None => Err(Failure(say!("cli-no-verb-given"))),
        Some(verb) => verb_of(verb, words),
    }
}

fn take(
    words: &mut ParsedArgs,
    verb: Option<&str>,
    name: &str,
    parser: &mut Parser,
) -> Result<(), Failure> {
    let allowed = match verb {
        Some("run") => &["seed", "until", "format"][..],
        Some("presets" | "check") => &["format"],
        Some("import") => &["format", "output"],
        Some("why") => &["at", "format"],
        Some("export") => &["at", "format", "output"],
        Some("link") => &["pseudonyms", "output"],
        Some("window") => &["start", "end", "recurrence", "now", "edition", "time-zone", "format"],
        _ => &[],
    };
    if !allowed.contains(&name) {
        return Err(Failure(match verb {
            Some(verb) => say!("cli-no-option-of-verb", verb = verb, option = name),
            None => say!("cli-no-option", option = name),
        }));
    }
    if name == "pseudonyms" {
        words.pseudonyms = true;
        return Ok(());
    }
    let value = parser.value()?;
    match name {
        "seed" => words.seed = Some(value.parse()?),
        _ => drop(words.values.insert(name.to_owned(), value.string()?)),
    }
    Ok(())
}

impl ParsedArgs {
    /// Is the format JSON? For verbs with text and JSON.
    fn json(&self, verb: &str) -> Result<bool, Failure> {
        match self.values.get("format").map(String::as_str) {
            None | Some("text") => Ok(false),
            Some("json") => Ok(true),
            Some(other) => Err(Failure(say!("cli-no-format-of-verb", verb = verb, other = other))),
        }
    }

    /// Returns the single word that isn't an option.
    fn one(&self, verb: &str, what: &str) -> Result<String, Failure> {
        match self.free.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err(Failure(say!("cli-verb-needs", verb = verb, what = what))),
            [_, second, ..] => {
                Err(Failure(say!("cli-only-one", verb = verb, what = what, second = second)))
            }
        }
    }
}

fn verb_of(verb: &str, words: ParsedArgs) -> Result<Verb, Failure> {
    let json = || words.json(verb);
    let one = |what| words.one(verb, what);
    let value = |name: &str| words.values.get(name).cloned();
    Ok(match verb {
        "help" => Verb::Help(Topic::of(words.free.first().map(String::as_str))),
        "presets" => match words.free.first() {
            None => Verb::Presets { json: json()? },
            Some(word) => {
                return Err(Failure(say!("cli-presets-alone", word = word)));
            }
        },
        "run" => Verb::Run(RunArgs {
            scenario: one("SCENARIO")?,
            seed: words.seed,
            until: value("until"),
            format: value("format").as_deref().map_or(Ok(Format::Story), Format::named)?,
        }),
        "check" => Verb::Check { file: one("FILE")?, json: json()? },
        "rule" if words.free.is_empty() => {
            return Err(Failure(say!("cli-rule-needs-id")));
        }
        "rule" => Verb::Rule(words.free),
        "import" if words.free.is_empty() => {
            return Err(Failure(say!("cli-import-needs-file")));
        }
        "import" => {
            Verb::Import(ImportArgs { json: json()?, out: value("output"), files: words.free })
        }
        "export" => Verb::Export(ExportArgs {
            scenario: one("SCENARIO")?,
            format: value("format").ok_or_else(|| Failure(say!("cli-export-needs-format")))?,
            at: value("at"),
            out: value("output"),
        }),
        "link" => Verb::Link(LinkArgs {
            scenario: one("SCENARIO")?,
            pseudonyms: words.pseudonyms,
            out: value("output"),
        }),
        "window" => Verb::Window(WindowArgs {
            json: json()?,
            text: match (words.free.as_slice(), value("recurrence")) {
                ([], Some(_)) => None,
                _ => Some(one("TEXT")?),
            },
            bounds: ["start", "end", "recurrence"].map(value),
            now: value("now"),
            edition: value("edition").unwrap_or_default(),
            zone: value("time-zone"),
        }),
        "why" => match words.free.as_slice() {
            [scenario, subject] => Verb::Why(WhyArgs {
                json: json()?,
                scenario: scenario.clone(),
                subject: subject.clone(),
                at: value("at").ok_or_else(|| Failure(say!("cli-why-needs-at")))?,
            }),
            _ => {
                return Err(Failure(say!("cli-why-needs-subject")));
            }
        },
        other => {
            return Err(Failure(say!("cli-no-verb", other = other)));
        }
    })
}
