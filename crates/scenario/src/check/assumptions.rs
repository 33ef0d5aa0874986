//! Assumed durations: none negative, none endless, quantiles in order.

use super::context::Cx;
use super::limits::LONGEST_MS;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::assumptions::Range;

pub(super) fn ranges(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let all = &cx.doc.assumptions;
    let path = |name: &str| format!("/assumptions/{name}");
    range(path("nodeCreate"), all.node_create, out);
    range(path("nodeDelete"), all.node_delete, out);
    range(path("cordon"), all.cordon, out);
    range(path("controlPlane"), all.control_plane, out);
    range(path("podStart"), all.pod_start, out);
    range(path("imagePull"), all.image_pull, out);
    range(path("ready"), all.ready, out);
    range(path("shutdown"), all.shutdown, out);
    let words = ["shuffled", "listed"];
    super::forms::one_of(path("nodeOrder"), &all.node_order, &words, out);
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let own = &workload.assumptions;
        let path = |name: &str| format!("/workloads/{at}/assumptions/{name}");
        range(path("podStart"), own.pod_start, out);
        range(path("imagePull"), own.image_pull, out);
        range(path("ready"), own.ready, out);
        range(path("shutdown"), own.shutdown, out);
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
        out.push(
            Diagnostic::error("assumption/order", path)
                .with("p10", (p10.0 / 1000).to_string())
                .with("p50", (p50.0 / 1000).to_string())
                .with("p90", (p90.0 / 1000).to_string()),
        );
    }
}
