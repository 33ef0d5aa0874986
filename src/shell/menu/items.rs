//! Lines of the palette and of menus: words, and their actions.

use crate::alternatives::state::Trials;
use crate::operations::requests::offered;
use crate::operations::state::BranchRequest;
use crate::player::{AtPlayhead, Direction, said};
use crate::shell::dates::day_time;
use crate::shell::keyboard::commands::Command;
use crate::shell::words::{span, t, tn};
use base::{RecordNo, SimTime};
use draw::icons;
use draw::surface::plain;
use draw::timeline::marker_icon;
use query::alternatives::OfferKind;
use query::stage::{TileState, node_state};
use scenario::edit::Edit;
use trace::{Record, Subject};
use words::Words;

/// The action of a line.
#[derive(Clone, PartialEq, Debug)]
pub enum MenuAction {
    Command(Command),
    Preset(&'static str),
    Select(Subject),
    Why(Subject),
    Filter(String),
    /// Goes to an instant, and selects its subject.
    Go(SimTime, Option<Subject>),
    Zoom(Subject),
    /// Sets the start or end of the loop.
    Mark(Direction, SimTime),
    Copy(String),
    /// Applies a tried change.
    Apply(Vec<Edit>),
    /// Performs an operation at the playhead.
    Operate(BranchRequest),
}

#[derive(Clone, PartialEq, Debug)]
pub struct MenuLine {
    pub icon: &'static str,
    pub text: String,
    /// A short description.
    pub note: String,
    /// The key of the same command.
    pub key: &'static str,
    pub action: MenuAction,
}

/// The line of a command.
pub fn of_command(command: Command) -> Option<MenuLine> {
    let row = command.row()?;
    Some(MenuLine {
        icon: row.icon,
        text: t(row.words),
        note: String::new(),
        key: row.keys.first().copied().unwrap_or_default(),
        action: MenuAction::Command(command),
    })
}

/// Questions and actions about a subject.
pub fn about(here: AtPlayhead<'_>, subject: Subject) -> Vec<MenuLine> {
    let name = name(here, subject);
    let line = |icon, key: &str, keys, action| MenuLine {
        icon,
        text: tn(key, &[("name", name.as_str().into())]),
        note: String::new(),
        key: keys,
        action,
    };
    vec![
        MenuLine {
            note: place(here, subject),
            ..line(icons::CHECK, "ui-line-select", "", MenuAction::Select(subject))
        },
        line(icons::HELP, "ui-line-why", "w", MenuAction::Why(subject)),
        line(icons::SEARCH, "ui-line-filter", "/", MenuAction::Filter(name.clone())),
        line(icons::PANEL, "ui-line-zoom", "f", MenuAction::Zoom(subject)),
        line(icons::COPY, "ui-line-copy", "", MenuAction::Copy(name.clone())),
    ]
}

/// Events of a subject around the playhead: at most `most`, in order.
pub fn moments(here: AtPlayhead<'_>, subject: Subject, most: usize) -> Vec<MenuLine> {
    let rows: Vec<(RecordNo, Record)> = here
        .run
        .trace
        .rows_of(subject)
        .into_iter()
        .filter_map(|no| Some((no, here.run.trace.record(no)?)))
        .filter(|(_, record)| record.change.is_listed())
        .collect();
    let passed = rows.partition_point(|(no, _)| no.0 < here.frame.next);
    let first = passed.saturating_sub(most / 2).min(rows.len().saturating_sub(most));
    said(here.run, here.scene, |words| {
        rows.iter()
            .skip(first)
            .take(most)
            .map(|(_, record)| moment(here, record, &told(words, record)))
            .collect()
    })
}

/// `b-1 cordoned`
pub fn told(words: &Words<'_>, record: &Record) -> String {
    plain(&format!("{} {}", words.name(record.subject), words.fact(record)))
}

/// The line that goes to a row, with these words.
pub fn moment(here: AtPlayhead<'_>, record: &Record, text: &str) -> MenuLine {
    MenuLine {
        icon: record.change.marker().map_or(icons::CLOCK, marker_icon),
        text: text.to_owned(),
        note: when(here, record.at),
        key: "",
        action: MenuAction::Go(record.at, Some(record.subject)),
    }
}

/// The line that goes to an instant.
pub fn instant(here: AtPlayhead<'_>, at: SimTime) -> MenuLine {
    let time = day_time(here.run.plan.start_unix_ms, at.ms());
    MenuLine {
        icon: icons::CLOCK,
        text: tn("ui-line-go", &[("at", time.into())]),
        note: tn("ui-line-after", &[("for", span(at.ms()).into())]),
        key: "",
        action: MenuAction::Go(at, None),
    }
}

/// `02:16:36, 1 min 14 s ago`
fn when(here: AtPlayhead<'_>, at: SimTime) -> String {
    let time = day_time(here.run.plan.start_unix_ms, at.ms());
    let far = at.ms() - here.frame.at.ms();
    let key = match far {
        0 => return tn("ui-line-now", &[("at", time.into())]),
        far if far < 0 => "ui-line-ago",
        _ => "ui-line-in",
    };
    let far = span(far.abs());
    tn(key, &[("at", time.into()), ("for", far.into())])
}

/// A name for a sentence.
pub fn name(here: AtPlayhead<'_>, subject: Subject) -> String {
    said(here.run, here.scene, |words| plain(&words.name(subject)))
}

/// A subject's kind and place: `Node, web-pool, europe-west4-b`.
pub fn place(here: AtPlayhead<'_>, subject: Subject) -> String {
    let plan = &here.run.plan;
    let cluster = &here.scene.last;
    let mut state = None;
    let (kind, around) = match subject {
        Subject::Cluster => ("ui-kind-cluster", Vec::new()),
        Subject::Pool(_) => ("ui-kind-pool", Vec::new()),
        Subject::Zone(_) => ("ui-kind-zone", Vec::new()),
        Subject::Node(id) => {
            let group = cluster.nodes.get(id).and_then(|node| plan.groups.get(node.group));
            let around = group.map_or_else(Vec::new, |group| {
                vec![Subject::Pool(group.pool), Subject::Zone(group.zone)]
            });
            state = node_state(&here.run.index, here.frame, id).map(state_key);
            ("ui-kind-node", around)
        }
        Subject::Pod(id) => {
            let node = here.frame.cluster.pod(id).and_then(|pod| pod.node());
            ("ui-kind-pod", node.map(Subject::Node).into_iter().collect())
        }
        Subject::Workload(_) => ("ui-kind-workload", Vec::new()),
        Subject::Budget(_) => ("ui-kind-budget", Vec::new()),
        Subject::Service(_) => ("ui-kind-service", Vec::new()),
    };
    let mut parts = vec![t(kind)];
    parts.extend(around.into_iter().map(|subject| name(here, subject)));
    parts.extend(state.map(t));
    parts.join(", ")
}

fn state_key(state: TileState) -> &'static str {
    match state {
        TileState::NotReady => "tile-not-ready",
        TileState::Blocked => "ui-node-blocked",
        TileState::Draining => "ui-node-draining",
        TileState::Cordoned => "tile-cordoned",
        TileState::Starting => "tile-starting",
        TileState::Recreating => "tile-recreating",
        TileState::Deleting => "tile-deleting",
        TileState::ReadyNew => "ui-node-upgraded",
        TileState::ReadyOld => "tile-ready-old",
    }
}

