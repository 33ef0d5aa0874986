//! A small picture of a preset: its pools as rows of nodes, and the days with a maintenance window.

use scenario::Preset;
use scenario::json::Json;
use std::fmt::Write;
use yew::prelude::*;

/// The most nodes of a row, and the most pools.
const MOST: i64 = 12;
const POOLS: usize = 3;
/// The size of a node, and the distance between two.
const NODE: i64 = 6;
const STEP: i64 = 8;

const WIDTH: i64 = STEP * MOST;
const DAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// Squares by the class of their path.
#[derive(Default)]
struct Squares {
    old: String,
    down: String,
    added: String,
    green: String,
}

pub fn picture(preset: &Preset, json: &Json) -> Html {
    let mut squares = Squares::default();
    let mut y = 0;
    let pools = json.get("pools").map_or(&[][..], Json::items);
    for pool in pools.iter().take(POOLS) {
        y += row(&mut squares, pool, i64::from(preset.nodes / preset.pools.max(1)), y);
    }
    let maintenance = json.get("cluster").and_then(|cluster| cluster.get("maintenancePolicy"));
    let maintenance = maintenance.map(Json::compact);
    let open = maintenance.as_deref().map(days).unwrap_or_default();
    let path =
        |class: &'static str, d: String| (!d.is_empty()).then(|| html! { <path {class} {d} /> });
    let has_days = maintenance.is_some();
    let bar = if has_days { bar(&open, y) } else { Default::default() };
    let height = y + if has_days { STEP } else { 0 };
    html! {
        <svg class="preset-picture" aria-hidden="true" viewBox={format!("-1 -1 {} {}", WIDTH + 2, height + 2)} width={(WIDTH + 2).to_string()} height={(height + 2).to_string()}>
            { for path("old", squares.old) }
            { for path("down", squares.down) }
            { for path("added", squares.added) }
            { for path("green", squares.green) }
            { for path("shut", bar.0) }
            { for path("open", bar.1) }
        </svg>
    }
}

/// Draws a pool, and returns its height.
fn row(squares: &mut Squares, pool: &Json, nodes: i64, y: i64) -> i64 {
    let settings = pool.get("upgradeSettings");
    let setting = |name| match settings.and_then(|settings| settings.get(name)) {
        Some(Json::Int(n)) => *n,
        _ => 0,
    };
    let is_blue_green =
        settings.is_some_and(|settings| settings.get("blueGreenSettings").is_some());
    let surge = setting("maxSurge").min(MOST / 2);
    let shown = nodes.clamp(1, MOST - surge);
    let down = setting("maxUnavailable").min(shown - 1).max(0);
    for at in 0..shown {
        let path = if at < down { &mut squares.down } else { &mut squares.old };
        square(path, at, y);
        if is_blue_green {
            square(&mut squares.green, at, y + STEP);
        }
    }
    for at in shown..shown + surge {
        square(&mut squares.added, at, y);
    }
    if is_blue_green { 2 * STEP } else { STEP }
}

fn square(path: &mut String, at: i64, y: i64) {
    rect(path, at * STEP, y, NODE);
}

fn rect(path: &mut String, x: i64, y: i64, width: i64) {
    // Writing to a string never fails.
    let _ = write!(path, "M{x} {y}h{width}v{NODE}h-{width}z");
}

/// The days of the week on which a policy has a window: all without one, or with a daily window.
fn days(policy: &str) -> Vec<bool> {
    let rule = policy.split_once("BYDAY=").map(|(_, days)| days);
    let listed = rule.map(|days| days.split(['"', ';']).next().unwrap_or_default());
    DAYS.iter().map(|day| listed.is_none_or(|listed| listed.contains(day))).collect()
}

/// The days without and with a window.
fn bar(open: &[bool], y: i64) -> (String, String) {
    let mut bar = (String::new(), String::new());
    let width = WIDTH / DAYS.len() as i64;
    for (day, is_open) in open.iter().enumerate() {
        let path = if *is_open { &mut bar.1 } else { &mut bar.0 };
        rect(path, day as i64 * width, y, width - 2);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pool: &str, nodes: i64, counts: [usize; 4]) {
        let mut squares = Squares::default();
        row(&mut squares, &Json::parse(pool).unwrap_or_default(), nodes, 0);
        let Squares { old, down, added, green } = &squares;
        assert_eq!([old, down, added, green].map(|path| path.matches('M').count()), counts);
    }

    #[test]
    fn a_pool_is_a_row_of_its_nodes() {
        check(r#"{"upgradeSettings":{"maxSurge":2,"maxUnavailable":1}}"#, 5, [4, 1, 2, 0]);
        check(r#"{"upgradeSettings":{"maxSurge":20}}"#, 1_000, [6, 0, 6, 0]);
        check(r#"{"upgradeSettings":{"maxUnavailable":20}}"#, 25, [1, 11, 0, 0]);
        check(r#"{"upgradeSettings":{"blueGreenSettings":{}}}"#, 3, [3, 0, 0, 3]);
        check("{}", 0, [1, 0, 0, 0]);
    }

    #[test]
    fn the_bar_has_the_days_of_a_window() {
        let open = |policy| days(policy).iter().filter(|day| **day).count();
        assert_eq!(open(r#"{"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}"#), 2);
        assert_eq!(open(r#"{"dailyMaintenanceWindow":{}}"#), 7);
    }
}
