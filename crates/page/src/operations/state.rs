//! Another run from an instant on: something is asked for there, and the page says how that differs from the run it left.

use crate::player::scene::RunScene;
use crate::shell::action::Effect;
use crate::shell::document::change_as;
use crate::shell::history::What;
use crate::shell::state::{AppState, Run};
use crate::shell::words::{day_time, t, tn};
use base::{PoolId, SimSpan, SimTime};
use draw::surface::plain;
use model::script::{Failure, Shutdown};
use model::{Command, NodeRef, Plan};
use query::change;
use query::operations::{Asks, Mishap, Offer};
use runner::{Figures, RECORDS_AT_MOST, RunNo, operate};
use std::rc::Rc;
use trace::{Change, Subject};

/// Something that a person asks for, and how it is called.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// Key of the words of its step.
    pub key: &'static str,
    /// What it is about.
    pub name: String,
    pub pool: Option<PoolId>,
    pub command: Command,
}

/// The run that somebody made by asking for something.
#[derive(Clone, PartialEq, Debug)]
pub struct Branched {
    pub run: RunNo,
    pub what: What,
    at: SimTime,
    pool: Option<PoolId>,
    /// Of the run that it left, if that was over.
    left: Option<Rc<Figures>>,
    pub differs: Differs,
}

/// How it differs, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differs {
    Computing,
    /// The run before was not over.
    Unknown,
    TooLarge,
    /// In words, and how many commands after it are refused, with the first of them.
    Told(String, Option<(u32, String)>),
}

impl Asked {
    pub fn of_offer(plan: &Plan, pool: PoolId, offer: &Offer) -> Self {
        let key = match offer.asks {
            Asks::Downgrade => "did-downgrade",
            Asks::Upgrade => "did-upgrade",
            Asks::Cancel => "did-cancel",
            Asks::Resume => "did-resume",
            Asks::Rollback => "did-rollback",
            Asks::RollbackRespecting => "did-rollback-respecting",
            Asks::Complete => "did-complete",
        };
        Self {
            key,
            name: pool_name(plan, pool),
            pool: Some(pool),
            command: offer.command.clone(),
        }
    }

