//! Exports the script: a command per entry, or a comment if no command does it.

use super::Script;
use super::flags::{self, at_cluster, flag, location};
use super::operation::{goes_on, wait_for_it};
use crate::document::budget::namespace;
use crate::document::{Document, ScriptItem, Workload};
use crate::export::shell::{list, quote, speakable};
use crate::natural;
use crate::revisions::ROLLOUT;
use base::say;
use model::script::NodeChange;

impl Script<'_> {
    pub(super) fn item(&mut self, doc: &Document, item: &ScriptItem, before: &[&ScriptItem]) {
        let (pool, node) = (&item.pool, &item.node);
        if let Some(pool) = goes_on(doc, item, before) {
            return self.running(pool, item);
        }
        let change = item.node_change();
        let is_same =
            |other: &&&ScriptItem| other.action == "upgrade" && other.change == item.change;
        if item.action == "upgrade"
            && of_cluster(change).is_some()
            && before.iter().any(|one| is_same(&one))
        {
            return self.aside(&say!("export-same-command", pool = pool));
        }
        match item.action.as_str() {
            "upgrade" if item.control_plane && item.node_change() == NodeChange::VmDisruption => {
                self.aside(&say!("export-control-plane-vms"));
            }
            "upgrade" if item.control_plane && (item.automatic || !item.over.is_empty()) => {
                self.aside(&say!("export-automatic-control-plane"));
                self.by_hand(|script| script.control_plane(item));
            }
            "upgrade" if item.control_plane => self.control_plane(item),
            "upgrade" if item.automatic || !item.over.is_empty() => {
                self.aside(&say!("export-automatic", pool = pool));
                if !doc.cluster.autopilot.enabled {
                    self.by_hand(|script| script.upgrade(item));
                }
            }
            "upgrade" if doc.cluster.autopilot.enabled => {
                self.aside(&say!("export-by-autopilot", pool = pool));
            }
            "upgrade" => self.upgrade(item),
            "cancel" => _ = self.cancel(pool),
            "resume" => {
                self.aside(&say!("export-resume"));
                let mut last = before.iter().rev();
                let last = last.find(|other| other.action == "upgrade" && other.pool == item.pool);
                self.upgrade(last.unwrap_or(&item));
            }
            "rollback" => self.rollback(doc, item, before),
            "complete" => {
                self.command("gcloud container node-pools complete-upgrade", pool, at_cluster());
            }
            "set" => self.set(doc, item),
            "cordon" | "uncordon" => {
                self.command(&format!("kubectl {}", item.action), &item.node, Vec::new());
            }
            "drain" => self.command("kubectl drain", &item.node, flags::kubectl_drain(item)),
            "open" => self.aside(&say!("export-window-opens")),
            "close" => self.aside(&say!("export-window-closes")),
            "quota" => self.aside(&say!("export-quota")),
            "stockout" => self.aside(&say!("export-stockout", zone = &item.zone)),
            "reservation" => self.aside(&match item.nodes {
                Some(nodes) => say!("export-reservation", pool = pool, nodes = nodes),
                None => say!("export-no-reservation", pool = pool),
            }),
            "resize" => self.resize(item),
            "repair" => self.aside(&say!("export-repair")),
            "target" => self.aside(&say!("export-target", version = &item.version)),
            "preempt" => self.aside(&say!("export-preempted", node = node)),
            "hostEvent" => self.aside(&say!("export-host-event", node = node)),
            "fail" if !item.workload.is_empty() => {
                self.aside(&say!("export-never-ready", workload = &item.workload));
            }
            "fail" => self.aside(&say!("export-fails", node = node)),
            ROLLOUT => self.rollout(doc, item),
            other => self.aside(&say!("export-no-command", action = other)),
        }
    }

    /// Commands that do at once what GKE would do later: as comments, since who runs the export wants the latter.
    fn by_hand(&mut self, commands: impl FnOnce(&mut Self)) {
        self.aside(&say!("export-by-hand"));
        let first = self.lines.len();
        commands(self);
        for line in self.lines[first..].iter_mut().filter(|line| !line.starts_with('#')) {
            line.insert_str(0, "# ");
        }
    }

    /// gcloud rolls back canceled and failed upgrades only.
    fn rollback(&mut self, doc: &Document, item: &ScriptItem, before: &[&ScriptItem]) {
        let own = |other: &&&ScriptItem| other.pool == item.pool;
        let mut last = before.iter().rev().filter(own);
        let runs = match last.next() {
            Some(other) => matches!(other.action.as_str(), "upgrade" | "resume"),
            None => doc.pools.iter().any(|pool| pool.name == item.pool && pool.is_running()),
        };
        if runs && self.cancel(&item.pool) {
            self.lines.push(wait_for_it());
        }
        let mut flags = at_cluster();
        flags.extend(item.respect_pdb.then(|| "--respect-pdb=true".to_owned()));
        flags.extend(self.beside.then(|| "--async".to_owned()));
        self.command("gcloud container node-pools rollback", &item.pool, flags);
    }

    /// The flag of a command that isn't awaited.
    fn beside(&self) -> &'static str {
        if self.beside { " --async" } else { "" }
    }

    /// A new version with `clusters upgrade`, other changes with their flags.
    fn upgrade(&mut self, item: &ScriptItem) {
        let config = item.config.clone().unwrap_or_default();
        let mut flags = match item.node_change() {
            NodeChange::Version | NodeChange::ImageType => {
                let pool = flag("--node-pool", &item.pool);
                return self.clusters_upgrade(&item.pool, &pool, item, &config.image_type);
            }
            NodeChange::MachineType | NodeChange::DiskType | NodeChange::DiskSize => {
                flags::machine(&config)
            }
            NodeChange::ImageStreaming => vec!["--enable-image-streaming".to_owned()],
            NodeChange::Gvnic => vec!["--enable-gvnic".to_owned()],
            NodeChange::ConfidentialNodes => vec!["--enable-confidential-nodes".to_owned()],
            NodeChange::VmDisruption => {
                return self.aside(&say!("export-recreates", pool = &item.pool));
            }
            change => match of_cluster(change) {
                Some(flag) => return self.of_cluster(flag),
                None => Vec::new(),
            },
        };
        if flags.is_empty() {
            let change = item.node_change().name();
            self.aside(&say!("export-needs-values", change = change, pool = &item.pool));
        } else {
            flags.extend(self.beside.then(|| "--async".to_owned()));
        }
        self.update(&item.pool, flags);
    }

    fn control_plane(&mut self, item: &ScriptItem) {
        self.clusters_upgrade("control plane", "--master", item, "");
    }

    fn clusters_upgrade(&mut self, name: &str, part: &str, item: &ScriptItem, image: &str) {
        let mut line =
            format!("gcloud container clusters upgrade \"$CLUSTER\" {} {part}", location());
        for (name, value) in [("--cluster-version", &*item.version), ("--image-type", image)] {
            if !value.is_empty() {
                line.push(' ');
                line.push_str(&flag(name, value));
            }
        }
        // Without its version it would be another upgrade.
        self.line(name, line + self.beside());
    }

    fn resize(&mut self, item: &ScriptItem) {
        let Some(nodes) = item.nodes else { return };
        let line = format!(
            "gcloud container clusters resize \"$CLUSTER\" {} {} --num-nodes={nodes}",
            location(),
            flag("--node-pool", &item.pool)
        );
        self.line(&item.pool, line);
    }

    /// Changes of the cluster that recreate its nodes.
    fn of_cluster(&mut self, flag: &str) {
        let line = format!("gcloud container clusters update \"$CLUSTER\" {} {flag}", location());
        self.lines.push(line);
    }

    /// A new image with `set image`, a new request of a Pod's only container with `set resources`, else a restart.
    fn rollout(&mut self, doc: &Document, item: &ScriptItem) {
        let (space, name, _) = workload(doc, item);
        let target = if speakable(name) { format!("deployment/{name}") } else { name.to_owned() };
        let mut flags = vec![flag("--namespace", namespace(space))];
        let requests = item.requests.iter();
        let requests: Vec<String> =
            requests.map(|(name, amount)| format!("{name}={}", amount.0)).collect();
        if !item.containers.is_empty() || (!item.image.is_empty() && !requests.is_empty()) {
            self.aside(&say!("export-rollout", workload = &item.workload));
        }
        let verb = if item.undo {
            "kubectl rollout undo"
        } else if !item.image.is_empty() {
            flags.push(quote(&format!("*={}", item.image)));
            "kubectl set image"
        } else if !requests.is_empty() {
            flags.push(flag("--requests", &requests.join(",")));
            "kubectl set resources"
        } else {
            "kubectl rollout restart"
        };
        self.command(verb, &target, flags);
    }

    pub(super) fn set(&mut self, doc: &Document, item: &ScriptItem) {
        let scoped = |reference: &str| -> (String, String) {
            match reference.split_once('/') {
                Some((space, name)) => (space.to_owned(), name.to_owned()),
                None => (String::new(), reference.to_owned()),
            }
        };
        if !item.workload.is_empty() {
            let (space, name) = scoped(&item.workload);
            let Some(replicas) = item.replicas else {
                return self.aside(&say!("export-behavior", workload = &item.workload));
            };
            let of = |workload: &&Workload| {
                let here = namespace(&workload.namespace);
                is(&workload.name, workload.copies, &name) && (space.is_empty() || here == space)
            };
            let found = doc.workloads.iter().find(of);
            let kind = found.map_or("deployment", |workload| workload.kind.as_str());
            let space = found.map_or(space, |workload| namespace(&workload.namespace).to_owned());
            let flags =
                vec![flag("--namespace", namespace(&space)), format!("--replicas={replicas}")];
            let target = if speakable(&name) {
                format!("{}/{name}", kind.to_ascii_lowercase())
            } else {
                name
            };
            return self.command("kubectl scale", &target, flags);
        }
        if !item.budget.is_empty() {
            let (space, name) = scoped(&item.budget);
            let space =
                match doc.budgets.iter().find(|budget| is(&budget.name, budget.copies, &name)) {
                    Some(budget) if space.is_empty() => namespace(&budget.namespace).to_owned(),
                    _ => space,
                };
            let flags = vec![
                flag("--namespace", namespace(&space)),
                "--type=merge".to_owned(),
                flag("--patch", &flags::limits(item)),
            ];
            return self.command("kubectl patch poddisruptionbudget", &name, flags);
        }
        if let Some(settings) = &item.upgrade_settings {
            self.update(&item.pool, flags::upgrade_settings(settings));
        }
        if let Some(labels) = &item.labels {
            let pairs: Vec<String> =
                labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
            self.update(&item.pool, vec![flag("--node-labels", &list(&pairs))]);
        }
        if let Some(taints) = &item.taints {
            let taints: Vec<String> = taints.iter().map(flags::taint).collect();
            self.update(&item.pool, vec![flag("--node-taints", &list(&taints))]);
        }
    }
}

