//! `--with CHANGE`: a change of the scenario, in the words of the command line.

use super::{Failure, english};
use base::{Arg, Message, say};
use model::RunKind;
use model::strategy::autoscaled::WAIT;
use runner::{StrategyChoice, can_take, chosen};
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
    Strategy(StrategyChange),
    Window(Json),
    NoWindow,
    Work(Json),
    Field(String, Json),
}

/// A strategy for one pool, or for all that are upgraded.
#[derive(Clone)]
struct StrategyChange {
    choice: StrategyChoice,
    pool: Option<String>,
    /// The fields of `blueGreenSettings` that it doesn't give.
    not_given: Vec<&'static str>,
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
        Some(("surge", text)) => strategy(text, surge, |_| Vec::new()),
        Some(("blue-green", text)) => strategy(text, blue_green, not_given),
        Some(("autoscaled", text)) => strategy(text, autoscaled, |_| Vec::new()),
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
        _ => Err(
            "isn't a change: use surge=S+U, blue-green=batch:N,soak:TIME, autoscaled=wait:TIME, \
                  window=TEXT, work=TIME, or a JSON Pointer and a value; FILES go before --with"
                .to_owned(),
        ),
    };
    let kind = kind.map_err(|problem| problem.trim_end_matches('.').to_owned())?;
    Ok(Change { name: text.to_owned(), kind })
}

