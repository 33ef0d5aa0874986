//! `--upgrade`: what is upgraded where the files have no script of their own.

use super::{Failure, english};
use base::{Arg, say};
use import::{FileReport, UPGRADES, asked_script, asks_for_upgrade};
use model::Version;
use scenario::Document;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use words::visible::visible;

/// Pools with their versions as they were written; without pools nothing is upgraded.
#[derive(Clone, Default)]
pub(super) struct AskedUpgrade {
    pools: Vec<(String, Option<String>)>,
    /// Files may have upgrades of their own, which the caller leaves out.
    leaves_out: bool,
}

/// The word that asks for no upgrade.
const NONE: &str = "none";

/// Characters of the pools in a line.
const LENGTH: usize = 42;

/// Reads `POOL[=VERSION],…` or `none`.
pub(super) fn asked_upgrade(text: &str) -> Result<AskedUpgrade, String> {
    if text == NONE {
        return Ok(AskedUpgrade::default());
    }
    let pools = text.split(',').map(|word| match word.split_once('=') {
        Some((pool, version)) => (pool.trim().to_owned(), Some(version.trim().to_owned())),
        None => (word.trim().to_owned(), None),
    });
    let pools: Vec<_> = pools.collect();
    match pools.iter().any(|(pool, _)| pool.is_empty()) {
        true => Err("isn't POOL[=VERSION],… or none".to_owned()),
        false => Ok(AskedUpgrade { pools, ..AskedUpgrade::default() }),
    }
}

impl AskedUpgrade {
    /// No upgrade, whatever the files ask for: the caller takes it [`without`].
    pub(super) fn left_out() -> Self {
        Self { leaves_out: true, ..Self::default() }
    }

    pub(super) fn is_none(&self) -> bool {
        self.pools.is_empty()
    }

    /// Adds what is asked for to a scenario.
    pub(super) fn add_to(&self, json: &Json) -> Result<Json, Failure> {
        // One that can't be read is refused by its reader.
        let Some(mut document) = scenario::open_json(Ok(json)).document else {
            return Ok(json.clone());
        };
        let asks = asks_for_upgrade(&document);
        self.add(&mut document, asks)?;
        let changed = Json::parse(&document.to_text()).unwrap_or_default();
        let script = changed.get("script").cloned().filter(|_| !self.is_none());
        let script = script.map(|script| Edit::Set("/script".to_owned(), script));
        Ok(edit::apply_all(json, script.as_slice()))
    }

    /// Adds what is asked for, unless the files ask for upgrades themselves.
    pub(super) fn add(&self, document: &mut Document, asks: bool) -> Result<(), Failure> {
        if asks && !self.leaves_out {
            return Err(Failure(say!("cli-upgrade-scripted")));
        }
        let names: Vec<String> = document.pools.iter().map(|pool| pool.name.clone()).collect();
        let asked = self.pools.iter().map(|(pool, version)| {
            if !names.contains(pool) {
                let pools = names.clone();
                return Err(Failure(say!("cli-upgrade-no-pool", pool = pool, pools = pools)));
            }
            let Some(text) = version else { return Ok((pool.clone(), None)) };
            match Version::parse(text) {
                Some(version) => Ok((pool.clone(), Some(version))),
                None => {
                    let pools = names.clone();
                    let said = say!("cli-upgrade-no-version", pool = pool, version = text);
                    Err(Failure(said.with("pools", pools)))
                }
            }
        });
        let asked: Vec<_> = asked.collect::<Result<_, Failure>>()?;
        let items = asked_script(document, &asked);
        document.script.extend(items);
        Ok(())
    }
}

/// A scenario without its upgrades, and without what waits for them.
pub(super) fn without(json: &Json) -> Json {
    let Some(Json::List(script)) = json.get("script") else { return json.clone() };
    let text = |item: &Json, key| match item.get(key) {
        Some(Json::Text(text)) => text.clone(),
        _ => String::new(),
    };
    let stays = |item: &&Json| {
        let waits = ["after", "phase"].iter().any(|key| item.get(key).is_some());
        !waits && !UPGRADES.contains(&text(item, "do").as_str())
    };
    let script = Json::List(script.iter().filter(stays).cloned().collect());
    edit::apply_all(json, &[Edit::Set("/script".to_owned(), script)])
}

/// What is upgraded, and how to ask for another upgrade or for none; nothing if the files ask for theirs.
pub(super) fn line(asked: Option<&AskedUpgrade>, reports: &[FileReport]) -> Option<String> {
    let assumed = |key: &'static str| {
        let lines = reports.iter().flat_map(|one| &one.assumed);
        lines.filter(move |line| line.key == key)
    };
    let said = match asked {
        Some(asked) if asked.is_none() => {
            let goes_on = assumed("upgrade-under-way").next().map_or("no", |_| "yes");
            say!("cli-upgrade-none", under_way = goes_on)
        }
        Some(AskedUpgrade { pools, .. }) => {
            let pool = |(pool, version): &(String, Option<String>)| match version {
                Some(version) => format!("{pool} to {version}"),
                None => pool.clone(),
            };
            say!("cli-upgrade-asked", pools = short(pools.iter().map(pool).collect()))
        }
        None if assumed("upgrade").next().is_none() => {
            let kept = assumed("no-minor-upgrade").flat_map(|line| &line.names).next()?;
            say!("cli-upgrade-extended", why = kept.clone())
        }
        None => {
            let pools = assumed("upgrade").flat_map(|line| &line.subjects);
            let pools = pools.filter_map(|subject| subject.strip_prefix("pool/"));
            let pools: Vec<String> = pools.map(str::to_owned).collect();
            say!("cli-upgrade-assumed", n = pools.len(), pools = short(pools))
        }
    };
    Some(visible(english::text(&said)))
}

/// The first names, and how many more there are.
fn short(names: Vec<String>) -> Vec<Arg> {
    let mut length = 0;
    let told = names.iter().take_while(|name| {
        length += name.chars().count() + 2;
        length <= LENGTH
    });
    let told = told.count().max(1);
    let more = names.len().saturating_sub(told);
    let more = (more > 0).then(|| Arg::Message(say!("autolog-and-more", n = more)));
    names.into_iter().take(told).map(Arg::Text).chain(more).collect()
}
