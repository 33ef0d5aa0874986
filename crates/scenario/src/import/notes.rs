//! The sentences of a report: one constant for each thing that can be said about a file.
//!
//! A sentence is a count with its noun, what is said of them, and the first few names.

use super::about::About;
use super::report::{FEW, Line, few, many};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Recognised,
    Ignored,
    Assumed,
}

/// Something that can be said about a number of named things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Note {
    pub(super) side: Side,
    pub(super) key: &'static str,
    noun: &'static str,
    says: &'static str,
}

macro_rules! notes {
    ($($name:ident: $side:ident, $key:literal, $noun:literal, $says:literal;)*) => {
        $(pub(super) const $name: Note =
            Note { side: Side::$side, key: $key, noun: $noun, says: $says };)*
    };
}

notes! {
    // What the file holds.
    CLUSTERS: Recognised, "clusters", "GKE cluster", "";
    POOLS: Recognised, "pools", "node pool", "";
    NODES: Recognised, "nodes", "node", "";
    PODS: Recognised, "pods", "Pod", "";
    DEPLOYMENTS: Recognised, "deployments", "Deployment", "";
    REPLICA_SETS: Recognised, "replica-sets", "ReplicaSet", "";
    REPLICATION_CONTROLLERS: Recognised, "replication-controllers", "ReplicationController", "";
    STATEFUL_SETS: Recognised, "stateful-sets", "StatefulSet", "";
    DAEMON_SETS: Recognised, "daemon-sets", "DaemonSet", "";
    JOBS: Recognised, "jobs", "Job", "";
    ROLLOUTS: Recognised, "rollouts", "Rollout", "";
    BUDGETS: Recognised, "budgets", "PodDisruptionBudget", "";
    SERVICES: Recognised, "services", "Service", "";
    CLASSES: Recognised, "priority-classes", "PriorityClass", "";

    // What does not go into the scenario.
    AUTOSCALERS: Ignored, "pod-autoscalers", "HorizontalPodAutoscaler", "whose workload keeps its replicas in a run";
    HOOKS: Ignored, "helm-hooks", "object", "that Helm runs as a hook, beside the release";
    OTHER_KINDS: Ignored, "other-kinds", "object", "of kinds without effect on a run";
    UNKNOWN: Ignored, "unknown-objects", "element", "that nothing identifies";
    EMPTY_LISTS: Ignored, "empty-list", "empty list", "";
    HELM_NOTES: Ignored, "helm-notes", "page", "of notes that Helm prints behind the manifests";
    REPEATED: Ignored, "repeated", "object", "given more than once: the last one counts";
    ASKED_FOR: Ignored, "asked-for", "cluster", "of configuration beside its description, which counts";
    IN_SCENARIO: Ignored, "in-scenario", "object", "that the scenario has already";
    NAMELESS: Ignored, "nameless", "object", "without a name";
    OTHER_CLUSTERS: Ignored, "other-clusters", "further cluster", "shown as a calendar beside the simulated one";
    OTHER_POOLS: Ignored, "other-pools", "node pool", "of further clusters";
    TERMINATING: Ignored, "terminating-pods", "Pod", "being deleted: left out";
    FINISHED_JOBS: Ignored, "finished-jobs", "finished Job", "without Pods";
    HISTORY: Ignored, "old-replica-sets", "old ReplicaSet", "without replicas";
    TAINTS: Ignored, "condition-taints", "node taint", "of the node controller or the autoscaler, which set them again";
    NOT_READY: Ignored, "nodes-not-ready", "node", "not Ready in the dump: simulated as Ready";
    QUANTITIES: Ignored, "unreadable-quantities", "quantity", "that cannot be read";
    VALUES: Ignored, "unreadable-values", "value", "of the wrong kind: left out";
    VERSIONS: Ignored, "unreadable-versions", "version", "that cannot be read";
    TIMES: Ignored, "unreadable-times", "duration", "that cannot be read";
    VOLUMES: Ignored, "persistent-volumes", "workload", "with persistent volumes, which keep no Pod in its zone yet";
    NOT_SIMULATED: Ignored, "not-simulated-yet", "setting", "kept in the scenario, not simulated yet";
    UPDATE_INFO: Ignored, "running-upgrade", "node pool", "in the middle of an upgrade: starts as if none were running";
    REQUESTS_DIFFER: Ignored, "requests-differ", "workload", "whose Pods ask for different amounts: those of the newest count";
    LABELS_DIFFER: Ignored, "labels-differ", "workload", "whose Pods differ in labels: those of the first count";

    // What the files do not say.
    SHAPES: Assumed, "kind-by-shape", "object", "without a kind, told by the fields";
    GROUPED: Assumed, "pools-grouped", "node pool", "made from nodes that are alike";
    NAMELESS_POOLS: Assumed, "pool-without-name", "node pool", "without a name, of which a part is given";
    ZONE: Assumed, "zone", "node", "without a zone label: put into one zone";
    POOL_ZONE: Assumed, "pool-zone", "node pool", "without locations: put into one zone";
    MADE_POOL: Assumed, "pool-made", "node pool", "made large enough, for the files hold no nodes";
    NODE_COUNT: Assumed, "node-count", "node pool", "with as many nodes as when created";
    NODES_NOW: Assumed, "node-count-now", "node pool", "with the cluster's current number of nodes";
    NO_NODES: Assumed, "pool-without-nodes", "node pool", "without a node among the nodes given";
    UNKNOWN_NODE: Assumed, "node-not-given", "Pod", "on nodes that are not given: placed anew";
    OWNER_NAMES: Assumed, "owner-by-name", "Deployment", "not given, known by the names of ReplicaSets";
    OWNERS: Assumed, "owner-by-reference", "controller", "not given, known by reference: as many replicas as there are";
    CUSTOM: Assumed, "custom-owners", "owner", "of other kinds: Pods are made again at once, no scale subresource";
    SCALED: Assumed, "scaled-owners", "owner", "of other kinds: Pods are made again at once, with a scale subresource";
    RUN_ONCE: Assumed, "run-once-owners", "owner", "of other kinds: Pods run once and are not made again";
    FEWEST_REPLICAS: Assumed, "fewest-replicas", "workload", "without replicas, with the fewest that its HorizontalPodAutoscaler allows";
    EMPTY_BUDGETS: Assumed, "budgets-without-number", "budget", "without minAvailable and maxUnavailable, which allows no disruption: maxUnavailable 0";
    PROBES: Assumed, "ready-by-probe", "workload", "ready after the delay of the readiness probe";
    PRIORITY_CLASSES: Assumed, "priority-class", "workload", "with a priority class whose value is not given: priority 0";
    TIMINGS: Assumed, "timings", "assumption", "for what no file says";
    GONE: Assumed, "gone-pods", "Pod", "being deleted, taken as gone: its node has the room, its budget does not count it";
    START: Assumed, "start", "instant", "taken as time 0, after everything in the files";
    DEFAULT_VERSION: Assumed, "default-version", "node pool", "without a version";
    DEFAULT_SURGE: Assumed, "default-surge", "node pool", "without upgrade settings, SURGE 1 + 0 as by default";
    VERSION_BEFORE: Assumed, "version-before", "node pool", "without a version: one minor version before the upgrade";
    UPGRADE: Assumed, "upgrade", "upgrade", "started at 0s";
    // Terraform and gcloud.
    COMMANDS: Recognised, "commands", "gcloud command", "";
    WITHOUT_EFFECT: Ignored, "arguments", "argument", "without effect on an upgrade";
    COUNT_ZERO: Ignored, "count-zero", "resource", "of which there are none";
    MODULES: Ignored, "modules", "module", "not read here";
    OTHER_RESOURCES: Ignored, "other-resources", "resource", "of other types";
    FLAGS: Ignored, "flags", "flag", "without effect on an upgrade";
    UNKNOWN_FLAGS: Ignored, "unknown-flags", "flag", "not known here";
    UNREADABLE_FLAGS: Ignored, "unreadable-flags", "flag", "with a value that cannot be read";
    OTHER_COMMANDS: Ignored, "other-commands", "command", "without a change of a cluster or a node pool";
    DELETED_POOLS: Ignored, "deleted-pools", "node pool", "that a command deletes: not in the scenario";
    DELETED_CLUSTERS: Ignored, "deleted-clusters", "command", "that deletes the cluster: not carried out";
    OTHER_CLUSTER: Ignored, "commands-of-other-clusters", "command", "for another cluster than the simulated one";
    NOT_CONSTANT: Assumed, "not-constant", "value", "told by no text: left to the default";
    SURGE_UNKNOWN: Assumed, "surge-unknown", "node pool", "with surge settings that no text tells: GKE's default, 1 + 0, as far as what is told allows";
    PLANNED: Assumed, "planned-upgrade", "node pool", "that the plan upgrades: taken as it is after the plan";
    INSTANCES: Assumed, "instances", "resource", "without a known count or for_each: taken as one";
    LOCAL_MODULES: Assumed, "local-modules", "module", "whose files are taken to be the others";
    SET_BY_CALL: Assumed, "set-by-call", "variable", "of a local module, taken as the call of the module sets it";
    SET_TWICE: Assumed, "set-twice", "variable", "that local modules have too, so that its value is open: a value or a default in the files is taken";
    NAMED_BY_LABEL: Assumed, "named-by-label", "resource", "without a known name: named by its label";
    THREE_ZONES: Assumed, "three-zones", "location", "without zones: in three zones of the region";
    ONE_NODE: Assumed, "one-node", "node pool", "without a known number of nodes";
    LEAST_NODES: Assumed, "least-nodes", "node pool", "autoscaled and without a number of nodes: as few as allowed";
    NUM_NODES: Assumed, "num-nodes", "node pool", "without --num-nodes: 3 nodes in a zone, gcloud's default";
    STARTS_WITH_WINDOW: Assumed, "starts-with-window", "scenario", "that begins on the day of the first maintenance window";
    NEWER_LIMITS: Assumed, "newer-limits", "edition of the limits", "by which GKE takes the maintenance policy";
    ONLY_NAMED: Assumed, "only-named", "node pool", "named by a command and described by no file: made";
    BLANK: Assumed, "blank-filled-in", "node pool", "meant by a command that leaves a blank for its name";
    AFTER_UPGRADE: Assumed, "after-upgrade", "change", "that the script makes after the upgrade of the pool: left out, the upgrade runs without it";
    FURTHER_UPGRADE: Assumed, "further-upgrades", "further upgrade", "of a pool by the same script: left out, the first is simulated";
    TOGETHER: Assumed, "upgrades-together", "upgrade", "that the script starts after another: started with it at 0s";
    CONTROL_PLANE: Assumed, "control-plane", "upgrade", "of the control plane, taken as done before time 0";

    ZERO_VALUES: Assumed, "zero-values", "node pool", "where the API leaves out a zero";
}

