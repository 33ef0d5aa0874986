//! Runs all seeds on every core.

use crate::Options;
use std::cell::RefCell;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use vopr::{Held, Violation, hold, questions};

thread_local! {
    /// The message of this thread's last panic.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Results of all runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepResult {
    pub seeds: u64,
    pub records: u64,
    pub failures: Vec<(u64, Violation)>,
    /// Nodes and records of each run without violations.
    pub nodes: Vec<u32>,
    pub sizes: Vec<u32>,
    /// The number of runs that reached each rule. Rows of one run cluster, so they say less.
    pub rules: Vec<u64>,
}

/// Runs one document, with questions if the options say so; a panic counts as a failure.
pub(crate) fn attempt(asked: Options, text: &str, seed: u64) -> Result<Held, Violation> {
    caught(|| if asked.questions { questions::ask(text, seed) } else { hold(text, seed) })
}

fn caught(
    run: impl FnOnce() -> Result<Held, Violation> + panic::UnwindSafe,
) -> Result<Held, Violation> {
    panic::catch_unwind(run).unwrap_or_else(|_| {
        let said = PANIC.with_borrow(Clone::clone);
        Err(Violation { checker: "panic", said })
    })
}

fn listen() {
    panic::set_hook(Box::new(|info| {
        PANIC.with_borrow_mut(|said| *said = info.to_string().replace('\n', " "));
    }));
}

pub(crate) fn sweep(asked: Options) -> SweepResult {
    listen();
    let next = AtomicU64::new(0);
    let enough = AtomicBool::new(false);
    let worker = || {
        let mut swept = SweepResult::default();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= asked.seeds || enough.load(Ordering::Relaxed) {
                return swept;
            }
            let seed = asked.from.wrapping_add(at);
            swept.seeds += 1;
            let text = asked.document(seed).to_string();
            match attempt(asked, &text, seed) {
                Ok(held) => swept.add(&held),
                Err(failure) => {
                    swept.failures.push((seed, failure));
                    enough.fetch_or(asked.first, Ordering::Relaxed);
                }
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut all = SweepResult::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            if let Ok(swept) = worker.join() {
                all.join(swept);
            }
        }
    });
    all.failures.sort_by_key(|(seed, _)| *seed);
    all
}

impl SweepResult {
    fn add(&mut self, held: &Held) {
        self.records += u64::from(held.records);
        self.nodes.push(held.nodes);
        self.sizes.push(held.records);
        let reached: Vec<u64> = held.rules.iter().map(|rows| u64::from(*rows > 0)).collect();
        self.count(&reached);
    }

    fn join(&mut self, other: Self) {
        self.seeds += other.seeds;
        self.records += other.records;
        self.failures.extend(other.failures);
        self.nodes.extend(other.nodes);
        self.sizes.extend(other.sizes);
        self.count(&other.rules);
    }

    fn count(&mut self, rules: &[u64]) {
        self.rules.resize(self.rules.len().max(rules.len()), 0);
        for (all, more) in self.rules.iter_mut().zip(rules) {
            *all += more;
        }
    }
}
