//! `--with CHANGE`: a change of the scenario, in the words of the command line.

use super::{Failure, english};
use base::{Message, say};
use runner::StrategyChoice;
use scenario::calendar::Utc;
use scenario::document::maintenance::MaintenanceWindow;
use scenario::edit::{self, Edit};
use scenario::field::{Field, push_key};
use scenario::json::Json;
use scenario::units::{At, Duration};

const EXCLUSIONS: &str = "maintenanceExclusions";

/// A change as it was written, and what it does.
#[derive(Clone)]
pub(super) struct Change {
    pub(super) name: String,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    /// With the fields of `blueGreenSettings` that it doesn't give.
    Strategy(StrategyChoice, Vec<&'static str>),
    Window(Json),
    NoWindow,
    Work(Json),
    Field(String, Json),
}

/// A word of `--with` that joins two changes to one variant.
const AND: &str = "and";

/// A word of `--with` where several changes may make one variant.
#[derive(Clone)]
pub(super) enum Word {
    Change(Change),
    And,
}

/// Reads a change, or the word between two.
pub(super) fn word(text: &str) -> Result<Word, String> {
    if text == AND { Ok(Word::And) } else { change(text).map(Word::Change) }
}

/// The changes of each variant: those with “and” between them belong together.
pub(super) fn joined(words: &[Word]) -> Result<Vec<Vec<Change>>, Failure> {
    let mut all: Vec<Vec<Change>> = Vec::new();
    let mut and = false;
    for word in words {
        match (word, all.last_mut()) {
            (Word::Change(change), Some(last)) if and => last.push(change.clone()),
            (Word::Change(change), _) => all.push(vec![change.clone()]),
            (Word::And, Some(_)) if !and => {}
            (Word::And, _) => return Err(Failure(say!("cli-dangling-and"))),
        }
        and = matches!(word, Word::And);
    }
    if and { Err(Failure(say!("cli-dangling-and"))) } else { Ok(all) }
}

/// Reads a change.
pub(super) fn change(text: &str) -> Result<Change, String> {
    let kind = match text.split_once('=') {
        Some(("surge", counts)) => strategy(surge(counts), Vec::new()),
        Some(("blue-green", settings)) => strategy(blue_green(settings), not_given(settings)),
        Some(("window", "none")) => Ok(Kind::NoWindow),
        Some(("window", window)) => match import::policies(window, &Utc) {
            Ok(policies) => match policies.into_iter().next() {
                Some(pasted) => Ok(Kind::Window(Field::write(&pasted.policy.window))),
                None => Err("has no maintenance window".to_owned()),
            },
            Err(problem) => Err(format!("isn't a window: {}", english::text(&problem))),
        },
        Some(("work", length)) => work(length),
        Some((pointer, value)) if pointer.starts_with('/') => {
            let value = Json::parse(value).unwrap_or_else(|_| value.into());
            Ok(Kind::Field(pointer.to_owned(), value))
        }
        _ => Err("isn't a change: use surge=S+U, blue-green=batch:N,soak:TIME, window=TEXT, \
                  work=TIME, or a JSON Pointer and a value; FILES go before --with"
            .to_owned()),
    };
    let kind = kind.map_err(|problem| problem.trim_end_matches('.').to_owned())?;
    Ok(Change { name: text.to_owned(), kind })
}

fn strategy(address: Option<String>, kept: Vec<&'static str>) -> Result<Kind, String> {
    let choice = address.as_deref().and_then(StrategyChoice::read);
    let choice = choice.ok_or("isn't valid: use surge=3+1 or blue-green=batch:2,soak:1h")?;
    Ok(Kind::Strategy(choice, kept))
}

/// `3+1` as in an address; `3` adds no unavailable nodes.
fn surge(counts: &str) -> Option<String> {
    let (surge, unavailable) = counts.split_once('+').unwrap_or((counts, "0"));
    Some(format!("surge-{surge}-{unavailable}"))
}

/// `batch:2,batch-soak:10m,soak:1h` as in an address.
fn blue_green(settings: &str) -> Option<String> {
    let seconds = |text: &str| match At::parse(text)? {
        At::Offset(ms) => Some(ms / 1000),
        At::Instant(_) => None,
    };
    let (mut batch, mut batch_soak, mut pool_soak) = ("1".to_owned(), 0, 3600);
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        match setting.split_once(':')? {
            ("batch", size) => {
                batch = match size.strip_suffix('%') {
                    Some(percent) => {
                        let percent: u32 =
                            percent.parse().ok().filter(|n| (1..=100).contains(n))?;
                        format!("p{}.{:02}", percent / 100, percent % 100)
                    }
                    None => size.to_owned(),
                };
            }
            ("batch-soak", time) => batch_soak = seconds(time)?,
            ("soak", time) => pool_soak = seconds(time)?,
            _ => return None,
        }
    }
    Some(format!("blue-green-{batch}-{batch_soak}-{pool_soak}"))
}

/// The fields of `blueGreenSettings` about which the settings say nothing.
fn not_given(settings: &str) -> Vec<&'static str> {
    let given: Vec<&str> = settings.split(',').filter_map(|one| one.split(':').next()).collect();
    let fields = [
        ("batch", "standardRolloutPolicy/batchNodeCount"),
        ("batch", "standardRolloutPolicy/batchPercentage"),
        ("batch-soak", "standardRolloutPolicy/batchSoakDuration"),
        ("soak", "nodePoolSoakDuration"),
    ];
    let fields = fields.into_iter().filter(|(name, _)| !given.contains(name));
    fields.map(|(_, field)| field).collect()
}

