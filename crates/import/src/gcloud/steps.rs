//! Reads commands of kubectl, and pauses: steps of the script.

use super::options::{VALUES, without_options};
use super::script::ScriptLine;
use super::shell::{EACH, SELECTOR};
use crate::configured::put;
use crate::findings::Findings;
use crate::notes;
use base::{Message, say};
use scenario::document::ScriptItem;
use scenario::field::Field as _;
use scenario::json::Json;
use scenario::primitive::{IntOrText, integer};
use scenario::units::Duration;

/// Verbs of kubectl that change nothing that a run has.
#[rustfmt::skip]
const READS: [&str; 19] = [
    "get", "describe", "logs", "top", "config", "version", "cluster-info", "api-resources", "api-versions", "exec", "explain", "auth", "diff",
    "port-forward", "proxy", "cp", "completion", "attach", "events",
];

/// Reads a command as an order. `None`: it changes nothing.
pub(super) fn read(line: &ScriptLine, findings: &mut Findings<'_>) -> Option<Json> {
    let mut step = Step {
        title: without_options(&line.words),
        line: line.line,
        each: line.each,
        stops: line.stops,
        ..Step::default()
    };
    let rest = line.words.get(1..).unwrap_or_default();
    if line.words.first().is_some_and(|word| word == "sleep") {
        let pause = rest.first().and_then(|word| Duration::typed(word));
        let pause = pause.filter(|pause| pause.0 >= 0);
        let mut order = step.order("sleep");
        match pause {
            Some(pause) => put(&mut order, "pause", Json::Int(pause.0)),
            None => put(&mut order, "gcloud", Json::from("left out")),
        }
        return Some(order);
    }
    step.words(rest);
    let all = step.names.clone();
    let names: Vec<&str> = all.iter().map(String::as_str).collect();
    let blank = |word: &&str| word.contains(['$', '<', '`', '*', '{']);
    let verb = match names.as_slice() {
        [] => return None,
        _ if step.is_dry => return None,
        [verb, ..] if READS.contains(verb) => return None,
        ["rollout", "history", ..] => return None,
        ["rollout", "status", ..] if step.is_glance => return None,
        [_, rest @ ..] if rest.iter().any(blank) => "left out",
        [verb @ ("cordon" | "uncordon" | "drain"), rest @ ..] => {
            step.item.action = (*verb).to_owned();
            step.names = rest.iter().map(|name| (*name).to_owned()).collect();
            match step.names.is_empty() && step.selector.is_none() {
                true => "left out",
                false => "nodes",
            }
        }
        ["rollout", "status", rest @ ..] => step.workload("wait", rest),
        ["wait", rest @ ..] => step.waits(rest),
        ["rollout", "restart", rest @ ..] => step.workload("rollout", rest),
        // Those of the run have other numbers.
        ["rollout", "undo", rest @ ..] if !step.to_revision => {
            step.item.undo = true;
            step.workload("rollout", rest)
        }
        ["patch", rest @ ..] if step.limits() => step.budget(rest),
        ["delete", rest @ ..] => {
            // As good as none: every Pod may go.
            step.item.max_unavailable = Some(IntOrText::Text("100%".to_owned()));
            step.budget(rest)
        }
        ["scale", rest @ ..] if step.item.replicas.is_some() => step.workload("set", rest),
        ["set", "image", rest @ .., image] => {
            if let Some((_, image)) = image.split_once('=') {
                image.clone_into(&mut step.item.image);
            }
            step.workload("rollout", rest)
        }
        _ => "left out",
    };
    for option in core::mem::take(&mut step.unknown).into_iter().filter(|_| verb != "left out") {
        findings.note(notes::LEFT_OUT, option);
    }
    Some(step.order(verb))
}

#[derive(Default)]
struct Step {
    title: String,
    line: usize,
    item: ScriptItem,
    /// What isn't an option.
    names: Vec<String>,
    selector: Option<String>,
    /// The selector is that of a loop, whose turns have a node each.
    is_loop: bool,
    namespace: String,
    is_dry: bool,
    /// It names a revision.
    to_revision: bool,
    /// It runs in the background.
    is_async: bool,
    /// The script ends if it fails.
    stops: bool,
    patch: String,
    /// `rollout status --watch=false`: it doesn't wait.
    is_glance: bool,
    /// What `kubectl wait` waits for.
    condition: String,
    timeout: Option<Duration>,
    /// Options that a run doesn't have.
    unknown: Vec<Message>,
    /// The number of the surrounding loop over nodes.
    each: Option<usize>,
}

