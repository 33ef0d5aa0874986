//! Reads gcloud command lines that create, change or upgrade clusters and pools.
//!
//! Created objects become JSON of the container API. Changes and upgrades become documents of their own
//! ([`orders`]): they may be about a pool in another file.

mod command;
mod flags;
pub(super) mod order;
pub(super) mod orders;
mod script;
mod values;

use self::command::{GcloudCommand, Noun, Verb};
use self::script::{ScriptLine, is_before, is_remark, lines};
use super::configured::{self, at, put};
use super::findings::Findings;
use super::notes;
use super::prompt::{document, prompt, tool};
use super::report::Refusal;
use base::say;
use scenario::json::Json;

/// Nodes per zone without `--num-nodes`.
const NUM_NODES: i64 = 3;

/// The first command must be within this many lines.
const LINES: usize = 2000;

/// Does a text call gcloud or kubectl, and start like no other format?
pub(super) fn claims(text: &str) -> bool {
    let mut document_end = None;
    let mut has_begun = false;
    for line in text.lines().take(LINES) {
        let line = line.get(prompt(line)..).unwrap_or_default().trim();
        if calls(line) {
            return true;
        }
        if let Some(end) = document_end {
            document_end = Some(end).filter(|end| *end != line);
            continue;
        }
        let is_remark = line.starts_with(['#', '@']) || line.starts_with("```") || is_remark(line);
        if !has_begun && !line.is_empty() && !is_remark {
            if is_other(line) {
                return false;
            }
            has_begun = true;
        }
        has_begun |= line.starts_with("#!");
        document_end = document(line);
    }
    false
}

/// Is it a command line of gcloud or kubectl?
fn calls(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| is_before(word));
    // Excludes a sentence that starts with the word.
    words.next().and_then(tool).is_some() && words.next().is_some_and(|word| !word.ends_with(':'))
}

/// Does a line start YAML, Terraform, or prose?
fn is_other(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let is_function = first.ends_with("()");
    let is_block = line.ends_with('{') && (second == "{" || second.starts_with('"'));
    let is_value = second == "=" && !first.starts_with(['$', '[']);
    let is_sentence = line.ends_with(['.', ':', ',', '?']) && !first.starts_with(['[', ':']);
    (is_block && !is_function)
        || is_value
        || is_sentence
        || first.ends_with(':')
        || matches!(first, "-" | "---")
}

pub(super) fn to_json(text: &str, findings: &mut Findings<'_>) -> Result<String, Refusal> {
    let mut documents = String::new();
    let mut others: Vec<&ScriptLine> = Vec::new();
    let lines = lines(text)?;
    let mut commands: Vec<GcloudCommand> = Vec::new();
    for line in &lines {
        let Some(command) = command::read(line, text, findings) else {
            others.push(line);
            continue;
        };
        findings.note(notes::COMMANDS, command.title());
        // A recreated object exists in the end.
        if command.verb == Verb::Create {
            let target = command.target();
            commands.retain(|other| other.verb != Verb::Delete || other.target() != target);
        }
        commands.push(command);
    }
    for command in commands {
        command.documents(&mut documents, findings);
    }
    if documents.is_empty() {
        return Err(instead(others.first().copied()));
    }
    findings.kinds.push(say!("import-kind-gcloud"));
    for line in others {
        let words: Vec<&str> = line.words.iter().take(4).map(String::as_str).collect();
        findings.note(notes::OTHER_COMMANDS, words.join(" "));
    }
    Ok(documents)
}

/// What to import instead of a command that changes nothing.
fn instead(line: Option<&ScriptLine>) -> Refusal {
    let words: Vec<&str> =
        line.map_or(&[][..], |line| &line.words).iter().map(String::as_str).collect();
    let looks = |verbs: &[&str]| words.iter().any(|word| verbs.contains(word));
    let key = match words.first() {
        Some(&"kubectl") if looks(&["get", "describe"]) => "import-command-of-kubectl",
        Some(&"gcloud") if looks(&["describe", "list"]) => "import-command-of-gcloud",
        _ => "import-command",
    };
    Refusal::new("command", say!(key))
}

impl GcloudCommand {
    /// `node-pools update web`
    fn title(&self) -> String {
        let noun = match self.noun {
            Noun::Cluster => "clusters",
            Noun::Pool => "node-pools",
        };
        format!("{noun} {} {}", self.typed, self.name)
    }

    /// Its cluster and its pool.
    fn target(&self) -> (&str, &str) {
        match self.noun {
            Noun::Cluster => (&self.name, &self.pool),
            Noun::Pool => (&self.cluster, &self.name),
        }
    }

    fn documents(mut self, out: &mut String, findings: &mut Findings<'_>) {
        let mut add = |json: &Json| {
            out.push_str(&json.compact());
            out.push('\n');
        };
        match (self.verb, self.noun) {
            (Verb::Create, Noun::Cluster) => {
                let surge = self.surge("default-pool");
                add(&self.cluster(findings));
                surge.iter().for_each(add);
            }
            (Verb::Create, Noun::Pool) => {
                let surge = self.surge(&self.name.clone());
                add(&self.node_pool(findings));
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

    /// The surge flags as typed, applied to the created pool.
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

    fn cluster(mut self, findings: &mut Findings<'_>) -> Json {
        let name = core::mem::take(&mut self.name);
        let mut json = self.of_cluster;
        if !self.location.is_empty() {
            put(&mut json, "location", Json::Text(self.location));
        }
        if !self.version.is_empty() {
            put(&mut json, "currentMasterVersion", Json::from(self.version.as_str()));
        }
        if self.autopilot {
            put(&mut json, "autopilot.enabled", Json::Bool(true));
            return configured::cluster(json, &name, &name, Vec::new(), findings);
        }
        let mut pool = self.of_pool;
        put(&mut pool, "name", Json::from("default-pool"));
        if !self.version.is_empty() && at(&pool, "version").is_none() {
            put(&mut pool, "version", Json::Text(self.version));
        }
        let pool = counted(pool, findings);
        configured::cluster(json, &name, &name, vec![pool], findings)
    }

    fn node_pool(self, findings: &mut Findings<'_>) -> Json {
        let mut pool = self.of_pool;
        put(&mut pool, "name", Json::Text(self.name));
        if !self.location.is_empty() {
            put(&mut pool, "location", Json::Text(self.location));
        }
        let cluster = Some(self.cluster.as_str()).filter(|cluster| !cluster.is_empty());
        configured::pool_alone(counted(pool, findings), cluster, findings)
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

/// Adds gcloud's default number of nodes.
fn counted(mut pool: Json, findings: &mut Findings<'_>) -> Json {
    if at(&pool, "initialNodeCount").is_none() {
        let name = at(&pool, "name").and_then(Json::text).unwrap_or_default();
        findings.note(notes::NUM_NODES, name);
        put(&mut pool, "initialNodeCount", Json::Int(NUM_NODES));
    }
    pool
}
