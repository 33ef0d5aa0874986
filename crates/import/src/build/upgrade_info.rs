//! Uses what `get-upgrade-info` prints: its targets become versions of the assumed script, its ends of support those of the cluster.

use super::values::version;
use crate::found::{FileNotes, Found, Sourced};
use crate::loose::Text;
use crate::notes;
use base::say;
use model::Version;
use scenario::document::Document;
use scenario::units::Instant;

/// More clusters and pools than a person asks about.
const MOST: usize = 1000;

/// The versions to which GKE moves the cluster and its pools, each with its file.
#[derive(Debug, Default)]
pub(super) struct UpgradeTargets {
    pub(super) cluster: Option<(usize, String)>,
    pub(super) pools: base::Map<String, (usize, String)>,
}

pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    notes: &mut FileNotes,
) -> UpgradeTargets {
    let mut all = UpgradeTargets::default();
    for Sourced { file, thing } in core::mem::take(&mut found.upgrade_infos).into_iter().take(MOST)
    {
        if document.pools.is_empty() && document.cluster.current_master_version.is_empty() {
            notes.refuse(file, "upgrade-info", say!("import-upgrade-info"));
            continue;
        }
        let [minor, patch] = [&thing.minor, &thing.patch].map(|one| version(one, file, notes));
        // GKE may pause minor upgrades alone (AM-70).
        let is_paused = thing.status.iter().any(|status| &**status == "MINOR_UPGRADE_PAUSED");
        let master = Version::parse(&document.cluster.current_master_version);
        let newer =
            Version::parse(&minor).zip(master).is_some_and(|(to, now)| to.minor > now.minor);
        let is_early = newer && document.cluster.channel() == "EXTENDED";
        let target = if is_paused || is_early || minor.is_empty() { &patch } else { &minor };
        let title = found.titles.get(file).map_or("", String::as_str);
        let Some(pool) = whose(document, title, target) else {
            notes.refuse(file, "upgrade-info", say!("import-upgrade-info-of-some-pool"));
            continue;
        };
        notes.file(file).cluster_used = true;
        let name = if pool.is_empty() { &document.cluster.name } else { &pool };
        let name = if name.is_empty() { "-" } else { name };
        let said = thing.status.iter().map(|one| &**one).chain([&*minor, &patch]);
        let said: Vec<&str> = said.filter(|one| !one.is_empty()).collect();
        let said = format!("{name} ({})", said.join(", "));
        notes.note(file, notes::UPGRADE_INFO, said);
        for reason in thing.paused.iter().filter(|reason| !reason.is_empty()) {
            notes.note(file, notes::PAUSED, format_args!("{name}: {}", &**reason));
        }
        let target = Some((file, target.clone())).filter(|(_, target)| !target.is_empty());
        if !pool.is_empty() {
            all.pools.extend(target.map(|target| (pool, target)));
            continue;
        }
        all.cluster = target.or(all.cluster);
        let cluster = &mut document.cluster;
        let standard = end_of_support(&thing.standard_support, file, notes);
        cluster.end_of_standard_support = standard.or(cluster.end_of_standard_support);
        let extended = end_of_support(&thing.extended_support, file, notes);
        cluster.end_of_extended_support = extended.or(cluster.end_of_extended_support);
    }
    all
}

/// The pool that the information is about, empty for the cluster: by the command above it or the name of its file, else by the
/// target. `None`: one of several pools.
fn whose(document: &Document, title: &str, target: &str) -> Option<String> {
    if let Some((command, rest)) = title.split_once(" get-upgrade-info") {
        let pool = rest.split_whitespace().next().filter(|word| !word.starts_with('-'));
        let pool = pool.filter(|_| !command.ends_with("clusters"));
        return Some(pool.unwrap_or_default().to_owned());
    }
    let pools = document.pools.iter().map(|pool| pool.name.as_str());
    let named = pools.filter(|name| contains_word(title, name)).max_by_key(|name| name.len());
    if let Some(name) = named {
        return Some(name.to_owned());
    }
    // The control plane isn't upgraded to the version that it has.
    let master = Version::parse(&document.cluster.current_master_version);
    match document.pools.as_slice() {
        _ if target.is_empty() || Version::parse(target) > master => Some(String::new()),
        [pool] => Some(pool.name.clone()),
        _ => None,
    }
}

/// Is the name in the text, and no part of a longer word?
fn contains_word(text: &str, name: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
    let is_whole = |at: usize| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + name.len()..].chars().next())
    };
    !name.is_empty() && text.match_indices(name).any(|(at, _)| is_whole(at))
}

/// GKE also writes a day without a time.
pub(super) fn end_of_support(text: &Text, file: usize, notes: &mut FileNotes) -> Option<Instant> {
    let written = text.some()?;
    let read = scenario::instant::day_or_time(written).map(Instant);
    if read.is_none() {
        notes.note(file, notes::DATES, written);
    }
    read
}
