//! Copies of a run from several instants, so that a scenario with another end of its script goes on in the middle.
//!
//! They are limited by bytes, not by number: when they are too many every other one goes, and new ones are kept half
//! as often. One more may be at the instant that a person looks at.
//!
//! `model::Plan::same_until` says up to when two plans are the same run; the runner goes on from the last copy before that
//! (`sim/branch.rs`), and the page keeps its rows. A copy is the whole `Sim`, 30 to 50 MiB at 15,000 nodes. Before a branch is
//! requested, both sides move to where a person looks (`Order::Prefetch`).

use super::{RunNo, Session};
use base::SimTime;
use scenario::Compiled;
use std::cmp::Reverse;

/// Memory for all but the one at the playhead.
const BYTES: usize = 64 << 20;

#[derive(Default)]
pub(super) struct Checkpoints {
    run: Option<RunNo>,
    /// In the order of the run.
    list: Vec<Session>,
    /// One is kept after so many chunks.
    every: u32,
    near: Option<Session>,
}

impl Checkpoints {
    /// Of a run that begins.
    pub(super) fn of(run: RunNo) -> Self {
        Self {
            run: Some(run),
            list: Vec::new(),
            every: 1,
            near: None,
        }
    }

    /// The run has come so far.
    pub(super) fn pass(&mut self, session: &Session) {
        if session.is_over() || !session.given().is_multiple_of(self.every) {
            return;
        }
        // Room is made before the copy is: wasm gives no memory back.
        while !self.list.is_empty() && self.bytes() + session.bytes() > BYTES {
            if self.list.len() == 1 {
                // Not even two fit: the first is where others begin.
                return;
            }
            self.every *= 2;
            let every = self.every;
            self.list.retain(|one| one.given().is_multiple_of(every));
            if !session.given().is_multiple_of(every) {
                return;
            }
        }
        self.list.push(session.clone());
    }

    fn bytes(&self) -> usize {
        self.list.iter().map(Session::bytes).sum()
    }

    /// Goes on with another scenario, for a page that holds so many chunks of that run. Later branches go on from
    /// these copies.
    pub(super) fn branch(
        &mut self,
        (of, chunks): (RunNo, u32),
        to: RunNo,
        compiled: &Compiled,
    ) -> Option<Session> {
        if self.run != Some(of) {
            return None;
        }
        let held = |one: &&Session| one.given() <= chunks;
        let near = self.near.iter().filter(held);
        let mut all: Vec<&Session> = near.chain(self.list.iter().filter(held)).collect();
        // From the last on, so that no copy is made but of the one that goes on.
        all.sort_by_key(|one| Reverse(one.now()));
        let branch = all.into_iter().find_map(|one| one.branch(compiled))?;
        let now = branch.now();
        self.list.retain(|one| one.now() <= now);
        self.near = self.near.take().filter(|one| one.now() <= now);
        self.run = Some(to);
        Some(branch)
    }

    /// A copy on its way to an instant of that run.
    pub(super) fn toward(&self, of: RunNo, at: SimTime) -> Option<Session> {
        let all = self.near.iter().chain(&self.list);
        let before = all.filter(|one| self.run == Some(of) && one.is_before(at));
        before.max_by_key(|one| one.now()).cloned()
    }

    /// It stands at the playhead, or on the way there.
    pub(super) fn stands(&mut self, session: Session) {
        self.near = Some(session);
    }
}
