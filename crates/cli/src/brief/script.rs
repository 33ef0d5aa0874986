//! What a run makes otherwise than the script of the files says.

use super::super::{english, not_simulated};
use super::elsewhere::takes_pods;
use super::{Brief, Page, Part, part, plural};
use base::{Arg, Map, NodeId, PoolId, SimSpan, SimTime, WorkloadId, say};
use model::{Command, WorkloadKind};
use query::Outcome;
use query::kubectl_drains::{gave_up, never_begun};
use trace::{Change, Subject};

/// Lines at most.
const OTHERWISE: usize = 6;

/// Notes of an import about commands that it can't run as written.
const NOTES: [&str; 13] = [
    "commands-left-out",
    "kubernetes-resources",
    "variable-not-evaluated",
    "block-not-evaluated",
    "blank-filled-in",
    "created-from-start",
    "not-evaluated",
    "not-supported",
    "policy-not-evaluated",
    "differences-left-out",
    "untolerated-taints",
    "refused-rollbacks",
    "refused-changes",
];

const JOB_SETS: &str = "job-sets";

/// A grace period that decides how long a drain takes.
const LONG_GRACE: SimSpan = SimSpan::from_secs(600);
const GRACES: usize = 5;

/// Notes of an import about what else the outcome depends on.
const ASSUMED: [&str; 17] = [
    "upgrade",
    "failed-upgrades",
    "cancelled-after",
    "set-after-upgrade",
    "after-upgrade",
    "ignored-changes",
    "owners-split",
    "run-once-owners",
    "nodes-missing",
    "startup-taints",
    "namespaces-of-the-cluster",
    "default-namespaces",
    "free-quota",
    "rollouts-under-way",
    "job-settings",
    "job-deadlines",
    JOB_SETS,
];

