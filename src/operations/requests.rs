//! Requested operations and faults, and their names.

use super::state::BranchRequest;
use crate::player::{Player, RunScene};
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, Store};
use crate::shell::words::{t, tn};
use base::{PoolId, SimSpan};
use model::script::{Failure, Shutdown};
use model::{Command, NodeRef, Plan};
use query::operations::{Offer, OfferKind, UserFault, acts};
use trace::Subject;

/// Performs an operation at the playhead: the run changes from there on.
pub(crate) fn operate(store: &Store, player: &Player, asked: BranchRequest) {
    let acts = player.with_here(|here| acts(&here.run.trace, here.frame));
    player.set_playing(false);
    if let Some(at) = acts {
        store.send(Action::Branch(asked, at));
    }
}

pub(crate) fn pool_name(plan: &Plan, pool: PoolId) -> String {
    plan.pools.get(pool).map_or_else(String::new, |pool| pool.name.clone())
}

/// The word of an operation, and a note that distinguishes it from others with the same word.
pub fn words_of(offer: &Offer) -> (String, Option<String>) {
    let (word, note) = match offer.kind {
        OfferKind::Upgrade => ("ui-op-upgrade", None),
        OfferKind::Downgrade => ("ui-op-downgrade", None),
        OfferKind::Cancel => ("ui-op-cancel", None),
        OfferKind::Resume => ("ui-op-resume", None),
        OfferKind::Rollback => ("ui-op-rollback", Some("ui-op-rollback-note")),
        OfferKind::RollbackRespecting => ("ui-op-rollback", Some("ui-op-rollback-respecting-note")),
        OfferKind::Complete => ("ui-op-complete", None),
    };
    // If neither variant is allowed, only one is offered.
    (t(word), note.filter(|_| offer.allowed()).map(t))
}

/// `Roll back web-pool, respectPdb true`
pub fn offered(plan: &Plan, pool: PoolId, offer: &Offer) -> String {
    let (what, note) = words_of(offer);
    let args = [("what", what.into()), ("pool", pool_name(plan, pool).into())];
    let text = tn("ui-op-button", &args);
    match note {
        Some(note) => format!("{text}, {note}"),
        None => text,
    }
}

impl BranchRequest {
    pub fn of_offer(plan: &Plan, pool: PoolId, offer: &Offer) -> Self {
        let key = offer.kind.done();
        Self { key, name: pool_name(plan, pool), pool: Some(pool), command: offer.command.clone() }
    }

    /// `number` and `span`: the typed values of faults; without a number there is no limit.
    pub fn of_fault(
        run: &Run,
        fault: UserFault,
        number: Option<u32>,
        span: Option<SimSpan>,
    ) -> Option<Self> {
        let behaves = |workload, image_pull, shutdown, fails_upgraded| Command::SetBehaviour {
            workload,
            image_pull,
            shutdown,
            fails_upgraded,
        };
        let named = |node| NodeRef::of(&run.plan, run.trace.last(), node);
        let pick = |on: bool, yes, no| if on { yes } else { no };
        let of_node = |node| Some(Subject::Node(node));
        let of_workload = |workload| Some(Subject::Workload(workload));
        let (key, subject, command) = match fault {
            UserFault::Quota { .. } => ("did-quota", None, Command::Quota { spare: number }),
            UserFault::Stockout { zone, on } => {
                let key = pick(on, "did-stockout", "did-stockout-ends");
                let command = Command::Stockout { zone, on };
                (key, Some(Subject::Zone(zone)), command)
            }
            UserFault::Reservation { pool, .. } => {
                let machines = number;
                let command = Command::Reservation { pool, machines };
                ("did-reservation", Some(Subject::Pool(pool)), command)
            }
            UserFault::Preempt { node } => {
                let command = Command::Preempt { node: named(node)? };
                ("did-preempt", of_node(node), command)
            }
            UserFault::Fails { node, why } => {
                let key = match why {
                    Failure::Kubelet => "did-kubelet",
                    Failure::Disk => "did-disk",
                };
                let of = named(node)?;
                (key, of_node(node), Command::Fail { node: of, why })
            }
            UserFault::HostEvent { node } => {
                let command = Command::HostEvent { node: named(node)? };
                ("did-host-event", of_node(node), command)
            }
            UserFault::NeverReady { workload, on } => {
                let key = pick(on, "did-never-ready", "did-ready-again");
                let command = behaves(workload, None, None, Some(on));
                (key, of_workload(workload), command)
            }
            UserFault::SlowPull { workload } => {
                let command = behaves(workload, Some(span?), None, None);
                ("did-slow-pull", of_workload(workload), command)
            }
            UserFault::IgnoresSigterm { workload } => {
                let command = behaves(workload, None, Some(Shutdown::AtTheEndOfGrace), None);
                ("did-sigterm", of_workload(workload), command)
            }
        };
        let name = subject.map(|subject| RunScene::speak(run, |words| words.name(subject)));
        Some(Self {
            key,
            name: name.unwrap_or_default(),
            pool: match subject {
                Some(Subject::Pool(pool)) => Some(pool),
                _ => None,
            },
            command,
        })
    }
}
