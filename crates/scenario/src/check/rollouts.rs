//! Settings of rollouts: what the API refuses.

use super::context::Cx;
use super::forms::wrong;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Workload;
use crate::primitive::IntOrText;
use crate::resolve::int_or_percent;
use crate::revisions::DEADLINE_S;
use base::quantity::IntOrPercent;
use base::say;

fn deployments<'d>(cx: &Cx<'_, 'd>) -> impl Iterator<Item = (usize, &'d Workload)> {
    let all = cx.doc.workloads.iter().enumerate();
    all.filter(|(_, workload)| workload.kind == "Deployment")
}

/// Numbers from 0 on, and percentages; `maxUnavailable` at most 100 % (KC-22).
pub(super) fn numbers(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, workload) in deployments(cx) {
        let both = [
            ("maxSurge", &workload.max_surge, i64::MAX),
            ("maxUnavailable", &workload.max_unavailable, 100),
        ];
        for (field, value, most) in both {
            let Some(value) = value else { continue };
            let good = match int_or_percent(value) {
                Some(IntOrPercent::Int(number)) => (0..=i64::from(i32::MAX)).contains(&number),
                Some(IntOrPercent::Percent(percent)) => (0..=most).contains(&percent),
                None => false,
            };
            if !good {
                let message = say!("check-no-number-of-pods", value = value.to_string());
                wrong(format!("/workloads/{at}/{field}"), message, out);
            }
        }
    }
}

/// Nothing could ever be replaced (KC-22); 1 may be unavailable then (KC-07).
pub(super) fn both_zero(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let zero = |value: &Option<IntOrText>| {
        let value = value.as_ref().and_then(int_or_percent);
        matches!(value, Some(IntOrPercent::Int(0) | IntOrPercent::Percent(0)))
    };
    for (at, workload) in deployments(cx) {
        if zero(&workload.max_surge) && zero(&workload.max_unavailable) {
            let path = format!("/workloads/{at}/maxUnavailable");
            let found = Diagnostic::error("rollout/both-zero", path).can_exist();
            out.push(found.with("workload", &workload.name));
        }
    }
}

/// A Pod must be able to become available before the deadline (KC-22).
pub(super) fn deadlines(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, workload) in deployments(cx) {
        let deadline = workload.progress_deadline_seconds.unwrap_or(DEADLINE_S);
        let ready = workload.min_ready_seconds.unwrap_or(0);
        if deadline <= ready {
            let path = format!("/workloads/{at}/progressDeadlineSeconds");
            let found = Diagnostic::error("rollout/deadline", path).can_exist();
            let found = found.with("workload", &workload.name);
            out.push(found.with("deadline", deadline.to_string()).with("ready", ready.to_string()));
        }
    }
}