/// Tried changes that improve the run, the best first.
pub fn changes(here: AtPlayhead<'_>, trials: &Trials) -> Vec<MenuLine> {
    if !trials.is_of_run(here.run.no) {
        return Vec::new();
    }
    said(here.run, here.scene, |words| {
        let offers = trials.offers(&here.run.plan).into_iter();
        let better = offers.filter(|offer| offer.kind < OfferKind::Trade);
        let lines = better.filter_map(|offer| {
            let one = trials.alternative(offer.at)?;
            let edit = words.say(&one.phrase());
            Some(MenuLine {
                icon: icons::EDIT,
                text: tn("ui-line-apply", &[("edit", edit.into())]),
                note: match offer.kind {
                    OfferKind::If(undone) => words.say(&undone.phrase()),
                    _ => words.say(&offer.effect()),
                },
                key: "",
                action: MenuAction::Apply(one.document.clone()),
            })
        });
        lines.collect()
    })
}

/// The operations on pools that are allowed now.
pub fn operations(here: AtPlayhead<'_>) -> Vec<MenuLine> {
    let mut lines = Vec::new();
    for (pool, _) in here.frame.cluster.pools.iter() {
        let Some(found) = query::operations(&here.run.trace, here.frame, pool) else {
            continue;
        };
        said(here.run, here.scene, |words| {
            for offer in found.offers.iter().filter(|offer| offer.allowed()) {
                lines.push(MenuLine {
                    icon: icons::BRANCH,
                    text: offered(&here.run.plan, pool, offer),
                    note: words.say(&offer.sentence),
                    key: "",
                    action: MenuAction::Operate(BranchRequest::of_offer(
                        &here.run.plan,
                        pool,
                        offer,
                    )),
                });
            }
        });
    }
    lines
}
