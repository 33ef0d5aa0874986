//! What the readers found in all files, before it is combined.

use super::findings::Findings;
use super::gcloud::order::Order;
use super::gke::shape::{Capacity, Operation, Top, UpgradeInfo};
use super::kubectl::kind::ObjectKind;
use super::kubectl::object::{Meta, Object, Selector};
use super::kubectl::storage::Storage;
use super::loose::{Table, Text, Tree};
use super::notes::{DEFINITIONS, Note, NoteTally};
use super::plan::change::PlannedChange;
use super::report::Used;
use super::subject::{self, Subject};
use base::{Arg, Message};
use scenario::document::{Document, Workload};
use scenario::instant;
use scenario::units::Instant;

/// An object and its file.
#[derive(Clone, Debug)]
pub(super) struct Sourced<T> {
    pub(super) file: usize,
    pub(super) thing: T,
}

impl<T> Sourced<T> {
    pub(super) fn of(file: usize, thing: T) -> Self {
        Self { file, thing }
    }
}

/// A pool from the container API, with its cluster.
#[derive(Debug)]
pub(super) struct FoundPool {
    /// Index into `clusters`; `None` for pools alone.
    pub(super) cluster: Option<usize>,
    pub(super) pool: Top,
}

#[derive(Debug, Default)]
pub(super) struct Found {
    /// Times of commands without an offset stay as they are: the reader knows their zone.
    pub(super) keep_local_times: bool,
    /// What is upgraded isn't assumed.
    pub(super) assumes_no_upgrade: bool,
    /// A scenario or a command says what is upgraded.
    pub(super) asks_for_upgrade: bool,
    /// A file says which window the simulated cluster has, or that it has none.
    pub(super) names_window: bool,
    pub(super) nodes: Vec<Sourced<Box<Object>>>,
    pub(super) pods: Vec<Sourced<Box<Object>>>,
    pub(super) controllers: Vec<Sourced<(ObjectKind, Box<Object>)>>,
    pub(super) budgets: Vec<Sourced<Box<Object>>>,
    /// Manifests that name the default namespace: file, kind and name.
    pub(super) in_default: base::Set<(usize, String, String)>,
    pub(super) services: Vec<Sourced<Box<Object>>>,
    pub(super) clusters: Vec<Sourced<Top>>,
    pub(super) pools: Vec<Sourced<FoundPool>>,
    /// Operations that run.
    pub(super) operations: Vec<Sourced<Operation>>,
    /// What upgraded when a quota was exceeded, and the error.
    pub(super) quota_errors: Vec<Sourced<(String, String)>>,
    /// Regions and reservations.
    pub(super) capacities: Vec<Sourced<Capacity>>,
    /// Custom resources with replicas: kind, namespace and name.
    pub(super) custom: Vec<Sourced<[String; 3]>>,
    /// All custom resources: whose Pods they may be.
    pub(super) operated: base::Set<[String; 3]>,
    /// Configurations of admission webhooks: kind and name.
    pub(super) webhooks: Vec<Sourced<(String, String, Tree)>>,
    /// What plans of Terraform change.
    pub(super) planned: Vec<Sourced<PlannedChange>>,
    pub(super) upgrade_infos: Vec<Sourced<UpgradeInfo>>,
    /// The name of each file, with the command that printed it.
    pub(super) titles: Vec<String>,
    /// The commands, in order.
    pub(super) orders: Vec<Sourced<Order>>,
    /// Scenarios as text: the document's own reader checks them.
    pub(super) scenarios: Vec<Sourced<String>>,
    pub(super) notes: FileNotes,
}

/// The kind of a file of Terraform.
pub(super) const TERRAFORM: &str = "import-kind-terraform";

/// The most kinds named for the documents in a file.
const KINDS: usize = 8;

/// Notes about each file.
#[derive(Debug, Default)]
pub(super) struct FileNotes {
    pub(super) files: Vec<Notes>,
    pub(super) classes: Classes,
    /// The fewest replicas of autoscalers, by namespace, kind and name.
    pub(super) fewest: base::Map<(String, String, String), i64>,
    /// Pods that are being deleted, by namespace and name: do they still pass their readiness, as an EndpointSlice says?
    pub(super) serving: base::Map<(String, String), bool>,
    /// What budgets say of the scale of the owners that they select.
    pub(super) scales: Vec<KnownScale>,
    pub(super) budgets: Vec<KnownBudget>,
    /// The default requests of containers, by namespace.
    pub(super) default_requests: base::Map<String, Table<Text>>,
    pub(super) storage: Storage,
    /// The newest instant in the files.
    pub(super) newest: Option<Instant>,
    /// The newest instant of an event: it dates the objects beside it in its file.
    pub(super) newest_event: Option<Instant>,
    /// The present, where it is known.
    pub(super) now: Option<Instant>,
    /// A run begins now, unless the files are newer or show an upgrade under way.
    pub(super) begins_now: bool,
}

/// The priorities of PriorityClasses.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub(super) named: base::Map<String, i64>,
    /// The priority of Pods without a class.
    pub(super) default: Option<i64>,
    /// Classes that never preempt; the empty name is the default's.
    pub(super) never: Vec<String>,
}

