//! Exports a runbook in Markdown: the commands in order, what to check between them, what to watch, and how to stop and
//! go back.
//!
//! Source: gcloud reference, `container clusters upgrade`, `container operations`, `container node-pools rollback` and
//! `complete-upgrade`.

use super::gcloud::{cancel, commands, is_plain, setup, steps, wait_for_it};
use super::shell::{quote, speakable};
use super::{Say, Source, title, wanted};
use crate::document::pool::ASSUMED_POOL;
use crate::document::{Document, ScriptItem};
use crate::{instant, strategy};
use base::text::is_hidden;
use base::{Arg, Message, say};
use model::Version;

pub(super) fn make(source: Source<'_>, say: Say<'_>) -> String {
    let doc = source.document;
    let mut book = Runbook { text: String::new(), say };
    book.text = format!("# {}\n\n", book.line(&say!("runbook-title", scenario = title(doc))));
    book.paragraph(&say!("runbook-lead", start = instant::format(doc.start_unix_ms())));
    source.first.iter().chain(source.omitted).for_each(|said| book.paragraph(said));
    let [variables, settings] = setup(source, say);
    book.code(&variables);
    book.heading(&say!("runbook-before"));
    book.checks(&[
        (say!("runbook-nodes"), "kubectl get nodes -L cloud.google.com/gke-nodepool".to_owned()),
        (say!("runbook-budgets"), "kubectl get poddisruptionbudgets -A".to_owned()),
        (say!("runbook-pending"), pending()),
        (book.operations(doc), operations()),
    ]);
    if !settings.is_empty() {
        book.heading(&say!("runbook-settings"));
        book.code(&settings);
    }
    let steps = steps(doc);
    for (no, step) in steps.iter().enumerate() {
        if no == 0 {
            book.heading(&say!("runbook-steps"));
        }
        if let Some(heading) = &step.heading {
            let heading = book.line(heading);
            book.text += &format!("### {heading}\n\n");
        }
        let lines = commands(source, step, say);
        book.code(&lines);
        for (item, takes) in source.expected {
            if doc.script.get(*item).is_some_and(|item| core::ptr::eq(item, step.item)) {
                book.paragraph(takes);
            }
        }
        book.after(doc, step.item, steps.get(no + 1).map(|next| next.item));
    }
    book.stop(doc);
    book.text
}

fn operations() -> String {
    "gcloud container operations list --location=\"$LOCATION\" --filter='status=RUNNING'".to_owned()
}

/// A version, or words for one that isn't written.
fn version(text: &str) -> Arg {
    if text.is_empty() { say!("runbook-new-version").into() } else { text.into() }
}

fn pods(field: &str, value: &str) -> String {
    let field = quote(&format!("{field}={value}"));
    format!("kubectl get pods -A --field-selector={field}")
}

fn pending() -> String {
    pods("status.phase", "Pending")
}

/// What new nodes have, and the column of `kubectl get nodes` that shows it; not for another version.
fn changed(item: &ScriptItem) -> Option<(String, &'static str)> {
    let config = item.config.as_ref().filter(|_| item.version.is_empty())?;
    let all = [
        (&config.machine_type, " -L node.kubernetes.io/instance-type"),
        (&config.image_type, " -o wide"),
        (&config.disk_type, " -L cloud.google.com/gke-boot-disk"),
    ];
    let mut all = all.into_iter().filter(|(value, _)| !value.is_empty());
    all.next().map(|(value, column)| (value.clone(), column))
}

struct Runbook<'a> {
    text: String,
    say: Say<'a>,
}