/// The flag of a change of the whole cluster that recreates the nodes of all pools.
fn of_cluster(change: NodeChange) -> Option<&'static str> {
    Some(match change {
        NodeChange::ShieldedNodes => "--enable-shielded-nodes",
        NodeChange::IntranodeVisibility => "--enable-intra-node-visibility",
        NodeChange::NodeLocalDns => "--update-addons=NodeLocalDNS=ENABLED",
        NodeChange::IpRotation => "--start-ip-rotation",
        NodeChange::CredentialRotation => "--start-credential-rotation",
        NodeChange::NetworkPolicy => "--enable-network-policy",
        _ => return None,
    })
}

/// Is it the name of an entry, or of one of its copies?
fn is(entry: &str, copies: Option<i64>, name: &str) -> bool {
    match copies {
        Some(_) => natural::suffix(name, entry).is_some(),
        None => entry == name,
    }
}

/// The namespace and the name of an entry's workload, and the workload.
fn workload<'d>(
    doc: &'d Document,
    item: &'d ScriptItem,
) -> (&'d str, &'d str, Option<&'d Workload>) {
    let (space, name) = item.workload.split_once('/').unwrap_or(("", &item.workload));
    let found = doc.workloads.iter().find(|one| {
        let here = namespace(&one.namespace);
        is(&one.name, one.copies, name) && (space.is_empty() || here == space)
    });
    (found.map_or(space, |one| namespace(&one.namespace)), name, found)
}