/// The notes about one file.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) used: Used,
    /// One of its clusters is simulated, or shown as a calendar.
    pub(super) cluster_used: bool,
    pub(super) tally: NoteTally,
    /// Unused kinds, with counts.
    pub(super) others: base::Map<String, usize>,
    /// The kinds of its documents.
    pub(super) kinds: Vec<Message>,
    /// The lines of notes about commands.
    pub(super) lines: Vec<(Note, usize)>,
    /// Documents recognized as unusable, with the reason.
    pub(super) refusals: Vec<(&'static str, Message)>,
}

impl Notes {
    fn is_blank(&self) -> bool {
        self.kinds.is_empty()
            && self.refusals.is_empty()
            && self.others.is_empty()
            && self.tally.is_empty()
    }

    /// Is anything of the file in the scenario?
    pub(super) fn is_used(&self) -> bool {
        self.used.any() || self.cluster_used
    }
}

impl FileNotes {
    /// What files of Terraform define is used if another has resources.
    pub(super) fn use_definitions(&mut self) {
        let is_terraform = |one: &Notes| one.kinds.iter().any(|kind| kind.key == TERRAFORM);
        if self.files.iter().any(|one| is_terraform(one) && one.is_used()) {
            let files = self.files.iter_mut().filter(|one| one.tally.has(DEFINITIONS));
            files.for_each(|one| one.cluster_used = true);
        }
    }
}

impl Found {
    /// Adds the content of another file.
    pub(super) fn absorb(&mut self, mut other: Self) {
        let clusters = self.clusters.len();
        for pool in &mut other.pools {
            pool.thing.cluster = pool.thing.cluster.map(|at| at + clusters);
        }
        self.nodes.append(&mut other.nodes);
        self.pods.append(&mut other.pods);
        self.controllers.append(&mut other.controllers);
        self.budgets.append(&mut other.budgets);
        self.in_default.extend(core::mem::take(&mut other.in_default));
        self.services.append(&mut other.services);
        self.clusters.append(&mut other.clusters);
        self.pools.append(&mut other.pools);
        self.operations.append(&mut other.operations);
        self.quota_errors.append(&mut other.quota_errors);
        self.capacities.append(&mut other.capacities);
        self.custom.append(&mut other.custom);
        self.operated.extend(core::mem::take(&mut other.operated));
        self.webhooks.append(&mut other.webhooks);
        self.planned.append(&mut other.planned);
        self.upgrade_infos.append(&mut other.upgrade_infos);
        self.orders.append(&mut other.orders);
        self.scenarios.append(&mut other.scenarios);
        let classes = other.notes.classes;
        for (name, value) in classes.named {
            self.notes.classes.named.insert(name, value);
        }
        self.notes.classes.default = classes.default.or(self.notes.classes.default);
        self.notes.classes.never.extend(classes.never);
        let events = other.notes.newest_event.filter(|_| other.notes.newest.is_some());
        self.notes.newest = self.notes.newest.max(other.notes.newest).max(events);
        for (namespace, requests) in other.notes.default_requests {
            self.notes.default_requests.insert(namespace, requests);
        }
        self.notes.scales.append(&mut other.notes.scales);
        self.notes.budgets.append(&mut other.notes.budgets);
        for (scaled, fewest) in other.notes.fewest {
            self.notes.fewest.insert(scaled, fewest);
        }
        for (pod, serving) in other.notes.serving {
            self.notes.serving.insert(pod, serving);
        }
        self.notes.storage.absorb(other.notes.storage);
        for (file, notes) in other.notes.files.into_iter().enumerate() {
            if !notes.is_blank() {
                *self.notes.file(file) = notes;
            }
        }
    }
}

impl FileNotes {
    /// Does the owner of Pods with these labels have a scale, as a budget in the files says?
    pub(super) fn scale_of(&self, namespace: &str, labels: &Table<Text>) -> Option<bool> {
        let selects = |one: &&KnownScale| {
            let mut selector = one.labels.iter();
            let is_own =
                |key: &str, value: &str| labels.get(key).is_some_and(|own| **own == *value);
            *one.namespace == *namespace && selector.all(|(key, value)| is_own(key, value))
        };
        self.scales.iter().find(selects).map(|one| one.has_scale)
    }

    /// Does a Pod that is being deleted still pass its readiness? `None`: no EndpointSlice says it.
    pub(super) fn serving_of(&self, pod: &Meta) -> Option<bool> {
        let name = (pod.namespace.0.clone(), pod.name.0.clone());
        self.serving.get(&name).copied().filter(|_| !pod.deletion.is_empty())
    }

    /// The first file with such a note.
    pub(super) fn with(&self, note: Note) -> Option<usize> {
        self.files.iter().position(|file| file.tally.has(note))
    }

    /// The first file with used content.
    pub(super) fn first_used(&self) -> Option<usize> {
        self.files.iter().position(Notes::is_used)
    }

    /// Takes an instant of the files into account.
    pub(super) fn newest_of(&mut self, text: &Text) {
        self.newest = self.newest.max(instant_of(text));
    }