    /// `number` and `span`: what was typed for faults that ask; without a number there is no limit.
    pub fn of_fault(
        run: &Run,
        fault: Mishap,
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
        let (key, subject, command) = match fault {
            Mishap::Quota { .. } => ("did-quota", None, Command::Quota { spare: number }),
            Mishap::Stockout { zone, on } => {
                let key = if on {
                    "did-stockout"
                } else {
                    "did-stockout-ends"
                };
                (
                    key,
                    Some(Subject::Zone(zone)),
                    Command::Stockout { zone, on },
                )
            }
            Mishap::Reservation { pool, .. } => {
                let machines = number;
                let command = Command::Reservation { pool, machines };
                ("did-reservation", Some(Subject::Pool(pool)), command)
            }
            Mishap::Preempt { node } => (
                "did-preempt",
                Some(Subject::Node(node)),
                Command::Preempt { node: named(node)? },
            ),
            Mishap::Fails { node, why } => {
                let key = match why {
                    Failure::Kubelet => "did-kubelet",
                    Failure::Disk => "did-disk",
                };
                let command = Command::Fail {
                    node: named(node)?,
                    why,
                };
                (key, Some(Subject::Node(node)), command)
            }
            Mishap::HostEvent { node } => (
                "did-host-event",
                Some(Subject::Node(node)),
                Command::HostEvent { node: named(node)? },
            ),
            Mishap::NeverReady { workload, on } => {
                let key = if on {
                    "did-never-ready"
                } else {
                    "did-ready-again"
                };
                let command = behaves(workload, None, None, Some(on));
                (key, Some(Subject::Workload(workload)), command)
            }
            Mishap::SlowPull { workload } => {
                let command = behaves(workload, Some(span?), None, None);
                ("did-slow-pull", Some(Subject::Workload(workload)), command)
            }
            Mishap::IgnoresSigterm { workload } => {
                let command = behaves(workload, None, Some(Shutdown::AtTheEndOfGrace), None);
                ("did-sigterm", Some(Subject::Workload(workload)), command)
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

fn pool_name(plan: &Plan, pool: PoolId) -> String {
    plan.pools
        .get(pool)
        .map_or_else(String::new, |pool| pool.name.clone())
}

/// The word of an operation, and what tells it from another of the same word.
pub fn words_of(offer: &Offer) -> (String, Option<String>) {
    let (word, note) = match offer.asks {
        Asks::Upgrade => ("ui-op-upgrade", None),
        Asks::Downgrade => ("ui-op-downgrade", None),
        Asks::Cancel => ("ui-op-cancel", None),
        Asks::Resume => ("ui-op-resume", None),
        Asks::Rollback => ("ui-op-rollback", Some("ui-op-rollback-note")),
        Asks::RollbackRespecting => ("ui-op-rollback", Some("ui-op-rollback-respecting-note")),
        Asks::Complete => ("ui-op-complete", None),
    };
    // Where neither way is open there is but one.
    (t(word), note.filter(|_| offer.allowed()).map(t))
}

/// `Roll back web-pool, respectPdb true`
pub fn offered(plan: &Plan, pool: PoolId, offer: &Offer) -> String {
    let (what, note) = words_of(offer);
    let args = [
        ("what", what.into()),
        ("pool", pool_name(plan, pool).into()),
    ];
    let text = tn("ui-op-button", &args);
    match note {
        Some(note) => format!("{text}, {note}"),
        None => text,
    }
}

/// Adds what is asked for to the scenario, as one step; what comes of it is looked at from where it acts.
pub fn branch(state: &mut AppState, asked: &Asked, at: SimTime) -> Vec<Effect> {
    // What a run shows that is not the draft's could be asked for at another instant of it.
    let Some(run) = state.run_of_draft() else {
        return Vec::new();
    };
    let Some(edit) = operate(&run.plan, &asked.command, at) else {
        return Vec::new();
    };
    let what = What::Asked {
        key: asked.key,
        name: asked.name.clone(),
        at: day_time(run.plan.start_unix_ms, at.ms()),
        at_ms: at.ms(),
    };
    let left = figures(run).or_else(|| {
        let trials = state.trials.as_ref().filter(|one| one.is_of_run(run.no));
        trials.and_then(|trials| trials.before().cloned())
    });
    let differs = match (&left, &run.outcome) {
        (Some(_), _) => Differs::Computing,
        (None, None) => Differs::Unknown,
        (None, Some(_)) => Differs::TooLarge,
    };
    let before = state.run_no;
    let mut effects = change_as(state, &edit, what.clone());
    if state.run_no == before {
        return effects;
    }
    effects.push(Effect::LandAt(at.ms(), false));
    state.branched = Some(Branched {
        run: RunNo(state.run_no),
        what,
        at,
        pool: asked.pool,
        left: left.map(Rc::new),
        differs,
    });
    effects
}

/// Of a run that is over, and not too large for a second reading.
fn figures(run: &Run) -> Option<Figures> {
    let outcome = run.outcome.as_ref()?;
    let readable = run.trace.len() <= RECORDS_AT_MOST;
    readable.then(|| Figures::of(&run.trace, &run.index, outcome.ended.into()))
}

/// The branch is computed: says how it differs from the run that it left.
pub fn compare(state: &mut AppState, no: RunNo) {
    let (Some(branched), Some(run)) = (&state.branched, &state.run) else {
        return;
    };
    if branched.run != no || run.no != no || branched.differs != Differs::Computing {
        return;
    }
    let differs = match branched.left.as_deref().zip(figures(run)) {
        Some((left, after)) => {
            let phrase = change::between(&run.plan, branched.pool, left, &after);
            let text = RunScene::speak(run, |words| words.say(&phrase));
            Differs::Told(sentence(&text), refused_after(run, branched.at))
        }
        None => Differs::TooLarge,
    };
    if let Some(branched) = &mut state.branched {
        branched.differs = differs;
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect::<String>() + "."
}

/// Commands after the instant that the pools of this run refuse: how many, and the first.
fn refused_after(run: &Run, at: SimTime) -> Option<(u32, String)> {
    let rows = run
        .plan
        .pools
        .ids()
        .flat_map(|pool| run.trace.rows_of(Subject::Pool(pool)));
    let records = rows.filter_map(|no| run.trace.record(no));
    let refused = records.filter(|record| matches!(record.change, Change::Refused { .. }));
    let refused: Vec<_> = refused.filter(|record| record.at > at).collect();
    let first = refused.iter().min_by_key(|record| record.at)?;
    let text = RunScene::speak(run, |words| {
        plain(&format!(
            "{} {}",
            words.name(first.subject),
            words.fact(first.change)
        ))
    });
    let at = day_time(run.plan.start_unix_ms, first.at.ms());
    Some((refused.len() as u32, format!("{at} {text}")))
}

/// The branch that is looked at, as long as it is the last step.
pub fn present(state: &AppState) -> Option<&Branched> {
    let branched = state.branched.as_ref()?;
    let last = state.history.last() == Some(&branched.what);
    (branched.run.0 == state.run_no && last).then_some(branched)
}
