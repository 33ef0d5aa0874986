//! The variants beside each other as text: a line for each number in which one may differ.

use std::io::{self, Write};

use crate::output::Out;
use crate::summary;
use base::SimSpan;
use model::workload::is_managed_by_gke;
use scenario::edit;
use scenario::json::Json;
use trace::Value;

/// Nodes beyond those of the start, over time.
const EXTRA: &str = "/extra_node_ms";

const TOOK: &str = "/took_ms";

/// Told where upgrades wait or are paused in that time.
const WORKED: &str = "/worked_ms";

/// Told where it isn't the number of nodes.
const VMS: &str = "/vms_max";

/// Told where it isn't known how much is lost.
const AT_MOST: &str = "/work_lost_at_most_ms";

/// A line of the table: its title, and its fields in a summary.
const LINES: [(&str, &str); 28] = [
    ("outcome", "/result"),
    ("duration", TOOK),
    ("without the waits", WORKED),
    ("windows", "/windows"),
    ("nodes upgraded", "/upgraded"),
    ("nodes rolled back", "/rolled_back"),
    ("time of the rollback", "/rollback_ms"),
    ("most nodes", "/nodes/max"),
    ("most VMs", VMS),
    ("fewest nodes", "/nodes/min"),
    ("extra VM-hours", EXTRA),
    ("evictions", "/evictions"),
    ("moves", "/moves"),
    ("moves, of them again", "/moved_again"),
    ("Pods preempted", "/preempted"),
    ("Pods forced out", "/forced"),
    ("in violation of a PDB", "/violations"),
    ("killed after grace", "/killed"),
    ("Pods lost", "/lost"),
    ("failed Jobs", "/jobs_failed"),
    ("work lost", "/work_lost_ms"),
    ("work lost at most", AT_MOST),
    ("most pending Pods", "/pending_max"),
    ("Pods pending at the end", "/unplaced"),
    ("drains blocked, in sum", "/blocked_ms"),
    ("new connections lost", "/connections_lost_ms"),
    ("open ones cut, in %", "/connections_cut_percent"),
    ("commands refused", "/refused"),
];