/// Collects names for the sentences, file by file.
#[derive(Debug, Default)]
pub(super) struct Tally {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    note: Note,
    count: u32,
    /// The first of the names, each with a reference to the thing that it is about.
    names: Vec<(String, Option<String>)>,
    /// How many names there are; one may stand for several things.
    named: usize,
}

/// How many names a line carries; the count tells how many there are.
const NAMES: usize = 20;

impl Tally {
    /// The name is written out only where it is kept: there may be a hundred thousand.
    pub(super) fn add(
        &mut self,
        note: Note,
        name: &dyn core::fmt::Display,
        about: Option<About<'_>>,
    ) {
        let at = match self.rows.iter().position(|row| row.note.key == note.key) {
            Some(at) => at,
            None => {
                self.rows.push(Row {
                    note,
                    count: 0,
                    names: Vec::new(),
                    named: 0,
                });
                self.rows.len() - 1
            }
        };
        if let Some(row) = self.rows.get_mut(at) {
            row.count = row.count.saturating_add(1);
            row.named += 1;
            if row.names.len() < NAMES {
                let about = about.map(|about| about.to_string());
                row.names.push((name.to_string(), about));
            }
        }
    }

    /// Takes back what is no longer so.
    pub(super) fn forget(&mut self, note: Note, name: &str) {
        for row in self.rows.iter_mut().filter(|row| row.note.key == note.key) {
            let all = row.names.len();
            row.names.retain(|(other, _)| other != name);
            let gone = all - row.names.len();
            row.named -= gone;
            row.count = (row.count).saturating_sub(u32::try_from(gone).unwrap_or(u32::MAX));
        }
        self.rows.retain(|row| row.count > 0);
    }