/// A pool that the files delete, which a run doesn't.
struct Deletion {
    pool: PoolId,
    name: String,
    /// A new one of the same name is created then.
    is_replaced: bool,
    /// False behind a failure that ends the script.
    is_reached: bool,
}

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
        let reached = self.deletions_of_pools().filter(|one| one.is_reached);
        let left = reached.map(|Deletion { pool, name, is_replaced, .. }| {
            let last = trace.last();
            let pods = last.each_pod().filter(|(_, pod)| {
                let node = pod.node().and_then(|node| last.nodes.get(node));
                node.is_some_and(|node| plan.groups[node.group].pool == pool)
                    && plan.workloads[pod.workload].kind != WorkloadKind::DaemonSet
            });
            let mut owners: Map<WorkloadId, usize> = Map::new();
            pods.for_each(|(_, pod)| *owners.entry(pod.workload).or_insert(0) += 1);
            let (moved, stranded): (Vec<_>, Vec<_>) = owners
                .iter()
                .partition(|(owner, _)| takes_pods(trace, &plan.workloads[**owner], pool));
            let count = |some: &[(&WorkloadId, &usize)]| some.iter().map(|(_, n)| **n).sum();
            let mut said = Vec::new();
            if let n @ 1.. = count(&moved) {
                said.push(format!(
                    "{} on its nodes at the end, which a deletion would move",
                    plural(n, "Pod")
                ));
            }
            if let n @ 1.. = count(&stranded) {
                let until = if is_replaced { ", until the new pool has Ready nodes" } else { "" };
                let owners = stranded.iter().map(|(id, _)| self.words.subject(Subject::Workload(**id)));
                said.push(format!(
                    "{} on its nodes at the end that no other pool takes (node selector, affinity or taints): Pending after a deletion{until}: {}",
                    plural(n, "Pod"),
                    owners.collect::<Vec<_>>().join(", ")
                ));
            }
            match said.is_empty() {
                true => format!("{name}: no Pod but those of DaemonSets is on its nodes at the end, so a deletion would move none"),
                false => format!("{name}: {}", said.join("; ")),
            }
        });
        left.collect()
    }

    /// The pools that the files delete, which a run doesn't.
    fn deletions_of_pools(&self) -> impl Iterator<Item = Deletion> {
        let lines = self.script_notes().filter(|line| line.key == NOTES[0]);
        let pools = self.asked.trace.plan().pools.iter();
        let subjects =
            pools.map(|(id, pool)| (id, &pool.name, self.words.subject(Subject::Pool(id))));
        let subjects: Vec<_> = subjects.collect();
        lines.flat_map(|line| &line.names).filter_map(move |name| {
            let Arg::Message(said) = name else { return None };
            let Some(Arg::Text(pool)) = said.arg("pool") else { return None };
            let is_own = |(_, name, _): &&(PoolId, &String, String)| *name == pool;
            let (id, _, subject) = subjects.iter().find(is_own)?;
            let is_reached = match said.arg("after") {
                Some(Arg::Number(item)) => self.is_reached(*item),
                _ => true,
            };
            let is_replaced = said.key == not_simulated::DELETIONS[1];
            let found = Deletion { pool: *id, name: subject.clone(), is_replaced, is_reached };
            not_simulated::DELETIONS.contains(&&*said.key).then_some(found)
        })
    }

    /// Does a script that ends at a failure get to what follows an item?
    fn is_reached(&self, item: i64) -> bool {
        let script = &self.asked.trace.plan().script;
        let is_own = |entry: &u32| {
            script.get(*entry as usize).is_some_and(|one| i64::from(one.item) == item)
        };
        !self.stop.iter().any(|stop| is_own(&stop.entry) || stop.unreached.iter().any(is_own))
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
        let said = self.deletions_of_pools().map(|Deletion { pool, name, is_reached, .. }| {
            let nodes = nodes(pool);
            match is_reached {
                true => format!(" The files delete {name} with its {nodes}: that isn't simulated."),
                false => {
                    format!(" The script doesn't get to the deletion of {name} with its {nodes}.")
                }
            }
        });
        said.collect()
    }

    /// That a failure ends a script with `set -e`.
    pub(super) fn script_ends(&self) -> String {
        let Some(stop) = &self.stop else { return self.waits_on() };
        let row = self.asked.trace.record(stop.no);
        let at = row.map_or_else(String::new, |row| self.words.instant(row.at));
        let deletions = self.deletions_of_pools().filter(|one| !one.is_reached).count();
        let said = say!(
            "cli-script-ends",
            at = at,
            record = stop.no.0,
            n = stop.unreached.len() + deletions
        );
        format!(" {}", english::text(&said))
    }

    /// The commands that a script with `set -e` doesn't get to, but for drains, which stand below, and waits, which change nothing.
    pub(super) fn unreached(&self) -> Part {
        let plan = self.asked.trace.plan();
        let entries = self.stop.iter().flat_map(|stop| &stop.unreached);
        let others = entries.filter(|entry| {
            let command = plan.command(**entry);
            !matches!(command, Some(Command::Drain { .. } | Command::Wait { .. }) | None)
        });
        let lines = others.map(|entry| self.words.say(&words::facts::command(plan, *entry)));
        part("Commands that the script doesn't get to", lines.collect(), OTHERWISE)
    }

    /// Upgrades for which no command asks, the settings that upgrades have, and what limits a run or holds only in it.
    pub(super) fn assumed(&self) -> Part {
        let lines = self.notes().filter(|line| ASSUMED.contains(&line.key));
        let mut lines: Vec<String> = lines.map(|line| english::text(&line.message)).collect();
        lines.extend(self.done_at_the_start());
        lines.extend(self.spot());
        lines.extend(self.whole_grace());
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

    /// Long graces that Pods are taken to use up, of workloads whose Pods move (AM-39).
    fn whole_grace(&self) -> Option<String> {
        let plan = self.asked.trace.plan();
        let moved = self.asked.summary.workloads.iter().filter(|one| one.moves > 0);
        let own = moved.filter_map(|one| Some((one.workload, plan.workloads.get(one.workload)?)));
        let long = own.filter(|(_, own)| own.grace > LONG_GRACE && own.timings.shutdown.is_none());
        let names = long.map(|(id, own)| {
            format!("{} {}", self.words.subject(Subject::Workload(id)), self.span(own.grace))
        });
        let names: Vec<String> = names.collect();
        let more = match names.len().saturating_sub(GRACES) {
            0 => String::new(),
            n => format!(" and {}", plural(n, "more workload")),
        };
        let few = &names[..names.len().min(GRACES)];
        (!names.is_empty()).then(|| {
            format!(
                "each Pod uses all of its grace period, which decides how long drains take and whether Pods are forced out: {}{more}; assumptions.shutdown says otherwise (AM-39)",
                few.join(", ")
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

    /// Drains by kubectl that ended with an error.
    pub(super) fn gave_up(&self) -> Part {
        let rows = gave_up(self.asked.trace).map(|no| self.row(no)).collect();
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
        if (!lines.is_empty() || self.stop.is_some()) && !after.is_empty() {
            lines.push(format!("{}: the script doesn't get there", after.join(", ")));
        }
        part("Never drained", lines, OTHERWISE)
    }

    /// How much of the script isn't run as written.
    pub(super) fn not_as_written(&self) -> usize {
        let said =
            ["blank-filled-in", "created-from-start", "refused-rollbacks", "refused-changes"];
        let notes = self.script_notes().filter(|line| !said.contains(&line.key));
        let all: usize = notes.map(|line| line.count as usize).sum();
        all.saturating_sub(self.deletions_of_pools().filter(|one| !one.is_reached).count())
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
