//! The lines of a report: one constant for each kind of note about a file.
//!
//! A line is a count, the message `import-note-KEY`, and the first few names.

use super::report::{FEW, Line, few};
use super::subject::Subject;
use base::{Arg, Message, say};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoteSide {
    Recognised,
    Ignored,
    Assumed,
}

/// A note about named objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Note {
    pub(super) side: NoteSide,
    pub(super) key: &'static str,
}

macro_rules! notes {
    ($($name:ident: $side:ident, $key:literal;)*) => {
        $(pub(super) const $name: Note = Note { side: NoteSide::$side, key: $key };)*
    };
}

notes! {
    // The content of the file.
    CLUSTERS: Recognised, "clusters";
    POOLS: Recognised, "pools";
    NODES: Recognised, "nodes";
    PODS: Recognised, "pods";
    DEPLOYMENTS: Recognised, "deployments";
    REPLICA_SETS: Recognised, "replica-sets";
    REPLICATION_CONTROLLERS: Recognised, "replication-controllers";
    STATEFUL_SETS: Recognised, "stateful-sets";
    DAEMON_SETS: Recognised, "daemon-sets";
    JOBS: Recognised, "jobs";
    ROLLOUTS: Recognised, "rollouts";
    BUDGETS: Recognised, "budgets";
    SERVICES: Recognised, "services";
    CLASSES: Recognised, "priority-classes";
    STORAGE: Recognised, "storage";
    RUNNING_OPERATIONS: Recognised, "running-operations";
    UPGRADE_INFO: Recognised, "upgrade-info";
    LIMIT_RANGES: Recognised, "limit-ranges";
    ENDPOINT_SLICES: Recognised, "endpoint-slices";
    CUSTOM_RESOURCES: Recognised, "custom-resources";
    CORDONED: Recognised, "cordoned";

    // What isn't used in the scenario.
    AUTOSCALERS: Ignored, "pod-autoscalers";
    HOOKS: Ignored, "helm-hooks";
    OTHER_KINDS: Ignored, "other-kinds";
    UNKNOWN: Ignored, "unknown-objects";
    EMPTY_LISTS: Ignored, "empty-list";
    HELM_NOTES: Ignored, "helm-notes";
    BAD_DOCUMENTS: Ignored, "bad-documents";
    REPEATED: Ignored, "repeated";
    ASKED_FOR: Ignored, "asked-for";
    IN_SCENARIO: Ignored, "in-scenario";
    NAMELESS: Ignored, "nameless";
    OTHER_CLUSTERS: Ignored, "other-clusters";
    UNNAMED_RESERVATIONS: Ignored, "unnamed-reservations";
    OTHER_REGIONS: Ignored, "other-regions";
    TWO_CLUSTERS: Ignored, "two-clusters";
    OTHER_POOLS: Ignored, "other-pools";
    TERMINATING: Ignored, "terminating-pods";
    FINISHED_JOBS: Ignored, "finished-jobs";
    HISTORY: Ignored, "old-replica-sets";
    TAINTS: Ignored, "condition-taints";
    QUANTITIES: Ignored, "unreadable-quantities";
    VALUES: Ignored, "unreadable-values";
    VERSIONS: Ignored, "unreadable-versions";
    TIMES: Ignored, "unreadable-times";
    VOLUMES: Ignored, "persistent-volumes";
    LOCAL_DISKS: Ignored, "local-disks";
    LOCAL_SSDS: Ignored, "local-ssds";
    NOT_SIMULATED: Ignored, "not-simulated-yet";
    UPDATE_INFO: Ignored, "running-upgrade";
    REQUESTS_DIFFER: Ignored, "requests-differ";
    CRON_JOBS: Ignored, "cron-jobs";
    CUSTOM_WITHOUT_PODS: Ignored, "custom-resources-without-pods";
    EXPIRED: Ignored, "expired-exclusions";
    CONDITIONS: Ignored, "conditions";
    PAUSED: Ignored, "paused-reasons";
    QUOTA_KNOWN: Ignored, "quota-known";
    LABELS_DIFFER: Ignored, "labels-differ";
    WEBHOOKS: Ignored, "webhooks";
    BUDGETS_WITHOUT_PODS: Ignored, "budgets-without-pods";
    BUDGETS_OF_A_ROLE: Ignored, "budgets-of-a-role";
    ROLLING: Ignored, "rollouts-under-way";

    // What the files lack.
    REFUSED_SETTINGS: Assumed, "refused-settings";
    FOREIGN: Assumed, "foreign-nodes";
    EXTENDED: Assumed, "no-minor-upgrade";
    SHAPES: Assumed, "kind-by-shape";
    GROUPED: Assumed, "pools-grouped";
    NAMELESS_POOLS: Assumed, "pool-without-name";
    ZONE: Assumed, "zone";
    POOL_ZONE: Assumed, "pool-zone";
    MADE_POOL: Assumed, "pool-made";
    NODE_COUNT: Assumed, "node-count";
    NODES_NOW: Assumed, "node-count-now";
    NO_NODES: Assumed, "pool-without-nodes";
    UNKNOWN_NODE: Assumed, "node-not-given";
    NODES_MISSING: Assumed, "nodes-missing";
    NAMESPACE: Assumed, "namespaces-of-the-cluster";
    DEFAULT_NAMESPACE: Assumed, "default-namespaces";
    OWNER_NAMES: Assumed, "owner-by-name";
    OWNERS: Assumed, "owner-by-reference";
    CUSTOM: Assumed, "custom-owners";
    SCALED: Assumed, "scaled-owners";
    NAMED: Assumed, "owners-of-named-pods";
    NAMED_SCALED: Assumed, "scaled-owners-of-named-pods";
    RUN_ONCE: Assumed, "run-once-owners";
    FEWEST_REPLICAS: Assumed, "fewest-replicas";
    EMPTY_BUDGETS: Assumed, "budgets-without-number";
    PROBES: Assumed, "ready-by-probe";
    PRIORITY_CLASSES: Assumed, "priority-class";
    DEFAULT_REQUESTS: Assumed, "default-requests";
    TIMINGS: Assumed, "timings";
    SLOW_BOOT: Assumed, "slow-boot";
    GONE: Assumed, "gone-pods";
    ENDING: Assumed, "ending-pods";
    OVERDUE: Assumed, "overdue-pods";
    FINALIZERS: Assumed, "finalizers";
    KEPT: Assumed, "kept-by-finalizers";
    START: Assumed, "start";
    STARTS_NOW: Assumed, "starts-now";
    STARTS_TODAY: Assumed, "starts-today";
    DEFAULT_START: Assumed, "default-start";
    RESERVED: Assumed, "reserved";
    FREE_MACHINES: Assumed, "free-machines";
    FREE_QUOTA: Assumed, "free-quota";
    QUOTA: Assumed, "quota";
    WAITING: Assumed, "waiting-pods";
    NOT_READY: Assumed, "nodes-not-ready";
    SPLIT: Assumed, "owners-split";
    DRAINING: Assumed, "draining-nodes";
    CORDONED_BEFORE: Assumed, "cordoned-before";
    CORDONED_BY_HAND: Assumed, "cordoned-by-hand";
    RECREATING: Assumed, "nodes-recreating";
    WAIT_BEGUN: Assumed, "wait-begun";
    ENDLESS_JOBS: Assumed, "endless-jobs";
    JOB_SETS: Ignored, "job-sets";
    JOB_DEADLINES: Assumed, "job-deadlines";
    UNREADY: Assumed, "unready-pods";
    FAILS_AT_STOP: Assumed, "fails-at-stop";
    PENDING: Assumed, "pending-pods";
    MISSING: Assumed, "missing-pods";
    STARTUP_TAINTS: Assumed, "startup-taints";
    DISKS: Assumed, "disks";
    BUDGET_STATUS: Assumed, "budget-status";
    DEFAULT_VERSION: Assumed, "default-version";
    DEFAULT_SURGE: Assumed, "default-surge";
    PODS_UNKNOWN: Assumed, "pods-unknown";
    VERSION_BEFORE: Assumed, "version-before";
    UPGRADE: Assumed, "upgrade";
    UNDER_WAY: Assumed, "upgrade-under-way";
    ROLLS_ON: Assumed, "rollouts-continued";
    SHORT: Assumed, "nodes-under-pressure";
    TO_BE_DELETED: Assumed, "nodes-to-be-deleted";
    ABORTING: Assumed, "upgrades-being-cancelled";
    FAILED: Assumed, "failed-upgrades";
    // Terraform and gcloud.
    COMMANDS: Recognised, "commands";
    KUBECTL_COMMANDS: Recognised, "kubectl-commands";
    DEFINITIONS: Recognised, "definitions";
    WITHOUT_EFFECT: Ignored, "arguments";
    COUNT_ZERO: Ignored, "count-zero";
    MODULES: Ignored, "modules";
    OTHER_RESOURCES: Ignored, "other-resources";
    KUBERNETES_RESOURCES: Ignored, "kubernetes-resources";
    FLAGS: Ignored, "flags";
    UNKNOWN_FLAGS: Ignored, "unknown-flags";
    UNREADABLE_FLAGS: Ignored, "unreadable-flags";
    OTHER_COMMANDS: Ignored, "other-commands";
    DELETED_POOLS: Ignored, "deleted-pools";
    DELETED_CLUSTERS: Ignored, "deleted-clusters";
    OTHER_CLUSTER: Ignored, "commands-of-other-clusters";
    POLICY_NOT_EVALUATED: Assumed, "policy-not-evaluated";
    NOT_EVALUATED: Assumed, "not-evaluated";
    NOT_SUPPORTED: Assumed, "not-supported";
    SURGE_UNKNOWN: Assumed, "surge-unknown";
    PLANNED: Assumed, "planned-upgrade";
    VARIABLES: Assumed, "variable-not-evaluated";
    SHELL_SYNTAX: Ignored, "shell-syntax";
    INSTANCES: Assumed, "count-not-evaluated";
    NAMED_BY_LABEL: Assumed, "named-by-label";
    THREE_ZONES: Assumed, "three-zones";
    ONE_NODE: Assumed, "one-node";
    LEAST_NODES: Assumed, "least-nodes";
    NUM_NODES: Assumed, "num-nodes";
    STARTS_WITH_WINDOW: Assumed, "starts-with-window";
    ONLY_NAMED: Assumed, "only-named";
    BLANK: Assumed, "blank-filled-in";
    AFTER_UPGRADE: Ignored, "after-upgrade";
    CHANGED_LATER: Assumed, "changed-later";
    FROM_START: Assumed, "from-start";
    STOCKOUT: Assumed, "stockouts";
    CONTROL_PLANE_BEFORE: Assumed, "control-plane-before";
    RESUMED: Assumed, "resumed";
    CANCELLED: Assumed, "cancelled-after";
    LEFT_OUT: Ignored, "commands-left-out";
    CREATED: Assumed, "created-from-start";
    APPLIED: Assumed, "applied-settings";
    IN_PLACE: Assumed, "set-in-place";
    SET_AFTER: Assumed, "set-after-upgrade";
    DIFFERS: Ignored, "differences-left-out";
    CONTROL_PLANE_BY_NODES: Assumed, "control-plane-by-nodes";
    REFUSED_ROLLBACKS: Ignored, "refused-rollbacks";
    REFUSED_CHANGES: Ignored, "refused-changes";

    ZERO_VALUES: Assumed, "zero-values";
    LOCAL_TIMES: Assumed, "local-times";
    DATES: Ignored, "unreadable-dates";
    OUTSIDE_WINDOW: Ignored, "outside-window";
    JOB_SETTINGS: Ignored, "job-settings";
}

