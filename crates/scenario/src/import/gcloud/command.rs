//! One command: which cluster or pool it is about, and what its flags set.

use super::flags::{CLUSTER, Flag, POOL, SURGE, SWITCHES, VALUES, WHICH, ZONES};
use super::lines::Line;
use super::values::{Take, end, truth, value};
use crate::field::similar;
use crate::import::configured::{at, put};
use crate::import::format::Said;
use crate::import::notes;
use crate::json::Json;

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Create,
    Update,
    Upgrade,
    Delete,
}

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Cluster,
    Pool,
}

#[derive(Debug)]
pub(super) struct Command {
    pub(super) verb: Verb,
    pub(super) noun: Noun,
    /// `create-auto`.
    pub(super) autopilot: bool,
    /// The verb as it is written.
    pub(super) typed: String,
    /// The cluster or the pool that is named.
    pub(super) name: String,
    pub(super) cluster: String,
    pub(super) pool: String,
    pub(super) location: String,
    pub(super) version: String,
    /// The cluster, or the pool, is not named: there is a blank to be filled in.
    pub(super) blank_cluster: bool,
    pub(super) blank_pool: bool,
    pub(super) master: bool,
    /// What is set of the cluster, and of the pool.
    pub(super) of_cluster: Json,
    pub(super) of_pool: Json,
    /// Surge flags as they were typed; without their value where no text tells it.
    pub(super) surge: Vec<String>,
}

/// Reads a command; none for one that is not about clusters and pools, or only looks at them.
pub(super) fn read(line: &Line, said: &mut Said<'_>) -> Option<Command> {
    let mut words = Words::of(line)?;
    let (noun, verb) = (words.noun, words.verb);
    let mut command = Command {
        verb,
        noun,
        autopilot: words.autopilot,
        typed: words.typed.to_owned(),
        name: String::new(),
        cluster: String::new(),
        pool: String::new(),
        location: String::new(),
        version: String::new(),
        blank_cluster: false,
        blank_pool: false,
        master: false,
        of_cluster: Json::Object(Vec::new()),
        of_pool: Json::Object(Vec::new()),
        surge: Vec::new(),
    };
    let mut exclusion = Json::Object(Vec::new());
    let mut exclusion_name = None;
    while let Some(word) = words.next() {
        if !word.starts_with('-') {
            if command.name.is_empty() {
                let is_blank = blank(&word, false, "");
                match noun {
                    Noun::Cluster => command.blank_cluster = is_blank,
                    Noun::Pool => command.blank_pool = is_blank,
                }
                command.name = named(&word, "NAME", said, line);
            }
            continue;
        }
        let (flag, given) = match word.split_once('=') {
            Some((flag, given)) => (flag.to_owned(), Some(given.to_owned())),
            None => (word.clone(), None),
        };
        let flag = match &*flag {
            "-z" => "--zone".to_owned(),
            "-m" => "--machine-type".to_owned(),
            "-q" => "--quiet".to_owned(),
            _ => flag,
        };
        if WHICH.contains(&&*flag) {
            let given = if SWITCHES.contains(&&*flag) {
                given
            } else {
                given.or_else(|| words.value())
            };
            which(&mut command, &flag, given.as_deref(), said, line);
            continue;
        }
        let (positive, on) = match flag.strip_prefix("--no-") {
            Some(rest) => (format!("--{rest}"), false),
            None => (flag.clone(), true),
        };
        let Some((row, of_pool)) = row(noun, &positive) else {
            let is_value = VALUES.contains(&&*flag);
            let is_switch = !on
                || SWITCHES.contains(&&*positive)
                || SWITCH_BEGINS
                    .iter()
                    .any(|begin| positive.starts_with(begin));
            // Of a flag that is not known, what follows is its value once there is a name.
            if given.is_none() && !is_switch && (is_value || !command.name.is_empty()) {
                words.value();
            }
            other(&positive, is_value || SWITCHES.contains(&&*positive), said);
            continue;
        };
        let given = match row.take.is_switch() {
            true => given.or_else(|| words.truth()),
            false => given.or_else(|| words.value()),
        };
        let written = given.clone().unwrap_or_default();
        if blank(&written, row.take.is_word(), &positive) {
            let label = format!("line {}: {positive}={written}", line.number);
            said.notes.push((notes::NOT_CONSTANT, label));
            command.typed_without_value(row);
            continue;
        }
        let switched = match &given {
            Some(text) if row.take.is_switch() => truth(text).map(|truth| truth == on),
            _ => Some(on),
        };
        let Some(on) = switched else {
            let label = format!("{positive}={written}");
            said.notes.push((notes::UNREADABLE_FLAGS, label));
            continue;
        };
        // What is not chosen and not taken away is as it was.
        if !on && matches!(row.take, Take::Value(_) | Take::Clear) {
            continue;
        }
        let json = match row.take {
            Take::Switch => Some(Json::Bool(on)),
            Take::Exclusion if positive == "--add-maintenance-exclusion-scope" => {
                Some(Json::Text(super::values::word(&written)))
            }
            Take::Lasts => {
                let start = at(
                    &command.of_cluster,
                    "maintenancePolicy.window.recurringWindow.window.startTime",
                );
                // The start may stand behind it.
                let start = start
                    .and_then(Json::text)
                    .map(str::to_owned)
                    .or_else(|| words.of_flag("--maintenance-window-start"));
                start
                    .and_then(|start| end(&start, &written))
                    .map(Json::Text)
            }
            Take::Clear => Some(Json::Null),
            Take::Remove => Some(Json::Object(vec![(written.clone(), Json::Null)])),
            take => value(take, &written),
        };
        let Some(json) = json else {
            let label = format!("{positive}={written}");
            said.notes.push((notes::UNREADABLE_FLAGS, label));
            command.typed_without_value(row);
            continue;
        };
        if SURGE.iter().any(|(name, _)| *name == positive) {
            command.surge.push(format!("{positive}={written}"));
        }
        if positive == "--add-maintenance-exclusion-name" {
            exclusion_name = Some(written);
        } else if positive.starts_with("--add-maintenance-exclusion-") {
            put(&mut exclusion, row.path, json);
        } else if of_pool {
            put(&mut command.of_pool, row.path, json);
        } else {
            put(&mut command.of_cluster, row.path, json);
        }
    }
    if exclusion != Json::Object(Vec::new()) {
        let name = exclusion_name.unwrap_or_else(|| "exclusion".to_owned());
        let all = Json::Object(vec![(name, exclusion)]);
        put(
            &mut command.of_cluster,
            "maintenancePolicy.window.maintenanceExclusions",
            all,
        );
    }
    Some(command)
}

