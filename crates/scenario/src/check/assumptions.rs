//! Assumed durations: none negative, none endless, quantiles in order.

use super::context::Cx;
use super::limits::LONGEST_MS;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Range, read};
use crate::field::{FieldType, Struct};

pub(super) fn ranges(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    each("", &cx.doc.assumptions, out);
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        each(&format!("/workloads/{at}"), &workload.assumptions, out);
    }
}

fn each(path: &str, of: &dyn Struct, out: &mut Diagnostics) {
    for (at, field) in of.spec().fields.iter().enumerate() {
        let value = of.slot(at).and_then(|slot| slot.get(false));
        if let (FieldType::Range, Some(json)) = (field.kind, value) {
            range(
                format!("{path}/assumptions/{}", field.key),
                read(&json).0,
                out,
            );
        }
    }
}

fn range(path: String, range: Option<Range>, out: &mut Diagnostics) {
    let Some(Range { p10, p50, p90 }) = range else {
        return;
    };
    let bounds = 0..=LONGEST_MS;
    if !bounds.contains(&p10.0) || !bounds.contains(&p90.0) || !bounds.contains(&p50.0) {
        out.push(
            Diagnostic::error("assumption/out-of-bounds", path)
                .says("A duration is negative or longer than ten years.")
                .hint("Write one between the two."),
        );
    } else if p10 > p50 || p50 > p90 {
        out.push(
            Diagnostic::error("assumption/order", path)
                .says(format!(
                    "p10 {} s, p50 {} s and p90 {} s do not rise.",
                    p10.0 / 1000,
                    p50.0 / 1000,
                    p90.0 / 1000
                ))
                .hint("Of 100 cases 10 take at most p10, 50 at most p50, 90 at most p90."),
        );
    }
}
