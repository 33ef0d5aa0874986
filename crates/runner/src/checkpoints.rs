//! Copies of a run at several instants, so that a scenario with changed later entries continues from the middle.
//!
//! They are limited by bytes, not by number: if they exceed the limit, every other one is dropped, and new ones are kept half
//! as often. One more copy may be at the playhead.
//!
//! `model::Plan::same_until` says until when two plans have the same run; the runner continues from the last copy before that
//! (`sim/branch.rs`), and the page keeps its rows. A copy is the whole `Sim`, 30 to 50 MiB at 15,000 nodes. Before a branch is
//! requested, the run moves to the playhead (`Request::Prefetch`).

use super::{RunNo, Session};
use base::{SimTime, order};
use scenario::Compiled;
use std::cmp::Reverse;

/// The byte limit of all copies except the one at the playhead.
const BYTES: usize = 64 << 20;

#[derive(Default)]
pub(super) struct Checkpoints {
    run: Option<RunNo>,
    /// In order of time.
    list: Vec<Session>,
    /// The number of chunks between two copies.
    every: u32,
    at_playhead: Option<Session>,
}

impl Checkpoints {
    /// Starts with the copies of a new run.
    pub(super) fn of(run: RunNo) -> Self {
        Self { run: Some(run), list: Vec::new(), every: 1, at_playhead: None }
    }

    /// Keeps a copy if one is due.
    pub(super) fn pass(&mut self, session: &Session) {
        if session.is_over() || !session.given().is_multiple_of(self.every) {
            return;
        }
        // Frees memory before the copy is made: wasm gives no memory back.
        while !self.list.is_empty() && self.bytes() + session.bytes() > BYTES {
            if self.list.len() == 1 {
                // Not even two fit: keep the first, for branches.
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

    /// Continues with another scenario, for a page that holds `held` chunks of that run. Later branches start from
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
        let at_playhead = self.at_playhead.iter().filter(held);
        let mut all: Vec<&Session> = at_playhead.chain(self.list.iter().filter(held)).collect();
        // From the last one on, so that only the one that continues is copied.
        order::sort_by_key(&mut all, |one| Reverse(one.now()));
        let branch = all.into_iter().find_map(|one| one.branch(compiled))?;
        let now = branch.now();
        self.list.retain(|one| one.now() <= now);
        self.at_playhead = self.at_playhead.take().filter(|one| one.now() <= now);
        self.run = Some(to);
        Some(branch)
    }

    /// A copy of that run from which the instant can be reached.
    pub(super) fn toward(&self, of: RunNo, at: SimTime) -> Option<Session> {
        let all = self.at_playhead.iter().chain(&self.list);
        let before = all.filter(|one| self.run == Some(of) && one.is_before(at));
        before.max_by_key(|one| one.now()).cloned()
    }

    /// Keeps a session at the playhead, or on the way there.
    pub(super) fn keep_at_playhead(&mut self, session: Session) {
        self.at_playhead = Some(session);
    }
}
