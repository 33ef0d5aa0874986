//! The report of an import: what was recognized, used, ignored and assumed, and what to review. Names lead to the stage.

use super::files::{focus_soon, name};
use super::results::{FoundFile, ImportResult, ReportLine, ReportLink, USED};
use super::source::ImportSource;
use super::state::ReadyImport;
use crate::maintenance::policy::edits;
use crate::shell::frame::banners::diagnostic;
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{icon, rule_link};
use crate::shell::words::{number, t, tn};
use draw::icons;
use scenario::json::Json;
use scenario::{Diagnostic, Severity, edit, named};
use yew::prelude::*;

/// The most names of a line shown at once.
const NAMES: usize = 4;
/// The most warnings listed.
const WARNINGS: usize = 12;

/// The list of items to review.
pub const LOOK: &str = "import-look";

/// The target of a name's link.
pub enum NameTarget {
    /// Uses the import, then selects the object.
    Use(Store),
    /// Selects the object.
    Show(Store),
    /// Names aren't links before the import is used.
    Nowhere,
}

impl NameTarget {
    /// The name of an object in the scenario.
    fn link(&self, name: &str, subject: &str) -> Html {
        let subject = subject.to_owned();
        let says = |key| tn(key, &[("name", name.into())]);
        let (says, onclick) = match self {
            Self::Use(store) => (
                Some(says("ui-import-use-show")),
                store.on(move |_: MouseEvent| Action::UseImport(Some(subject.clone()))),
            ),
            Self::Show(store) => {
                let store = store.clone();
                let show = Callback::from(move |_| {
                    store.send(Action::Show(subject.clone()));
                    // A phone may be scrolled far below the stage. The dialog has to be closed first.
                    focus_soon("main");
                });
                (None, show)
            }
            Self::Nowhere => {
                return html! { <bdi title={says("ui-import-use-first")}>{ name }</bdi> };
            }
        };
        html! {
            <button type="button" class="link" aria-label={says.clone()} title={says} {onclick}><bdi>{ name }</bdi></button>
        }
    }
}

/// The four lists of all files. With items to review, important lines are shown there instead.
pub fn report(files: &[ImportSource], found: &ImportResult, looks: bool, go: &NameTarget) -> Html {
    // A scenario is recognized as a whole.
    let recognised = |file: &FoundFile| match (&file.recognised[..], &file.reason) {
        ([], None) => {
            vec![ReportLine { count: 1, says: file.kind.clone(), ..ReportLine::default() }]
        }
        (lines, _) => lines.to_vec(),
    };
    let assumed = |file: &FoundFile| {
        let lines = file.assumed.iter();
        let lines = lines.filter(|line| !looks || !line.is_weighty());
        lines.cloned().collect::<Vec<_>>()
    };
    html! {
        <div class="four">
            { card(icons::SEARCH, "ui-import-recognized", "ui-import-recognized-note", lists(files, found, recognised, go)) }
            { card(icons::CHECK, "ui-import-used", "ui-import-used-note", used(found, go)) }
            { card(icons::BAN, "ui-import-ignored", "ui-import-ignored-note", lists(files, found, |file| file.ignored.clone(), go)) }
            { card(icons::EDIT, "ui-import-assumed", "ui-import-assumed-note", lists(files, found, assumed, go)) }
        </div>
    }
}

fn card(d: &'static str, title: &str, note: &str, inside: Vec<Html>) -> Html {
    html! {
        <section class="box">
            <h3>{ icon(d, "i14") }{ t(title) }<small>{ t(note) }</small></h3>
            if inside.is_empty() {
                <p class="quiet">{ t("ui-import-none") }</p>
            }
            { for inside }
        </section>
    }
}

