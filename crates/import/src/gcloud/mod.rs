//! Reads gcloud command lines that create, change or upgrade clusters and pools.
//!
//! Created objects become JSON of the container API. Changes and upgrades become documents of their own
//! ([`orders`]): they may be about a pool in another file.

mod command;
mod command_words;
mod flags;
pub(super) mod order;
pub(super) mod orders;
mod script;
mod split;
mod syntax;
mod values;
mod variables;

use self::command::GcloudCommand;
use self::command_words::{Noun, Verb};
use self::script::{HELM, ScriptLine, changes_machines, changes_releases, is_before};
use self::split::is_remark;
use self::variables::{OF_POOL, pool_of_operation};
use super::build::kubectl_commands;
use super::configured::{self, at, put};
use super::findings::Findings;
use super::notes;
use super::prompt::{document, prompt, tool};
use super::report::Refusal;
use base::say;
use scenario::json::Json;

/// Settings of nodes that a change of recreates them.
const RECREATING: [&str; 4] = ["machineType", "diskType", "diskSizeGb", "imageType"];

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
        let mut parts = line.split([';', '{']).map(str::trim);
        if calls(line) || pipes(line) || begins_block(line) && parts.any(calls) {
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

/// `echo n-0 n-1 | xargs kubectl drain`
fn pipes(line: &str) -> bool {
    line.split_once("xargs ")
        .is_some_and(|(_, rest)| rest.split_whitespace().any(|w| tool(w).is_some()))
}

/// Does a line begin a loop, a condition or a function?
fn begins_block(line: &str) -> bool {
    let words = ["for ", "while ", "until ", "if ", "case ", "function "];
    words.iter().any(|word| line.starts_with(word)) || line.contains("() {")
}

/// Does a line call gcloud or kubectl, behind a prompt too?
pub(super) fn begins(line: &str) -> bool {
    calls(line.get(prompt(line)..).unwrap_or_default().trim())
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

enum ReadCommand {
    Gcloud(Box<GcloudCommand>),
    /// A command of kubectl.
    Kubectl(Json),
}

pub(super) fn to_json(text: &str, findings: &mut Findings<'_>) -> Result<String, Refusal> {
    let mut documents = String::new();
    let mut others: Vec<&ScriptLine> = Vec::new();
    let script = script::read(text)?;
    let mut commands: Vec<ReadCommand> = Vec::new();
    for line in &script.lines {
        findings.line = Some(line.line);
        let tool = line.words.first().map_or("", String::as_str);
        if tool == HELM {
            others.push(line);
            continue;
        }
        if tool == "sleep" {
            let said = say!("import-left-out", line = line.line, command = line.words.join(" "));
            findings.note(notes::LEFT_OUT, said);
            continue;
        }
        if tool == "kubectl" {
            match kubectl_commands::read(&line.words, line.line) {
                Some(order) => {
                    findings.note(notes::KUBECTL_COMMANDS, kubectl_commands::title(&line.words));
                    commands.push(ReadCommand::Kubectl(order));
                }
                None => others.push(line),
            }
            continue;
        }
        let Some(command) = command::read(line, text, findings) else {
            others.push(line);
            continue;
        };
        findings.note(notes::COMMANDS, command.title());
        // A recreated object exists in the end.
        if command.verb == Verb::Create {
            let target = command.target();
            commands.retain(|other| match other {
                ReadCommand::Gcloud(other) => {
                    other.verb != Verb::Delete || other.target() != target
                }
                ReadCommand::Kubectl(_) => true,
            });
        }
        commands.push(ReadCommand::Gcloud(Box::new(command)));
    }
    findings.line = None;
    let is_run = |command: &ReadCommand| match command {
        ReadCommand::Gcloud(command) => command.verb != Verb::Wait,
        ReadCommand::Kubectl(_) => true,
    };
    if !script.not_run.is_empty() {
        documents.push_str("{\"gcloud\":\"not run\",\"entry\":{}}\n");
    } else if !commands.iter().any(is_run) {
        return Err(instead(&script.lines));
    }
    for what in &script.not_run {
        findings.note(notes::SHELL_SYNTAX, what.say());
    }
    for command in commands {
        match command {
            ReadCommand::Gcloud(command) => {
                findings.line = Some(command.line);
                command.documents(&mut documents, findings);
            }
            ReadCommand::Kubectl(order) => documents.push_str(&(order.compact() + "\n")),
        }
    }
    findings.kinds.push(say!("import-kind-gcloud"));
    note_others(&others, findings);
    findings.line = None;
    Ok(documents)
}

/// Notes commands that a run doesn't make.
fn note_others(others: &[&ScriptLine], findings: &mut Findings<'_>) {
    for line in others {
        findings.line = Some(line.line);
        if changes_machines(line) || changes_releases(line) {
            let words: Vec<&str> = line.words.iter().take(5).map(String::as_str).collect();
            let said = say!("import-left-out", line = line.line, command = words.join(" "));
            findings.note(notes::LEFT_OUT, said);
            continue;
        }
        findings.note(notes::OTHER_COMMANDS, kubectl_commands::title(&line.words));
    }
}

/// The first line of commands that belongs to none, with its first word: an import skips it.
pub(super) fn skipped(text: &str) -> Option<(usize, String)> {
    let script = script::read(text).ok()?;
    let loose = loose_flag(text).into_iter();
    let skipped = script.skipped.into_iter().chain(loose);
    skipped.min_by_key(|(line, _)| *line)
}

/// The first flag on a line of its own whose line before is empty or a comment: an import adds it to the command above.
fn loose_flag(text: &str) -> Option<(usize, String)> {
    let mut above = "";
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        let belongs = !above.is_empty() && !above.starts_with('#') && line != "--";
        if line.starts_with("--") && !belongs {
            let flag = line.split_whitespace().next().unwrap_or_default();
            return Some((at + 1, flag.to_owned()));
        }
        above = line;
    }
    None
}

/// What to import instead of commands that change nothing.
fn instead(lines: &[ScriptLine]) -> Refusal {
    let words: Vec<&str> =
        lines.first().map_or(&[][..], |line| &line.words).iter().map(String::as_str).collect();
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
        format!("{} {} {}", self.noun.name(), self.typed, self.name)
    }

    /// Its cluster and its pool.
    fn target(&self) -> (&str, &str) {
        match self.noun {
            Noun::Cluster => (&self.name, &self.pool),
            Noun::Pool => (&self.cluster, &self.name),
            Noun::Operation => {
                let known = self.name.strip_prefix(OF_POOL);
                ("", known.or_else(|| pool_of_operation(&self.name)).unwrap_or_default())
            }
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
            _ => {
                let surge = core::mem::take(&mut self.surge);
                if !surge.is_empty() {
                    put(&mut self.of_pool, "gcloudFlags", flags(&surge));
                }
                let recreate = self.recreate();
                add(&self.order());
                recreate.iter().for_each(add);
            }
        }
    }

    /// What of a change recreates nodes (SU-04): an entry of the script, not a setting from the start.
    fn recreate(&mut self) -> Option<Json> {
        let is_upgrade = self.verb == Verb::Upgrade && self.version.is_empty();
        let mut config = Json::Object(Vec::new());
        if let (Json::Object(fields), true) =
            (&mut self.of_pool, self.verb == Verb::Update || is_upgrade)
            && let Some((_, Json::Object(own))) = fields.iter_mut().find(|(key, _)| key == "config")
        {
            let moved = own.extract_if(.., |(key, _)| RECREATING.contains(&key.as_str()));
            config = Json::Object(moved.collect());
        }
        let has_config = config != Json::Object(Vec::new());
        if !has_config && self.changes.is_empty() {
            return None;
        }
        if is_upgrade {
            self.verb = Verb::Update;
        }
        let mut json = self.address("recreate");
        put(
            &mut json,
            "names",
            Json::List(self.changes.iter().map(|one| one.name().into()).collect()),
        );
        let mut entry = Json::Object(Vec::new());
        if has_config {
            put(&mut entry, "config", config);
        }
        put(&mut json, "entry", entry);
        Some(json)
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
        put(&mut pool, "gcloudCreated", Json::Bool(true));
        if !self.location.is_empty() {
            put(&mut pool, "location", Json::Text(self.location));
        }
        let cluster = Some(self.cluster.as_str()).filter(|cluster| !cluster.is_empty());
        configured::pool_alone(counted(pool, findings), cluster, findings)
    }

    /// The verb, and what it is about.
    fn address(&self, verb: &str) -> Json {
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
        for (name, on) in [
            ("master", self.master),
            ("anyPool", self.blank_pool),
            ("async", self.asynchronous),
            ("respectPdb", self.respect_pdb),
        ] {
            if on {
                put(&mut order, name, Json::Bool(true));
            }
        }
        put(&mut order, "line", Json::Int(i64::try_from(self.line).unwrap_or(0)));
        order
    }

    fn order(self) -> Json {
        let verb = match self.verb {
            Verb::Upgrade => "upgrade",
            Verb::Delete => "delete",
            Verb::Cancel => "cancel",
            Verb::Rollback => "rollback",
            Verb::Complete => "complete",
            Verb::Wait => "wait",
            Verb::Create | Verb::Update => "update",
        };
        let mut order = self.address(verb);
        if self.verb == Verb::Wait && !self.name.is_empty() {
            put(&mut order, "names", Json::List(vec![Json::Text(self.name)]));
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
