//! Lists the lines of the table whenever the playhead or what is wanted changes.

use super::lines::{Line, Lines, Listed, Listing, fields};
use crate::player::{PaintInput, Painter, said};
use crate::shell::state::Store;
use crate::shell::web::files::{csv, save};
use crate::shell::widgets::rows_in_view::in_view;
use model::Plan;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::{Frame, Subject};
use yew::Callback;

/// While playing, the least time between two listings in milliseconds.
const EVERY: f64 = 250.0;

pub struct TablesPainter {
    pub listing: RefCell<Listing>,
    /// Pixels above the rows in view.
    pub scrolled: Cell<i32>,
    /// The lines are saved as a file at the next listing.
    pub saves: Cell<bool>,
    /// By how many lines the choice moves at the next listing.
    pub moves: Cell<i32>,
    store: Store,
    tell: Callback<Rc<Listed>>,
    /// The number of the opened scenario, of which pools and namespaces are chosen.
    opened: Cell<u32>,
    listed_at: Cell<f64>,
    known: RefCell<Option<Known>>,
}

/// What was listed, and of what.
struct Known {
    of: (u32, u32, i64, Listing),
    lines: Lines,
    shown: Listed,
    seen: (i32, Option<Subject>),
}

impl TablesPainter {
    pub fn new(left: (u32, Listing), store: Store, tell: Callback<Rc<Listed>>) -> Self {
        Self {
            opened: Cell::new(left.0),
            listed_at: Cell::new(0.0),
            listing: RefCell::new(left.1),
            scrolled: Cell::new(0),
            saves: Cell::new(false),
            moves: Cell::new(0),
            store,
            tell,
            known: RefCell::new(None),
        }
    }

    /// How the tables are left.
    pub fn left(&self) -> (u32, Listing) {
        (self.opened.get(), self.listing.borrow().clone())
    }

    /// Forgets choices that are of another scenario, or that the cluster has no longer.
    fn forget(&self, plan: &Plan) {
        let opened = self.store.state().opened;
        let other = self.opened.replace(opened) != opened;
        let mut listing = self.listing.borrow_mut();
        listing.pool = listing.pool.filter(|pool| !other && plan.pools.get(*pool).is_some());
        let has = |name: &String| plan.workloads.values().any(|own| own.namespace == *name);
        listing.namespace = listing.namespace.take().filter(|name| !other && has(name));
    }

    fn list(&self, show: &PaintInput<'_>, frame: &Frame) -> Option<Known> {
        let (run, scene) = (show.run?, show.scene?);
        let listing = self.listing.borrow().clone();
        let counts = scene.counts(run, frame);
        let (mut lines, [states, reasons]) = Lines::of(&listing, run, frame, &counts);
        drop(counts);
        lines.search(&listing.text, run, scene, frame.at);
        let plan = &run.plan;
        let mut namespaces: Vec<String> =
            plan.workloads.values().map(|one| one.namespace.clone()).collect();
        base::order::sort(&mut namespaces);
        namespaces.dedup();
        let shown = Listed {
            len: lines.count(),
            states,
            reasons,
            pools: plan.pools.iter().map(|(id, pool)| (id, pool.name.clone())).collect(),
            namespaces: namespaces.into(),
            autoscaled: plan.is_autoscaled(),
            ..Listed::default()
        };
        let of = (run.no.0, frame.next, frame.at.ms() / 1000, listing);
        Some(Known { of, lines, shown, seen: (i32::MIN, None) })
    }
}

/// The line that is so many after the chosen one.
fn moved(lines: &Lines, by: i32, now: Option<Subject>) -> Option<(usize, Subject)> {
    let count = lines.count();
    let at = now.and_then(|now| (0..count).find(|at| lines.subject(*at) == Some(now)));
    let next = match at {
        Some(at) => at.saturating_add_signed(by as isize).min(count.saturating_sub(1)),
        None => 0,
    };
    lines.subject(next).map(|subject| (next, subject))
}

impl Painter for TablesPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return false;
        };
        self.forget(&run.plan);
        let mut known = self.known.borrow_mut();
        let of = (run.no.0, frame.next, frame.at.ms() / 1000, &*self.listing.borrow());
        let same = known.as_ref().is_some_and(|known| {
            let (no, next, at, listing) = &known.of;
            // Keys and scrolling use the lines that are known.
            let early = show.playing && show.now - self.listed_at.get() < EVERY;
            (*no, *next, *at, listing) == of || early && (*no, listing) == (of.0, of.3)
        });
        if !same {
            *known = self.list(show, frame);
            self.listed_at.set(show.now);
        }
        let Some(known) = &mut *known else {
            return false;
        };
        if self.saves.take()
            && let Some(all) = fields(&known.lines, show)
        {
            save("nodetide-table.csv", "text/csv", csv(&all).as_bytes());
        }
        let selected = self.store.state().selected;
        let by = self.moves.take();
        known.shown.next = if by == 0 { None } else { moved(&known.lines, by, selected) };
        let range = in_view(self.scrolled.get(), known.lines.count());
        let seen = (range.start as i32, selected);
        if !same || by != 0 || known.seen != seen {
            known.seen = seen;
            known.shown.first = range.start;
            known.shown.selected = selected;
            known.shown.lines = said(run, scene, |words| {
                let line = |at| known.lines.line(at, run, words, frame.at);
                range.filter_map(line).collect::<Vec<Line>>()
            });
            self.tell.emit(Rc::new(known.shown.clone()));
        }
        false
    }
}
