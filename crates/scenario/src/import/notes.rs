//! The sentences of a report: one constant for each thing that can be said about a file.
//!
//! A sentence is a count with its noun, what is said of them, and the first few names.

use super::report::{FEW, Line, few, many};
use super::subject::Subject;

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
    AUTOSCALERS: Ignored, "pod-autoscalers", "HorizontalPodAutoscaler", "not simulated: workloads keep their replicas";
    HOOKS: Ignored, "helm-hooks", "object", "that Helm runs as a hook";
    OTHER_KINDS: Ignored, "other-kinds", "object", "of kinds without effect on a run";
    UNKNOWN: Ignored, "unknown-objects", "element", "of unknown kind";
    EMPTY_LISTS: Ignored, "empty-list", "empty list", "";
    HELM_NOTES: Ignored, "helm-notes", "page", "of Helm notes";
    REPEATED: Ignored, "repeated", "object", "given more than once, the last one is used";
    ASKED_FOR: Ignored, "asked-for", "cluster", "of configuration that also has a description, which is used";
    IN_SCENARIO: Ignored, "in-scenario", "object", "already in the scenario";
    NAMELESS: Ignored, "nameless", "object", "without a name";
    OTHER_CLUSTERS: Ignored, "other-clusters", "further cluster", "shown as a calendar beside the simulated one";
    OTHER_POOLS: Ignored, "other-pools", "node pool", "of further clusters";
    TERMINATING: Ignored, "terminating-pods", "Pod", "being deleted, left out";
    FINISHED_JOBS: Ignored, "finished-jobs", "finished Job", "without Pods";
    HISTORY: Ignored, "old-replica-sets", "old ReplicaSet", "without replicas";
    TAINTS: Ignored, "condition-taints", "node taint", "managed by the node controller or the autoscaler, left out";
    NOT_READY: Ignored, "nodes-not-ready", "node", "not Ready in the dump, simulated as Ready";
    QUANTITIES: Ignored, "unreadable-quantities", "quantity", "that can't be read";
    VALUES: Ignored, "unreadable-values", "value", "of the wrong type, left out";
    VERSIONS: Ignored, "unreadable-versions", "version", "that can't be read";
    TIMES: Ignored, "unreadable-times", "duration", "that can't be read";
    VOLUMES: Ignored, "persistent-volumes", "workload", "with persistent volumes, which don't keep Pods in their zone yet";
    NOT_SIMULATED: Ignored, "not-simulated-yet", "setting", "kept in the scenario, not simulated yet";
    UPDATE_INFO: Ignored, "running-upgrade", "node pool", "in the middle of an upgrade, simulated as if none were running";
    REQUESTS_DIFFER: Ignored, "requests-differ", "workload", "whose Pods request different amounts, those of the newest Pod are used";
    LABELS_DIFFER: Ignored, "labels-differ", "workload", "whose Pods have different labels, those of the first Pod are used";

    // What the files do not say.
    SHAPES: Assumed, "kind-by-shape", "object", "without a kind, recognized by the fields";
    GROUPED: Assumed, "pools-grouped", "node pool", "made of nodes that are alike";
    NAMELESS_POOLS: Assumed, "pool-without-name", "node pool", "without a name in the part that is given";
    ZONE: Assumed, "zone", "node", "without a zone label, put into one zone";
    POOL_ZONE: Assumed, "pool-zone", "node pool", "without locations, put into one zone";
    MADE_POOL: Assumed, "pool-made", "node pool", "added for the Pods, as the files have no nodes";
    NODE_COUNT: Assumed, "node-count", "node pool", "with as many nodes as when created";
    NODES_NOW: Assumed, "node-count-now", "node pool", "with the cluster's current number of nodes";
    NO_NODES: Assumed, "pool-without-nodes", "node pool", "with none of the nodes given";
    UNKNOWN_NODE: Assumed, "node-not-given", "Pod", "on nodes that aren't given, scheduled again";
    OWNER_NAMES: Assumed, "owner-by-name", "Deployment", "not given, known by the names of ReplicaSets";
    OWNERS: Assumed, "owner-by-reference", "controller", "not given, known by owner references, with as many replicas as there are Pods";
    CUSTOM: Assumed, "custom-owners", "owner", "of other kinds: Pods are recreated at once, no scale subresource";
    SCALED: Assumed, "scaled-owners", "owner", "of other kinds: Pods are recreated at once, with a scale subresource";
    RUN_ONCE: Assumed, "run-once-owners", "owner", "of other kinds: Pods run once and aren't recreated";
    FEWEST_REPLICAS: Assumed, "fewest-replicas", "workload", "without replicas, with the minimum of the HorizontalPodAutoscaler";
    EMPTY_BUDGETS: Assumed, "budgets-without-number", "budget", "with neither minAvailable nor maxUnavailable: no disruption allowed, maxUnavailable 0";
    PROBES: Assumed, "ready-by-probe", "workload", "ready after the delay of the readiness probe";
    PRIORITY_CLASSES: Assumed, "priority-class", "workload", "with an unknown priority class: priority 0";
    TIMINGS: Assumed, "timings", "assumption", "about what the files don't say";
    GONE: Assumed, "gone-pods", "Pod", "being deleted, assumed gone: takes no room, not counted by budgets";
    START: Assumed, "start", "start time", "after everything in the files";
    DEFAULT_VERSION: Assumed, "default-version", "node pool", "without a version";
    DEFAULT_SURGE: Assumed, "default-surge", "node pool", "without upgrade settings: the default, SURGE 1 + 0";
    VERSION_BEFORE: Assumed, "version-before", "node pool", "without a version: one minor version before the upgrade";
    UPGRADE: Assumed, "upgrade", "upgrade", "started at 0s";
    // Terraform and gcloud.
    COMMANDS: Recognised, "commands", "gcloud command", "";
    WITHOUT_EFFECT: Ignored, "arguments", "argument", "without effect on an upgrade";
    COUNT_ZERO: Ignored, "count-zero", "resource", "with a count of zero";
    MODULES: Ignored, "modules", "module", "not evaluated; import their files, or the output of terraform show -json";
    OTHER_RESOURCES: Ignored, "other-resources", "resource", "of other types";
    FLAGS: Ignored, "flags", "flag", "without effect on an upgrade";
    UNKNOWN_FLAGS: Ignored, "unknown-flags", "unknown flag", "";
    UNREADABLE_FLAGS: Ignored, "unreadable-flags", "flag", "with a value that can't be read";
    OTHER_COMMANDS: Ignored, "other-commands", "command", "without changes to a cluster or a node pool";
    DELETED_POOLS: Ignored, "deleted-pools", "node pool", "deleted by a command, left out";
    DELETED_CLUSTERS: Ignored, "deleted-clusters", "command", "to delete the cluster, not run";
    OTHER_CLUSTER: Ignored, "commands-of-other-clusters", "command", "for another cluster than the simulated one";
    NOT_EVALUATED: Assumed, "not-evaluated", "expression", "not evaluated, left out; give the variables defaults, or import the output of terraform show -json";
    SURGE_UNKNOWN: Assumed, "surge-unknown", "node pool", "with surge settings that aren't evaluated: GKE's default, 1 + 0, where the rest allows it";
    PLANNED: Assumed, "planned-upgrade", "node pool", "upgraded by the plan, taken as after the plan";
    VARIABLES: Assumed, "variable-not-evaluated", "variable", "not evaluated (flags are left out, names made of the variable's); write the value instead";
    SCRIPT_BLOCKS: Assumed, "block-not-evaluated", "block", "of a script not evaluated, commands run once; write a command for each run";
    INSTANCES: Assumed, "count-not-evaluated", "resource", "whose count or for_each isn't evaluated, taken as one; import the output of terraform show -json for all of them";
    NAMED_BY_LABEL: Assumed, "named-by-label", "resource", "without a known name, named after the label";
    THREE_ZONES: Assumed, "three-zones", "location", "without zones, in three zones of the region";
    ONE_NODE: Assumed, "one-node", "node pool", "without a known number of nodes";
    LEAST_NODES: Assumed, "least-nodes", "node pool", "autoscaled and without a number of nodes: the minimum";
    NUM_NODES: Assumed, "num-nodes", "node pool", "without --num-nodes: 3 nodes in a zone, gcloud's default";
    STARTS_WITH_WINDOW: Assumed, "starts-with-window", "scenario", "that starts on the day of the first maintenance window";
    NEWER_LIMITS: Assumed, "newer-limits", "edition of the limits", "under which GKE accepts the maintenance policy";
    ONLY_NAMED: Assumed, "only-named", "node pool", "named only by a command, added";
    BLANK: Assumed, "blank-filled-in", "node pool", "meant by a command with a placeholder for its name";
    AFTER_UPGRADE: Assumed, "after-upgrade", "change", "that the script makes after the upgrade of the pool, left out";
    FURTHER_UPGRADE: Assumed, "further-upgrades", "further upgrade", "of a pool by the same script, left out";
    TOGETHER: Assumed, "upgrades-together", "upgrade", "that the script starts after another, started with it at 0s";
    CONTROL_PLANE: Assumed, "control-plane", "upgrade", "of the control plane, done before time 0";

    ZERO_VALUES: Assumed, "zero-values", "node pool", "where the API leaves out a zero";
}

