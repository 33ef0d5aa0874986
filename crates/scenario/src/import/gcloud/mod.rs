//! Command lines of gcloud: what creates clusters and pools, changes them, and upgrades them.
//!
//! What is created becomes JSON of the container API. Changes and upgrades become documents of their own
//! ([`orders`]): they may be about a pool that another file describes.

mod command;
mod flags;
mod lines;
pub(super) mod orders;
mod split;
mod values;
mod variables;

use self::command::{Command, Noun, Verb};
use self::lines::{Line, is_before, lines};
use self::split::is_remark;
use self::variables::assignment;
use super::configured::{self, at, put};
use super::format::{Format, Said};
use super::notes;
use super::prompt::{document, prompt, tool};
use super::report::Refusal;
use crate::json::Json;

pub(super) const FORMAT: Format = Format { claims, to_json };

/// Nodes in each zone where `--num-nodes` is not given.
const NUM_NODES: i64 = 3;

/// The first command is not looked for further down.
const LINES: usize = 2000;

/// Does a text call gcloud or kubectl, behind nothing but what scripts begin with?
fn claims(text: &str) -> bool {
    let mut written_out = None;
    let mut continued = false;
    let first = text.lines().next().unwrap_or_default();
    let is_script = first.starts_with("#!") && first.contains("sh");
    for line in text.lines().take(LINES) {
        let line = line.get(prompt(line)..).unwrap_or_default().trim();
        if let Some(end) = written_out.filter(|_| !calls(line)) {
            written_out = Some(end).filter(|end| *end != line);
            continue;
        }
        let goes_on = continued;
        continued = line.ends_with('\\') || line.ends_with(" `") || line.ends_with(" ^");
        if goes_on {
            continue;
        }
        if calls(line) {
            return true;
        }
        if !is_script && !is_part_of_script(line) {
            return false;
        }
        written_out = document(line);
    }
    false
}

/// Is it a command line of gcloud or kubectl?
fn calls(line: &str) -> bool {
    let words = line.split_whitespace();
    let mut words = words.skip_while(|word| is_before(word) || assignment(word).is_some());
    // A sentence that begins so is none.
    words.next().and_then(tool).is_some() && words.next().is_some_and(|word| !word.ends_with(':'))
}

/// May a script have this line before its first command of gcloud? Keys of YAML, blocks of HCL and sentences are none.
fn is_part_of_script(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let word = words.next().unwrap_or_default();
    let next = words.next().unwrap_or_default();
    let last = line.split_whitespace().last().unwrap_or_default();
    if line.is_empty()
        || line.starts_with(['#', '$', '@', ':'])
        || line.starts_with("```")
        || is_remark(line)
        || matches!(word, "echo" | "printf" | "Write-Host" | "Write-Output")
        // A parameter of PowerShell: `[string]$Name = "web",`
        || (word.starts_with('[') && word.contains("]$"))
        || assignment(word).is_some()
    {
        return true;
    }
    let block = last == "{" && !word.ends_with("()") && (next == "{" || next.starts_with('"'));
    let sentence = last.len() > 2 && last.ends_with(['.', ':', ',', '?']);
    if next == "=" || block || word.ends_with(':') || sentence {
        return false;
    }
    let is = |known: &[&str]| known.iter().any(|one| word.eq_ignore_ascii_case(one));
    // `Write-Host` and the like.
    let cmdlet = word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.split_once('-').is_some_and(|(_, noun)| {
            noun.starts_with(|c: char| c.is_ascii_uppercase()) && noun.is_ascii()
        });
    cmdlet
        || is(&["set", "echo", "call", "if", "for", "goto", "setlocal", "["])
        || matches!(
            word,
            "[[" | "{" | "}" | "(" | ")" | "*)" | "&&" | "||" | "|"
        )
        || (word.starts_with(|c: char| c.is_ascii_lowercase() || c == '.' || c == '/')
            && (word.chars()).all(|c| c.is_ascii_alphanumeric() || "._-/()&;+".contains(c)))
}

fn to_json(text: &str, said: &mut Said<'_>) -> Result<String, Refusal> {
    let mut documents = String::new();
    let mut others: Vec<&Line> = Vec::new();
    let lines = lines(text)?;
    let mut commands: Vec<Command> = Vec::new();
    for line in &lines {
        if let Some(command) = command::read(line, said) {
            said.notes.push((notes::COMMANDS, command.title()));
            // What is made anew is there in the end.
            if command.verb == Verb::Create {
                let target = command.target();
                commands.retain(|other| other.verb != Verb::Delete || other.target() != target);
            }
            commands.push(command);
        } else if line
            .words
            .first()
            .is_some_and(|word| word == "gcloud" || word == "kubectl")
        {
            others.push(line);
        }
    }
    for command in commands {
        command.documents(&mut documents, said);
    }
    if documents.is_empty() {
        return Err(instead(others.first().copied()));
    }
    said.kinds.push("gcloud commands".to_owned());
    for line in others {
        let words: Vec<&str> = line.words.iter().take(4).map(String::as_str).collect();
        said.notes.push((notes::OTHER_COMMANDS, words.join(" ")));
    }
    Ok(documents)
}