/// One list for each file, named if several files have one.
fn lists(
    files: &[ImportSource],
    found: &ImportResult,
    of: impl Fn(&FoundFile) -> Vec<ReportLine>,
    go: &NameTarget,
) -> Vec<Html> {
    let lists: Vec<(&FoundFile, Vec<ReportLine>)> = found
        .files
        .iter()
        .map(|file| (file, of(file)))
        .filter(|(_, lines)| !lines.is_empty())
        .collect();
    let several = lists.len() > 1;
    let title = |file: &FoundFile| {
        let source = files.iter().find(|source| source.no == file.no);
        html! { <h4><bdi>{ source.map(name) }</bdi></h4> }
    };
    let list = |(file, lines): &(&FoundFile, Vec<ReportLine>)| {
        html! {
            <>
                if several {
                    { title(file) }
                }
                <ul>{ for lines.iter().map(|one| html! { <li><b>{ counted(one) }</b><span>{ line(one, go) }</span></li> }) }</ul>
            </>
        }
    };
    lists.iter().map(list).collect()
}

/// The number before a line; there is only one start time.
fn counted(line: &ReportLine) -> String {
    let is_start = ["start", "starts-today", "default-start"].contains(&line.key.as_str());
    if line.count == 1 && is_start { String::new() } else { number(line.count) }
}

fn line(line: &ReportLine, go: &NameTarget) -> Html {
    html! {
        <>
            { &line.says }
            if !line.links.is_empty() {
                { ": " }{ links(&line.links, line.more, go) }
            }
        </>
    }
}

/// Names, of which the first are visible at once.
fn links(links: &[ReportLink], more: usize, go: &NameTarget) -> Html {
    let one = |(n, link): (usize, &ReportLink)| {
        html! {
            <>
                if n > 0 {
                    { ", " }
                }
                if let Some(subject) = &link.subject {
                    { go.link(&link.name, subject) }
                } else {
                    <bdi>{ &link.name }</bdi>
                }
            </>
        }
    };
    let (shown, rest) = links.split_at(links.len().min(NAMES));
    html! {
        <>
            { for shown.iter().enumerate().map(one) }
            if !rest.is_empty() {
                <details class="more">
                    <summary>{ tn("ui-and-more", &[("n", (rest.len() + more).into())]) }</summary>
                    { for rest.iter().enumerate().map(one) }
                    if more > 0 {
                        { " " }{ tn("ui-and-more", &[("n", more.into())]) }
                    }
                </details>
            } else if more > 0 {
                { " " }{ tn("ui-and-more", &[("n", more.into())]) }
            }
        </>
    }
}

/// What the scenario uses, from all files together.
/// The maintenance window and exclusions.
fn calendar(json: &Json) -> Vec<Html> {
    let at = |part: &str| edit::at(json, &format!("{}/{part}", edits::WINDOW));
    let windows = [edits::DAILY, edits::RECURRING, edits::RECURRING_PARTS];
    let windows = windows.iter().filter(|part| at(part).is_some()).count();
    let names: Vec<&str> = match at("maintenanceExclusions") {
        Some(Json::Object(all)) => all.iter().map(|(name, _)| name.as_str()).collect(),
        _ => Vec::new(),
    };
    let row = |count: usize, says: String| {
        html! { <li><b>{ number(count as u32) }</b><span>{ says }</span></li> }
    };
    let windows = (windows > 0).then(|| row(windows, t("ui-used-window")));
    let args = [("n", names.len().into()), ("names", names.join(", ").into())];
    let exclusions = (!names.is_empty()).then(|| row(names.len(), tn("ui-used-exclusions", &args)));
    windows.into_iter().chain(exclusions).collect()
}

