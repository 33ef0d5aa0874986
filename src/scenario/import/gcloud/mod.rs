//! Command lines of gcloud: what creates clusters and pools, changes them, and upgrades them.
//!
//! What is created becomes JSON of the container API. Changes and upgrades become documents of their own
//! ([`orders`]): they may be about a pool that another file describes.

mod command;
mod flags;
mod lines;
pub(super) mod orders;
mod values;

use self::command::{Command, Noun, Verb};
use self::lines::{Line, assignment, lines};
use super::configured::{self, at, put};
use super::format::{Format, Said};
use super::notes;
use super::report::Refusal;
use crate::scenario::json::Json;

pub(super) const FORMAT: Format = Format { claims, to_json };

/// Nodes in each zone where `--num-nodes` is not given.
const NUM_NODES: i64 = 3;

/// Does the first command of a text call gcloud or kubectl?
fn claims(text: &str) -> bool {
    let is_part_of_script = |line: &&str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        line.is_empty()
            || line.starts_with('#')
            || line.starts_with("```")
            || matches!(
                word,
                "set" | "export" | "echo" | "cd" | "for" | "if" | "while"
            )
            || (assignment(word).is_some() && !line.contains("gcloud"))
    };
    let first = text
        .lines()
        .map(str::trim)
        .take(200)
        .find(|line| !is_part_of_script(line));
    let words = first.unwrap_or_default().split_whitespace();
    let mut words = words.skip_while(|word| {
        matches!(*word, "$" | "%" | ">" | "sudo" | "time")
            || word.ends_with('$')
            || assignment(word).is_some()
    });
    let tool = words.next();
    // A sentence that begins so is none.
    matches!(tool, Some("gcloud" | "kubectl"))
        && words.next().is_some_and(|word| !word.ends_with(':'))
}

fn to_json(text: &str, said: &mut Said<'_>) -> Result<String, Refusal> {
    let mut documents = String::new();
    let mut others: Vec<&Line> = Vec::new();
    let lines = lines(text)?;
    for line in &lines {
        if let Some(command) = command::read(line, said) {
            said.notes.push((notes::COMMANDS, command.title()));
            command.documents(&mut documents, said);
        } else if line
            .words
            .first()
            .is_some_and(|word| word == "gcloud" || word == "kubectl")
        {
            others.push(line);
        }
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
            (Verb::Update | Verb::Upgrade, _) => {
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
