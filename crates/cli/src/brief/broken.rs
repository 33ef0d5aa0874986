//! What is broken at the start, in the files or in the scenario, and how the run takes it.

use super::super::clusters::others;
use super::super::cron_jobs::Met;
use super::super::{english, not_simulated};
use super::{Page, Part, part, plural, record};
use base::{Arg, PodId, Set, SimSpan, WorkloadId};
use import::{FileReport, Line};
use model::PodPhase;
use model::containers::Trouble;
use model::service::Service;
use query::Outcome;
use query::budgets::budget_at;
use query::refused::refused_by;
use trace::{Change, Subject};

/// The note of an import about disks that are local to a node.
const LOCAL_DISKS: &str = "local-disks";
/// That about node pools with local SSDs.
const LOCAL_SSDS: &str = "local-ssds";

/// Lines at most.
const BROKEN: usize = 8;

/// What keeps Pods of the start from being ready (AM-102).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ill {
    CrashLoop,
    ImagePull,
    NotReady,
    Starting,
    Pending,
}

/// Pods of a workload that are in the same condition.
struct IllPods {
    workload: WorkloadId,
    ill: Ill,
    pods: Vec<PodId>,
}

/// Notes of an import about what is broken, and what the run makes of it.
const NOTES: [(&str, &str); 15] = [
    ("webhooks-down", ""),
    ("full-quotas", ""),
    ("failed-create", ""),
    ("namespace-labels", ""),
    ("pending-pods", ""),
    ("missing-pods", ""),
    ("kept-by-finalizers", ""),
    ("nodes-not-ready", ""),
    ("nodes-recreating", ""),
    ("nodes-under-pressure", ""),
    ("rollouts-continued", ""),
    ("conditions", "; not simulated, the run takes it to be over"),
    ("quota", ""),
    ("stockouts", ""),
    ("upgrades-being-cancelled", ""),
];