/// What to bring instead of a command that changes nothing.
fn instead(line: Option<&Line>) -> Refusal {
    let words: Vec<&str> = line
        .map_or(&[][..], |line| &line.words)
        .iter()
        .map(String::as_str)
        .collect();
    let looks = |verbs: &[&str]| words.iter().any(|word| verbs.contains(word));
    let text = match words.first() {
        Some(&"kubectl") if looks(&["get", "describe"]) => {
            "this is a command line: run it as kubectl get with -o json, and bring what it prints"
        }
        Some(&"gcloud") if looks(&["describe", "list"]) => {
            "this is a command line: run it with --format json, and bring what it prints"
        }
        _ => {
            "this is a command line that neither creates, updates nor upgrades a cluster or a node pool; bring what \
             gcloud container clusters describe --format json prints"
        }
    };
    Refusal::new("command", text)
}

impl Command {
    /// `node-pools update web`
    fn title(&self) -> String {
        let noun = match self.noun {
            Noun::Cluster => "clusters",
            Noun::Pool => "node-pools",
        };
        format!("{noun} {} {}", self.typed, self.name)
    }

    /// The cluster that it is about, and the pool.
    fn target(&self) -> (&str, &str) {
        match self.noun {
            Noun::Cluster => (&self.name, &self.pool),
            Noun::Pool => (&self.cluster, &self.name),
        }
    }

    fn documents(mut self, out: &mut String, said: &mut Said<'_>) {
        let mut add = |json: &Json| {
            out.push_str(&json.compact());
            out.push('\n');
        };
        match (self.verb, self.noun) {
            (Verb::Create, Noun::Cluster) => {
                let surge = self.surge("default-pool");
                add(&self.cluster(said));
                surge.iter().for_each(add);
            }
            (Verb::Create, Noun::Pool) => {
                let surge = self.surge(&self.name.clone());
                add(&self.node_pool(said));
                surge.iter().for_each(add);
            }
            (Verb::Update | Verb::Upgrade | Verb::Delete, _) => {
                let surge = core::mem::take(&mut self.surge);
                if !surge.is_empty() {
                    put(&mut self.of_pool, "gcloudFlags", flags(&surge));
                }
                add(&self.order());
            }
        }
    }

    /// The surge flags as typed, laid over the pool that the command makes.
    fn surge(&mut self, pool: &str) -> Option<Json> {
        let surge = core::mem::take(&mut self.surge);
        (!surge.is_empty()).then(|| {
            let mut order = Json::Object(Vec::new());
            put(&mut order, "gcloud", Json::from("typed"));
            put(&mut order, "pool", Json::from(pool));
            put(&mut order, "ofPool.gcloudFlags", flags(&surge));
            order
        })
    }

    fn cluster(mut self, said: &mut Said<'_>) -> Json {
        let name = core::mem::take(&mut self.name);
        let mut json = self.of_cluster;
        if !self.location.is_empty() {
            put(&mut json, "location", Json::Text(self.location));
        }
        if !self.version.is_empty() {
            put(
                &mut json,
                "currentMasterVersion",
                Json::from(self.version.as_str()),
            );
        }
        if self.autopilot {
            put(&mut json, "autopilot.enabled", Json::Bool(true));
            return configured::cluster(json, &name, &name, Vec::new(), said);
        }
        let mut pool = self.of_pool;
        put(&mut pool, "name", Json::from("default-pool"));
        if !self.version.is_empty() && at(&pool, "version").is_none() {
            put(&mut pool, "version", Json::Text(self.version));
        }
        let pool = counted(pool, said);
        configured::cluster(json, &name, &name, vec![pool], said)
    }

    fn node_pool(self, said: &mut Said<'_>) -> Json {
        let mut pool = self.of_pool;
        put(&mut pool, "name", Json::Text(self.name));
        if !self.location.is_empty() {
            put(&mut pool, "location", Json::Text(self.location));
        }
        let cluster = Some(self.cluster.as_str()).filter(|cluster| !cluster.is_empty());
        configured::loose_pool(counted(pool, said), cluster, said)
    }

    fn order(self) -> Json {
        let verb = match self.verb {
            Verb::Upgrade => "upgrade",
            Verb::Delete => "delete",
            Verb::Create | Verb::Update => "update",
        };
        let (cluster, pool) = self.target();
        let cluster = if self.blank_cluster { "" } else { cluster };
        let mut order = Json::Object(Vec::new());
        put(&mut order, "gcloud", Json::from(verb));
        let default = self.verb == Verb::Update
            && pool.is_empty()
            && self.of_pool != Json::Object(Vec::new());
        let pool = if default { "default-pool" } else { pool };
        for (name, text) in [
            ("cluster", cluster),
            ("pool", pool),
            ("location", self.location.as_str()),
            ("version", self.version.as_str()),
        ] {
            if !text.is_empty() {
                put(&mut order, name, Json::from(text));
            }
        }
        for (name, on) in [("master", self.master), ("anyPool", self.blank_pool)] {
            if on {
                put(&mut order, name, Json::Bool(true));
            }
        }
        put(&mut order, "ofPool", self.of_pool);
        put(&mut order, "ofCluster", self.of_cluster);
        order
    }
}

fn flags(typed: &[String]) -> Json {
    Json::List(typed.iter().map(|flag| Json::from(flag.as_str())).collect())
}

/// With gcloud's own number of nodes where none is given.
fn counted(mut pool: Json, said: &mut Said<'_>) -> Json {
    if at(&pool, "initialNodeCount").is_none() {
        let name = at(&pool, "name").and_then(Json::text).unwrap_or_default();
        said.notes.push((notes::NUM_NODES, name.to_owned()));
        put(&mut pool, "initialNodeCount", Json::Int(NUM_NODES));
    }
    pool
}
