//! Maintenance windows and exclusions, with the names of container v1 `MaintenancePolicy`.

use super::setting::Hides;
use super::setting::Take::{Clear, Lasts, Remove, Text, Upper, Value};
use crate::field::{Map, document};
use crate::json::Json;
use crate::units::{Duration, Instant};

document! {
    /// Container v1 `MaintenancePolicy`: when GKE may work on the cluster automatically.
    pub struct MaintenancePolicy {
        /// Window and exclusions.
        "window" window: MaintenanceWindow { inline() },
        /// Least time between automatic upgrades of the control plane.
        "disruptionBudget" disruption_budget: DisruptionBudget { terraform() },
        /// Version of the policy; kept, not used.
        "resourceVersion" resource_version: Json { hides(Hides::All) },
    }

    /// Container v1 `MaintenanceWindow`: at most one of the three kinds of window, and the exclusions.
    pub struct MaintenanceWindow {
        /// Four hours every day.
        "dailyMaintenanceWindow" daily: Option<DailyMaintenanceWindow> { terraform() },
        /// A window that recurs.
        "recurringWindow" recurring: Option<RecurringTimeWindow> { flag("--clear-maintenance-window", Clear).terraform() },
        /// A window that recurs, in its newer form.
        "recurringMaintenanceWindow" recurring_maintenance: Option<RecurringMaintenanceWindow> { terraform() },
        /// Periods without maintenance, by name.
        "maintenanceExclusions" exclusions: Map<MaintenanceExclusion> { flag("--remove-maintenance-exclusion", Remove).terraform_as("maintenance_exclusion") },
    }
}

impl MaintenanceWindow {
    /// The fields of the three kinds of window.
    pub const KINDS: [&'static str; 3] =
        ["dailyMaintenanceWindow", "recurringWindow", "recurringMaintenanceWindow"];

    /// The field that holds the window; the first one if there are several.
    pub fn kind(&self) -> Option<&'static str> {
        let there =
            [self.daily.is_some(), self.recurring.is_some(), self.recurring_maintenance.is_some()];
        let mut kinds = Self::KINDS.into_iter().zip(there);
        kinds.find(|(_, there)| *there).map(|(kind, _)| kind)
    }
}

document! {
    /// A window of four hours every day.
    pub struct DailyMaintenanceWindow {
        /// `HH:MM` in UTC.
        "startTime" start_time: String { flag("--maintenance-window", Text).terraform().label("ui-mw-at", "02:00") },
        /// Four hours; the API's value is kept, not used.
        "duration" duration: Json { terraform() },
    }

    /// A window that recurs.
    pub struct RecurringTimeWindow {
        /// The first window: the time of day, and how long each lasts.
        "window" window: TimeWindow { inline() },
        /// RFC 5545 RRULE in UTC.
        "recurrence" recurrence: String { flag("--maintenance-window-recurrence", Text).terraform().label("ui-mw-rule", "") },
    }

    /// A period.
    pub struct TimeWindow {
        /// RFC 3339, or a day, which counts from its start in UTC.
        "startTime" start_time: String { flag("--maintenance-window-start", Text).terraform() },
        /// RFC 3339, or a day in UTC, which is included.
        "endTime" end_time: String { flag("--maintenance-window-end", Text).flag("--maintenance-window-duration", Lasts).terraform() },
    }

    /// A window that recurs, by time of day and duration.
    pub struct RecurringMaintenanceWindow {
        /// No window opens before this day (UTC).
        "delayUntil" delay_until: Option<Date> { terraform() },
        /// Time of day in UTC.
        "windowStartTime" start_time: TimeOfDay { terraform() },
        /// How long each window lasts.
        "windowDuration" duration: Option<Duration> { terraform() },
        /// RFC 5545 RRULE in UTC.
        "recurrence" recurrence: String { terraform().label("ui-mw-rule", "") },
    }

    /// A day.
    pub struct Date {
        /// Year.
        "year" year: i64 { terraform() },
        /// Month, from 1.
        "month" month: i64 { terraform() },
        /// Day of the month, from 1.
        "day" day: i64 { terraform() },
    }

    /// A time of day.
    pub struct TimeOfDay {
        /// Hours.
        "hours" hours: i64 { terraform() },
        /// Minutes.
        "minutes" minutes: i64 { terraform() },
        /// Seconds.
        "seconds" seconds: i64 { terraform() },
        /// Nanoseconds; ignored.
        "nanos" nanos: i64,
    }

    /// A period without maintenance. It does not recur.
    pub struct MaintenanceExclusion {
        /// RFC 3339, or a day, which counts from its start in UTC.
        "startTime" start_time: String { flag("--add-maintenance-exclusion-start", Text).terraform().label("ui-ex-from", "") },
        /// RFC 3339, or a day in UTC, which is included.
        "endTime" end_time: String { flag("--add-maintenance-exclusion-end", Text).terraform().label("ui-ex-to", "") },
        /// What it excludes.
        "maintenanceExclusionOptions" options: ExclusionOptions { terraform_as("exclusion_options") },
        /// Refused: exclusions don't recur.
        "recurrence" recurrence: String,
    }

    /// What an exclusion excludes, and how its end is determined.
    pub struct ExclusionOptions {
        /// `NO_UPGRADES` (if missing), `NO_MINOR_UPGRADES` or `NO_MINOR_OR_NODE_UPGRADES`.
        "scope" scope: String { flag("--add-maintenance-exclusion-scope", Upper).terraform() },
        /// `UNTIL_END_OF_SUPPORT` instead of an end.
        "endTimeBehavior" end_time_behavior: String { flag("--add-maintenance-exclusion-until-end-of-support", Value("UNTIL_END_OF_SUPPORT")).terraform() },
    }

    /// Least time between automatic upgrades of the control plane of one kind.
    pub struct DisruptionBudget {
        /// Between minor upgrades.
        "minorVersionDisruptionInterval" minor: Option<Duration> { flag("--maintenance-minor-version-disruption-interval", Text).terraform() },
        /// Between patches.
        "patchVersionDisruptionInterval" patch: Option<Duration> { flag("--maintenance-patch-version-disruption-interval", Text).terraform() },
        /// When the control plane was last upgraded to a new minor version; the interval counts from then on.
        "lastMinorVersionDisruptionTime" last_minor: Option<Instant>,
        /// When it was last upgraded at all: a patch, if later than the last minor upgrade.
        "lastDisruptionTime" last: Option<Instant>,
    }
}
