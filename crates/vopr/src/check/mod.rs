//! What must hold in every run: a table of small functions, most of them called before every row.

mod autoscaled;
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
mod traffic;
mod upgrades;
mod volumes;
mod whole;
mod work;

use crate::run::FinishedRun;
use crate::shadow::{BlueGreenRun, Deadline, Shadow, ShadowNode, ShadowPod, ShadowPool};
use base::{NodeId, PodId, PoolId, RecordNo, SimTime};
use model::{Plan, Workload};
use std::ops::Deref;
use trace::{Change, Ended, Record, Subject, Trace};

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

impl RowCx<'_> {
    /// The pool that the row is about.
    fn pool(&self) -> Option<PoolRow<'_>> {
        match self.record.subject {
            Subject::Pool(id) => Some(RowAbout { row: self, id, state: self.shadow.pool(id) }),
            _ => None,
        }
    }

    /// The node that the row is about, if it exists.
    fn node(&self) -> Option<NodeRow<'_>> {
        let Subject::Node(id) = self.record.subject else {
            return None;
        };
        let state = self.shadow.nodes.get(id)?;
        Some(RowAbout { row: self, id, state })
    }

    /// The Pod that the row is about, if it exists.
    fn pod(&self) -> Option<PodRow<'_>> {
        let Subject::Pod(id) = self.record.subject else {
            return None;
        };
        let state = self.shadow.pods.get(id)?;
        Some(RowAbout { row: self, id, state })
    }

    /// The pool of the row and its blue-green run.
    fn course(&self) -> Option<CourseRow<'_>> {
        let id = match self.record.subject {
            Subject::Pool(pool) => pool,
            Subject::Node(_) => self.node()?.state.pool,
            Subject::Pod(_) => self.shadow.node(self.pod()?.state.on?).pool,
            _ => return None,
        };
        Some(RowAbout { row: self, id, state: self.shadow.course(id)? })
    }

    fn bound(&self) -> Option<BoundRow<'_>> {
        let (PodRow { id, state: pod, .. }, Change::PodBound { node: on, .. }) =
            (self.pod()?, self.record.change)
        else {
            return None;
        };
        let wants = &self.plan.workloads[pod.workload];
        let state = Binding { pod, wants, on, node: self.shadow.node(on) };
        Some(RowAbout { row: self, id, state })
    }

    fn marked(&self) -> Option<MarkedRow<'_>> {
        let (NodeRow { id, state: node, .. }, Change::DeletionMarked { drain }) =
            (self.node()?, self.record.change)
        else {
            return None;
        };
        Some(RowAbout { row: self, id, state: MarkedNode { node, drain } })
    }
}

/// A row with what it is about.
pub(crate) struct RowAbout<'a, I, T> {
    row: &'a RowCx<'a>,
    pub id: I,
    pub state: T,
}

impl<'a, I, T> Deref for RowAbout<'a, I, T> {
    type Target = RowCx<'a>;
    fn deref(&self) -> &RowCx<'a> {
        self.row
    }
}

pub(crate) type PoolRow<'a> = RowAbout<'a, PoolId, &'a ShadowPool>;
pub(crate) type NodeRow<'a> = RowAbout<'a, NodeId, &'a ShadowNode>;
pub(crate) type PodRow<'a> = RowAbout<'a, PodId, &'a ShadowPod>;
pub(crate) type CourseRow<'a> = RowAbout<'a, PoolId, &'a BlueGreenRun>;
pub(crate) type BoundRow<'a> = RowAbout<'a, PodId, Binding<'a>>;
pub(crate) type MarkedRow<'a> = RowAbout<'a, NodeId, MarkedNode<'a>>;

/// A Pod that is bound, what it asks for, and the node that it gets.
pub(crate) struct Binding<'a> {
    pub pod: &'a ShadowPod,
    pub wants: &'a Workload,
    pub on: NodeId,
    pub node: &'a ShadowNode,
}

/// A node that the autoscaler marks, and whether it is drained before it goes.
pub(crate) struct MarkedNode<'a> {
    pub node: &'a ShadowNode,
    pub drain: bool,
}

