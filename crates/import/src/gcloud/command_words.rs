//! Splits a command into its subject, its action and the words after them.

use super::flags::VALUES;
use super::script::ScriptLine;

/// The action of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Verb {
    #[default]
    Create,
    Update,
    Upgrade,
    Delete,
    Cancel,
    Rollback,
    Complete,
    Wait,
}

base::enum_table! {
    /// The subject of a command.
    #[derive(Default)]
    pub(super) enum Noun, name {
        #[default]
        Cluster = "clusters",
        Pool = "node-pools",
        Operation = "operations",
    }
}

/// The words of a command after its verb.
pub(super) struct CommandWords<'l> {
    words: &'l [String],
    /// The index of the next word.
    at: usize,
    pub(super) noun: Noun,
    pub(super) verb: Verb,
    pub(super) autopilot: bool,
    pub(super) typed: &'l str,
}

impl<'l> CommandWords<'l> {
    pub(super) fn of(line: &'l ScriptLine) -> Option<Self> {
        let words = line.words.as_slice();
        let (path, at) = path(words)?;
        let (noun, verb, autopilot) = match path.as_slice() {
            ["container", "clusters", "create"] => (Noun::Cluster, Verb::Create, false),
            ["container", "clusters", "create-auto"] => (Noun::Cluster, Verb::Create, true),
            ["container", "clusters", "update" | "resize"] => (Noun::Cluster, Verb::Update, false),
            ["container", "clusters", "delete"] => (Noun::Cluster, Verb::Delete, false),
            ["container", "clusters", "upgrade"] => (Noun::Cluster, Verb::Upgrade, false),
            ["container", "node-pools", "create"] => (Noun::Pool, Verb::Create, false),
            ["container", "node-pools", "update"] => (Noun::Pool, Verb::Update, false),
            ["container", "node-pools", "delete"] => (Noun::Pool, Verb::Delete, false),
            ["container", "node-pools", "rollback"] => (Noun::Pool, Verb::Rollback, false),
            ["container", "node-pools", "complete-upgrade"] => (Noun::Pool, Verb::Complete, false),
            ["container", "operations", "cancel"] => (Noun::Operation, Verb::Cancel, false),
            ["container", "operations", "wait"] => (Noun::Operation, Verb::Wait, false),
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

    pub(super) fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word.clone())
    }

    /// The value after a flag.
    pub(super) fn value(&mut self) -> Option<String> {
        let is_flag = |word: &str| {
            let name = word.strip_prefix('-');
            name.is_some_and(|name| name.starts_with(|c: char| c == '-' || c.is_ascii_alphabetic()))
        };
        self.words.get(self.at).filter(|word| !is_flag(word))?;
        self.next()
    }

    /// `true` or `false` after a switch.
    pub(super) fn truth(&mut self) -> Option<String> {
        let is_truth = |word: &&String| matches!(word.as_str(), "true" | "false");
        self.words.get(self.at).filter(is_truth)?;
        self.next()
    }

    /// The value of a flag, wherever it is.
    pub(super) fn of_flag(&self, name: &str) -> Option<String> {
        self.words.iter().zip(1..).find_map(|(word, next)| match word.strip_prefix(name)? {
            "" => self.words.get(next).cloned(),
            rest => rest.strip_prefix('=').map(str::to_owned),
        })
    }
}

/// The first three words of a command of gcloud that aren't options, and the index of the next word.
pub(super) fn path(words: &[String]) -> Option<(Vec<&str>, usize)> {
    if words.first().map(String::as_str) != Some("gcloud") {
        return None;
    }
    let mut at = 1;
    let mut path = Vec::new();
    while let Some(word) = words.get(at) {
        at += 1;
        if word.starts_with('-') {
            // A global flag of gcloud, before the command.
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
    Some((path, at))
}
