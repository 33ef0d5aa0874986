//! What a run makes otherwise than the script of the files says.

use super::super::{english, not_simulated};
use super::{Brief, Page, Part, part, plural};
use base::{Arg, Map, NodeId, PoolId, RecordNo, SimSpan, SimTime, WorkloadId, say};
use model::{Command, WorkloadKind};
use query::Outcome;
use query::kubectl_drains::{gave_up, never_begun};
use trace::{Change, Subject};

/// Lines at most.
const OTHERWISE: usize = 6;

/// Notes of an import about commands that it can't run as written.
const STOPS: &str = "stops-at-failure";
const NOTES: [&str; 10] = [
    "commands-left-out",
    "variable-not-evaluated",
    "block-not-evaluated",
    "blank-filled-in",
    "created-from-start",
    "not-evaluated",
    "not-supported",
    "policy-not-evaluated",
    "differences-left-out",
    "refused-rollbacks",
];

const JOB_SETS: &str = "job-sets";

/// Notes of an import about what else the outcome depends on.
const ASSUMED: [&str; 11] = [
    "upgrade",
    "failed-upgrades",
    "cancelled-after",
    "set-after-upgrade",
    "ignored-changes",
    "owners-split",
    "free-quota",
    "rollouts-under-way",
    "job-settings",
    "job-deadlines",
    JOB_SETS,
];