    /// A row with names that stand for more than one thing each.
    pub(super) fn add_many(&mut self, note: Note, count: usize, mut names: Vec<String>) {
        let named = names.len();
        names.truncate(NAMES);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.rows.push(Row {
            note,
            count,
            names: names.into_iter().map(|name| (name, None)).collect(),
            named,
        });
    }

    /// What the names are about.
    pub(super) fn subjects(&self) -> impl Iterator<Item = &String> {
        let names = self.rows.iter().flat_map(|row| &row.names);
        names.filter_map(|(_, about)| about.as_ref())
    }

    pub(super) fn keep_subjects(&mut self, there: &base::Set<String>) {
        for (_, about) in self.rows.iter_mut().flat_map(|row| &mut row.names) {
            *about = about.take().filter(|about| there.contains(about));
        }
    }

    pub(super) fn has(&self, note: Note) -> bool {
        self.rows.iter().any(|row| row.note.key == note.key)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The lines of one side.
    pub(super) fn lines(&self, side: Side) -> Vec<Line> {
        self.rows
            .iter()
            .filter(|row| row.note.side == side)
            .map(Row::line)
            .collect()
    }
}

impl Row {
    fn line(&self) -> Line {
        let Self { note, count, .. } = *self;
        let mut text = many(count as usize, note.noun);
        if !note.says.is_empty() {
            text.push(' ');
            text.push_str(note.says);
        }
        let named = self.names.iter().filter(|(name, _)| !name.is_empty());
        let (names, mut subjects): (Vec<String>, Vec<String>) = named
            .map(|(name, about)| (name.clone(), about.clone().unwrap_or_default()))
            .unzip();
        if subjects.iter().all(String::is_empty) {
            subjects.clear();
        }
        if !names.is_empty() {
            text.push_str(": ");
            // What was assumed is named, all of it that was kept; of what is in the files, a few tell which they are.
            let shown = if note.side == Side::Assumed {
                NAMES
            } else {
                FEW
            };
            text.push_str(&few(&names, self.named, shown));
        }
        Line {
            key: note.key,
            count,
            names,
            subjects,
            text,
        }
    }
}
