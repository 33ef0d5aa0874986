//! What must hold in every run: a table of small functions, most of them called before every row.

mod autoscaler;
mod blue_green;
mod budgets;
mod clock;
mod containers;
mod control_plane;
mod counts;
mod drains;
mod ends;
mod feasible;
mod fresh;
mod growth;
mod harm;
mod machines;
mod nodes;
mod owners;
mod places;
mod policy;
mod preempt;
mod prompt;
mod removals;
mod rollouts;
mod rows;
mod scale_down;
mod special;
#[cfg(test)]
mod tests;
mod ties;
mod upgrades;
mod volumes;
mod whole;
mod work;

use crate::run::FinishedRun;
use crate::shadow::{Deadline, Shadow};
use base::{NodeId, PodId, RecordNo, SimTime};
use model::Plan;
use trace::{Record, Trace};

pub(crate) type Said = Result<(), String>;

/// A row, and the cluster before or after it.
pub(crate) struct RowCx<'a> {
    pub shadow: &'a Shadow<'a>,
    pub plan: &'a Plan,
    pub no: RecordNo,
    pub record: Record,
    pub slug: &'static str,
    /// The time of the previous row.
    pub last: SimTime,
    /// An event that is overdue before this row.
    pub overdue: Option<Deadline>,
}

