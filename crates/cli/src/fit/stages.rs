//! The targets to which GKE moves the cluster, one after the other: each is judged from where the one before ends.

use super::super::seeds as several;
use super::answer::{Answer, Date};
use base::{Message, say};
use model::Version;
use runner::window_fit::Fit;
use scenario::Document;
use scenario::compile::pool_version;
use scenario::document::{Pool, ScriptItem};
use scenario::json::Json;
use scenario::primitive::IntOrText;

/// What is judged together.
pub(super) struct Stage {
    pub(super) json: Json,
    /// The version that it leads to, if there are several.
    pub(super) to: Option<String>,
}

/// The stages, and what isn't judged: a control plane that old nodes hold up (BS-06).
pub(super) fn stages(json: &Json, document: Option<&Document>) -> (Vec<Stage>, Option<Message>) {
    let whole = || vec![Stage { json: json.clone(), to: None }];
    let Some(document) = document.filter(|one| !one.script.iter().any(names_by_number)) else {
        return (whole(), None);
    };
    let master = Version::parse(&document.cluster.current_master_version);
    let is_target = |item: &&ScriptItem| {
        item.action == "target" && Version::parse(&item.version) > master && master.is_some()
    };
    let targets: Vec<&ScriptItem> = document.script.iter().filter(is_target).collect();
    let (Some(master), Some(first)) = (master, targets.first()) else {
        return (whole(), None);
    };
    let next = Version::parse(&first.version).filter(|to| to.minor == master.minor + 1);
    let is_old = |pool: &&Pool| {
        let minor = oldest(document, pool).map(|own| own.minor + 2);
        next.zip(minor).is_some_and(|(to, minor)| minor < to.minor)
    };
    let old: Vec<&str> = document.pools.iter().filter(is_old).map(|one| &*one.name).collect();
    if !old.is_empty() {
        let least = format!("{}.{}", master.major, master.minor - 1);
        let said = say!(
            "cli-fit-blocked",
            version = &first.version,
            pools = old.join(", "),
            least = least
        );
        let stage = without_targets(document).map(|json| Stage { json, to: None });
        return (stage.into_iter().collect(), Some(said));
    }
    if targets.len() < 2 {
        return (whole(), None);
    }
    let mut stages = whole();
    stages[0].to = Some(first.version.clone());
    for two in targets.windows(2) {
        let json = parsed(&from_there(document, &two[0].version, two[1]));
        stages.extend(json.map(|json| Stage { json, to: Some(two[1].version.clone()) }));
    }
    (stages, None)
}

fn names_by_number(item: &ScriptItem) -> bool {
    matches!(item.after, Some(IntOrText::Int(_)))
}

/// The version of a pool's oldest node.
fn oldest(document: &Document, pool: &Pool) -> Option<Version> {
    let listed = pool.nodes.iter().filter_map(|node| Version::parse(&node.version));
    listed.chain(pool_version(document, pool)).min()
}

fn without_targets(document: &Document) -> Option<Json> {
    let mut document = document.clone();
    document.script.retain(|item| item.action != "target");
    parsed(&document)
}

/// The cluster with this version everywhere, when GKE moves it on.
fn from_there(document: &Document, version: &str, target: &ScriptItem) -> Document {
    let mut document = document.clone();
    document.cluster.current_master_version = version.to_owned();
    for pool in &mut document.pools {
        pool.version = version.to_owned();
        pool.upgrading_from.clear();
        pool.nodes.iter_mut().for_each(|node| node.version.clear());
    }
    document.script.retain(|item| !matches!(&*item.action, "target" | "upgrade" | "resume"));
    document.script.push(target.clone());
    document
}

fn parsed(document: &Document) -> Option<Json> {
    Json::parse(&document.to_text()).ok()
}

/// The answers of each upgrade, and of all that wait for windows if there are several of those.
pub(super) fn judged(
    (each, all): (Vec<(String, Fit)>, Fit),
    to: Option<&str>,
    date: Date<'_>,
) -> Vec<Answer> {
    let to = to.map_or_else(String::new, |to| format!(" to {to}"));
    let mut answers = several::each(each.len(), |at| {
        let (name, fit) = &each[at];
        Answer::of(&format!("pool/{name}{to}"), fit.clone(), date)
    });
    let waits: Vec<bool> = answers.iter().map(|one| !one.fit.uses_no_window()).collect();
    let (some, every) = (waits.contains(&true), !waits.contains(&false));
    let (name, all) = match some && !every {
        true => (format!("the others{to} in their order"), all.only(&waits)),
        false => (format!("all{to} in their order"), Some(all)),
    };
    if let Some(all) = all.filter(Fit::is_of_several) {
        let mut all = Answer::of(&name, all, date);
        all.changes = all.with_fewest(&answers);
        answers.push(all);
    }
    answers
}
