//! The rows of a run that match the filter.

use crate::player::{RunScene, said};
use crate::shell::run::loaded::Run;
use crate::shell::words::lowercase;
use base::{Map, RecordNo};
use query::filter::Name;
use query::{ListedRows, events, filter};
use std::cell::RefCell;
use std::rc::Rc;
use trace::Subject;
use words::Words;

/// Texts of facts are searched up to this number of rows.
const SEARCHED: u32 = 20_000;

/// With more rows than this, the log is filtered again only after a pause in typing.
const LONG: u32 = 200_000;
const TYPED: f64 = 250.0;

/// The rows of a run that match a filter; `None` without a filter.
type Kept = (Rc<RunScene>, String, Option<Vec<u32>>);

/// The rows that the log iterates over.
pub(super) struct Passing<'a> {
    told: &'a ListedRows,
    some: Option<&'a [u32]>,
}

impl Passing<'_> {
    pub(super) fn len(&self) -> usize {
        self.some.map_or(self.told.len() as usize, <[u32]>::len)
    }

    pub(super) fn before(&self, next: u32) -> usize {
        match self.some {
            Some(some) => some.partition_point(|no| *no < next),
            None => self.told.before(next) as usize,
        }
    }

    pub(super) fn get(&self, place: usize) -> Option<RecordNo> {
        match self.some {
            Some(some) => some.get(place).copied().map(RecordNo),
            None => self.told.get(place as u32),
        }
    }
}

/// Keeps the rows that match, until the run or the filter changes.
#[derive(Default)]
pub(super) struct RowFilter {
    /// The matching rows, for one run and one filter.
    kept: RefCell<Option<Kept>>,
    /// The last typed text, and when it was first seen.
    typed: RefCell<(String, f64)>,
}

/// Matches names against a text; cached per Pod, since Pods have many rows.
struct NameMatcher<'a> {
    run: &'a Run,
    scene: &'a RunScene,
    words: &'a Words<'a>,
    wanted: Name<'a>,
    /// By workload: does its name match, and could the text end in a Pod's number?
    workloads: Vec<(bool, bool)>,
    pods: Vec<Option<bool>>,
    rest: Map<u32, bool>,
}

impl<'a> NameMatcher<'a> {
    fn new(run: &'a Run, scene: &'a RunScene, words: &'a Words<'a>, wanted: &'a str) -> Self {
        let name = Name::of(&run.plan, wanted);
        let head = wanted.trim_end_matches(|one: char| one.is_ascii_digit());
        let workloads = run.plan.workloads.values().map(|one| {
            let own = one.name.to_ascii_lowercase();
            let ends = head.strip_suffix('-').is_some_and(|end| own.ends_with(end));
            (name.fits(&own), head.is_empty() || ends)
        });
        Self {
            run,
            scene,
            words,
            wanted: name,
            workloads: workloads.collect(),
            pods: vec![None; scene.last.pod_count() as usize],
            rest: Map::new(),
        }
    }

    fn has(&mut self, subject: Subject) -> bool {
        let Subject::Pod(pod) = subject else {
            if let Some(known) = self.rest.get(&subject.pack()) {
                return *known;
            }
            let home = filter::home(&self.run.trace, &self.scene.last, subject);
            let fits = |text: &str| self.wanted.fits(text);
            let has = fits(&self.words.subject(subject)) || home.into_iter().any(fits);
            self.rest.insert(subject.pack(), has);
            return has;
        };
        let at = pod.0 as usize;
        if let Some(Some(known)) = self.pods.get(at) {
            return *known;
        }
        let owner = self.scene.last.owner(pod);
        let owner = owner.and_then(|owner| self.workloads.get(owner.0 as usize));
        let has = match (self.run.plan.given_pod_name(pod), owner) {
            (None, Some((true, _))) => true,
            (None, Some((false, false))) => false,
            _ => self.wanted.fits(&self.words.subject(subject)),
        };
        if let Some(slot) = self.pods.get_mut(at) {
            *slot = Some(has);
        }
        has
    }
}

impl RowFilter {
    /// Is the user typing while the run is too long to be filtered at each letter?
    pub(super) fn is_typing(&self, run: &Run, scene: &Rc<RunScene>, text: &str, now: f64) -> bool {
        let mut typed = self.typed.borrow_mut();
        if typed.0 != text {
            *typed = (text.to_owned(), now);
        }
        let kept = self.kept.borrow();
        let known = (kept.as_ref())
            .is_some_and(|(known, kept, _)| Rc::ptr_eq(known, scene) && kept != text);
        known && run.trace.len() > LONG && !text.is_empty() && now - typed.1 < TYPED
    }

    /// Filters the rows again if the run or the filter has changed.
    pub(super) fn keep(&self, run: &Run, scene: &Rc<RunScene>, typed: &str) {
        let known = self
            .kept
            .borrow()
            .as_ref()
            .is_some_and(|(known, text, _)| Rc::ptr_eq(known, scene) && text == typed);
        if known {
            return;
        }
        let wanted = lowercase(typed.trim());
        if wanted.is_empty() {
            self.kept.replace(Some((Rc::clone(scene), typed.to_owned(), None)));
            return;
        }
        let kept: Vec<u32> = said(run, scene, |words| {
            let mut named = NameMatcher::new(run, scene, words, &wanted);
            let few = run.trace.len() < SEARCHED;
            events::story(&run.trace)
                .filter(|told| {
                    let row = (told.no, &told.record);
                    if let Some(passes) = filter::row(&run.reading.index, &wanted, row) {
                        return passes;
                    }
                    let fact = || lowercase(&words.fact(&told.record));
                    named.has(told.record.subject) || few && fact().contains(&wanted)
                })
                .map(|told| told.no.0)
                .collect()
        });
        self.kept.replace(Some((Rc::clone(scene), typed.to_owned(), Some(kept))));
    }

    /// Calls `read` with the rows that were kept last.
    pub(super) fn with<T>(&self, scene: &RunScene, read: impl FnOnce(&Passing<'_>) -> T) -> T {
        let kept = self.kept.borrow();
        let some = kept.as_ref().and_then(|(_, _, some)| some.as_deref());
        read(&Passing { told: scene.listed(), some })
    }
}