/// Collects names for the notes, file by file.
#[derive(Debug, Default)]
pub(super) struct NoteTally {
    rows: Vec<NoteCount>,
}

#[derive(Debug)]
struct NoteCount {
    note: Note,
    count: u32,
    /// The first names, each with its subject.
    names: Vec<(Arg, Option<Subject>)>,
    /// The number of names; one may stand for several objects.
    named: usize,
}

/// The most names of a line; its count is the total.
const NAMES: usize = 20;

impl NoteTally {
    /// `name` is only called if it is kept: there may be a hundred thousand.
    pub(super) fn add(&mut self, note: Note, name: &dyn Fn() -> Arg, subject: Option<Subject>) {
        let at = match self.rows.iter().position(|row| row.note.key == note.key) {
            Some(at) => at,
            None => {
                self.rows.push(NoteCount { note, count: 0, names: Vec::new(), named: 0 });
                self.rows.len() - 1
            }
        };
        if let Some(row) = self.rows.get_mut(at) {
            row.count = row.count.saturating_add(1);
            row.named += 1;
            if row.names.len() < NAMES {
                row.names.push((name(), subject));
            }
        }
    }

    /// Removes a name that no longer applies; was it there?
    pub(super) fn forget(&mut self, note: Note, name: &Arg) -> bool {
        let mut any = false;
        for row in self.rows.iter_mut().filter(|row| row.note.key == note.key) {
            let all = row.names.len();
            row.names.retain(|(other, _)| other != name);
            let gone = all - row.names.len();
            row.named -= gone;
            any |= gone > 0;
            row.count = (row.count).saturating_sub(u32::try_from(gone).unwrap_or(u32::MAX));
        }
        self.rows.retain(|row| row.count > 0);
        any
    }

