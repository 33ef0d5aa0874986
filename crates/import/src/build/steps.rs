//! Steps of a script: commands of kubectl, and pauses.

use super::commands::{CommandChain, ScriptWriter};
use super::rollout;
use super::values::GKE_POOL;
use crate::gcloud::order::Order;
use crate::loose::Text;
use crate::notes;
use base::say;
use scenario::document::{Document, ScriptItem, Workload, read};
use scenario::field::Map;
use scenario::initial_nodes::{StartNode, at_start};

impl ScriptWriter<'_, '_> {
    /// Adds the entries of a step. `turn`: the node of the loop's turn.
    pub(super) fn step(&mut self, order: &Order, turn: Option<&str>, chain: &mut CommandChain) {
        let entry = order.entry.0.as_ref().and_then(|entry| read::<ScriptItem>(entry).0);
        let item = entry.unwrap_or_default();
        match &*order.verb {
            "sleep" => chain.pause = chain.pause.saturating_add(order.pause.0.unwrap_or(0)),
            "nodes" => self.nodes(order, turn, &item, chain),
            "workload" => self.workloads(order, &item, chain),
            "budget" => self.budget(order, item, chain),
            "pods" => self.pods(order, &item, chain),
            "node pools" => self.node_pools(order, turn, &item, chain),
            _ => self.left_out(order),
        }
    }

    /// Says that a command isn't run.
    pub(super) fn left_out(&mut self, order: &Order) {
        let said = format!("line {}: {}", order.line.0.unwrap_or(0), &*order.title);
        self.notes.note(self.file, notes::LEFT_OUT, said);
    }

    fn nodes(
        &mut self,
        order: &Order,
        turn: Option<&str>,
        item: &ScriptItem,
        chain: &mut CommandChain,
    ) {
        let mut names = match (turn, order.selector.first()) {
            (Some(node), _) if !order.each.is_empty() => vec![node.to_owned()],
            (_, Some(selector)) => self.nodes.selected(selector),
            _ => order.names.iter().map(plain).collect(),
        };
        let count = names.len();
        let has_room = self.document.script.len() < ENTRIES;
        names.retain(|name| has_room && self.nodes.rows.contains_key(name));
        if names.is_empty() || names.len() < count {
            self.left_out(order);
        }
        let entry = |action: &str, node: &String| ScriptItem {
            action: action.to_owned(),
            node: node.clone(),
            ..item.clone()
        };
        // kubectl cordons all before it drains the first.
        if item.action == "drain" && names.len() > 1 {
            for node in &names {
                if chain.cordoned.insert(node.clone()) {
                    let cordon = super::commands::item("cordon", "");
                    self.push(order, ScriptItem { node: node.clone(), ..cordon }, chain);
                }
            }
        }
        for node in &names {
            match item.action.as_str() {
                "uncordon" => drop(chain.cordoned.remove(node)),
                "wait" => {}
                _ => drop(chain.cordoned.insert(node.clone())),
            }
            self.push(order, entry(&item.action, node), chain);
        }
    }

    /// Adds an entry for each pool with nodes that the selector of a command selects: others may be there when it runs.
    fn node_pools(
        &mut self,
        order: &Order,
        turn: Option<&str>,
        item: &ScriptItem,
        chain: &mut CommandChain,
    ) {
        if !order.each.is_empty() {
            return self.nodes(order, turn, item, chain);
        }
        let selector = order.selector.first().map_or("", |selector| &**selector);
        let names = self.nodes.selected(selector);
        let of = |name: &String| self.nodes.rows.get(name)?.get(GKE_POOL).cloned();
        let pools: base::Set<String> = names.iter().filter_map(of).collect();
        if pools.is_empty() {
            self.left_out(order);
        }
        for pool in pools {
            self.push(order, ScriptItem { pool, ..item.clone() }, chain);
        }
    }

    /// Adds the entries of a command about workloads, each of which has a kind and a name; an empty one stands for all of a namespace.
    fn workloads(&mut self, order: &Order, item: &ScriptItem, chain: &mut CommandChain) {
        for pair in order.names.chunks(2) {
            let [kind, name] = pair else { continue };
            let names = match name.is_empty() {
                true => self.all_of_namespace(order, kind),
                false => vec![name.0.clone()],
            };
            if names.is_empty() {
                self.left_out(order);
            }
            for name in names {
                self.workload(order, [kind, &name], item.clone(), chain);
            }
        }
    }