fn used(found: &ImportResult, go: &NameTarget) -> Vec<Html> {
    let row = |(list, key): &(&str, &'static str)| {
        let counts = found.files.iter().flat_map(|file| file.used.iter());
        let count: u32 = counts
            .filter(|(other, _)| other == key)
            .map(|(_, count)| *count)
            .fold(0, u32::saturating_add);
        let (says, shown) = (tn(key, &[("n", count.into())]), number(count));
        let names = found.scenario.as_ref().map(|scenario| named_in(&scenario.json, list));
        let names = names.unwrap_or_default();
        (count > 0).then(|| {
            html! {
                <li>
                    <b>{ &shown }</b>
                    <span>
                        { says.strip_prefix(&shown).unwrap_or(&says).trim_start() }
                        if !names.is_empty() {
                            { ": " }{ links(&names, 0, go) }
                        }
                    </span>
                </li>
            }
        })
    };
    let mut rows: Vec<Html> = USED.iter().filter_map(row).collect();
    rows.extend(found.scenario.iter().flat_map(|scenario| calendar(&scenario.json)));
    if rows.is_empty() { Vec::new() } else { vec![html! { <ul>{ for rows }</ul> }] }
}

/// The first objects of a list of the scenario.
fn named_in(json: &Json, list: &str) -> Vec<ReportLink> {
    let items = json.get(list).map(Json::items).unwrap_or_default();
    let link = |(n, item): (usize, &Json)| {
        let name = item.get("name").and_then(Json::text)?;
        Some(ReportLink {
            name: name.to_owned(),
            subject: named::subject(json, &format!("/{list}/{n}")),
        })
    };
    items.iter().enumerate().filter_map(link).collect()
}

/// The warnings of the checks.
fn warnings(offer: &ReadyImport) -> impl Iterator<Item = &Diagnostic> {
    let diagnostics = offer.scenario.diagnostics.iter();
    diagnostics.filter(|one| one.severity != Severity::Info)
}

/// Important assumptions.
fn weighty(offer: &ReadyImport) -> impl Iterator<Item = &ReportLine> {
    let files = offer.found.files.iter();
    let assumed = files.flat_map(|file| file.assumed.iter());
    assumed.filter(|line| line.is_weighty())
}

/// Documents that couldn't be read, beside others in their file.
fn unread(offer: &ReadyImport) -> impl Iterator<Item = &ReportLine> {
    let ignored = offer.found.files.iter().flat_map(|file| file.ignored.iter());
    ignored.filter(|line| line.key == "bad-documents")
}

/// The number of items to review.
pub fn to_look_at(offer: &ReadyImport) -> usize {
    warnings(offer).count() + weighty(offer).count() + unread(offer).count()
}

/// Items to review before the import is used.
pub fn look(offer: &ReadyImport, go: &NameTarget) -> Html {
    let count = to_look_at(offer);
    if count == 0 {
        return html! {};
    }
    let warnings: Vec<_> = warnings(offer).collect();
    let more = warnings.len().saturating_sub(WARNINGS);
    let about = |path: &str| {
        let subject = named::subject(&offer.scenario.json, path)?;
        let name = subject.split_once('/').map_or("", |(_, name)| name).to_owned();
        let subject = Some(subject);
        Some(links(&[ReportLink { name, subject }], 0, go))
    };
    html! {
        <section class="box look" id={LOOK} tabindex="-1">
            <h3>{ icon(icons::WARN, "i14 warn") }{ tn("ui-import-look", &[("n", count.into())]) }</h3>
            <ul>
                { for warnings.iter().take(WARNINGS).map(|one| html! {
                    <li class={one.is_error().then_some("bad")}>
                        { for about(&one.path).map(|name| html! { <>{ name }{ ": " }</> }) }
                        { diagnostic(one) }
                        { rule_link::chips(one.rules, "") }
                    </li>
                }) }
                if more > 0 {
                    <li>{ tn("ui-and-more", &[("n", more.into())]) }</li>
                }
                { for unread(offer).map(|one| html! { <li class="bad">{ number(one.count) }{ " " }{ line(one, go) }</li> }) }
                { for weighty(offer).map(|one| html! {
                    <li>{ t("ui-import-taken-as") }{ " " }{ number(one.count) }{ " " }{ line(one, go) }</li>
                }) }
            </ul>
        </section>
    }
}