impl Page<'_> {
    /// What is broken now, and how the run takes it.
    pub(super) fn broken(&self) -> Part {
        let reports = self.asked.reports;
        let mut lines = Vec::new();
        for (key, follows) in NOTES {
            let found = reports.iter().flat_map(|one| one.ignored.iter().chain(&one.assumed));
            let found = found.filter(|line| line.key == key && !self.is_in_the_run(line));
            lines.extend(found.map(|line| format!("{}{follows}", english::text(&line.message))));
        }
        let unread = unread(reports).filter_map(|one| {
            let reason = english::text(&one.reason.as_ref()?.message);
            let file = words::visible::visible(one.file.clone());
            Some(format!("{file} can't be read, so nothing in it counts: {reason}"))
        });
        lines.extend(unread);
        lines.extend(self.ill_pods().iter().map(|one| self.said(one)));
        part("Broken at the start", lines, BROKEN)
    }

    /// Disks that are gone with their nodes (KS-39).
    pub(super) fn local_disks(&self) -> Part {
        part("Local disks", local_disks(self.asked.reports), BROKEN)
    }

    /// What a good end takes for granted.
    pub(super) fn provided(&self) -> String {
        let mut all = match self.not_as_written() {
            0 => Vec::new(),
            1 => vec!["1 part of the script that is not run as written changes nothing".to_owned()],
            n => {
                vec![format!("{n} parts of the script that are not run as written change nothing")]
            }
        };
        if matches!(self.asked.summary.outcome, Outcome::Succeeded | Outcome::RolledBack) {
            self.hoped(&mut all);
            all.extend(self.locked_webhooks());
            all.extend(self.webhooks_of_nodes());
            all.extend(Met::proviso(&self.met_cron_jobs()));
        }
        // What isn't built bears on every outcome.
        let autopilot = match self.asked.trace.start().control_plane.autopilot {
            true => {
                " Autopilot is not simulated yet: this is the answer for a Standard cluster (AM-74, AM-78)."
            }
            false => "",
        };
        let others = others(self.asked.reports, &self.asked.trace.plan().name);
        let others = others.map_or_else(String::new, |said| format!(" {said}"));
        let first = self.script_ends()
            + &not_simulated::due(self.asked.trace.plan(), self.asked.trace.start())
            + &self.taken_up_later()
            + &self.drains_left_out()
            + &self.deletions()
            + &self.webhooks_down()
            + &others
            + autopilot
            + self.restarts();
        match all.is_empty() {
            true => first,
            false => {
                format!("{first} This holds only if {}.", all.join(" and "))
            }
        }
    }

    /// That no Pod can be created now.
    fn webhooks_down(&self) -> String {
        let lines = self.asked.reports.iter().flat_map(|one| &one.assumed);
        let names = lines.filter(|line| line.key == "webhooks-down").flat_map(|line| &line.names);
        let names: Vec<String> = names
            .filter_map(|name| match name {
                Arg::Text(text) => Some(words::visible::visible(text.clone())),
                _ => None,
            })
            .collect();
        match names.as_slice() {
            [] => String::new(),
            names => {
                let last = self.asked.trace.last();
                let is_down = |name: &String| {
                    self.pods_behind(name).is_some_and(|own| {
                        let mut pods = last.pods_of(|owner| own.contains(&owner));
                        !pods.any(|(_, pod)| pod.ready())
                    })
                };
                let never =
                    if names.iter().any(is_down) { " It gets none in this run." } else { "" };
                format!(
                    " No Pod can be created until the webhook has a ready Pod: {}.{never}",
                    names.join(", ")
                )
            }
        }
    }

    /// That webhooks admit the Pods that replace the last ones of their own Services, which the run has none of at some instant.
    fn locked_webhooks(&self) -> Option<String> {
        let names = self.webhooks_without_pods("own-webhooks")?;
        Some(format!(
            "the last Pod of the Service still admits its own replacement, although failurePolicy of {names} is Fail"
        ))
    }

    /// That webhooks whose Services have no ready Pod at some instant don't hold up nodes.
    fn webhooks_of_nodes(&self) -> Option<String> {
        let names = self.webhooks_without_pods("webhooks-of-nodes")?;
        Some(format!(
            "nodes register, are cordoned and stay Ready while the Service has no ready Pod, although failurePolicy of {names} is Fail"
        ))
    }

    /// The webhooks of a note whose Services have no ready Pod at some instant.
    fn webhooks_without_pods(&self, note: &str) -> Option<String> {
        let reports = self.asked.reports.iter();
        let lines = reports.flat_map(|one| &one.ignored).filter(|line| line.key == note);
        let names = lines.flat_map(|line| &line.names).filter_map(|name| match name {
            Arg::Text(text) if self.loses_its_pods(text) => {
                Some(words::visible::visible(text.clone()))
            }
            _ => None,
        });
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Has the Service of `NAME (Service NAMESPACE/NAME)` no ready Pod at some instant?
    fn loses_its_pods(&self, webhook: &str) -> bool {
        self.pods_behind(webhook).is_some_and(|workloads| {
            let is_down = |id: &WorkloadId| {
                let mut all = self.asked.summary.workloads.iter();
                all.any(|one| {
                    // None is ready if none ever was.
                    let none = one.without_ready > SimSpan::ZERO || one.fewest == Some(0);
                    one.workload == *id && none
                })
            };
            workloads.iter().all(is_down)
        })
    }

    /// The workloads behind the Service of `NAME (Service NAMESPACE/NAME)`.
    fn pods_behind(&self, webhook: &str) -> Option<&[WorkloadId]> {
        let (_, service) = webhook.rsplit_once("(Service ")?;
        let (namespace, name) = service.strip_suffix(')')?.split_once('/')?;
        let mut services = self.asked.trace.plan().services.values();
        let is_it = |one: &&Service| one.namespace == namespace && one.name == name;
        let workloads = services.find(is_it)?.workloads.as_slice();
        (!workloads.is_empty()).then_some(workloads)
    }

    /// Are these errors of pools, one each, that the run has as an exceeded quota or a stockout?
    fn is_in_the_run(&self, line: &Line) -> bool {
        let pool = |name: &Arg| match name {
            Arg::Text(text) => text.split_once(": ").map(|(pool, _)| pool.to_owned()),
            _ => None,
        };
        let notes =
            self.asked.reports.iter().flat_map(|one| one.ignored.iter().chain(&one.assumed));
        let simulated = notes.filter(|one| ["quota", "stockouts"].contains(&one.key));
        let simulated: Vec<String> =
            simulated.flat_map(|one| &one.names).filter_map(pool).collect();
        let pools: Vec<String> = line.names.iter().filter_map(pool).collect();
        let is_one_each = pools.len() == pools.iter().collect::<Set<_>>().len();
        line.key == "conditions"
            && pools.len() == line.count as usize
            && is_one_each
            && pools.iter().all(|pool| simulated.contains(pool))
    }

    /// What a good end hopes of what is broken.
    fn hoped(&self, all: &mut Vec<String>) {
        let reports = self.asked.reports;
        let count = |key: &str| {
            let lines = reports.iter().flat_map(|one| &one.ignored);
            let lines = lines.filter(|line| line.key == key && !self.is_in_the_run(line));
            lines.map(|line| line.count as usize).sum::<usize>()
        };
        match count(LOCAL_DISKS) {
            0 => {}
            n => all.push(format!(
                "nobody needs the data of {} that {} lost with a node",
                plural(n, "local disk"),
                if n == 1 { "is" } else { "are" }
            )),
        }
        match count("conditions") {
            0 => {}
            1 => all.push("1 error of the cluster or its pools is over".to_owned()),
            n => all.push(format!("{n} errors of the cluster or its pools are over")),
        }
        match unread(reports).count() {
            0 => {}
            n => all.push(format!("nothing matters in {} that can't be read", plural(n, "file"))),
        }
        all.extend(self.cured());
        let ill = self.ill_pods();
        let hoped = ill.iter().filter(|one| match one.ill {
            Ill::NotReady => !self.is_refused(one.workload),
            ill => ill == Ill::Starting,
        });
        match hoped.map(|one| one.pods.len()).sum() {
            0 => {}
            1 => all.push("1 Pod that isn't ready now, or its replacement, becomes ready".into()),
            n => all.push(format!(
                "{n} Pods that aren't ready now, or their replacements, become ready"
            )),
        }
    }

    /// That nodes for which an upgrade waits are Ready after a repair.
    fn cured(&self) -> Option<String> {
        let trace = self.asked.trace;
        let awaited = trace.plan().not_ready.iter().filter(|(_, one)| one.awaited);
        let mut cured = awaited.filter_map(|(id, _)| {
            let rows = trace.rows_of(Subject::Node(*id)).into_iter();
            let mut rows = rows.filter_map(|no| Some((no, trace.record(no)?)));
            let (no, row) = rows.find(|(_, row)| row.change == Change::NodeReady)?;
            let node = self.words.subject(Subject::Node(*id));
            let at = self.words.instant(row.at);
            Some(format!("a repair makes {node} Ready, as at {at} {}", record(no)))
        });
        let first = cured.next()?;
        Some(match cured.count() {
            0 => first,
            n => format!("{first}, and {}", plural(n, "more node")),
        })
    }

    /// Pods that aren't ready at the start, by workload and condition.
    fn ill_pods(&self) -> Vec<IllPods> {
        let trace = self.asked.trace;
        let mut all: Vec<IllPods> = Vec::new();
        for (id, pod) in trace.start().each_pod() {
            let ill = match (trace.plan().troubles.get(&id), pod.phase()) {
                (Some(Trouble::CrashLoop { .. }), _) => Ill::CrashLoop,
                (Some(Trouble::ImagePull), _) => Ill::ImagePull,
                (None, PodPhase::Running { on, ready: false })
                    if trace.plan().not_ready.contains_key(&on) =>
                {
                    continue;
                }
                (None, PodPhase::Running { ready: false, .. }) => Ill::NotReady,
                (None, PodPhase::Starting { .. }) => Ill::Starting,
                (None, PodPhase::Pending) => Ill::Pending,
                _ => continue,
            };
            let same = |one: &&mut IllPods| one.workload == pod.workload && one.ill == ill;
            match all.iter_mut().find(same) {
                Some(one) => one.pods.push(id),
                None => all.push(IllPods { workload: pod.workload, ill, pods: vec![id] }),
            }
        }
        all
    }

    /// Does a webhook refuse the Pods that would replace others, from the start to the end of the run?
    fn is_refused(&self, workload: WorkloadId) -> bool {
        let trace = self.asked.trace;
        let refused = |cluster| refused_by(trace.plan(), cluster, workload).is_some();
        refused(trace.start()) && refused(trace.last())
    }

    fn said(&self, one: &IllPods) -> String {
        let trace = self.asked.trace;
        let (start, plan) = (trace.start(), trace.plan());
        let n = one.pods.len();
        let is_one = n == 1;
        let fails = plan.workloads.get(one.workload).map_or(&[][..], |own| own.fails.as_slice());
        let version = fails.iter().find_map(|one| one.version);
        let everywhere = version.map(|version| {
            format!("taken to go on, and every Pod of it on nodes of version {version} to fail too, but none after a rollback: if that version is the cause, cancel and roll back the upgrade")
        });
        let taken = match (one.ill, is_one) {
            (Ill::CrashLoop | Ill::ImagePull | Ill::NotReady, _)
                if self.is_refused(one.workload) =>
            {
                "taken to stay so, and replacements to be refused by the webhook"
            }
            (Ill::CrashLoop | Ill::ImagePull, _) if everywhere.is_some() => {
                everywhere.as_deref().unwrap_or_default()
            }
            (Ill::CrashLoop | Ill::ImagePull, true) => {
                "taken to go on, and its replacement to fail too, on any version"
            }
            (Ill::CrashLoop | Ill::ImagePull, false) => {
                "taken to go on, and their replacements to fail too, on any version"
            }
            (Ill::NotReady, true) => "taken to stay so, and its replacement to become ready",
            (Ill::NotReady, false) => "taken to stay so, and their replacements to become ready",
            (Ill::Starting, _) => "taken to become ready",
            (Ill::Pending, _) => "without a node until one has room",
        };
        let state = match one.ill {
            Ill::CrashLoop => "in CrashLoopBackOff",
            Ill::ImagePull => "in ImagePullBackOff",
            Ill::NotReady => "not ready for no stated reason",
            Ill::Starting => "starting",
            Ill::Pending => "Pending",
        };
        let all = plan.revisions(plan.first_revision(one.workload));
        let all = all.flat_map(|revision| start.owned(revision));
        let first = one.pods.first().map(|pod| self.words.subject(Subject::Pod(*pod)));
        let is = if is_one { "is" } else { "are" };
        let more = if is_one { String::new() } else { format!(" and {} more", n - 1) };
        let mut said = format!(
            "{}: {n} of {} {is} {state} ({}{more}), {taken} (AM-102)",
            self.words.subject(Subject::Workload(one.workload)),
            plural(all.count(), "Pod"),
            first.unwrap_or_default(),
        );
        let budgets =
            plan.workloads.get(one.workload).map_or(&[][..], |own| own.budgets.as_slice());
        for budget in budgets.iter().filter_map(|id| budget_at(plan, start, *id)) {
            let subject = self.words.subject(Subject::Budget(budget.budget));
            let allowed = usize::try_from(budget.allowed()).unwrap_or(0);
            said += &format!("; {subject} allows {}", plural(allowed, "disruption"));
        }
        said
    }
}

/// What an import says of disks that are gone with their nodes.
pub(in super::super) fn local_disks(reports: &[FileReport]) -> Vec<String> {
    let lines = reports.iter().flat_map(|one| &one.ignored);
    let lines = lines.filter(|line| [LOCAL_DISKS, LOCAL_SSDS].contains(&line.key));
    lines.map(|line| english::text(&line.message)).collect()
}

/// The files of which nobody knows what should be in them.
pub(in super::super) fn unread(reports: &[FileReport]) -> impl Iterator<Item = &FileReport> {
    reports.iter().filter(|one| one.reason.as_ref().is_some_and(import::Refusal::is_unreadable))
}