    /// The names of the workloads of a kind in the namespace of the command.
    fn all_of_namespace(&self, order: &Order, kind: &str) -> Vec<String> {
        let own = || self.document.workloads.iter().filter(|one| one.kind == kind);
        let spaces: base::Set<&str> = own().map(|one| one.namespace.as_str()).collect();
        let Some(space) = in_namespace(order, spaces.into_iter()) else {
            return Vec::new();
        };
        own()
            .filter(|one| of_default(&one.namespace) == space)
            .map(|one| one.name.clone())
            .collect()
    }

    fn workload(
        &mut self,
        order: &Order,
        [kind, name]: [&str; 2],
        mut item: ScriptItem,
        chain: &mut CommandChain,
    ) {
        let all = self.document.workloads.iter();
        let all = all.filter(|one| one.kind == kind && one.name == name);
        let found = in_namespace(order, all.map(|one| one.namespace.as_str()));
        // A run rolls out new templates of Deployments only, and each node has its Pod of a DaemonSet.
        let is_run = match item.action.as_str() {
            "rollout" => kind == "Deployment",
            "wait" => ["Deployment", "StatefulSet", "DaemonSet"].contains(&kind),
            _ => kind != "DaemonSet",
        };
        match found.filter(|_| is_run) {
            Some(found) => {
                let workload = format!("{found}/{name}");
                if item.undo && !self.rolls(&workload) {
                    let space = if found == "default" { String::new() } else { found };
                    let Some(earlier) = self.notes.templates.remove(&(space, name.to_owned()))
                    else {
                        let line = order.line.0.unwrap_or(0);
                        let said = say!("import-no-template", line = line, title = &*order.title);
                        return self.notes.tell(self.file, notes::LEFT_OUT, said, None);
                    };
                    item = rollout::back_to(&earlier, item, self.notes);
                }
                self.push(order, ScriptItem { workload, ..item }, chain);
            }
            None if item.action == "wait" => self.left_out(order),
            None => {
                let place = match order.namespace.some() {
                    Some(namespace) => format!(" -n {namespace}"),
                    None => String::new(),
                };
                let verb = match item.action.as_str() {
                    "rollout" if item.undo => "rollout undo",
                    "rollout" if item.image.is_empty() => "rollout restart",
                    "rollout" => "set image",
                    _ => "scale",
                };
                let line = order.line.0.unwrap_or(0);
                let object = kind.to_lowercase();
                let said = format!("line {line}: kubectl{place} {verb} {object}/{name}");
                self.notes.note(self.file, notes::LEFT_OUT, said);
            }
        }
    }

    /// Adds an entry for each workload whose Pods the selector of a command selects.
    fn pods(&mut self, order: &Order, item: &ScriptItem, chain: &mut CommandChain) {
        let terms = order.selector.first().and_then(|selector| terms(selector));
        let is_meant = |one: &&Workload| {
            let app = || Map::from([("app".to_owned(), one.name.clone())]);
            terms.as_ref().is_some_and(|terms| has(&one.labels.clone().unwrap_or_else(app), terms))
        };
        let all = || self.document.workloads.iter().filter(is_meant);
        let spaces: base::Set<&str> = all().map(|one| one.namespace.as_str()).collect();
        let space = in_namespace(order, spaces.into_iter());
        let own = all().filter(|one| space.as_deref() == Some(of_default(&one.namespace)));
        let own = own.map(|one| format!("{}/{}", of_default(&one.namespace), one.name));
        let own: Vec<String> = own.collect();
        if own.is_empty() {
            self.left_out(order);
        }
        for workload in own {
            self.push(order, ScriptItem { workload, ..item.clone() }, chain);
        }
    }

    /// Does the run have a rollout of the Deployment so far?
    fn rolls(&self, workload: &str) -> bool {
        let rolls_out = |item: &ScriptItem| item.action == "rollout" && item.workload == workload;
        let is_own = |one: &Workload| {
            let space = if one.namespace.is_empty() { "default" } else { &one.namespace };
            workload.split_once('/') == Some((space, &one.name))
        };
        let under_way = |one: &Workload| is_own(one) && one.pods.iter().any(|pod| pod.updated);
        self.document.script.iter().any(rolls_out) || self.document.workloads.iter().any(under_way)
    }