impl Runbook<'_> {
    /// A message on one line. Names in it can't begin markup.
    fn line(&self, message: &Message) -> String {
        let mut line = String::new();
        for c in (self.say)(message).chars() {
            match c {
                c if is_hidden(c) => line.push(' '),
                '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' => {
                    line.push('\\');
                    line.push(c);
                }
                c => line.push(c),
            }
        }
        line
    }

    fn heading(&mut self, message: &Message) {
        let heading = self.line(message);
        self.text += &format!("## {heading}\n\n");
    }

    fn paragraph(&mut self, message: &Message) {
        let paragraph = self.line(message);
        self.text += &format!("{paragraph}\n\n");
    }

    /// Lines of a shell. None of them begins with a fence.
    fn code(&mut self, lines: &[String]) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let text = lines.join("\n");
        let text = text.trim_matches('\n');
        if !text.is_empty() {
            self.text += &format!("```sh\n{text}\n```\n\n");
        }
    }

    /// What to look at, each with its command.
    fn checks(&mut self, checks: &[(Message, String)]) {
        for (what, command) in checks {
            let what = self.line(what);
            self.text += &format!("- [ ] {what}\n\n  ```sh\n  {command}\n  ```\n\n");
        }
    }

    /// Which operations may run before the first step.
    fn operations(&self, doc: &Document) -> Message {
        let running = doc.pools.iter().filter(|pool| pool.is_running());
        let running: Vec<String> = running.map(|pool| pool.name.clone()).collect();
        match running.is_empty() {
            true => say!("runbook-operations"),
            false => say!("runbook-operations-besides", pools = running),
        }
    }

    /// What has to hold before the next step.
    fn after(&mut self, doc: &Document, item: &ScriptItem, next: Option<&ScriptItem>) {
        if item.action == "drain" && speakable(&item.node) {
            let left = format!("{} -o wide; {}", pods("spec.nodeName", &item.node), pending());
            return self.checks(&[(say!("runbook-drained", node = &item.node), left)]);
        }
        let upgrades = matches!(item.action.as_str(), "upgrade" | "resume" | "rollback");
        if !upgrades {
            return;
        }
        if item.control_plane {
            let describe = "gcloud container clusters describe \"$CLUSTER\" --location=\"$LOCATION\" --format='value(currentMasterVersion,status)'";
            let done = say!("runbook-control-plane", version = version(&item.version));
            return self.checks(&[(done, describe.to_owned())]);
        }
        if !speakable(&item.pool) {
            return;
        }
        let label = format!("cloud.google.com/gke-nodepool={}", item.pool);
        let mut nodes = format!("kubectl get nodes -l {}", quote(&label));
        let target = match item.version.as_str() {
            "" => &doc.cluster.current_master_version,
            _ => &item.version,
        };
        let done = match item.action.as_str() {
            "rollback" => say!("runbook-rolled-back", pool = &item.pool),
            "upgrade" if let Some((new, column)) = changed(item) => {
                nodes.push_str(column);
                say!("runbook-changed", pool = &item.pool, new = new)
            }
            _ => say!("runbook-upgraded", pool = &item.pool, version = version(target)),
        };
        self.checks(&[
            (say!("runbook-watch-budgets"), "kubectl get poddisruptionbudgets -A".to_owned()),
            (say!("runbook-watch-pending"), pending()),
        ]);
        // What comes next may stop this.
        let stops = |next: &ScriptItem| {
            next.pool == item.pool
                && matches!(next.action.as_str(), "cancel" | "rollback" | "complete")
        };
        if !next.is_some_and(stops) {
            self.checks(&[(done, nodes)]);
        }
    }

    /// How to stop and go back, by the strategies of the pools.
    fn stop(&mut self, doc: &Document) {
        let upgraded = |name: &str| {
            let begins = |item: &ScriptItem| matches!(item.action.as_str(), "upgrade" | "resume");
            doc.script.iter().any(|item| begins(item) && item.pool == name)
        };
        let known = doc.pools.iter().filter(|pool| pool.name != ASSUMED_POOL);
        let pools: Vec<_> = known.filter(|pool| upgraded(&pool.name)).collect();
        let pools: Vec<_> = pools.into_iter().filter(|pool| speakable(&pool.name)).collect();
        let minor = |text: &str| Version::parse(text).map(|version| (version.major, version.minor));
        let now = minor(&doc.cluster.current_master_version);
        let target = wanted::control_plane(doc).and_then(|version| minor(&version));
        let is_minor = target.is_some_and(|target| now.is_none_or(|now| now < target));
        let drained = doc.script.iter().filter(|item| item.action == "drain");
        let drained: Vec<String> =
            drained.filter(|item| speakable(&item.node)).map(|item| quote(&item.node)).collect();
        if pools.is_empty() && !is_minor && drained.is_empty() {
            return;
        }
        self.heading(&say!("runbook-stop"));
        if !drained.is_empty() {
            self.paragraph(&say!("runbook-uncordon"));
            self.code(&[format!("kubectl uncordon {}", drained.join(" "))]);
        }
        if is_minor {
            self.paragraph(&say!("runbook-control-plane-stays"));
        }
        if pools.is_empty() {
            return;
        }
        self.paragraph(&say!("runbook-cancel"));
        for pool in pools.iter().filter(|pool| is_plain(&pool.name)) {
            let lines = cancel(&pool.name, self.say);
            self.code(&[&lines[..], &[wait_for_it()]].concat());
        }
        for pool in pools {
            let name = &pool.name;
            let kind = pool.kind().unwrap_or_default();
            self.paragraph(&say!(strategy::of(kind).rollback, pool = name));
            if !(kind.traits().rolls_back)() {
                continue;
            }
            let at = "--cluster=\"$CLUSTER\" --location=\"$LOCATION\"";
            let command =
                |verb: &str| [format!("gcloud container node-pools {verb} {} {at}", quote(name))];
            self.code(&command("rollback"));
            if kind.traits().sides {
                self.paragraph(&say!("runbook-complete", pool = name));
                self.code(&command("complete-upgrade"));
            }
        }
    }
}
