//! Pools with a fixed strategy, read from the JSON of a document.

use super::document::pool::has_several_hosts;
use super::edit::at;
use super::json::Json;
use super::strategy::short_lived::queued_is_short_lived;

/// Why the strategy is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// UP-03.
    Autopilot,
    /// UP-04.
    Managed,
    /// UP-05.
    FlexStart,
    /// SL-01.
    Queued,
    /// One slice of several machines (BS-05).
    MultiHost,
}

pub fn fixed(document: &Json, pool: &Json) -> Option<Fixed> {
    let is = |of: &Json, pointer: &str| at(of, pointer) == Some(&Json::Bool(true));
    let text = |of: &Json, pointer: &str| -> String {
        at(of, pointer).and_then(Json::text).unwrap_or_default().to_owned()
    };
    let queued = || {
        let master = text(document, "/cluster/currentMasterVersion");
        is(pool, "/queuedProvisioning/enabled") && queued_is_short_lived(&master)
    };
    let hosts = || {
        let topology = text(pool, "/placementPolicy/tpuTopology");
        has_several_hosts(&topology, &text(pool, "/config/machineType"))
    };
    if is(document, "/cluster/autopilot/enabled") {
        Some(Fixed::Autopilot)
    } else if is(pool, "/autopilotManaged") {
        Some(Fixed::Managed)
    } else if is(pool, "/config/flexStart") {
        Some(Fixed::FlexStart)
    } else if queued() {
        Some(Fixed::Queued)
    } else if hosts() {
        Some(Fixed::MultiHost)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_of_autopilot_bounded_nodes_and_slices_are_fixed() {
        let of = |cluster: &str, pool: &str| {
            let text = format!(r#"{{"cluster":{{{cluster}}},"pools":[{{{pool}}}]}}"#);
            let document = Json::parse(&text).expect("JSON");
            let pool = document.get("pools").expect("pools").items()[0].clone();
            fixed(&document, &pool)
        };
        let queued = r#""queuedProvisioning":{"enabled":true}"#;
        let slice = r#""placementPolicy":{"tpuTopology":"4x4"},"config":{"machineType":"ct5lp-hightpu-4t"}"#;
        for (cluster, pool, wanted) in [
            ("", "", None),
            (r#""autopilot":{"enabled":true}"#, "", Some(Fixed::Autopilot)),
            ("", r#""autopilotManaged":true"#, Some(Fixed::Managed)),
            ("", r#""config":{"flexStart":true}"#, Some(Fixed::FlexStart)),
            ("", queued, Some(Fixed::Queued)),
            (r#""currentMasterVersion":"1.32.1-gke.1""#, queued, None),
            (r#""currentMasterVersion":"1.33""#, queued, Some(Fixed::Queued)),
            ("", slice, Some(Fixed::MultiHost)),
            ("", &slice.replace("4x4", "2x2"), None),
        ] {
            assert_eq!(of(cluster, pool), wanted, "{cluster} {pool}");
        }
    }
}