/// Reads settings, or the name of a pool before a colon and settings.
fn strategy(
    text: &str,
    address: fn(&str) -> Option<String>,
    not_given: fn(&str) -> Vec<&'static str>,
) -> Result<Kind, String> {
    let read = |pool: Option<&str>, settings: &str| {
        let choice = StrategyChoice::read(&address(settings)?)?;
        let (pool, not_given) = (pool.map(str::to_owned), not_given(settings));
        Some(Kind::Strategy(StrategyChange { choice, pool, not_given }))
    };
    let of_pool = || text.split_once(':').and_then(|(pool, settings)| read(Some(pool), settings));
    let kind = read(None, text).or_else(of_pool);
    let forms = "isn't valid: use surge=3+1, blue-green=batch:2,soak:1h or autoscaled=wait:3d, for one pool surge=POOL:3+1";
    kind.ok_or_else(|| forms.to_owned())
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

/// `wait:3d` as in an address; nothing is GKE's default.
fn autoscaled(settings: &str) -> Option<String> {
    let wait = match settings {
        "" => WAIT.secs().into(),
        settings => Duration::parse(settings.strip_prefix("wait:")?)?.0 / 1000,
    };
    Some(format!("autoscaled-{wait}"))
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
fn with_own(changed: &Json, document: &Json, pools: &[usize], fields: &[&str]) -> Json {
    let all = document.get("pools").map_or(&[][..], Json::items);
    let mut edits = Vec::new();
    for n in pools.iter().copied() {
        let pointer =
            format!("/pools/{n}/upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy");
        edits.push(Edit::Remove(pointer));
        if all.get(n).map(strategy_of) != Some("BLUE_GREEN") {
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
fn in_script(changed: &Json, document: &Json, pools: &[&str]) -> (Json, Vec<String>) {
    let settings = |name: &str| {
        let mut pools = changed.get("pools").map_or(&[][..], Json::items).iter();
        let pool = pools.find(|pool| pool.get("name").and_then(Json::text) == Some(name));
        pool.and_then(|pool| pool.get("upgradeSettings"))
    };
    let (mut edits, mut names) = (Vec::new(), Vec::new());
    for (no, entry) in document.get("script").map_or(&[][..], Json::items).iter().enumerate() {
        let name = entry.get("pool").and_then(Json::text).unwrap_or_default();
        let own = entry.get("upgradeSettings").filter(|_| pools.contains(&name));
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

fn strategy_of(pool: &Json) -> &str {
    let named = edit::at(pool, "/upgradeSettings/strategy").and_then(Json::text);
    named.filter(|name| !name.is_empty()).unwrap_or("SURGE")
}

fn name_of(pool: &Json) -> &str {
    pool.get("name").and_then(Json::text).unwrap_or_default()
}

/// Does the script upgrade the pool, or does GKE?
fn is_upgraded(document: &Json, pool: &Json) -> bool {
    let script = document.get("script").map_or(&[][..], Json::items);
    let text =
        |item: &Json, key: &str| item.get(key).and_then(Json::text).unwrap_or_default().to_owned();
    script.iter().any(|item| match &*text(item, "do") {
        "target" => true,
        "upgrade" | "resume" => text(item, "pool") == name_of(pool),
        _ => false,
    })
}

impl StrategyChange {
    /// The changed document, and what has to be said: which pools it is for where that isn't clear, and where it takes the place of
    /// settings that the script makes.
    fn apply(&self, document: &Json) -> Result<(Json, Vec<Message>), Failure> {
        let free: Vec<(usize, &Json)> = chosen(document).collect();
        let kind = self.choice.kind();
        let is_any_upgraded = free.iter().any(|(_, pool)| is_upgraded(document, pool));
        let is_meant = |pool: &Json| match &self.pool {
            Some(name) => name_of(pool) == name,
            None => can_take(pool, kind) && (!is_any_upgraded || is_upgraded(document, pool)),
        };
        let (own, others): (Vec<_>, Vec<_>) =
            free.into_iter().partition(|(_, pool)| is_meant(pool));
        if let (Some(name), true) = (&self.pool, own.is_empty()) {
            return Err(Failure(say!("cli-strategy-no-pool", pool = name)));
        }
        let numbers: Vec<usize> = own.iter().map(|(n, _)| *n).collect();
        let changed = self.choice.apply_to(document, &numbers);
        let changed = match kind {
            RunKind::BlueGreen => with_own(&changed, document, &numbers, &self.not_given),
            _ => changed,
        };
        let names: Vec<&str> = own.iter().map(|(_, pool)| name_of(pool)).collect();
        let (changed, again) = in_script(&changed, document, &names);
        let is_other = |(_, pool): &(usize, &Json)| strategy_of(pool) != kind.traits().name;
        let is_clear =
            own.len() == 1 && others.is_empty() || !own.iter().chain(&others).any(is_other);
        let said = own.iter().map(|(_, pool)| {
            let before = strategy_of(pool);
            match kind.traits().name {
                after if after == before => Arg::Text(name_of(pool).to_owned()),
                after => say!(
                    "cli-strategy-changes",
                    pool = name_of(pool),
                    before = before,
                    after = after
                )
                .into(),
            }
        });
        let said = Arg::List(said.collect());
        let note = || {
            let rest = u32::try_from(others.len()).unwrap_or(u32::MAX);
            Message::new("cli-strategy-pools").with("pools", said).with("rest", rest)
        };
        let again = (!again.is_empty()).then(|| again.join(", "));
        let again = again.map(|pools| say!("cli-strategy-again", pools = pools));
        Ok((changed, (!is_clear).then(note).into_iter().chain(again).collect()))
    }
}

impl Change {
    /// The changed document, and what has to be said of a strategy.
    pub(super) fn apply(&self, document: &Json) -> Result<(Json, Vec<Message>), Failure> {
        let changed = match &self.kind {
            Kind::Strategy(strategy) => return strategy.apply(document),
            Kind::Window(window) => with_window(document, window),
            Kind::NoWindow => with_window(document, &Json::Null),
            Kind::Work(length) => with_work(document, length),
            Kind::Field(pointer, value) => {
                let set = Edit::Set(pointer.clone(), value.clone());
                let edits: Vec<Edit> = other_limit(pointer).into_iter().chain([set]).collect();
                edit::apply_all(document, &edits)
            }
        };
        Ok((changed, Vec::new()))
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