impl Page<'_> {
    /// What is left out of the script, or only guessed.
    pub(super) fn otherwise(&self) -> Part {
        let mut lines: Vec<String> =
            self.script_notes().map(|line| english::text(&line.message)).collect();
        lines.extend(self.left_in_deleted_pools());
        lines.extend(not_simulated::line(self.asked.trace.plan()));
        part("Otherwise than in the script", lines, OTHERWISE)
    }

    /// What a deletion that isn't simulated would still have to move.
    fn left_in_deleted_pools(&self) -> Vec<String> {
        let trace = self.asked.trace;
        let plan = trace.plan();
        let left = self.deleted_pools().map(|(pool, name)| {
            let last = trace.last();
            let pods = last.each_pod().filter(|(_, pod)| {
                let node = pod.node().and_then(|node| last.nodes.get(node));
                node.is_some_and(|node| plan.groups[node.group].pool == pool)
                    && plan.workloads[pod.workload].kind != WorkloadKind::DaemonSet
            });
            match pods.count() {
                0 => format!("{name}: no Pod but those of DaemonSets is on its nodes at the end, so a deletion would move none"),
                n => format!("{name}: {} on its nodes at the end, which a deletion would move", plural(n, "Pod")),
            }
        });
        left.collect()
    }

    /// The pools that the files delete, which a run doesn't.
    fn deleted_pools(&self) -> impl Iterator<Item = (PoolId, String)> {
        let lines = self.script_notes().filter(|line| line.key == NOTES[0]);
        let pools = self.asked.trace.plan().pools.iter();
        let subjects =
            pools.map(|(id, pool)| (id, &pool.name, self.words.subject(Subject::Pool(id))));
        let subjects: Vec<_> = subjects.collect();
        let deletions = ["import-deletion-of", "import-replacement-of", "import-deletion-at"];
        lines.flat_map(|line| &line.names).filter_map(move |name| {
            let Arg::Message(said) = name else { return None };
            let Some(Arg::Text(pool)) = said.arg("pool") else { return None };
            let is_own = |(_, name, _): &&(PoolId, &String, String)| *name == pool;
            let (id, _, subject) = subjects.iter().find(is_own)?;
            deletions.contains(&&*said.key).then(|| (*id, subject.clone()))
        })
    }

    /// That drains aren't simulated, so that nobody takes the answer for theirs.
    pub(super) fn drains_left_out(&self) -> String {
        let lines = self.script_notes().filter(|line| line.key == NOTES[0]);
        let places = lines.flat_map(|line| &line.names).filter_map(|name| {
            let Arg::Text(said) = name else { return None };
            let (place, command) = said.split_once(": ")?;
            command.starts_with("kubectl drain").then_some(place)
        });
        match places.collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            places => {
                let said = say!("cli-drains-left-out", lines = places.join(", "));
                format!(" {}", english::text(&said))
            }
        }
    }

    /// That pools are deleted with their nodes.
    pub(super) fn deletions(&self) -> String {
        let nodes = |pool: PoolId| {
            let trace = self.asked.trace;
            let all = trace.start().nodes.values();
            let own = all.filter(|node| trace.plan().groups[node.group].pool == pool);
            plural(own.count(), "node")
        };
        let said = self.deleted_pools().map(|(pool, name)| {
            format!(" The files delete {name} with its {}: that isn't simulated.", nodes(pool))
        });
        said.collect()
    }

    /// Does a drain give up that ends a script with `set -e`?
    pub(super) fn stops(&self) -> bool {
        let mut notes = self.asked.reports.iter().flat_map(|one| &one.assumed);
        notes.any(|line| line.key == STOPS) && gave_up(self.asked.trace).next().is_some()
    }

    /// Upgrades for which no command asks, the settings that upgrades have, and what limits a run or holds only in it.
    pub(super) fn assumed(&self) -> Part {
        let lines = self.notes().filter(|line| ASSUMED.contains(&line.key));
        let mut lines: Vec<String> = lines.map(|line| english::text(&line.message)).collect();
        lines.extend(self.done_at_the_start());
        lines.extend(self.spot());
        part("Assumed", lines, OTHERWISE)
    }

    /// That Spot VMs of upgraded pools aren't taken away, unless the script says so (AM-80).
    fn spot(&self) -> Option<String> {
        let plan = self.asked.trace.plan();
        let pools = self.asked.summary.pools.iter();
        let upgraded = pools.filter(|pool| pool.outcome != Outcome::Idle).map(|pool| pool.pool);
        let spot = upgraded.filter(|pool| plan.pools.get(*pool).is_some_and(|own| own.spot));
        let names: Vec<String> = spot.map(|pool| self.words.subject(Subject::Pool(pool))).collect();
        let is_scripted =
            plan.script.iter().any(|entry| matches!(entry.command, Command::Preempt { .. }));
        (!names.is_empty() && !is_scripted).then(|| {
            format!(
                "no Spot VM of {} is preempted during the run: Compute Engine may take one at any time, Pods then have 15 s and PDBs aren't read (AM-80, CA-57)",
                names.join(", ")
            )
        })
    }

    /// Jobs that have run for at least as long as their work is assumed to take.
    fn done_at_the_start(&self) -> Vec<String> {
        let trace = self.asked.trace;
        let begins = trace.records().take_while(|(_, row)| row.at == SimTime::ZERO);
        let mut done: Map<WorkloadId, (SimSpan, usize)> = Map::default();
        for (_, row) in begins.filter(|(_, row)| row.change == Change::PodFinished { code: 0 }) {
            let Subject::Pod(id) = row.subject else { continue };
            let pod = trace.start().pod(id).filter(model::Pod::running);
            if let Some((pod, owner)) = pod.zip(trace.owner(id)) {
                let (longest, pods) = done.entry(owner).or_insert((SimSpan::ZERO, 0));
                *longest = (*longest).max(SimTime::ZERO - pod.created());
                *pods += 1;
            }
        }
        let line = |(owner, (longest, pods)): (&WorkloadId, &(SimSpan, usize))| {
            let (owner, pods) =
                (self.words.subject(Subject::Workload(*owner)), plural(*pods, "Pod"));
            let longest = self.span(*longest);
            format!(
                "{owner} has run for {longest}, no less than its assumed work takes (--work, assumptions.work): {pods} of it done at the start, and nothing of it lost"
            )
        };
        done.iter().map(line).collect()
    }

    /// Drains by kubectl that stopped at their timeout.
    pub(super) fn gave_up(&self) -> Part {
        let trace = self.asked.trace;
        let mut rows: Vec<String> = gave_up(trace).map(|no| self.row(no)).collect();
        if let Some(first) = gave_up(trace).next().filter(|_| self.stops()) {
            let is_later = |no: RecordNo, row: &trace::Record| {
                no > first && matches!(row.change, Change::Commanded { .. })
            };
            let later = trace.records().filter(|(no, row)| is_later(*no, row)).count();
            rows.insert(0, format!(
                "The script ends at the first of them (set -e); the run has {} after it that the script doesn't get to",
                plural(later, "command")
            ));
        }
        part("Drains that gave up", rows, OTHERWISE)
    }

    /// Nodes that an endless drain by kubectl leaves as they are, and those after it.
    pub(super) fn never_drained(&self) -> Part {
        let Brief { trace, summary, .. } = self.asked;
        let name = |node: NodeId| self.words.subject(Subject::Node(node));
        let endless = summary.endless.iter().map(|drain| match drain.budget {
            Some(budget) => {
                let budget = self.words.subject(Subject::Budget(budget));
                format!("{}: its drain doesn't end, as {budget} refuses", name(drain.node))
            }
            None => format!("{}: its drain doesn't end", name(drain.node)),
        });
        let mut lines: Vec<String> = endless.collect();
        let after = never_begun(trace).into_iter().map(name).collect::<Vec<_>>();
        if !lines.is_empty() && !after.is_empty() {
            lines.push(format!("{}: the script doesn't get there", after.join(", ")));
        }
        part("Never drained", lines, OTHERWISE)
    }

    /// How much of the script isn't run as written.
    pub(super) fn not_as_written(&self) -> usize {
        let said = ["blank-filled-in", "created-from-start", "refused-rollbacks"];
        let notes = self.script_notes().filter(|line| !said.contains(&line.key));
        notes.map(|line| line.count as usize).sum()
    }

    /// What else is lost with the Jobs that fail.
    pub(super) fn restarts(&self) -> &'static str {
        match self.notes().any(|line| line.key == JOB_SETS) && self.asked.summary.jobs_failed > 0 {
            true => {
                " A failed Job of a JobSet also restarts its other Jobs, whose work is lost as well: not counted here."
            }
            false => "",
        }
    }

    fn notes(&self) -> impl Iterator<Item = &import::Line> {
        let reports = self.asked.reports.iter();
        reports.flat_map(|one| one.ignored.iter().chain(&one.assumed))
    }

    fn script_notes(&self) -> impl Iterator<Item = &import::Line> {
        self.notes().filter(|line| NOTES.contains(&line.key))
    }
}