/// When a checker is called.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// With the cluster before a row.
    Before(fn(&RowCx<'_>) -> Said),
    /// With the cluster after a row.
    After(fn(&RowCx<'_>) -> Said),
    /// With the cluster at the end of the run.
    End(fn(&FinishedRun<'_>, &Shadow<'_>) -> Said),
    /// With the whole run, which the checker may repeat in another way.
    Whole(fn(&FinishedRun<'_>) -> Said),
}

pub(crate) struct Checker {
    pub name: &'static str,
    pub check: Check,
}

const fn before(name: &'static str, check: fn(&RowCx<'_>) -> Said) -> Checker {
    Checker { name, check: Check::Before(check) }
}

const fn after(name: &'static str, check: fn(&RowCx<'_>) -> Said) -> Checker {
    Checker { name, check: Check::After(check) }
}

const fn end(name: &'static str, check: fn(&FinishedRun<'_>, &Shadow<'_>) -> Said) -> Checker {
    Checker { name, check: Check::End(check) }
}

const fn whole(name: &'static str, check: fn(&FinishedRun<'_>) -> Said) -> Checker {
    Checker { name, check: Check::Whole(check) }
}

/// A new checker is a function in a file by topic, and a line here.
pub(crate) const CHECKERS: &[Checker] = &[
    // Rows.
    before("rows/time", rows::time_never_runs_backwards),
    before("rows/cause", rows::causes_come_first),
    before("rows/ids", rows::ids_exist_and_new_ones_follow),
    before("rows/columns", rows::columns_give_the_row_back),
    before("rows/order", rows::pods_end_and_start_in_the_order_of_their_names),
    // Events at predicted instants.
    before("clock/grace", clock::no_pod_outlives_its_grace),
    before("clock/pods", clock::pods_start_when_said),
    before("clock/vms", clock::vms_come_and_go_when_said),
    before("clock/cordon", clock::drains_follow_their_cordon),
    before("clock/deadline", clock::jobs_end_at_their_deadline),
    before("clock/drain-limit", clock::drains_end_at_their_limit),
    before("clock/drain-over", clock::drains_end_with_their_last_pod),
    before("clock/phases", clock::phases_and_soaks_end_when_said),
    before("clock/deletion", clock::drained_nodes_go_at_once),
    before("clock/machines", clock::machines_keep_their_times),
    // Pods and where they are.
    before("pods/phases", ends::pods_go_through_their_phases),
    before("pods/ends", ends::every_end_has_its_reason),
    before("pods/grace", ends::graces_are_respected),
    before("pods/shortened", ends::a_second_deletion_shortens_the_grace),
    after("pods/one-node", places::no_pod_is_on_two_nodes),
    before("place/node", places::nodes_take_pods_only_when_up_and_open),
    before("place/capacity", places::capacity_is_never_exceeded),
    before("place/taints", places::taints_are_tolerated),
    before("place/affinity", places::selectors_and_affinity_match),
    before("place/spread", places::hard_spread_is_kept),
    before("place/pinned", places::daemon_pods_go_to_their_node),
    before("place/ports", ties::host_ports_are_exclusive),
    before("place/near", ties::pod_affinity_is_met),
    before("place/away", ties::pod_anti_affinity_is_met),
    before("place/nominated", preempt::nominated_room_is_kept),
    before("place/prompt", prompt::pods_that_fit_are_bound_promptly),
    // Volumes.
    before("volumes/zone", volumes::pods_are_where_their_disks_are),
    before("volumes/made", volumes::disks_are_made_once),
    before("volumes/waits", volumes::pods_wait_for_their_disks),
    before("volumes/attached", volumes::free_disks_are_attached),
    // Preemption.
    before("preempt/lower", preempt::only_lower_priorities_make_room),
    before("preempt/node", preempt::the_cheapest_node_is_nominated),
    before("preempt/victims", preempt::victims_are_those_that_must_leave),
    before("preempt/complete", preempt::victims_leave_at_once),
    before("preempt/claims", preempt::nominations_are_cleared_for_a_reason),
    // Budgets.
    before("budget/overdrawn", budgets::no_eviction_overdraws_a_budget),
    before("budget/refusal", budgets::a_refusal_is_true),
    // Drains.
    before("drain/cordon", drains::nodes_are_cordoned_before_their_drain),
    before("drain/selection", drains::a_drain_selects_what_it_may),
    before("drain/evictions", drains::evictions_are_of_a_drain),
    before("drain/grid", drains::evictions_are_on_the_grid),
    before("drain/prompt", drains::retries_are_every_five_seconds),
    before("drain/end", drains::drains_end_when_their_pods_are_gone),
    before("drain/deletion", drains::vms_go_after_their_drain),
    // Nodes and capacity.
    before("node/phases", nodes::nodes_go_through_their_phases),
    before("node/quota", nodes::capacity_is_there),
    before("node/refusals", nodes::a_refusal_is_reported_once),
    before("node/template", nodes::new_nodes_have_the_template_of_the_run),
    after("node/bounds", nodes::registered_nodes_stay_in_bounds),
    before("node/repairs", machines::repairs_have_their_reason),
    before("node/notice", machines::vms_are_preempted_as_announced),
    before("node/hosts", machines::host_events_migrate_vms),
    before("node/size", machines::pools_grow_to_their_size),
    before("pods/never-ready", machines::pods_that_are_never_ready_are_on_the_new_version),
    before("containers/late", containers::containers_fail_in_time),
    before("containers/end", containers::containers_end_as_said),
    before("containers/start", containers::containers_start_when_said),
    before("work/done", work::work_is_done_in_time),
    before("work/lost", work::lost_work_is_reported),
    // The control plane and the script.
    before("control-plane/first", control_plane::the_control_plane_goes_first),
    before("control-plane/replicas", control_plane::replicas_come_in_their_turn),
    before("control-plane/down", control_plane::the_api_is_down_meanwhile),
    before("script/phases", control_plane::entries_act_in_their_phase),
    // Rollouts.
    before("rollout/steps", rollouts::steps_keep_the_bounds),
    before("rollout/conditions", rollouts::conditions_are_true),
    end("rollout/forgotten", rollouts::no_rollout_is_forgotten),
    // Upgrades.
    before("short-lived/alone", special::short_lived_nodes_are_left_alone),
    before("multi-host/whole", special::slices_are_one_unit),
    before("run/states", upgrades::runs_go_through_their_states),
    before("run/refusals", upgrades::refusals_are_true),
    before("run/takes", upgrades::nodes_are_taken_by_a_run_that_may),
    after("run/parallel", upgrades::no_more_nodes_than_slots),
    before("run/zones", upgrades::one_zone_at_a_time),
    before("run/begun-zones", upgrades::begun_zones_come_first),
    before("run/one-automatic", upgrades::one_automatic_run_at_a_time),
    before("run/order", upgrades::listed_nodes_are_taken_in_order),
    // Windows and exclusions.
    before("policy/starts", policy::nothing_blocked_starts),
    before("policy/changes", policy::changes_wait),
    before("policy/pauses", policy::runs_pause_and_resume),
    before("policy/pace", policy::control_plane_upgrades_keep_their_interval),
    before("policy/overrides", policy::overrides_are_requested),
    // Blue-green upgrades.
    before("blue-green/phases", blue_green::phases_come_in_order),
    before("blue-green/green", blue_green::green_is_as_large_as_blue),
    before("blue-green/quota", blue_green::the_quota_is_checked_for_all),
    before("blue-green/cordon", blue_green::blue_is_cordoned),
    before("blue-green/batches", blue_green::batches_have_their_size),
    before("blue-green/order", blue_green::batches_are_cut_from_one_list),
    before("blue-green/soaks", blue_green::soaks_have_their_configured_length),
    before("blue-green/waits", blue_green::soaks_are_waited_in_full),
    before("blue-green/seven-days", blue_green::no_more_than_seven_days_are_soaked),
    before("blue-green/drains", blue_green::blue_pods_leave_in_their_phase),
    before("blue-green/limit", blue_green::a_batch_ends_at_its_limit),
    before("blue-green/deletes", blue_green::only_drained_nodes_are_deleted),
    before("blue-green/left", blue_green::one_colour_is_left),
    before("blue-green/pause", blue_green::a_pause_starts_nothing),
    before("blue-green/pause-drains", blue_green::drains_pause_with_their_run),
    before("blue-green/parallel", blue_green::green_is_drained_in_parallel),
    before("blue-green/back", blue_green::a_rollback_begins_at_once),
    before("run/commands", blue_green::commands_follow_the_tables),
    // The cluster autoscaler.
    before("autoscaler/grid", autoscaler::it_acts_on_the_grid),
    before("autoscaler/size", autoscaler::sizes_are_right),
    before("autoscaler/max", autoscaler::no_group_exceeds_its_maximum),
    before("autoscaler/pods", autoscaler::groups_grow_for_pods),
    before("autoscaler/held", autoscaler::held_groups_do_not_grow),
    before("autoscaler/failures", autoscaler::failures_are_true),
    before("autoscaler/requests", autoscaler::decisions_are_carried_out),
    before("autoscaler/balance", autoscaler::zones_grow_alike),
    before("autoscaler/growth", growth::groups_grow_as_they_should),
    before("autoscaler/reasons", fresh::reasons_are_those_of_a_fresh_look),
    before("autoscaler/waits", fresh::nobody_waits_in_vain),
    before("autoscaler/late", autoscaler::late_nodes_are_given_up),
    before("scale-down/time", scale_down::nodes_go_after_their_time),
    before("scale-down/pauses", scale_down::removals_wait_after_others),
    before("scale-down/min", scale_down::pools_keep_their_minimum),
    before("scale-down/resources", scale_down::resources_stay_above_their_minimum),
    before("scale-down/at-once", scale_down::few_nodes_go_at_a_time),
    before("scale-down/used", scale_down::nodes_that_go_are_little_used),
    before("scale-down/places", scale_down::pods_have_another_place),
    before("scale-down/order", removals::nodes_go_in_order),
    before("scale-down/forgotten", removals::no_removal_is_forgotten),
    before("scale-down/holds", scale_down::nobody_holds_a_node_that_goes),
    // Owners.
    before("owner/replicas", owners::never_more_pods_than_replicas),
    before("owner/ordinals", owners::ordinals_are_unique_and_in_order),
    before("owner/daemons", owners::one_daemon_pod_a_node),
    before("owner/jobs", owners::jobs_keep_their_bounds),
    before("owner/job-fails", owners::jobs_fail_for_a_reason),
    before("owner/surplus", owners::the_cheapest_pods_go),
    before("owner/bare", owners::bare_pods_do_not_come_back),
    // The end of a run.
    end("end/quiet", whole::nothing_was_forgotten),
    end("end/pending", whole::pending_pods_fit_nowhere),
    end("end/preemption", preempt::preemption_happens_when_possible),
    end("end/blocked", whole::blocked_pods_are_refused),
    end("end/owners", whole::owners_have_their_replicas),
    end("end/volumes", volumes::who_waits_has_a_reason),
    end("end/runs", whole::runs_ended_or_report_why_not),
    end("end/requests", machines::available_vms_were_granted),
    end("end/repairs", machines::who_should_be_repaired_is),
    end("end/script", control_plane::no_entry_is_forgotten),
    end("end/policy", policy::who_may_go_on_has),
    end("end/nodes", whole::nodes_are_where_the_run_left_them),
    end("end/taints", whole::nobody_is_where_a_taint_expels_it),
    end("end/pods", whole::no_pod_is_on_a_node_that_is_gone),
    end("end/names", whole::names_are_unique),
    end("end/shadow", whole::the_rows_alone_give_the_cluster),
    end("end/work", work::all_lost_work_is_counted),
    end("end/harm", harm::harm_is_counted_right),
    end("end/no-scale-up", autoscaler::who_waits_knows_why),
    end("end/removed", removals::removed_nodes_are_counted),
    end("end/stays", scale_down::nodes_that_stay_have_a_reason),
    end("end/reasons", autoscaler::reasons_are_about_pods_that_wait),
    end("end/summary", whole::the_outcome_counts_right),
    // The whole run.
    whole("whole/fold", whole::the_fold_of_the_rows_is_the_world),
    whole("whole/frames", whole::frames_are_replays),
    whole("whole/slices", whole::slices_do_not_show),
    whole("whole/lists", whole::the_order_of_lists_does_not_show),
    whole("whole/looks", autoscaler::looks_that_find_nothing_do_not_show),
    whole("whole/text", whole::rows_and_document_read_back),
];

/// What is violated, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub checker: &'static str,
    pub said: String,
}

impl Violation {
    fn of(checker: &Checker, said: String) -> Self {
        Self { checker: checker.name, said }
    }
}

/// Calls every checker; stops at the first violation.
pub(crate) fn check(run: &FinishedRun<'_>) -> Result<(), Violation> {
    let shadow = check_rows(&run.trace, run.trace.records())?;
    for checker in CHECKERS {
        let said = match checker.check {
            Check::End(check) => check(run, &shadow),
            Check::Whole(check) => check(run),
            Check::Before(_) | Check::After(_) => continue,
        };
        said.map_err(|said| Violation::of(checker, said))?;
    }
    Ok(())
}

/// Calls the checkers of rows, and returns the final state.
fn check_rows(
    trace: &Trace,
    records: impl Iterator<Item = (RecordNo, Record)>,
) -> Result<Shadow<'_>, Violation> {
    let plan = trace.plan();
    let mut shadow = Shadow::of(plan, trace.start());
    harm::note_instant(&mut shadow, SimTime::ZERO, SimTime::ZERO);
    let mut last = SimTime::ZERO;
    for (no, record) in records {
        if record.at > last {
            budgets::note_who_is_free(&mut shadow, last);
            prompt::note_who_could_be_bound(&mut shadow, last);
            harm::note_instant(&mut shadow, last, record.at);
        }
        shadow.recover_until(record.at);
        let overdue = shadow.overdue(record.at);
        let slug = trace.rule(&record).slug;
        shadow.note_looks(record.at, slug);
        preempt::note_who_makes_room(&mut shadow, &record, slug);
        let ask = |shadow: &Shadow<'_>, wants_before: bool| {
            let row = RowCx { shadow, plan, no, record, slug, last, overdue };
            for checker in CHECKERS {
                let said = match checker.check {
                    Check::Before(check) if wants_before => check(&row),
                    Check::After(check) if !wants_before => check(&row),
                    _ => continue,
                };
                said.map_err(|said| {
                    let said = format!("row {} at {}: {slug}: {said}", no.0, record.at);
                    Violation::of(checker, said)
                })?;
            }
            Ok(())
        };
        ask(&shadow, true)?;
        harm::note_row(&mut shadow, &record, slug);
        shadow.fold(no, &record, slug);
        prompt::note_who_was_too_late(&mut shadow, &record);
        shadow.before = slug;
        ask(&shadow, false)?;
        last = record.at;
    }
    Ok(shadow)
}

/// The number of checkers.
pub fn count() -> usize {
    CHECKERS.len()
}

/// An error if the condition does not hold.
pub(crate) fn ensure(holds: bool, said: impl FnOnce() -> String) -> Said {
    if holds { Ok(()) } else { Err(said()) }
}

pub(crate) fn node_name(plan: &Plan, node: NodeId) -> String {
    plan.names.nodes.get(node.0 as usize).cloned().unwrap_or_else(|| format!("node {}", node.0))
}

pub(crate) fn pod_name(shadow: &Shadow<'_>, pod: PodId) -> String {
    let state = shadow.pod(pod);
    format!("{}-{}", shadow.plan.workloads[state.workload].name, state.number)
}