    pub(super) fn newest_event_of(&mut self, text: &Text) {
        self.newest_event = self.newest_event.max(instant_of(text));
    }

    pub(super) fn file(&mut self, file: usize) -> &mut Notes {
        if self.files.len() <= file {
            self.files.resize_with(file + 1, Notes::default);
        }
        &mut self.files[file]
    }

    pub(super) fn note(&mut self, file: usize, note: Note, name: impl core::fmt::Display) {
        self.file(file).tally.add(note, &|| name.to_string().into(), None);
    }

    /// Adds a note about an object that may be in the scenario.
    pub(super) fn about(
        &mut self,
        file: usize,
        note: Note,
        name: impl core::fmt::Display,
        subject: Subject,
    ) {
        self.file(file).tally.add(note, &|| name.to_string().into(), Some(subject));
    }

    /// Adds a note with more than a name.
    pub(super) fn tell(
        &mut self,
        file: usize,
        note: Note,
        name: impl Into<Arg>,
        subject: Option<Subject>,
    ) {
        let name = name.into();
        self.file(file).tally.add(note, &|| name.clone(), subject);
    }

    pub(super) fn pool(&mut self, file: usize, note: Note, name: &str) {
        self.about(file, note, name, Subject::pool(name));
    }

    pub(super) fn node(&mut self, file: usize, note: Note, name: &str) {
        self.about(file, note, name, Subject::node(name));
    }

    pub(super) fn workload(&mut self, file: usize, note: Note, workload: &Workload) {
        self.about(file, note, &workload.name, Subject::workload(workload));
    }

    /// Removes a note about an object from all files; was there one?
    pub(super) fn forget(&mut self, note: Note, name: &Arg) -> bool {
        self.files.iter_mut().fold(false, |any, notes| any | notes.tally.forget(note, name))
    }

    /// Removes references to what isn't in the scenario.
    pub(super) fn keep_subjects(&mut self, document: &Document) {
        let tallies = self.files.iter().map(|notes| &notes.tally);
        let wanted = tallies.flat_map(NoteTally::subjects).cloned().collect();
        let there = subject::in_document(&wanted, document);
        for notes in &mut self.files {
            notes.tally.keep_subjects(&there);
        }
    }

    /// Notes an unusable document; a few are enough.
    pub(super) fn refuse(&mut self, file: usize, code: &'static str, reason: Message) {
        let refusals = &mut self.file(file).refusals;
        if refusals.len() < KINDS {
            refusals.push((code, reason));
        }
    }

    /// Objects of the kind aren't without effect: another note says what of them counts.
    pub(super) fn has_effect(&mut self, kind: &str) {
        for file in &mut self.files {
            file.others.remove(kind);
        }
    }

    /// An object of the kind isn't, likewise.
    pub(super) fn one_has_effect(&mut self, file: usize, kind: &str) {
        let others = &mut self.file(file).others;
        match others.get_mut(kind) {
            Some(count) if *count > 1 => *count -= 1,
            _ => _ = others.remove(kind),
        }
    }

    /// Adds the findings of a file.
    pub(super) fn add(&mut self, file: usize, findings: Findings<'_>) {
        for kind in findings.kinds {
            self.say(file, kind);
        }
        self.file(file).lines.extend(findings.lines);
        for (note, name) in findings.notes {
            self.tell(file, note, name, None);
        }
    }

    /// Notes the kind of a document in the file.
    pub(super) fn say(&mut self, file: usize, kind: Message) {
        let kinds = &mut self.file(file).kinds;
        if kinds.len() < KINDS && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
}

fn instant_of(text: &Text) -> Option<Instant> {
    text.some().and_then(instant::parse).map(Instant)
}

/// Whether the owners of the Pods with these labels have a scale.
#[derive(Debug)]
pub(super) struct KnownScale {
    pub(super) namespace: String,
    pub(super) labels: Vec<(String, String)>,
    pub(super) has_scale: bool,
}

/// Which Pods a budget selects, and how many disruptions it allows by its status.
#[derive(Debug)]
pub(super) struct KnownBudget {
    pub(super) file: usize,
    pub(super) namespace: String,
    pub(super) name: String,
    pub(super) selector: Selector,
    pub(super) allowed: Option<i64>,
}

impl FileNotes {
    /// Is there such a note about the budget?
    pub(super) fn has_subject(&self, note: Note, namespace: &str, name: &str) -> bool {
        let about = Subject::namespaced("budget", namespace, name);
        let files = self.files.iter().filter(|file| file.tally.has(note));
        files.flat_map(|file| file.tally.subjects()).any(|one| *one == about)
    }

    /// The budgets that select such a Pod, by their places.
    pub(super) fn budgets_of(&self, namespace: &str, labels: &Table<Text>) -> Vec<usize> {
        let budgets = self.budgets.iter().enumerate();
        let own = budgets.filter(|(_, one)| one.namespace == namespace);
        own.filter(|(_, one)| one.selector.selects(labels)).map(|(at, _)| at).collect()
    }
}
