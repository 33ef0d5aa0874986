//! The number of nodes in each state, for clusters too large to count visually.

use crate::player::{PaintInput, Painter};
use crate::shell::state::Store;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, tag};
use crate::shell::words::{number, t};
use base::SimTime;
use query::filter;
use query::stage::{Detail, Tally, TileState};
use std::cell::{Cell, RefCell};
use web_sys::Element;

/// The interval between two updates while playing, in milliseconds.
const EVERY: f64 = 200.0;

pub struct StatesPainter {
    slot: RefCell<DomSlot>,
    shown_at: Cell<f64>,
    next: Cell<Option<u32>>,
    store: Store,
}

impl StatesPainter {
    pub fn new(element: Element, store: Store) -> Self {
        Self {
            slot: RefCell::new(DomSlot::new(element)),
            shown_at: Cell::new(0.0),
            next: Cell::new(None),
            store,
        }
    }
}

fn row(name: Tag, value: String) -> [Tag; 2] {
    [tag("dt").add(name), tag("dd").text(value)]
}

/// A state with its sign; a link if the filter has a word for it.
fn state(state: TileState) -> Tag {
    let look = state;
    let sign = block("i", &format!("sign {}", look.key())).with("aria-hidden", "true");
    let name = t(look.key());
    match filter::word(state) {
        Some(word) => block("button", "link")
            .with("type", "button")
            .with("data-filter", word)
            .add(sign)
            .text(name),
        None => tag("span").add(sign).text(name),
    }
}

impl Painter for StatesPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let many = show.scene.filter(|scene| scene.detail == Detail::Cells);
        let (Some(run), Some(scene), Some(frame)) = (show.run, many, show.frame) else {
            if self.next.take().is_some() {
                self.slot.borrow_mut().show(Vec::new());
            }
            return false;
        };
        let due = !show.playing || show.now - self.shown_at.get() > EVERY;
        if !due || self.store.state().selected.is_some() && show.playing {
            return false;
        }
        self.shown_at.set(show.now);
        self.next.set(Some(frame.next));
        let (done, _) = scene.nodes_done(run, frame);
        let counts = scene.counts(run, frame);
        let mut all = Tally::default();
        for group in run.plan.groups.ids() {
            let tally = counts.tally_of(group);
            for (sum, one) in all.states.iter_mut().zip(tally.states) {
                *sum += one;
            }
        }
        // States with the target last, as in the picture. States without nodes are omitted.
        let rows = TileState::ALL.into_iter().rev().filter_map(|one| {
            let count = all.states[one as usize];
            let always = matches!(one, TileState::ReadyNew | TileState::ReadyOld);
            (always || count > 0).then(|| row(state(one), number(count)))
        });
        let peak = run.lanes.nodes.max().max(0);
        let word = |key: &str| tag("span").text(t(key));
        let now = run.lanes.nodes.at(SimTime::from_ms(show.at_ms as i64));
        let mut pools = frame.cluster.pools.values();
        let sides = pools.any(|pool| pool.kind.traits().sides);
        let hint = if sides { "ui-states-sides" } else { "ui-states-hint" };
        let sums = [
            ("ui-states-now", number(now.max(0) as u32)),
            ("ui-states-peak", number(peak as u32)),
            ("ui-states-done", number(done)),
        ];
        let sums = sums.into_iter().map(|(key, value)| row(word(key), value));
        let table = block("dl", "kv").all(rows.flatten()).all(sums.flatten());
        let pieces: Vec<DomNode> = vec![
            tag("h2").text(t("ui-states")).into(),
            block("p", "hint").text(t(hint)).into(),
            table.into(),
        ];
        self.slot.borrow_mut().show(pieces);
        false
    }
}
