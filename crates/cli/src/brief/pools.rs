//! What became of each pool.

use super::{Page, Part, part, plural, record};
use crate::rollback::rollbacks;
use base::{Map, PoolId, RecordNo, SimSpan, SimTime};
use model::strategy::{BlueGreen, Phase};
use model::{NodePhase, RunState, Side, Strategy};
use query::summary::{PoolSummary, Since, upgraded_of};
use query::{Outcome, Period};
use trace::{Change, Subject};

/// Lines at most.
const POOLS: usize = 6;

impl Page<'_> {
    pub(super) fn pools(&self) -> Part {
        let pools = self.asked.summary.pools.iter();
        let pools = pools.filter(|pool| pool.outcome != Outcome::Idle).map(|pool| {
            format!(
                "{}: {}, {} ({}){}{}{}{}",
                self.words.subject(Subject::Pool(pool.pool)),
                self.outcome(pool),
                self.nodes(pool),
                match self.asked.trace.plan().pools.get(pool.pool) {
                    // BS-05: its strategy is ignored.
                    Some(own) if own.multi_host => "the whole TPU slice at once",
                    _ => pool.strategy.name(),
                },
                self.meaning(pool),
                self.cancelled(pool.pool),
                self.way_back(pool.pool),
                self.went_back(pool.pool),
            )
        });
        part("Pools", pools.collect(), POOLS)
    }

    /// Nodes whose run time ends: a short-lived upgrade interrupts none of them, and nothing prolongs them.
    pub(super) fn lives(&self) -> Part {
        let trace = self.asked.trace;
        let ends = trace.records().filter(|(_, row)| {
            matches!(row.change, Change::NodeShutDown { .. })
                && trace.rule(row).slug == "short-lived/life-over"
        });
        let mut of_pools: Map<PoolId, Vec<(RecordNo, SimTime)>> = Map::default();
        for (no, row) in ends {
            if let Subject::Node(node) = row.subject
                && let Some(node) = trace.last().nodes.get(node)
            {
                let pool = trace.plan().groups[node.group].pool;
                of_pools.entry(pool).or_default().push((no, row.at));
            }
        }
        let said = of_pools.into_iter().filter_map(|(pool, ends)| {
            let ((no, first), (_, last)) = (*ends.first()?, *ends.last()?);
            let last = match ends.len() {
                1 => String::new(),
                _ => format!(" to {}", self.words.instant(last)),
            };
            Some(format!(
                "{}: {}, {}{last} {}",
                self.words.subject(Subject::Pool(pool)),
                plural(ends.len(), "node"),
                self.words.instant(first),
                record(no),
            ))
        });
        let title = "Nodes whose run time ends in any case: a short-lived upgrade interrupts nothing (SL-03)";
        part(title, said.collect(), POOLS)
    }

    /// How it ended; since when it is stuck or paused.
    fn outcome(&self, pool: &PoolSummary) -> String {
        let state = self.asked.trace.last().pools.get(pool.pool);
        let since = state.map(|state| self.words.instant(state.since)).unwrap_or_default();
        match pool.outcome {
            Outcome::Stuck | Outcome::Paused => format!("{} from {since} on", pool.outcome.name()),
            outcome => outcome.name().to_owned(),
        }
    }

    /// What the strategy means for the number of nodes, for quota, and for the way back.
    fn meaning(&self, pool: &PoolSummary) -> String {
        match pool.strategy {
            Strategy::BlueGreen { settings, .. } => self.blue_green(pool, settings),
            Strategy::ShortLived => self.short_lived(pool),
            Strategy::Surge(_) | Strategy::NotSimulated(_) => String::new(),
        }
    }

    /// The green nodes stand beside the blue ones until the soak is over (BG-09, BG-31).
    fn blue_green(&self, pool: &PoolSummary, settings: BlueGreen) -> String {
        let trace = self.asked.trace;
        let (plan, start) = (trace.plan(), trace.start());
        let own = start.nodes.values().filter(|node| plan.groups[node.group].pool == pool.pool);
        let (green, blue): (Vec<_>, Vec<_>) = own.partition(|node| node.side == Some(Side::Green));
        let blue = blue.len();
        let before = match green.is_empty() {
            true => format!(": quota for {blue} more VMs before it begins (BG-09)"),
            false => String::new(),
        };
        let rows = trace.rows_of(Subject::Pool(pool.pool)).into_iter();
        let mut rows = rows.filter_map(|no| trace.record(no));
        let soaks = rows.find_map(|row| match row.change {
            Change::PhaseStarted { phase: Phase::NodePoolSoaking, lasts_s } => {
                Some((row.at, SimSpan::from_secs(lasts_s.into())))
            }
            _ => None,
        });
        let soaks = match soaks {
            Some((at, soak)) => {
                let [from, to] = [at, at + soak].map(|at| self.words.instant(at));
                format!("soaks {} from {from} on, to {to} at most", self.span(soak))
            }
            None => format!("its nodes soak {} after the drain", self.span(settings.pool_soak)),
        };
        let nodes = plural(blue, "green node");
        format!("; {nodes} beside {blue} blue, up to {} at once{before}; {soaks}", 2 * blue)
    }

    /// Nodes leave at the end of their life, and nothing drains them (SL-03).
    fn short_lived(&self, pool: &PoolSummary) -> String {
        let life = self.asked.trace.plan().pools.get(pool.pool).and_then(|own| own.life);
        let life = life.map_or_else(String::new, |life| format!(" of {}", self.span(life)));
        format!(
            "; no extra nodes and no quota for them: no node is drained, each leaves at the end of its life{life}, and new ones have the target, up to {} at once (SL-03); there is no soak, and a rollback gives new nodes the old configuration again: those that left don't come back, and those with the new one stay to the end of their life (AM-42)",
            pool.nodes.max
        )
    }

    /// How many of its nodes have the target, and how long that took.
    fn nodes(&self, pool: &PoolSummary) -> String {
        let trace = self.asked.trace;
        let rows = trace.rows_of(Subject::Pool(pool.pool)).into_iter();
        let mut rows = rows.filter_map(|no| trace.record(no));
        let resized = rows.any(|row| matches!(row.change, Change::Resized { .. }));
        let cluster = if resized { trace.last() } else { trace.start() };
        let own = cluster.nodes.values().filter(|node| {
            trace.plan().groups[node.group].pool == pool.pool
                && !node.surge
                && node.side != Some(Side::Green)
                && node.phase != NodePhase::Gone
        });
        let size = plural(own.count(), "node");
        let all = upgraded_of(trace, trace.last(), pool.pool, Since::Ever);
        let here = match pool.upgraded {
            n if n == all => String::new(),
            n => format!(", {n} of them in this run"),
        };
        // Without the time between them; what stands still takes none.
        let took = match (pool.outcome, self.upgrades(pool.pool)) {
            (Outcome::Stuck | Outcome::Paused, _) => String::new(),
            (_, (several @ 2.., took)) => format!(", {} in {several} upgrades", self.span(took)),
            _ => format!(", {}", self.span(pool.duration)),
        };
        format!("{all} of {size} upgraded{here}{took}")
    }

    /// How many upgrades of the pool began, and how long those that ended took in all.
    fn upgrades(&self, pool: PoolId) -> (usize, SimSpan) {
        let trace = self.asked.trace;
        let (mut n, mut took) = (0, SimSpan::ZERO);
        let mut period = Period::default();
        for row in trace.rows_of(Subject::Pool(pool)).into_iter().filter_map(|no| trace.record(no))
        {
            n += usize::from(matches!(row.change, Change::UpgradeStarted { .. }));
            period.row(&row);
            if let Period { began: Some(began), ended: Some(ended) } = period {
                took = took + (ended - began);
                period = Period::default();
            }
        }
        (n, took)
    }

    /// When its upgrade was cancelled, and when GKE took it up again.
    fn cancelled(&self, pool: PoolId) -> String {
        let trace = self.asked.trace;
        let rows = trace.rows_of(Subject::Pool(pool)).into_iter();
        let rows = rows.filter_map(|no| Some((no, trace.record(no)?)));
        let (mut is_ending, mut is_cancelled) = (false, false);
        let said = rows.filter_map(|(no, row)| {
            let was_ending = is_ending;
            is_ending = match row.change {
                Change::UpgradeCancelling => true,
                Change::UpgradeCancelled => false,
                Change::UpgradeResumed { automatic: true }
                | Change::UpgradeStarted { automatic: true, .. }
                    if is_cancelled =>
                {
                    is_cancelled = false;
                    let at = self.words.instant(row.at);
                    return Some(format!(", and taken up again by GKE at {at} {}", record(no)));
                }
                _ => return None,
            };
            is_cancelled = true;
            let at = self.words.instant(row.at);
            (!was_ending).then(|| format!("; cancelled at {at} {}", record(no)))
        });
        said.collect()
    }

    /// That GKE goes on with what is cancelled when the run ends (UP-15).
    pub(super) fn taken_up_later(&self) -> String {
        let trace = self.asked.trace;
        let (plan, last) = (trace.plan(), trace.last());
        let is_due = |pool: &PoolId| {
            let state = &last.pools[*pool];
            state.run == RunState::Cancelled
                && plan.pools[*pool].auto_upgrade
                && !state.kind.traits().sides
        };
        let pools = plan.pools.ids().filter(is_due);
        let name = |pool: PoolId| words::visible::visible(plan.pools[pool].name.clone());
        let names: Vec<String> = pools.map(name).collect();
        match names.as_slice() {
            [] => String::new(),
            names => format!(
                " After this run GKE upgrades the rest of {} automatically: when a maintenance window opens or, without windows, 24 h after the cancel (UP-15).",
                names.join(", ")
            ),
        }
    }

    /// Until when a blue-green upgrade could be rolled back (BG-31): its blue nodes are deleted then.
    fn way_back(&self, pool: PoolId) -> String {
        let trace = self.asked.trace;
        let rows = trace.rows_of(Subject::Pool(pool)).into_iter();
        let deletes = rows.filter_map(|no| Some((no, trace.record(no)?))).find(|(_, row)| {
            matches!(row.change, Change::PhaseStarted { phase: Phase::DeletingBluePool, .. })
        });
        deletes.map_or_else(String::new, |(no, row)| {
            let at = self.words.instant(row.at);
            format!(
                "; can be rolled back until {at}, when its blue nodes are deleted {}",
                record(no)
            )
        })
    }

    /// When the pool's rollbacks ended, and how many nodes went back.
    fn went_back(&self, pool: PoolId) -> String {
        let all = rollbacks(self.asked.trace, pool);
        let said = all.into_iter().map(|one| {
            let from = self.words.instant(one.began.1);
            let (over, no) = match one.ended {
                Some((no, at)) => {
                    let took = self.span(at - one.began.1);
                    (format!("to {}, {took}", self.words.instant(at)), no)
                }
                None => ("on, not over".to_owned(), one.began.0),
            };
            let state = self.asked.trace.last().pools.get(pool);
            let (node, gone) = match state.is_some_and(|state| state.kind.traits().sides) {
                true => ("green node", "deleted"),
                false => ("node", "went back"),
            };
            let nodes = plural(one.nodes as usize, node);
            format!(
                "; rolled back from {from} {over}: {} of {nodes} {gone} {}",
                one.back,
                record(no)
            )
        });
        said.collect()
    }
}