    fn budget(&mut self, order: &Order, item: ScriptItem, chain: &mut CommandChain) {
        let name = order.names.first().map_or("", |name| &**name);
        let all = self.document.budgets.iter().filter(|one| one.name == name);
        let Some(found) = in_namespace(order, all.map(|one| one.namespace.as_str())) else {
            return self.left_out(order);
        };
        let budget = format!("{found}/{name}");
        self.push(order, ScriptItem { budget, ..item }, chain);
    }
}

/// The namespace of the object that a command names, among those of the objects with this name.
fn in_namespace<'n>(order: &Order, all: impl Iterator<Item = &'n str>) -> Option<String> {
    let mut all = all.map(|space| of_default(space).to_owned());
    match order.namespace.is_empty() {
        false => all.find(|one| *one == of_default(&order.namespace)),
        // The namespace of the person's context, where there is no choice.
        true => all.next().filter(|_| all.next().is_none()),
    }
}

/// The namespace of an object, by its name.
fn of_default(namespace: &str) -> &str {
    if namespace.is_empty() { "default" } else { namespace }
}

/// `node/NAME`, as `-o name` prints it.
fn plain(name: &Text) -> String {
    name.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The nodes at the start by name, with their labels.
pub(super) struct StepNodes {
    rows: base::Map<String, Map>,
    /// How many more nodes are compared with selectors.
    left: usize,
}

/// The most comparisons of nodes with selectors, and the most entries of commands about nodes.
const WORK: usize = 1 << 22;
const ENTRIES: usize = 20_000;

impl StepNodes {
    pub(super) fn of(document: &Document, orders: &[(usize, Order)]) -> Self {
        let mut rows = base::Map::new();
        let most = i64::try_from(ENTRIES).unwrap_or(0);
        let zones = i64::try_from(document.cluster.locations.len().max(1)).unwrap_or(1);
        let counted = document.pools.iter().filter(|pool| pool.nodes.is_empty()).map(|pool| {
            let own = i64::try_from(pool.locations.len()).unwrap_or(0);
            pool.initial_node_count.unwrap_or(0).saturating_mul(own.max(zones))
        });
        let counted = counted.fold(0_i64, i64::saturating_add);
        if counted > most
            || !orders.iter().any(|(_, order)| matches!(&*order.verb, "nodes" | "node pools"))
        {
            return Self { rows, left: 0 };
        }
        for StartNode { name, pool, zone, listed } in at_start(document) {
            let mut labels = pool.config.labels.clone();
            let own = listed.map(|listed| listed.labels.clone()).unwrap_or_default();
            labels.extend(own);
            labels.insert(GKE_POOL.to_owned(), pool.name.clone());
            labels.insert("topology.kubernetes.io/zone".to_owned(), zone);
            labels.insert("kubernetes.io/hostname".to_owned(), name.clone());
            rows.insert(name, labels);
        }
        Self { rows, left: WORK }
    }

    /// The nodes that a label selector selects, by name; none for a selector that isn't read.
    pub(super) fn selected(&mut self, selector: &str) -> Vec<String> {
        let Some(terms) = terms(selector) else {
            return Vec::new();
        };
        self.left = self.left.saturating_sub(self.rows.len() * (1 + terms.len()));
        if self.left == 0 {
            return Vec::new();
        }
        let rows = self.rows.iter().filter(|(_, labels)| has(labels, &terms));
        rows.map(|(name, _)| name.clone()).collect()
    }
}

/// The labels of a selector, with their values; `None` for a selector that isn't read.
fn terms(selector: &str) -> Option<Vec<(&str, Option<&str>)>> {
    let terms = selector.split(',').map(str::trim).filter(|term| !term.is_empty());
    let term = |term| match str::split_once(term, '=') {
        Some((key, value)) => (key, Some(value.trim_start_matches('='))),
        None => (term, None),
    };
    let terms: Vec<_> = terms.map(term).collect();
    terms.iter().all(|(key, _)| !key.contains([' ', '!', '(', ')'])).then_some(terms)
}

fn has(labels: &Map, terms: &[(&str, Option<&str>)]) -> bool {
    terms.iter().all(|(key, value)| {
        labels.get(*key).is_some_and(|own| value.is_none_or(|value| value == own))
    })
}
