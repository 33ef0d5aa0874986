//! Assumed durations: not negative, not endless, quantiles in order.

use super::context::Cx;
use super::limits::LONGEST_MS;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Range, read};
use crate::field::{FieldType, Struct};

pub(super) fn ranges(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    each("", &cx.doc.assumptions, out);
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        each(&format!("/workloads/{at}"), &workload.assumptions, out);
    }
}

fn each(path: &str, of: &dyn Struct, out: &mut Diagnostics) {
    for (at, field) in of.spec().fields.iter().enumerate() {
        let value = of.slot(at).and_then(|slot| slot.get(false));
        if let (FieldType::Range, Some(json)) = (field.kind, value) {
            range(format!("{path}/assumptions/{}", field.key), read(&json).0, out);
        }
    }
}

fn range(path: String, range: Option<Range>, out: &mut Diagnostics) {
    let Some(Range { p10, p50, p90 }) = range else {
        return;
    };
    let bounds = 0..=LONGEST_MS;
    if !bounds.contains(&p10.0) || !bounds.contains(&p90.0) || !bounds.contains(&p50.0) {
        out.push(Diagnostic::error("assumption/out-of-bounds", path));
    } else if p10 > p50 || p50 > p90 {
        Diagnostic::error("assumption/order", path)
            .with("p10", (p10.0 / 1000).to_string())
            .with("p50", (p50.0 / 1000).to_string())
            .with("p90", (p90.0 / 1000).to_string())
            .add_to(out);
    }
}