/// How flags begin that are switches, also those that are not known.
const SWITCH_BEGINS: [&str; 3] = ["--enable-", "--disable-", "--clear-"];

impl Command {
    /// A surge flag is there for gcloud whatever its value is: GKE's default stands for that.
    fn typed_without_value(&mut self, row: &Flag) {
        if let Some((name, default)) = SURGE.iter().find(|(name, _)| *name == row.name) {
            self.surge.push((*name).to_owned());
            put(&mut self.of_pool, row.path, Json::Int(*default));
        }
    }
}

/// Which cluster, pool and version are meant.
fn which(command: &mut Command, flag: &str, given: Option<&str>, said: &mut Said<'_>, line: &Line) {
    let text = given.unwrap_or_default();
    match flag {
        "--cluster" => {
            command.blank_cluster = blank(text, false, "");
            command.cluster = named(text, "--cluster", said, line);
        }
        "--node-pool" => {
            command.blank_pool = blank(text, false, "");
            command.pool = named(text, "--node-pool", said, line);
        }
        "--master" => command.master = text.is_empty() || truth(text) == Some(true),
        "--zone" | "--region" | "--location" | "--cluster-version" => {
            if blank(text, false, flag) {
                let label = format!("line {}: {flag}={text}", line.number);
                said.notes.push((notes::NOT_CONSTANT, label));
            } else if flag == "--cluster-version" {
                text.clone_into(&mut command.version);
            } else {
                text.clone_into(&mut command.location);
            }
        }
        _ => {}
    }
}

/// What a flag sets, and whether of a pool.
fn row(noun: Noun, name: &str) -> Option<(&'static Flag, bool)> {
    let find = |rows: &'static [Flag]| rows.iter().find(|row| row.name == name);
    if noun == Noun::Pool {
        return find(POOL)
            .or((ZONES.name == name).then_some(&ZONES))
            .map(|row| (row, true));
    }
    find(CLUSTER)
        .map(|row| (row, false))
        .or_else(|| find(POOL).map(|row| (row, true)))
}

