//! Commands of kubectl in a script. `drain`, `cordon`, `uncordon`, `scale` and `rollout restart` become entries; others that change a
//! cluster are named.

use super::commands::{CommandChain, ScriptWriter};
use super::labeled_nodes::ENTRIES;
use crate::configured::put;
use crate::gcloud::order::Order;
use crate::notes;
use crate::text::excerpt;
use base::say;
use scenario::document::ScriptItem;
use scenario::json::Json;
use scenario::units::Duration;

/// Verbs that change nothing that a run has.
#[rustfmt::skip]
const READS: [&str; 19] = [
    "get", "describe", "logs", "top", "config", "version", "cluster-info", "api-resources", "api-versions", "exec", "explain", "auth", "diff",
    "port-forward", "proxy", "cp", "completion", "attach", "events",
];

/// Options with a value that say where and how, but not what.
#[rustfmt::skip]
const VALUES: [&str; 13] = [
    "--context", "--kubeconfig", "--cluster", "--user", "--as", "--output", "-o", "--field-selector", "--request-timeout", "--chunk-size", "-v", "-f",
    "--filename",
];

/// Options without a value that a run doesn't have.
const SWITCHES: [&str; 4] = ["--ignore-errors", "--wait", "--record", "--now"];

/// A command as an order; `None`: it changes nothing.
pub(crate) fn read(words: &[String], line: usize) -> Option<Json> {
    let command = KubectlCommand::of(words);
    let verb = *command.names.first()?;
    let reads = READS.contains(&verb) || command.names.get(1).is_some_and(|two| *two == "history");
    if command.is_dry || reads {
        return None;
    }
    let mut order = Json::Object(Vec::new());
    put(&mut order, "gcloud", Json::from("kubectl"));
    put(&mut order, "line", Json::Int(i64::try_from(line).unwrap_or(0)));
    put(&mut order, "async", Json::Bool(words.iter().any(|word| word == "--async")));
    put(&mut order, "words", Json::List(words.iter().map(|word| word.as_str().into()).collect()));
    Some(order)
}

/// `kubectl rollout restart deploy/web`: the tool and the words that aren't options.
pub(crate) fn title(words: &[String]) -> String {
    let command = KubectlCommand::of(words);
    let tool = words.first().map_or("", String::as_str);
    let names = command.names.iter().take(if tool == "kubectl" { 4 } else { 3 });
    let selector = command.selector.filter(|selector| !selector.is_empty()).map(|one| ["-l", one]);
    let all: Vec<&str> =
        [tool].into_iter().chain(names.copied()).chain(selector.into_iter().flatten()).collect();
    excerpt(&all.join(" "))
}

/// What the words of a command say.
#[derive(Default)]
struct KubectlCommand<'w> {
    /// What isn't an option: the verb, and what it is about.
    names: Vec<&'w str>,
    item: ScriptItem,
    selector: Option<&'w str>,
    namespace: &'w str,
    is_dry: bool,
    /// Options that a run doesn't have.
    unknown: Vec<&'w str>,
}

impl<'w> KubectlCommand<'w> {
    fn of(words: &'w [String]) -> Self {
        let mut command = Self::default();
        let mut words = words.iter().skip(1).map(String::as_str);
        // What follows is where the output goes.
        while let Some(word) = words.next().filter(|word| !word.contains('>')) {
            if word.len() < 2 || !word.starts_with('-') {
                command.names.push(word);
                continue;
            }
            let (option, given) = match word.split_once('=') {
                Some((option, given)) => (option, Some(given)),
                None => (word, None),
            };
            let is_on = given != Some("false");
            let item = &mut command.item;
            match option {
                "--ignore-daemonsets" => item.ignore_daemonsets = is_on,
                "--delete-emptydir-data" | "--delete-local-data" => {
                    item.delete_emptydir_data = is_on;
                }
                "--force" => item.force = is_on,
                "--disable-eviction" => item.disable_eviction = is_on,
                "--dry-run" => command.is_dry = is_on && given != Some("none"),
                "--all" => command.selector = Some(""),
                "--async" => {}
                _ if SWITCHES.contains(&option) => command.unknown.push(word),
                _ => {
                    let value = given.or_else(|| words.next()).unwrap_or_default();
                    if !command.takes(option, value) {
                        command.unknown.push(word);
                    }
                }
            }
        }
        command
    }

    /// Takes an option with its value; false for one that a run doesn't have.
    fn takes(&mut self, option: &str, value: &'w str) -> bool {
        let item = &mut self.item;
        match option {
            "-n" | "--namespace" => self.namespace = value,
            "-l" | "--selector" => self.selector = Some(value),
            "--grace-period" => item.grace_period_seconds = value.parse().ok(),
            "--timeout" => item.timeout = Duration::typed(value).filter(|time| time.0 > 0),
            "--skip-wait-for-delete-timeout" => {
                item.skip_wait_for_delete_timeout = value.parse().ok();
            }
            "--replicas" => item.replicas = value.parse().ok(),
            _ => return VALUES.contains(&option),
        }
        true
    }
}

