//! Reports of refused requests for VMs: each reason is a row once, and not at every attempt (AM-60).

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use base::{PoolId, Set, ZoneId};
use trace::{Blocker, Change, Subject};

impl Cx<'_> {
    pub(crate) fn refuse(&mut self, rule: Rule, subject: Subject, zone: ZoneId) {
        self.refuse_all(rule, subject, zone, 1);
    }

    /// Refuses a request for several VMs, some of which may be available.
    pub(crate) fn refuse_all(&mut self, rule: Rule, subject: Subject, zone: ZoneId, vms: u32) {
        let Some(pool) = self.pool_of_refusal(subject) else {
            return;
        };
        if self.world.reserved(pool) {
            // With a reservation, quota and stockouts don't apply to the pool: their end repeats no refusal.
            self.refusals.retain(|(reported, _, blocker, _)| {
                *reported != subject
                    || !(blocker.is_quota() || matches!(blocker, Blocker::Stockout { .. }))
            });
        }
        let refusals: Vec<Blocker> = self.world.refusals(pool, zone, vms).collect();
        for blocker in refusals {
            // By how much a quota is short may change while it is.
            let reason = match blocker {
                Blocker::QuotaOf { quota, .. } => Blocker::QuotaOf { quota, short: 0 },
                other => other,
            };
            // A slice that lost another node asks for more VMs than before.
            self.refusals.retain(|(reported, by, known, before)| {
                (*reported, *by, *known) != (subject, rule, reason) || *before == vms
            });
            if self.refusals.insert((subject, rule, reason, vms)) {
                self.record(rule, subject, Change::Blocked { by: blocker });
            }
        }
    }

    /// The pool has newer rows, so a wait that continues is reported again.
    pub(crate) fn forget_refusals(&mut self, pool: PoolId) {
        self.refusals.retain(|(subject, ..)| *subject != Subject::Pool(pool));
    }

    /// Forgets the reasons that no longer hold; a later refusal for one of them is reported again.
    pub(crate) fn forget_ended_refusals(&mut self) {
        let mut reported = std::mem::take(&mut self.refusals);
        reported.retain(|(subject, _, blocker, vms)| self.still_refused(*subject, *blocker, *vms));
        self.refusals = reported;
    }

    /// If one of two reported blockers of a request has ended, the other is reported again.
    pub(crate) fn forget_partly_ended_refusals(&mut self) {
        let mut reported = std::mem::take(&mut self.refusals);
        let of = |still_refused: bool| -> Set<(Subject, Rule)> {
            reported
                .iter()
                .filter(|(subject, _, blocker, vms)| {
                    self.still_refused(*subject, *blocker, *vms) == still_refused
                })
                .map(|(subject, rule, ..)| (*subject, *rule))
                .collect()
        };
        let (ended, left) = (of(false), of(true));
        reported.retain(|(subject, rule, ..)| {
            let request = (*subject, *rule);
            !(ended.contains(&request) && left.contains(&request))
        });
        self.refusals = reported;
    }
}

impl Core {
    /// The pool of the VM that was refused.
    fn pool_of_refusal(&self, subject: Subject) -> Option<PoolId> {
        match subject {
            Subject::Node(node) => Some(self.world.cluster.pool_of(&self.world.plan, node)),
            Subject::Pool(pool) => Some(pool),
            _ => None,
        }
    }

    /// Does the reason why so many VMs were refused still hold?
    fn still_refused(&self, subject: Subject, blocker: Blocker, vms: u32) -> bool {
        let pool = self.pool_of_refusal(subject);
        pool.is_some_and(|pool| self.world.still_refuses(pool, blocker, vms))
    }
}