impl Step {
    fn words(&mut self, words: &[String]) {
        let mut words = words.iter().map(String::as_str).peekable();
        // What follows is where the output goes.
        while let Some(word) = words.next().filter(|word| !word.contains('>')) {
            let is_option = word.len() > 1 && word.starts_with('-');
            if !is_option {
                self.names.push(word.to_owned());
                continue;
            }
            let (option, given) = match word.split_once('=') {
                Some((option, given)) => (option, Some(given)),
                None => (word, None),
            };
            let switch = given != Some("false");
            let item = &mut self.item;
            match option {
                "--ignore-daemonsets" => item.ignore_daemonsets = switch,
                "--delete-emptydir-data" | "--delete-local-data" => {
                    item.delete_emptydir_data = switch;
                }
                "--force" => item.force = switch,
                "--disable-eviction" => item.disable_eviction = switch,
                "--dry-run" => self.is_dry = given != Some("none") && switch,
                "--watch" | "-w" => self.is_glance = !switch,
                "--async" => self.is_async = true,
                "--all" => self.selector = Some(String::new()),
                _ => {
                    let is_known = VALUES.contains(&option);
                    let value = match given {
                        Some(given) => given,
                        None if is_known || self.takes_value(option) => {
                            words.next().unwrap_or_default()
                        }
                        None => "",
                    };
                    if !is_known && !self.valued(option, value) {
                        let verb = self.names.first().map_or("", String::as_str);
                        let of = format!("kubectl {verb}");
                        let said =
                            say!("import-line-setting", line = self.line, setting = word, of = of);
                        self.unknown.push(said);
                    }
                }
            }
        }
    }

    fn takes_value(&self, option: &str) -> bool {
        let switches = ["--ignore-errors", "--wait", "--record", "--now"];
        !switches.contains(&option)
    }

    /// Takes an option with its value; false for one that a run doesn't have.
    fn valued(&mut self, option: &str, value: &str) -> bool {
        let item = &mut self.item;
        match option {
            "-n" | "--namespace" => value.clone_into(&mut self.namespace),
            SELECTOR | "-l" => self.selector = Some(value.to_owned()),
            EACH => (self.selector, self.is_loop) = (Some(value.to_owned()), true),
            "--grace-period" => item.grace_period_seconds = value.parse().ok(),
            "--timeout" => {
                self.timeout = Duration::typed(value);
                item.timeout = self.timeout.filter(|time| time.0 > 0);
            }
            "--for" => value.clone_into(&mut self.condition),
            "--skip-wait-for-delete-timeout" => {
                item.skip_wait_for_delete_timeout = value.parse().ok();
            }
            "-p" | "--patch" => value.clone_into(&mut self.patch),
            "--type" => {}
            "--to-revision" => self.to_revision = value != "0",
            "--replicas" => item.replicas = value.parse().ok(),
            _ => return false,
        }
        true
    }

    /// Takes the limit of a budget from a patch; false if it is something else.
    fn limits(&mut self) -> bool {
        let patch = Json::parse(&self.patch).ok();
        let spec = patch.as_ref().and_then(|patch| patch.get("spec"));
        let Some(spec @ Json::Object(fields)) = spec else {
            return false;
        };
        let limit = |name| spec.get(name).and_then(int_or_text);
        let (min, max) = (limit("minAvailable"), limit("maxUnavailable"));
        let known = |name: &str| name == "minAvailable" || name == "maxUnavailable";
        let is_limit = min.is_some() != max.is_some();
        (self.item.min_available, self.item.max_unavailable) = (min, max);
        is_limit && fields.iter().all(|(name, _)| known(name))
    }