    /// Adds names that each stand for several objects.
    pub(super) fn add_many<T: Into<Arg>>(&mut self, note: Note, count: usize, mut names: Vec<T>) {
        let named = names.len();
        names.truncate(NAMES);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.rows.push(NoteCount {
            note,
            count,
            names: names.into_iter().map(|name| (name.into(), None)).collect(),
            named,
        });
    }

    /// The subjects of the names.
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

    /// The lines of one section.
    pub(super) fn lines(&self, side: NoteSide) -> Vec<Line> {
        self.rows.iter().filter(|row| row.note.side == side).map(NoteCount::line).collect()
    }
}

impl NoteCount {
    fn line(&self) -> Line {
        let Self { note, count, .. } = *self;
        let what = Message::new(format!("import-note-{}", note.key)).with("n", count);
        let mut message = say!("import-line", n = count, what = what);
        let named = self.names.iter().filter(|(name, _)| *name != "".into());
        let (names, mut subjects): (Vec<Arg>, Vec<String>) = named
            .map(|(name, subject)| (name.clone(), subject.clone().unwrap_or_default().0))
            .unzip();
        if subjects.iter().all(String::is_empty) {
            subjects.clear();
        }
        if !names.is_empty() {
            // All kept names of assumptions, and of what a script does, are shown; of file contents a few are enough.
            let all = note.side == NoteSide::Assumed
                || [LEFT_OUT, AFTER_UPGRADE, SHELL_SYNTAX].contains(&note);
            let shown = if all { NAMES } else { FEW };
            message.key = "import-line-names".into();
            message = message.with("names", few(&names, self.named, shown));
        }
        Line { key: note.key, count, names, subjects, message }
    }
}
