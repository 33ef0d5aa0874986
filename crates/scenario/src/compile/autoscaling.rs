//! Compiles the settings of the cluster autoscaler.

use crate::accelerators;
use crate::check::autoscaling::{is_set, scaling, slice_hosts};
use crate::document::Document;
use crate::document::pool::Pool;
use crate::units::Duration;
use base::{SimSpan, muted};
use model::Symbols;
use model::autoscale::{Autoscaling, LimitedResource, LocationPolicy, ResourceLimit};

/// Ordinary nodes, TPU slices, and flex-start (BS-87).
const PROVISIONING: SimSpan = SimSpan::from_secs(15 * 60);
const TPU_PROVISIONING: SimSpan = SimSpan::from_secs(10 * 3600);
const FLEX_PROVISIONING: SimSpan = SimSpan::from_secs(30 * 60);

/// The settings of a pool as a run uses them: total limits before those per zone, the minimum at most the maximum (AM-103). A slice
/// of several hosts has limits per zone (BS-94).
pub(super) fn of_pool(pool: &Pool) -> Option<Autoscaling> {
    let text = scaling(pool)?;
    let total = [text.total_min_node_count, text.total_max_node_count];
    let zonal = [text.min_node_count, text.max_node_count];
    let has_total = total.into_iter().any(is_set);
    let limits = if has_total { total } else { zonal };
    let [min, max] = limits.map(|limit| u32::try_from(limit.unwrap_or(0)).unwrap_or(0));
    // Without a maximum it never grows, and keeps its minimum.
    let max = if max == 0 { min } else { max };
    let spot = pool.config.spot || pool.config.preemptible;
    let flex = pool.config.flex_start;
    // BALANCED isn't supported for flex-start (BS-91).
    let any = match text.location_policy.as_str() {
        "ANY" => true,
        "BALANCED" => flex && !muted("BS-91"),
        _ => (spot && !muted("CA-29")) || (flex && !muted("BS-91")),
    };
    Some(Autoscaling {
        min: min.min(max),
        max,
        total: has_total && slice_hosts(pool).is_none(),
        slice: slice_hosts(pool),
        policy: if any { LocationPolicy::Any } else { LocationPolicy::Balanced },
        compute_engine: pool.mig_autoscaling && !muted("CA-14"),
        pods_unknown: pool.pods_unknown,
        managed: pool.autopilot_managed,
        delay: text.consolidation_delay.map(Duration::span),
        provisioning: match (
            accelerators::of_nodes(&pool.config).is_some_and(|own| own.tpu) && !muted("BS-87"),
            flex && !muted("BS-87"),
        ) {
            (_, true) => FLEX_PROVISIONING,
            (true, _) => TPU_PROVISIONING,
            (false, false) => PROVISIONING,
        },
    })
}

/// The limits of node auto-provisioning, if it is on (KA-41): not negative, the minimum at most the maximum (AM-103).
pub(super) fn resource_limits(doc: &Document, symbols: &mut Symbols) -> Vec<ResourceLimit> {
    let settings = &doc.cluster.autoscaling;
    if !settings.enable_node_autoprovisioning {
        return Vec::new();
    }
    let limits = settings.resource_limits.iter().filter_map(|limit| {
        let (resource, unit) = match limit.resource_type.as_str() {
            "cpu" => (LimitedResource::Cpu, 1000),
            "memory" => (LimitedResource::Memory, 1 << 30),
            kind => (LimitedResource::Accelerator(symbols.intern(kind)), 1),
        };
        let of = |amount: i64| amount.max(0).saturating_mul(unit);
        let max = of(limit.maximum?);
        let min = of(limit.minimum.unwrap_or(0)).min(max);
        Some(ResourceLimit { resource, min, max })
    });
    limits.collect()
}

#[cfg(test)]
mod tests {
    use crate::compile::tests::compiled;
    use expect_test::{Expect, expect};

    /// Policy and time-out of a pool.
    fn check(pool: &str, expect: Expect) {
        let compiled = compiled(&format!(
            r#"{{"version":1,"pools":[{{"name":"a","initialNodeCount":1,{pool}}}]}}"#
        ));
        let own = compiled.plan.pools.values().next().and_then(|pool| pool.autoscaling);
        let own = own.map(|own| (own.policy, own.provisioning.secs(), own.min, own.max, own.total));
        expect.assert_eq(&format!("{own:?}"));
    }

    /// CA-29, BS-91: Spot and flex-start VMs come from any zone by default.
    #[test]
    fn the_default_policy_follows_the_kind_of_vms() {
        let auto = r#""autoscaling":{"enabled":true,"maxNodeCount":3}"#;
        check(auto, expect!["Some((Balanced, 900, 0, 3, false))"]);
        check(
            &format!(r#""config":{{"spot":true}},{auto}"#),
            expect!["Some((Any, 900, 0, 3, false))"],
        );
        let balanced =
            r#""autoscaling":{"enabled":true,"maxNodeCount":3,"locationPolicy":"BALANCED"}"#;
        check(
            &format!(r#""config":{{"spot":true}},{balanced}"#),
            expect!["Some((Balanced, 900, 0, 3, false))"],
        );
        check(
            &format!(r#""config":{{"flexStart":true}},{balanced}"#),
            expect!["Some((Any, 1800, 0, 3, false))"],
        );
    }

    /// BS-87, BS-94: TPU slices are awaited for ten hours, and have limits per zone.
    #[test]
    fn slices_are_awaited_for_ten_hours() {
        check(
            r#""config":{"machineType":"ct5lp-hightpu-4t"},"placementPolicy":{"tpuTopology":"4x4"},
            "autoscaling":{"enabled":true,"totalMaxNodeCount":4}"#,
            expect!["Some((Balanced, 36000, 0, 4, false))"],
        );
    }

    /// KA-41, AM-103: amounts that GKE would refuse.
    #[test]
    fn limits_of_resources_are_amounts_in_order() {
        let compiled = compiled(
            r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1}],"cluster":{"autoscaling":{
                "enableNodeAutoprovisioning":true,"resourceLimits":[
                {"resourceType":"cpu","minimum":"-1","maximum":"8"},{"resourceType":"cpu","minimum":9,"maximum":8},
                {"resourceType":"cpu","maximum":-8},{"resourceType":"cpu","minimum":1}]}}}"#,
        );
        let limits = compiled.plan.resource_limits.iter().map(|one| (one.min, one.max));
        expect!["[(0, 8000), (8000, 8000), (0, 0)]"]
            .assert_eq(&format!("{:?}", limits.collect::<Vec<_>>()));
    }

    /// AM-103: a state that GKE would refuse.
    #[test]
    fn the_nearest_possible_limits_are_used() {
        check(
            r#""autoscaling":{"enabled":true,"minNodeCount":5,"maxNodeCount":2}"#,
            expect!["Some((Balanced, 900, 2, 2, false))"],
        );
        check(
            r#""autoscaling":{"enabled":true,"minNodeCount":1,"maxNodeCount":2,"totalMinNodeCount":2,"totalMaxNodeCount":4}"#,
            expect!["Some((Balanced, 900, 2, 4, true))"],
        );
        check(r#""autoscaling":{"enabled":false,"maxNodeCount":2}"#, expect!["None"]);
    }
}