    fn budget(&mut self, names: &[&str]) -> &'static str {
        let Some((kind, name)) = target(names) else {
            return "left out";
        };
        let kind = kind.split('.').next().unwrap_or_default();
        if !["pdb", "poddisruptionbudget", "poddisruptionbudgets"].contains(&kind) {
            return "left out";
        }
        self.item.action = "set".to_owned();
        self.names = vec![name.to_owned()];
        "budget"
    }

    /// `kubectl wait`: for a Deployment, nodes, or the Pods of a selector.
    fn waits(&mut self, names: &[&str]) -> &'static str {
        // A negative limit is a week; with 0 it looks once.
        self.item.timeout = Some(match self.timeout {
            None => Duration(30_000),
            Some(Duration(..0)) => Duration(7 * 86_400_000),
            Some(limit) => Duration(limit.0.max(1000)),
        });
        let condition = self.condition.strip_prefix("condition=").unwrap_or(&self.condition);
        let condition = condition.to_lowercase();
        let kind = names.first().map_or("", |name| name.split(['/', '.']).next().unwrap_or(""));
        let has_selector = self.selector.is_some();
        let (condition, verb) = match (condition.trim_end_matches("=true"), kind) {
            ("available", "deploy" | "deployment" | "deployments") => {
                ("available", self.workload("wait", names))
            }
            ("ready", "no" | "node" | "nodes") => {
                let own = names.iter().filter(|name| **name != kind);
                self.names = own.map(|name| (*name).to_owned()).collect();
                let verb = if has_selector { "node pools" } else { "nodes" };
                ("ready", if self.names.is_empty() && !has_selector { "left out" } else { verb })
            }
            (what @ ("ready" | "delete"), "po" | "pod" | "pods")
                if has_selector && names.len() == 1 =>
            {
                (if what == "ready" { "ready" } else { "deleted" }, "pods")
            }
            _ => return "left out",
        };
        "wait".clone_into(&mut self.item.action);
        condition.clone_into(&mut self.item.condition);
        verb
    }

    /// `deployment/web deployment/api`, `deployment web api`, or `deployment` for all of a namespace, which have an empty name.
    fn workload(&mut self, action: &str, names: &[&str]) -> &'static str {
        let all = action != "set" && !self.item.undo && self.item.image.is_empty();
        let targets: Option<Vec<_>> = match names {
            [kind] if !kind.contains('/') && all => Some(vec![(*kind, "")]),
            [kind, rest @ ..] if !kind.contains('/') && !rest.is_empty() => {
                let is_name = |name: &&str| !name.contains(['/', '=']);
                rest.iter().map(|name| Some((*kind, *name)).filter(|_| is_name(name))).collect()
            }
            names => names.iter().map(|name| name.split_once('/')).collect(),
        };
        let Some(targets) = targets.filter(|all| !all.is_empty() && self.selector.is_none()) else {
            return "left out";
        };
        self.item.action = action.to_owned();
        let words = targets.into_iter().flat_map(|(kind, name)| {
            let kind = match kind.split('.').next().unwrap_or_default() {
                "deploy" | "deployment" | "deployments" => "Deployment",
                "sts" | "statefulset" | "statefulsets" => "StatefulSet",
                "ds" | "daemonset" | "daemonsets" => "DaemonSet",
                _ => kind,
            };
            [kind.to_owned(), name.to_owned()]
        });
        self.names = words.collect();
        "workload"
    }

    fn order(self, verb: &str) -> Json {
        let mut order = Json::Object(Vec::new());
        put(&mut order, "gcloud", Json::from(verb));
        put(&mut order, "title", Json::Text(self.title));
        put(&mut order, "line", Json::Int(i64::try_from(self.line).unwrap_or(0)));
        if self.is_async {
            put(&mut order, "async", Json::Bool(true));
        }
        if self.stops {
            put(&mut order, "stops", Json::Bool(true));
        }
        put(&mut order, "namespace", Json::Text(self.namespace));
        put(&mut order, "names", Json::List(self.names.into_iter().map(Json::Text).collect()));
        if let Some(selector) = self.selector {
            let name = if self.is_loop { "each" } else { "selector" };
            put(&mut order, name, Json::List(vec![Json::Text(selector)]));
        }
        if let Some(each) = self.each {
            put(&mut order, "loop", Json::Int(i64::try_from(each).unwrap_or(0)));
        }
        put(&mut order, "entry", self.item.write());
        order
    }
}

fn int_or_text(value: &Json) -> Option<IntOrText> {
    let text = value.text().map(|text| IntOrText::Text(text.to_owned()));
    text.or_else(|| integer(value).map(IntOrText::Int))
}

/// `deployment/web`, or `deployment web`.
fn target<'n>(names: &[&'n str]) -> Option<(&'n str, &'n str)> {
    match names {
        [one] => one.split_once('/'),
        [kind, name] => Some((*kind, *name)),
        _ => None,
    }
}