/// Gives blue-green pools their own values of the fields back, as gcloud keeps what a command doesn't give.
fn with_own(changed: &Json, document: &Json, fields: &[&str]) -> Json {
    let pools = document.get("pools").map_or(&[][..], Json::items);
    let mut edits = Vec::new();
    for (n, pool) in pools.iter().enumerate() {
        if edit::at(pool, "/upgradeSettings/strategy").and_then(Json::text) != Some("BLUE_GREEN") {
            continue;
        }
        for field in fields {
            let pointer = format!("/pools/{n}/upgradeSettings/blueGreenSettings/{field}");
            let own = edit::at(document, &pointer);
            edits.push(match own {
                Some(own) => Edit::Set(pointer, own.clone()),
                None => Edit::Remove(pointer),
            });
        }
    }
    edit::apply_all(changed, &edits)
}

/// The document with a strategy also where the script sets one of these pools, and the names of the pools.
fn in_script(changed: &Json, document: &Json, kept: &[&str]) -> (Json, Vec<String>) {
    let settings = |name: &str| {
        let mut pools = changed.get("pools").map_or(&[][..], Json::items).iter();
        let pool = pools.find(|pool| pool.get("name").and_then(Json::text) == Some(name));
        pool.and_then(|pool| pool.get("upgradeSettings"))
    };
    let (mut edits, mut names) = (Vec::new(), Vec::new());
    for (no, entry) in document.get("script").map_or(&[][..], Json::items).iter().enumerate() {
        let name = entry.get("pool").and_then(Json::text).unwrap_or_default();
        let own = entry.get("upgradeSettings").filter(|_| !kept.contains(&name));
        let new = own.and_then(|own| settings(name).filter(|new| own != *new));
        if let Some(new) = new {
            edits.push(Edit::Set(format!("/script/{no}/upgradeSettings"), new.clone()));
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    (edit::apply_all(changed, &edits), names)
}

impl Change {
    /// The changed document, and what has to be said of a strategy: which pools it leaves as they are, and where it takes the place of
    /// settings that the script makes.
    pub(super) fn apply(&self, document: &Json) -> (Json, Vec<Message>) {
        let changed = match &self.kind {
            Kind::Strategy(choice, own) => {
                let (changed, kept) = choice.apply_to_own_kind(document);
                let changed = with_own(&changed, document, own);
                let (changed, again) = in_script(&changed, document, &kept);
                let kept = (!kept.is_empty()).then(|| kept.join(", "));
                let kept = kept.map(|pools| say!("cli-strategy-kept", pools = pools));
                let again = (!again.is_empty()).then(|| again.join(", "));
                let again = again.map(|pools| say!("cli-strategy-again", pools = pools));
                return (changed, kept.into_iter().chain(again).collect());
            }
            Kind::Window(window) => with_window(document, window),
            Kind::NoWindow => with_window(document, &Json::Null),
            Kind::Work(length) => with_work(document, length),
            Kind::Field(pointer, value) => {
                let set = Edit::Set(pointer.clone(), value.clone());
                let edits: Vec<Edit> = other_limit(pointer).into_iter().chain([set]).collect();
                edit::apply_all(document, &edits)
            }
        };
        (changed, Vec::new())
    }
}

/// Removes the limit of a budget that a new one replaces: a budget has one (KP-12).
fn other_limit(pointer: &str) -> Option<Edit> {
    let (budget, limit) = pointer.rsplit_once('/')?;
    let other = match limit {
        "minAvailable" => "maxUnavailable",
        "maxUnavailable" => "minAvailable",
        _ => return None,
    };
    budget.starts_with("/budgets/").then(|| Edit::Remove(format!("{budget}/{other}")))
}

/// Reads how long Jobs work.
pub(super) fn length(text: &str) -> Result<Change, String> {
    Ok(Change { name: text.to_owned(), kind: work(text)? })
}

fn work(text: &str) -> Result<Kind, String> {
    let length = Duration::parse(text).filter(|length| length.0 > 0);
    let length = length.ok_or("isn't a duration: use 16h or 1h30m")?;
    Ok(Kind::Work(length.write()))
}

/// The document with this length of the work of all Jobs that have none.
fn with_work(document: &Json, length: &Json) -> Json {
    let Some(Json::List(workloads)) = document.get("workloads") else {
        return document.clone();
    };
    let is_unknown = |one: &Json| {
        let known = one.get("assumptions").and_then(|own| own.get("work"));
        one.get("kind").and_then(Json::text) == Some("Job") && known.is_none()
    };
    let jobs = workloads.iter().enumerate().filter(|(_, one)| is_unknown(one));
    let edit = |(at, _)| Edit::Set(format!("/workloads/{at}/assumptions/work"), length.clone());
    edit::apply_all(document, &jobs.map(edit).collect::<Vec<_>>())
}

/// The document with the window in place of its own (MW-14); its exclusions stay, beside those of the new one.
fn with_window(document: &Json, window: &Json) -> Json {
    let at = |field: &str| format!("/cluster/maintenancePolicy/window/{field}");
    let kinds = MaintenanceWindow::KINDS.iter();
    let mut edits: Vec<Edit> = kinds.map(|kind| Edit::Remove(at(kind))).collect();
    let fields = |json: &Json| match json {
        Json::Object(fields) => fields.clone(),
        _ => Vec::new(),
    };
    for (field, value) in fields(window) {
        if field != EXCLUSIONS {
            edits.push(Edit::Set(at(&field), value));
            continue;
        }
        for (name, exclusion) in fields(&value) {
            let mut pointer = at(EXCLUSIONS);
            push_key(&mut pointer, &name);
            edits.push(Edit::Set(pointer, exclusion));
        }
    }
    edit::apply_all(document, &edits)
}