/// Collects names for the sentences, file by file.
#[derive(Debug, Default)]
pub(super) struct Tally {
    rows: Vec<NoteCount>,
}

#[derive(Debug)]
struct NoteCount {
    note: Note,
    count: u32,
    /// The first of the names, each with its subject.
    names: Vec<(String, Option<Subject>)>,
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
        subject: Option<Subject>,
    ) {
        let at = match self.rows.iter().position(|row| row.note.key == note.key) {
            Some(at) => at,
            None => {
                self.rows.push(NoteCount {
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
                row.names.push((name.to_string(), subject));
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
        self.rows.push(NoteCount {
            note,
            count,
            names: names.into_iter().map(|name| (name, None)).collect(),
            named,
        });
    }

    /// What the names are about.
    pub(super) fn subjects(&self) -> impl Iterator<Item = &Subject> {
        let names = self.rows.iter().flat_map(|row| &row.names);
        names.filter_map(|(_, subject)| subject.as_ref())
    }

    pub(super) fn keep_subjects(&mut self, there: &base::Set<Subject>) {
        for (_, subject) in self.rows.iter_mut().flat_map(|row| &mut row.names) {
            *subject = subject.take().filter(|subject| there.contains(subject));
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
            .map(NoteCount::line)
            .collect()
    }
}

impl NoteCount {
    fn line(&self) -> Line {
        let Self { note, count, .. } = *self;
        let mut text = many(count as usize, note.noun);
        if !note.says.is_empty() {
            text.push(' ');
            text.push_str(note.says);
        }
        let named = self.names.iter().filter(|(name, _)| !name.is_empty());
        let (names, mut subjects): (Vec<String>, Vec<String>) = named
            .map(|(name, subject)| (name.clone(), subject.clone().unwrap_or_default().0))
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