/// A flag that sets nothing here: one without effect, or one that is not known and may be mistyped.
fn other(name: &str, known: bool, said: &mut Said<'_>) {
    if known {
        said.notes.push((notes::FLAGS, name.to_owned()));
        return;
    }
    let all = POOL.iter().chain(CLUSTER).map(|row| row.name).chain(WHICH);
    let meant = all.chain(SWITCHES).chain(VALUES).find(|known| {
        // `--max-surge` for `--max-surge-upgrade`, `--machine` for `--machine-type`.
        let begins = name.len() > 6
            && known
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('-'));
        begins || similar(known, name)
    });
    let label = match meant {
        Some(meant) => format!("{name} (is {meant} meant?)"),
        None => name.to_owned(),
    };
    said.notes.push((notes::UNKNOWN_FLAGS, label));
}

/// A name, or one made of the blank that stands for it.
fn named(text: &str, flag: &str, said: &mut Said<'_>, line: &Line) -> String {
    if !blank(text, false, "") {
        return text.to_owned();
    }
    let label = format!("line {}: {flag} {text}", line.number);
    said.notes.push((notes::NOT_CONSTANT, label));
    let name: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    name.join("-")
}

/// Is it no value, but what stands for one: `$POOL`, `%POOL%`, `<pool>`, `[POOL]`, `POOL_NAME`?
fn blank(text: &str, is_word: bool, flag: &str) -> bool {
    let metavar = flag
        .trim_start_matches('-')
        .to_ascii_uppercase()
        .replace('-', "_");
    let capitals = |c: char| c.is_ascii_uppercase() || c == '_';
    text.contains('$')
        || text.starts_with(['<', '[', '{'])
        || (text.len() > 2 && text.starts_with('%') && text.ends_with('%'))
        || text.contains("...")
        || (text == metavar && !text.is_empty())
        || (!is_word && text.len() > 1 && text.chars().all(capitals))
}

/// The words of a command behind its verb.
struct Words<'l> {
    words: &'l [String],
    at: usize,
    noun: Noun,
    verb: Verb,
    autopilot: bool,
    typed: &'l str,
}

impl<'l> Words<'l> {
    fn of(line: &'l Line) -> Option<Self> {
        let words = line.words.as_slice();
        if words.first().map(String::as_str) != Some("gcloud") {
            return None;
        }
        let mut at = 1;
        let mut path = Vec::new();
        while let Some(word) = words.get(at) {
            at += 1;
            if word.starts_with('-') {
                // A flag of gcloud itself, before the command.
                if !word.contains('=') && VALUES.contains(&&**word) {
                    at += 1;
                }
                continue;
            }
            if path.is_empty() && matches!(&**word, "alpha" | "beta" | "preview") {
                continue;
            }
            path.push(word.as_str());
            if path.len() == 3 {
                break;
            }
        }
        let (noun, verb, autopilot) = match path.as_slice() {
            ["container", "clusters", "create"] => (Noun::Cluster, Verb::Create, false),
            ["container", "clusters", "create-auto"] => (Noun::Cluster, Verb::Create, true),
            ["container", "clusters", "update" | "resize"] => (Noun::Cluster, Verb::Update, false),
            ["container", "clusters", "delete"] => (Noun::Cluster, Verb::Delete, false),
            ["container", "clusters", "upgrade"] => (Noun::Cluster, Verb::Upgrade, false),
            ["container", "node-pools", "create"] => (Noun::Pool, Verb::Create, false),
            ["container", "node-pools", "update"] => (Noun::Pool, Verb::Update, false),
            ["container", "node-pools", "delete"] => (Noun::Pool, Verb::Delete, false),
            ["container", "node-pools", "upgrade"] => (Noun::Pool, Verb::Upgrade, false),
            _ => return None,
        };
        Some(Self {
            words,
            at,
            noun,
            verb,
            autopilot,
            typed: path.last().copied().unwrap_or_default(),
        })
    }

    fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word.clone())
    }

    /// The value of a flag that stands behind it.
    fn value(&mut self) -> Option<String> {
        let is_flag = |word: &str| {
            let name = word.strip_prefix('-');
            name.is_some_and(|name| name.starts_with(|c: char| c == '-' || c.is_alphabetic()))
        };
        self.words.get(self.at).filter(|word| !is_flag(word))?;
        self.next()
    }

    /// `true` or `false` behind a switch.
    fn truth(&mut self) -> Option<String> {
        let is_truth = |word: &&String| matches!(word.as_str(), "true" | "false");
        self.words.get(self.at).filter(is_truth)?;
        self.next()
    }

    /// The value of a flag, wherever it stands.
    fn of_flag(&self, name: &str) -> Option<String> {
        self.words.iter().enumerate().find_map(|(at, word)| {
            if word == name {
                return self.words.get(at + 1).cloned();
            }
            let value = word.strip_prefix(name)?.strip_prefix('=')?;
            Some(value.to_owned())
        })
    }
}