impl ScriptWriter<'_, '_> {
    /// Adds the entries of a command of kubectl, or says that it isn't simulated.
    pub(super) fn kubectl(&mut self, order: &Order, chain: &mut CommandChain) {
        let words: Vec<String> = order.words.iter().map(|word| word.0.clone()).collect();
        let mut command = KubectlCommand::of(&words);
        let is_blank = |word: &&str| word.contains(['$', '<', '`', '*', '{']);
        let is_run = match command.names.clone().as_slice() {
            names if names.iter().any(is_blank) => false,
            [verb @ ("drain" | "cordon" | "uncordon"), names @ ..] => {
                (*verb).clone_into(&mut command.item.action);
                self.nodes(order, (&command, names), chain)
            }
            ["scale", names @ ..] if command.item.replicas.is_some() => {
                "set".clone_into(&mut command.item.action);
                self.workloads(order, (&command, names), chain)
            }
            ["rollout", "restart", names @ ..] => {
                "rollout".clone_into(&mut command.item.action);
                self.workloads(order, (&command, names), chain)
            }
            _ => false,
        };
        let line = order.line.0.unwrap_or(0);
        if !is_run {
            let said = format!("line {line}: {}", title(&words));
            return self.notes.note(self.file, notes::LEFT_OUT, said);
        }
        for option in &command.unknown {
            let of = format!("kubectl {}", command.names.first().unwrap_or(&""));
            let said = say!("import-line-setting", line = line, setting = *option, of = of);
            self.notes.tell(self.file, notes::LEFT_OUT, said, None);
        }
    }

    /// Adds an entry for each node; false if one of them isn't known.
    fn nodes(
        &mut self,
        order: &Order,
        (command, names): (&KubectlCommand<'_>, &[&str]),
        chain: &mut CommandChain,
    ) -> bool {
        let mut nodes = match command.selector {
            Some(selector) => self.nodes.selected(selector),
            None => names.iter().map(|name| plain(name)).collect(),
        };
        let count = nodes.len();
        let has_room = self.document.script.len() < ENTRIES;
        nodes.retain(|name| has_room && self.nodes.has(name));
        // kubectl cordons all before it drains the first.
        let drains = command.item.action == "drain";
        let first = nodes.iter().filter(|_| drains && nodes.len() > 1);
        for node in first {
            if chain.cordoned.insert(node.clone()) {
                self.push(
                    order,
                    ScriptItem { node: node.clone(), ..ScriptItem::of("cordon", "") },
                    chain,
                );
            }
        }
        let is_complete = !nodes.is_empty() && nodes.len() == count;
        for node in nodes {
            match command.item.action.as_str() {
                "uncordon" => drop(chain.cordoned.remove(&node)),
                _ => drop(chain.cordoned.insert(node.clone())),
            }
            self.push(order, ScriptItem { node, ..command.item.clone() }, chain);
        }
        is_complete
    }

    /// Adds an entry for each of `deployment/web deployment/api` or `deployment web api`; false if a run can't make one of them.
    fn workloads(
        &mut self,
        order: &Order,
        (command, names): (&KubectlCommand<'_>, &[&str]),
        chain: &mut CommandChain,
    ) -> bool {
        let targets: Vec<(&str, &str)> = match names {
            [kind, rest @ ..] if !kind.contains('/') => {
                rest.iter().map(|name| (*kind, *name)).collect()
            }
            names => names.iter().filter_map(|name| name.split_once('/')).collect(),
        };
        let mut left = names.len();
        for (kind, name) in targets {
            let kind = match kind.split('.').next().unwrap_or_default() {
                "deploy" | "deployment" | "deployments" => "Deployment",
                "sts" | "statefulset" | "statefulsets" => "StatefulSet",
                kind => kind,
            };
            // A run rolls out new templates of Deployments only.
            let is_run =
                kind == "Deployment" || kind == "StatefulSet" && command.item.action == "set";
            let Some(space) = self.namespace(command, kind, name).filter(|_| is_run) else {
                continue;
            };
            let workload = format!("{space}/{name}");
            self.push(order, ScriptItem { workload, ..command.item.clone() }, chain);
            left -= 1;
        }
        left == 0 || left == 1 && !names[0].contains('/') && names.len() > 1
    }

    /// The namespace of the workload that a command names.
    fn namespace(&self, command: &KubectlCommand<'_>, kind: &str, name: &str) -> Option<String> {
        let all = self.document.workloads.iter();
        let all = all.filter(|one| one.kind == kind && one.name == name);
        let mut all =
            all.map(|one| if one.namespace.is_empty() { "default" } else { &one.namespace });
        let found = match command.namespace {
            // That of the person's context, where there is no choice.
            "" => all.next().filter(|_| all.next().is_none()),
            own => all.find(|one| *one == own),
        };
        found.map(str::to_owned)
    }
}

/// `node/NAME`, as `-o name` prints it.
fn plain(name: &str) -> String {
    name.rsplit('/').next().unwrap_or_default().to_owned()
}
