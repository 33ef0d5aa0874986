//! Where it is found out whether upgrades fit their windows: one run after the other, of which only the figures are wanted.

use crate::shell::background::BackgroundRunner;
use crate::shell::effect::World;
use crate::shell::store::Store;
use runner::{Fault, Figures, Order, RECORDS_AT_MOST, Report, RunNo};
use std::cell::RefCell;
use yew::Callback;

/// What the run came to.
pub type Came = Result<Box<Figures>, Fault>;

/// Who hears of the run that was ordered last.
#[derive(Default)]
struct Waits {
    no: u32,
    tell: Option<Callback<Came>>,
}

thread_local! {
    static RUNNER: BackgroundRunner = BackgroundRunner::default();
    static WAITS: RefCell<Waits> = RefCell::default();
}

/// Ends what is under way and runs this text under this seed.
pub fn order((text, seed): (String, u64), tell: Callback<Came>) {
    let Some(world) = World::of_page() else {
        return;
    };
    let no = WAITS.with_borrow_mut(|waits| {
        waits.no += 1;
        waits.tell = Some(tell);
        RunNo(waits.no)
    });
    let order = Order::Try {
        text,
        seed: Some(seed),
        records: RECORDS_AT_MOST,
    };
    let rest = world.rest.borrow();
    let worker = (&world.spawn, world.script.as_str(), &*rest);
    RUNNER.with(|runner| runner.order(&world.store, worker, (no, order), Box::new(hear)));
}

/// Ends what is under way; nobody hears of it.
pub fn stop() {
    WAITS.with_borrow_mut(|waits| waits.tell = None);
    RUNNER.with(BackgroundRunner::stop);
}

fn hear(_: &Store, no: RunNo, report: Report) {
    let came = match report {
        Report::Tried(figures) => Ok(figures),
        Report::Failed(fault) => Err(fault),
        // Of a trial there are no rows.
        _ => return,
    };
    let tell = WAITS.with_borrow_mut(|waits| {
        let is_last = waits.no == no.0;
        waits.tell.take_if(|_| is_last)
    });
    if let Some(tell) = tell {
        tell.emit(came);
    }
}