pub(super) fn text(
    out: &mut Out,
    columns: &[(String, Json)],
    date: &dyn Fn(i64) -> String,
) -> io::Result<()> {
    let mut rows = vec![(String::new(), columns.iter().map(|(name, _)| name.clone()).collect())];
    let unknown = columns.iter().any(|(_, one)| one.get("work_lost_ms") == Some(&Json::Null));
    for (title, pointer) in LINES {
        let say = match pointer {
            EXTRA => summary::node_hours,
            _ if pointer.ends_with("_ms") => span,
            _ => number,
        };
        let cells: Vec<String> =
            columns.iter().map(|(_, summary)| cell(edit::at(summary, pointer), say)).collect();
        // What no variant has is left out.
        let is_any = cells.iter().any(|cell| !matches!(cell.as_str(), "0" | "0 s" | "0.00" | ""));
        let before = match pointer {
            WORKED => rows.len().checked_sub(2),
            VMS => rows.len().checked_sub(1),
            _ => None,
        };
        let is_known = before.is_some_and(|row| rows[row].1 == cells);
        if is_any && !is_known && (pointer != AT_MOST || unknown) {
            rows.push((title.to_owned(), cells));
        }
        if pointer == EXTRA {
            rows.extend(extra_of_pools(columns));
        }
        if pointer == TOOK {
            let ends = columns.iter().map(|(_, summary)| ends(summary.get("over_ms"), date));
            rows.push(("ends".to_owned(), ends.collect()));
        }
    }
    rows.extend(fewest(columns));
    for (title, field) in [
        ("time without a ready Pod", "/short/workloads"),
        ("time below a PDB", "/short/budgets"),
        ("time below replicas", "/short/replicas"),
    ] {
        let cells: Vec<String> =
            columns.iter().map(|(_, one)| worst(edit::at(one, field), date)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push((title.to_owned(), cells));
        }
    }
    let width = |n: usize| {
        let cells = rows.iter().filter_map(|(_, cells)| cells.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    for (title, cells) in &rows {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("  {cell:<width$}"));
        let line = format!("{title:<24}{}", cells.collect::<String>());
        writeln!(out, "{}", words::visible::visible(line.trim_end().to_owned()))?;
    }
    Ok(())
}

/// The extra nodes of each pool and its machine type, if several pools have some: they cost differently.
fn extra_of_pools(columns: &[(String, Json)]) -> Vec<(String, Vec<String>)> {
    let pools = |summary: &Json| summary.get("pools").map_or(&[][..], Json::items).to_vec();
    let first = columns.first().map_or_else(Vec::new, |(_, summary)| pools(summary));
    let rows = first.iter().filter_map(|one| {
        let (name, machine) = (one.get("name")?.text()?, one.get("machine_type")?.text()?);
        let own = |summary: &Json| {
            let pools = pools(summary);
            let pool =
                pools.iter().find(|pool| pool.get("name").and_then(Json::text) == Some(name));
            cell(pool.and_then(|pool| pool.get("extra_node_ms")), summary::node_hours)
        };
        let cells: Vec<String> = columns.iter().map(|(_, summary)| own(summary)).collect();
        let is_any = cells.iter().any(|cell| cell != "0.00");
        is_any.then(|| (format!("  {name} {machine}").trim_end().to_owned(), cells))
    });
    let rows: Vec<_> = rows.collect();
    if rows.len() > 1 { rows } else { Vec::new() }
}

/// Workloads of the table with their fewest ready Pods.
const FEWEST: usize = 3;

/// Is it a workload of GKE's add-ons, by its name as a subject?
fn is_managed(subject: &str) -> bool {
    let parts: Vec<&str> = subject.split('/').collect();
    matches!(parts.as_slice(), [_, space, _] if is_managed_by_gke(space))
}

/// The fewest ready Pods of the workloads that lose some: those in which the variants differ before others, the smallest share
/// first. Of GKE's add-ons, which come last, only those in which the variants differ, or one if there is nothing else.
fn fewest(columns: &[(String, Json)]) -> Vec<(String, Vec<String>)> {
    let of = |summary: &Json, name: &str| {
        let all = summary.get("workloads").map_or(&[][..], Json::items);
        let own = all.iter().find(|one| one.get("subject").and_then(Json::text) == Some(name))?;
        let median = |field| match own.get(field)?.get("p50").or(own.get(field))? {
            Json::Int(n) => Some(*n),
            _ => None,
        };
        let told = |field| cell(own.get(field), number);
        let (ready, replicas) = (median("fewest_ready")?, median("replicas")?);
        if replicas == 0 {
            return None;
        }
        let share = ready.saturating_mul(1000) / replicas.max(1);
        Some((share, format!("{name} {} of {}", told("fewest_ready"), told("replicas"))))
    };
    let first = columns.first().and_then(|(_, summary)| summary.get("workloads"));
    let names = first.map_or(&[][..], Json::items).iter();
    let mut rows: Vec<(bool, bool, i64, Vec<String>)> = names
        .filter_map(|one| one.get("subject")?.text())
        .filter_map(|name| {
            let cells: Vec<_> = columns.iter().map(|(_, summary)| of(summary, name)).collect();
            let least = cells.iter().flatten().map(|(share, _)| *share).min()?;
            let told = |one: Option<(i64, String)>| one.map_or_else(String::new, |(_, text)| text);
            let cells: Vec<String> = cells.into_iter().map(told).collect();
            let same = cells.iter().all(|one| Some(one) == cells.first());
            (least < 1000).then_some((is_managed(name), same, least, cells))
        })
        .collect();
    rows.sort_by_key(|(managed, same, least, _)| (*managed, *same, *least));
    let told = rows.iter().filter(|(managed, same, ..)| !managed || !same).count();
    rows.truncate(told.clamp(1, FEWEST));
    rows.into_iter().map(|(.., cells)| ("fewest ready Pods".to_owned(), cells)).collect()
}

/// A number, a range of numbers, counted outcomes, or the length of a list.
fn cell(value: Option<&Json>, say: fn(i64) -> String) -> String {
    match value {
        Some(Json::Int(n)) => say(*n),
        Some(Json::Text(text)) => text.clone(),
        Some(Json::List(items)) => items.len().to_string(),
        Some(range @ Json::Object(fields)) => match range.get("p50") {
            Some(_) => {
                let parts = ["p10", "p50", "p90"].map(|name| cell(range.get(name), say));
                if parts[0] == parts[2] { parts[0].clone() } else { parts.join(" / ") }
            }
            None => {
                let counts =
                    fields.iter().map(|(name, n)| format!("{name} {}", cell(Some(n), number)));
                counts.collect::<Vec<_>>().join(", ")
            }
        },
        _ => String::new(),
    }
}

fn number(n: i64) -> String {
    n.to_string()
}

fn span(ms: i64) -> String {
    words::plain().value(&Value::Span(SimSpan::from_ms(ms)))
}

/// The date of an instant, or of its percentiles.
fn ends(value: Option<&Json>, date: &dyn Fn(i64) -> String) -> String {
    match value {
        Some(Json::Int(ms)) => date(*ms),
        Some(range) => {
            let parts = ["p10", "p50", "p90"].map(|name| ends(range.get(name), date));
            if parts[0] == parts[2] { parts[0].clone() } else { parts.join(" / ") }
        }
        None => "not over".to_owned(),
    }
}

/// The workload with the longest such time, `workload/redis 2 h`; what lasts at the end of the run has no length. GKE's add-ons
/// come after all others.
fn worst(found: Option<&Json>, date: &dyn Fn(i64) -> String) -> String {
    let part = |name| found.and_then(|found| found.get(name));
    let Some(Json::Object(all)) = part("times") else {
        return String::new();
    };
    let ms = |one: &Json| match one.get("p50").unwrap_or(one) {
        Json::Int(ms) => *ms,
        _ => 0,
    };
    let lasting = |subject: &str| part("lasting").and_then(|all| all.get(subject));
    let rank = |subject: &str, one: &Json| (lasting(subject).is_some(), ms(one));
    let short = all.iter().filter(|(subject, one)| rank(subject, one) > (false, 0));
    let worst = short.max_by_key(|(subject, one)| (!is_managed(subject), rank(subject, one)));
    let Some((subject, time)) = worst else {
        return String::new();
    };
    let lasting = lasting(subject);
    let of = |name| lasting.and_then(|one| one.get(name));
    match (of("from_ms"), of("earlier_ms")) {
        (Some(Json::Int(from)), Some(Json::Int(earlier))) => {
            let still = format!("from {} to the end of the run", date(*from));
            match earlier {
                0 => format!("{subject} {still}"),
                _ => format!("{subject} {}, and {still}", span(*earlier)),
            }
        }
        (Some(_), _) => {
            format!("{subject} {}, in some runs to their end", cell(Some(time), span))
        }
        _ => format!("{subject} {}", cell(Some(time), span)),
    }
}