/// When a checker is called.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// With the cluster before a row.
    Before(fn(&RowCx<'_>) -> Said),
    /// The same, if the row is about a pool, a node that exists, or a Pod that exists.
    Pool(fn(&PoolRow<'_>) -> Said),
    Node(fn(&NodeRow<'_>) -> Said),
    Pod(fn(&PodRow<'_>) -> Said),
    /// The same, if it is about a pool in a blue-green run, or a node or a Pod of it.
    Course(fn(&CourseRow<'_>) -> Said),
    /// The same, if it binds a Pod.
    Bound(fn(&BoundRow<'_>) -> Said),
    /// The same, if it marks a node that the autoscaler removes.
    Marked(fn(&MarkedRow<'_>) -> Said),
    /// The same, if it is the first row of an instant: the cluster is that at the end of the last instant.
    Instant(fn(&RowCx<'_>) -> Said),
    /// Before a row nothing of this kind is overdue.
    InTime(fn(Deadline) -> bool),
    /// With the cluster after a row.
    After(fn(&RowCx<'_>) -> Said),
    /// With the cluster at the end of the run.
    End(fn(&FinishedRun<'_>, &Shadow<'_>) -> Said),
    /// The same, if the run ended because nothing was left to happen.
    Quiet(fn(&FinishedRun<'_>, &Shadow<'_>) -> Said),
    /// With the whole run, which the checker may repeat in another way.
    Whole(fn(&FinishedRun<'_>) -> Said),
}

use Check::{
    After, Before, Bound, Course, End, InTime, Instant, Marked, Node, Pod, Pool, Quiet, Whole,
};

impl Check {
    /// With the cluster before a row; `None`: the checker is about something else.
    fn before(self, row: &RowCx<'_>) -> Option<Said> {
        match self {
            Before(check) => Some(check(row)),
            Pool(check) => row.pool().map(|row| check(&row)),
            Node(check) => row.node().map(|row| check(&row)),
            Pod(check) => row.pod().map(|row| check(&row)),
            Course(check) => row.course().map(|row| check(&row)),
            Bound(check) => row.bound().map(|row| check(&row)),
            Marked(check) => row.marked().map(|row| check(&row)),
            Instant(check) => (row.record.at != row.last).then(|| check(row)),
            InTime(is_of_kind) => Some(clock::in_time(row, is_of_kind)),
            After(_) | End(_) | Quiet(_) | Whole(_) => None,
        }
    }

    fn after(self, row: &RowCx<'_>) -> Option<Said> {
        match self {
            After(check) => Some(check(row)),
            _ => None,
        }
    }

    fn at_the_end(self, run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Option<Said> {
        match self {
            End(check) => Some(check(run, shadow)),
            Quiet(check) => (run.outcome.ended == Ended::Quiet).then(|| check(run, shadow)),
            Whole(check) => Some(check(run)),
            _ => None,
        }
    }
}

/// A new checker is a function in a file by topic, and a line here.
pub(crate) const CHECKERS: &[(&str, Check)] = &[
    // Rows.
    ("rows/time", Before(rows::time_never_runs_backwards)),
    ("rows/cause", Before(rows::causes_come_first)),
    ("rows/ids", Before(rows::ids_exist_and_new_ones_follow)),
    ("rows/columns", Before(rows::columns_give_the_row_back)),
    ("rows/order", Before(rows::pods_end_and_start_in_the_order_of_their_names)),
    // Events at predicted instants.
    ("clock/grace", InTime(|due| matches!(due, Deadline::PodEnds(_)))),
    ("clock/pods", Before(clock::pods_start_when_said)),
    ("clock/vms", Before(clock::vms_come_and_go_when_said)),
    ("clock/cordon", InTime(|due| matches!(due, Deadline::DrainStarts(_)))),
    ("clock/deadline", InTime(|due| matches!(due, Deadline::JobFails(_)))),
    ("clock/drain-limit", InTime(|due| matches!(due, Deadline::DrainLimit(_)))),
    ("clock/drain-over", InTime(|due| matches!(due, Deadline::DrainOver(_)))),
    ("clock/phases", InTime(|due| matches!(due, Deadline::PhaseEnds(_) | Deadline::SoakEnds(_)))),
    ("clock/deletion", InTime(|due| matches!(due, Deadline::Deletes(_)))),
    ("clock/machines", Before(clock::machines_keep_their_times)),
    // Pods and where they are.
    ("pods/phases", Pod(ends::pods_go_through_their_phases)),
    ("pods/ends", Pod(ends::every_end_has_its_reason)),
    ("pods/grace", Pod(ends::graces_are_respected)),
    ("pods/shortened", Pod(ends::a_second_deletion_shortens_the_grace)),
    ("pods/one-node", After(places::no_pod_is_on_two_nodes)),
    ("place/node", Bound(places::nodes_take_pods_only_when_up_and_open)),
    ("place/capacity", Bound(places::capacity_is_never_exceeded)),
    ("place/taints", Bound(places::taints_are_tolerated)),
    ("place/affinity", Bound(places::selectors_and_affinity_match)),
    ("place/spread", Bound(places::hard_spread_is_kept)),
    ("place/pinned", Bound(places::daemon_pods_go_to_their_node)),
    ("place/ports", Bound(ties::host_ports_are_exclusive)),
    ("place/near", Bound(ties::pod_affinity_is_met)),
    ("place/away", Bound(ties::pod_anti_affinity_is_met)),
    ("place/nominated", Bound(preempt::nominated_room_is_kept)),
    ("place/prompt", Before(prompt::pods_that_fit_are_bound_promptly)),
    // Volumes.
    ("volumes/zone", Bound(volumes::pods_are_where_their_disks_are)),
    ("volumes/made", Pod(volumes::disks_are_made_once)),
    ("volumes/waits", Pod(volumes::pods_wait_for_their_disks)),
    ("volumes/attached", Instant(volumes::free_disks_are_attached)),
    // Preemption.
    ("preempt/lower", Before(preempt::only_lower_priorities_make_room)),
    ("preempt/node", Before(preempt::the_cheapest_node_is_nominated)),
    ("preempt/victims", Before(preempt::victims_are_those_that_must_leave)),
    ("preempt/complete", Before(preempt::victims_leave_at_once)),
    ("preempt/claims", Pod(preempt::nominations_are_cleared_for_a_reason)),
    // Budgets.
    ("budget/overdrawn", Before(budgets::no_eviction_overdraws_a_budget)),
    ("budget/refusal", Pod(budgets::a_refusal_is_true)),
    // Drains.
    ("drain/cordon", Node(drains::nodes_are_cordoned_before_their_drain)),
    ("drain/selection", Node(drains::a_drain_selects_what_it_may)),
    ("drain/evictions", Pod(drains::evictions_are_of_a_drain)),
    ("drain/grid", Before(drains::evictions_are_on_the_grid)),
    ("drain/prompt", Before(drains::retries_are_every_five_seconds)),
    ("drain/end", Node(drains::drains_end_when_their_pods_are_gone)),
    ("drain/deletion", Node(drains::vms_go_after_their_drain)),
    // Nodes and capacity.
    ("node/phases", Node(nodes::nodes_go_through_their_phases)),
    ("node/quota", Before(nodes::capacity_is_there)),
    ("node/refusals", Before(nodes::a_refusal_is_reported_once)),
    ("node/template", Before(nodes::new_nodes_have_the_template_of_the_run)),
    ("node/bounds", After(nodes::registered_nodes_stay_in_bounds)),
    ("node/repairs", Node(machines::repairs_have_their_reason)),
    ("node/notice", Node(machines::vms_are_preempted_as_announced)),
    ("node/hosts", Node(machines::host_events_migrate_vms)),
    ("node/size", Before(machines::pools_grow_to_their_size)),
    ("pods/never-ready", Pod(machines::pods_that_are_never_ready_are_on_the_new_version)),
    (
        "containers/late",
        InTime(|due| matches!(due, Deadline::ContainerEnds(_) | Deadline::Restarts(_))),
    ),
    ("containers/end", Pod(containers::containers_end_as_said)),
    ("containers/start", Pod(containers::containers_start_when_said)),
    ("work/done", Before(work::work_is_done_in_time)),
    ("work/lost", Before(work::lost_work_is_reported)),
    // The control plane and the script.
    ("control-plane/first", Before(control_plane::the_control_plane_goes_first)),
    ("control-plane/replicas", Before(control_plane::replicas_come_in_their_turn)),
    ("control-plane/down", Before(control_plane::the_api_is_down_meanwhile)),
    ("script/phases", Before(control_plane::entries_act_in_their_phase)),
    // Rollouts.
    ("rollout/steps", Before(rollouts::steps_keep_the_bounds)),
    ("rollout/conditions", Before(rollouts::conditions_are_true)),
    ("rollout/forgotten", Quiet(rollouts::no_rollout_is_forgotten)),
    // Upgrades.
    ("short-lived/alone", Before(special::short_lived_nodes_are_left_alone)),
    ("multi-host/whole", Before(special::slices_are_one_unit)),
    ("run/states", Pool(upgrades::runs_go_through_their_states)),
    ("run/refusals", Pool(upgrades::refusals_are_true)),
    ("run/takes", Node(upgrades::nodes_are_taken_by_a_run_that_may)),
    ("run/parallel", After(upgrades::no_more_nodes_than_slots)),
    ("run/zones", Pool(upgrades::one_zone_at_a_time)),
    ("run/begun-zones", Pool(upgrades::begun_zones_come_first)),
    ("run/one-automatic", Pool(upgrades::one_automatic_run_at_a_time)),
    ("run/order", Node(upgrades::listed_nodes_are_taken_in_order)),
    // Windows and exclusions.
    ("policy/starts", Pool(policy::nothing_blocked_starts)),
    ("policy/changes", Pool(policy::changes_wait)),
    ("policy/pauses", Instant(policy::runs_pause_and_resume)),
    ("policy/pace", Before(policy::control_plane_upgrades_keep_their_interval)),
    ("policy/overrides", Before(policy::overrides_are_requested)),
    // Blue-green upgrades.
    ("blue-green/phases", Before(blue_green::phases_come_in_order)),
    ("blue-green/green", Before(blue_green::green_is_as_large_as_blue)),
    ("blue-green/quota", Before(blue_green::the_quota_is_checked_for_all)),
    ("blue-green/cordon", Course(blue_green::blue_is_cordoned)),
    ("blue-green/batches", Before(blue_green::batches_have_their_size)),
    ("blue-green/order", Course(blue_green::batches_are_cut_from_one_list)),
    ("blue-green/soaks", Course(blue_green::soaks_have_their_configured_length)),
    ("blue-green/waits", Course(blue_green::soaks_are_waited_in_full)),
    ("blue-green/seven-days", Before(blue_green::no_more_than_seven_days_are_soaked)),
    ("blue-green/drains", Course(blue_green::blue_pods_leave_in_their_phase)),
    ("blue-green/limit", Node(blue_green::a_batch_ends_at_its_limit)),
    ("blue-green/deletes", Course(blue_green::only_drained_nodes_are_deleted)),
    ("blue-green/left", Course(blue_green::one_colour_is_left)),
    ("blue-green/pause", Before(blue_green::a_pause_starts_nothing)),
    ("blue-green/pause-drains", Before(blue_green::drains_pause_with_their_run)),
    ("blue-green/parallel", Before(blue_green::green_is_drained_in_parallel)),
    ("blue-green/back", Instant(blue_green::a_rollback_begins_at_once)),
    ("run/commands", Before(blue_green::commands_follow_the_tables)),
    ("autoscaled/phases", Course(autoscaled::phases_follow_the_wait)),
    ("autoscaled/drains", Course(autoscaled::drains_come_after_the_wait)),
    ("autoscaled/slots", Instant(autoscaled::slots_are_used)),
    ("autoscaled/shrinks", Marked(autoscaled::blue_goes_in_the_wait)),
    ("autoscaled/stays", Node(autoscaled::nodes_stay_for_a_reason)),
    // The cluster autoscaler.
    ("autoscaler/grid", Before(autoscaler::it_acts_on_the_grid)),
    ("autoscaler/size", Before(autoscaler::sizes_are_right)),
    ("autoscaler/max", Before(autoscaler::no_group_exceeds_its_maximum)),
    ("autoscaler/pods", Before(autoscaler::groups_grow_for_pods)),
    ("autoscaler/held", Before(autoscaler::held_groups_do_not_grow)),
    ("autoscaler/failures", Before(autoscaler::failures_are_true)),
    ("autoscaler/requests", Before(autoscaler::decisions_are_carried_out)),
    ("autoscaler/balance", Instant(autoscaler::zones_grow_alike)),
    ("autoscaler/growth", Before(growth::groups_grow_as_they_should)),
    ("autoscaler/reasons", Before(fresh::reasons_are_those_of_a_fresh_look)),
    ("autoscaler/waits", Before(fresh::nobody_waits_in_vain)),
    ("autoscaler/late", Before(autoscaler::late_nodes_are_given_up)),
    ("scale-down/time", Marked(scale_down::nodes_go_after_their_time)),
    ("scale-down/pauses", Marked(scale_down::removals_wait_after_others)),
    ("scale-down/min", Marked(scale_down::pools_keep_their_minimum)),
    ("scale-down/resources", Marked(scale_down::resources_stay_above_their_minimum)),
    ("scale-down/at-once", Marked(scale_down::few_nodes_go_at_a_time)),
    ("scale-down/used", Marked(scale_down::nodes_that_go_are_little_used)),
    ("scale-down/places", Marked(scale_down::pods_have_another_place)),
    ("scale-down/order", Instant(removals::nodes_go_in_order)),
    ("scale-down/forgotten", Before(removals::no_removal_is_forgotten)),
    ("scale-down/holds", Marked(scale_down::nobody_holds_a_node_that_goes)),
    // Owners.
    ("owner/replicas", Before(owners::never_more_pods_than_replicas)),
    ("owner/ordinals", Before(owners::ordinals_are_unique_and_in_order)),
    ("owner/daemons", Before(owners::one_daemon_pod_a_node)),
    ("owner/jobs", Before(owners::jobs_keep_their_bounds)),
    ("owner/job-fails", Before(owners::jobs_fail_for_a_reason)),
    ("owner/surplus", Pod(owners::the_cheapest_pods_go)),
    ("owner/bare", Before(owners::bare_pods_do_not_come_back)),
    // The end of a run.
    ("end/quiet", End(whole::nothing_was_forgotten)),
    ("end/pending", Quiet(whole::pending_pods_fit_nowhere)),
    ("end/preemption", Quiet(preempt::preemption_happens_when_possible)),
    ("end/blocked", Quiet(whole::blocked_pods_are_refused)),
    ("end/owners", Quiet(whole::owners_have_their_replicas)),
    ("end/volumes", End(volumes::who_waits_has_a_reason)),
    ("end/runs", Quiet(whole::runs_ended_or_report_why_not)),
    ("end/requests", Quiet(machines::available_vms_were_granted)),
    ("end/repairs", Quiet(machines::who_should_be_repaired_is)),
    ("end/script", Quiet(control_plane::no_entry_is_forgotten)),
    ("end/policy", Quiet(policy::who_may_go_on_has)),
    ("end/nodes", End(whole::nodes_are_where_the_run_left_them)),
    ("end/taints", End(whole::nobody_is_where_a_taint_expels_it)),
    ("end/pods", End(whole::no_pod_is_on_a_node_that_is_gone)),
    ("end/names", End(whole::names_are_unique)),
    ("end/shadow", End(whole::the_rows_alone_give_the_cluster)),
    ("end/work", End(work::all_lost_work_is_counted)),
    ("end/harm", End(harm::harm_is_counted_right)),
    ("end/no-scale-up", Quiet(autoscaler::who_waits_knows_why)),
    ("end/removed", End(removals::removed_nodes_are_counted)),
    ("end/stays", Quiet(scale_down::nodes_that_stay_have_a_reason)),
    ("end/reasons", Quiet(autoscaler::reasons_are_about_pods_that_wait)),
    ("end/summary", End(whole::the_outcome_counts_right)),
    // Load balancers.
    ("traffic/backends", End(traffic::backends_come_and_go_in_turn)),
    ("traffic/dead", End(traffic::nobody_trusts_a_dead_node)),
    ("traffic/share", End(traffic::shares_are_those_of_a_slow_count)),
    // The whole run.
    ("whole/fold", Whole(whole::the_fold_of_the_rows_is_the_world)),
    ("whole/frames", Whole(whole::frames_are_replays)),
    ("whole/slices", Whole(whole::slices_do_not_show)),
    ("whole/lists", Whole(whole::the_order_of_lists_does_not_show)),
    ("whole/looks", Whole(autoscaler::looks_that_find_nothing_do_not_show)),
    ("whole/text", Whole(whole::rows_and_document_read_back)),
];

/// What is violated, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub checker: &'static str,
    pub said: String,
}

/// Calls every checker; stops at the first violation.
pub(crate) fn check(run: &FinishedRun<'_>) -> Result<(), Violation> {
    let shadow = check_rows(&run.trace, run.trace.records())?;
    for (name, check) in CHECKERS {
        let said = check.at_the_end(run, &shadow).unwrap_or(Ok(()));
        said.map_err(|said| Violation { checker: name, said })?;
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
        let ask = |shadow: &Shadow<'_>, when: fn(Check, &RowCx<'_>) -> Option<Said>| {
            let row = RowCx { shadow, plan, no, record, slug, last, overdue };
            for (checker, check) in CHECKERS {
                when(*check, &row).unwrap_or(Ok(())).map_err(|said| {
                    let said = format!("row {} at {}: {slug}: {said}", no.0, record.at);
                    Violation { checker, said }
                })?;
            }
            Ok(())
        };
        ask(&shadow, Check::before)?;
        harm::note_row(&mut shadow, &record, slug);
        shadow.fold(no, &record, slug);
        prompt::note_who_was_too_late(&mut shadow, &record);
        shadow.before = slug;
        ask(&shadow, Check::after)?;
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
