//! *Make it happen here*: faults of the cluster, a node or a workload at the playhead.

use crate::operations::fields::{choice, option, place};
use crate::operations::state::BranchRequest;
use crate::player::AtPlayhead;
use crate::shell::state::AppState;
use crate::shell::web::dom::{Tag, block, tag};
use crate::shell::words::{t, tn};
use model::script::Failure;
use query::operations::{FaultScope, UserFault, faults};
use runner::typed_span;
use trace::Subject;
use words::Words;

/// The default seconds of a slow pull.
const PULL_S: u32 = 300;
/// The most workloads to choose from.
const WORKLOADS: usize = 200;

pub(super) fn make(words: &Words<'_>, here: AtPlayhead<'_>, within: FaultScope) -> Tag {
    let mut out = block("section", "row makes").add(tag("h3").text(t("ui-op-inject")));
    let found = faults(&here.run.trace, here.frame, within);
    let (of_pool, of_workload): (Vec<UserFault>, Vec<UserFault>) =
        found.into_iter().partition(|fault| !is_of_workload(*fault));
    for fault in of_pool {
        out = out.add(fault_row(words, fault));
    }
    if within.node.is_none() {
        out = out.add(block("p", "hint").text(t("ui-op-select-node")));
    }
    let workloads = || here.run.plan.known_workloads().map(|(id, _)| id);
    if workloads().nth(1).is_some() {
        let none = tag("option").with("value", "").text(t("ui-op-choose-workload"));
        let all = workloads().take(WORKLOADS).map(|id| {
            let subject = Subject::Workload(id);
            option(subject, words.name(subject), within.workload == Some(id))
        });
        let options = [none].into_iter().chain(all);
        out = out.add(
            block("p", "op-pool")
                .add(tag("span").with("aria-hidden", "true").text(t("ui-op-workload")))
                .text(" ")
                .add(choice("op-workload", "ui-op-workload", "workload", options)),
        );
    }
    for fault in of_workload {
        out = out.add(fault_row(words, fault));
    }
    out
}

fn is_of_workload(fault: UserFault) -> bool {
    matches!(
        fault,
        UserFault::NeverReady { .. }
            | UserFault::SlowPull { .. }
            | UserFault::IgnoresSigterm { .. }
    )
}

/// The texts of a fault: message keys of its button and its note, and the names in them.
struct FaultWords {
    button: &'static str,
    beside: &'static str,
    about: Option<(&'static str, Subject)>,
}

impl FaultWords {
    /// A name that stays during the run.
    fn name(&self) -> String {
        let of = self.about.map_or(0, |(_, subject)| subject.pack());
        format!("{}/{of}", self.button)
    }
}

fn offered(fault: UserFault) -> FaultWords {
    let zone = |id| Some(("zone", Subject::Zone(id)));
    let node = |id| Some(("node", Subject::Node(id)));
    let workload = |id| Some(("workload", Subject::Workload(id)));
    let (button, beside, about) = match fault {
        UserFault::Quota { .. } => ("ui-make-quota", "ui-make-quota-about", None),
        UserFault::Stockout { zone: id, on: true } => {
            ("ui-make-stockout", "ui-make-stockout-about", zone(id))
        }
        UserFault::Stockout { zone: id, on: false } => {
            ("ui-make-stockout-ends", "ui-make-stockout-ends-about", zone(id))
        }
        UserFault::Reservation { pool, .. } => (
            "ui-make-reservation",
            "ui-make-reservation-about",
            Some(("pool", Subject::Pool(pool))),
        ),
        UserFault::Preempt { node: id } => ("ui-make-preempt", "ui-make-preempt-about", node(id)),
        UserFault::Fails { node: id, why } => match why {
            Failure::Kubelet => ("ui-make-kubelet", "ui-make-kubelet-about", node(id)),
            Failure::Disk => ("ui-make-disk", "ui-make-disk-about", node(id)),
        },
        UserFault::HostEvent { node: id } => {
            ("ui-make-host-event", "ui-make-host-event-about", node(id))
        }
        UserFault::NeverReady { workload: id, on: true } => {
            ("ui-make-never-ready", "ui-make-never-ready-about", workload(id))
        }
        UserFault::NeverReady { workload: id, on: false } => {
            ("ui-make-ready-again", "ui-make-ready-again-about", workload(id))
        }
        UserFault::SlowPull { workload: id } => {
            ("ui-make-slow-pull", "ui-make-slow-pull-about", workload(id))
        }
        UserFault::IgnoresSigterm { workload: id } => {
            ("ui-make-sigterm", "ui-make-sigterm-about", workload(id))
        }
    };
    FaultWords { button, beside, about }
}

fn fault_row(words: &Words<'_>, fault: UserFault) -> Tag {
    let one = offered(fault);
    let name = one.name();
    let now = |now: Option<u32>| match now {
        Some(now) => now.into(),
        None => "none".into(),
    };
    let mut args: Vec<_> =
        one.about.map(|(arg, subject)| (arg, words.name(subject).into())).into_iter().collect();
    let (number, unlimited) = match fault {
        UserFault::Quota { now: spare } => {
            args.push(("now", now(spare)));
            (Some(spare.unwrap_or(0)), spare.map(|_| "ui-make-no-quota"))
        }
        UserFault::Reservation { now: held, enough, .. } => {
            args.push(("now", now(held)));
            (Some(held.unwrap_or(enough)), held.map(|_| "ui-make-no-reservation"))
        }
        UserFault::SlowPull { .. } => (Some(PULL_S), None),
        _ => (None, None),
    };
    let text = tn(one.beside, &args);
    let button = |words: &str, no_limit: bool| {
        let label = format!("{}: {text}", t(words));
        let button = block("button", "btn line")
            .with("type", "button")
            .with("data-make", name.as_str())
            .with("aria-label", label)
            .text(t(words));
        if no_limit { button.with("data-unlimited", "") } else { button }
    };
    let mut about = tag("div");
    if let Some(number) = number {
        about = about.add(
            block("input", "txt short")
                .with("inputmode", "numeric")
                .with("autocomplete", "off")
                .with("aria-label", text.as_str())
                .with("value", number.to_string()),
        );
    }
    about = about.add(tag("span").text(text.as_str()));
    if let Some(words) = unlimited {
        about = about.add(button(words, true));
    }
    block("div", "op make").add(button(one.button, false)).add(about)
}

/// The fault of a row, with its typed values.
pub(super) fn befall(
    here: AtPlayhead<'_>,
    state: &AppState,
    name: &str,
    typed: Option<&str>,
) -> Option<BranchRequest> {
    let within = place(here, state)?;
    let mut found = faults(&here.run.trace, here.frame, within).into_iter();
    let fault = found.find(|fault| offered(*fault).name() == name)?;
    let number = match typed {
        // Refuses a quota that isn't a number.
        Some(text) if !matches!(fault, UserFault::SlowPull { .. }) => {
            Some(text.trim().parse().ok()?)
        }
        _ => None,
    };
    BranchRequest::of_fault(here.run, fault, number, typed.and_then(typed_span))
}
