//! The script of pasted commands: each waits for the one before, as gcloud does without `--async`.

use super::assume;
use super::assumed_script::{next_minor, upgrade as assume_upgrade};
use super::labeled_nodes::LabeledNodes;
use super::under_way::{HalfWay, UnderWay};
use super::values::version;
use crate::found::FileNotes;
use crate::gcloud::order::Order;
use crate::notes;
use crate::subject::Subject;
use base::{Arg, Message, say};
use model::{Phase, Version};
use scenario::document::{Document, Pool, ScriptItem};
use scenario::primitive::IntOrText;
use scenario::units::{At, Duration};

/// How long after its start an upgrade is cancelled: the text doesn't say.
const CANCEL_AFTER_MS: i64 = 600_000;

/// How long GKE takes to accept or refuse a command.
pub(super) const ANSWER_MS: i64 = 1000;

/// The commands of one file so far.
#[derive(Debug, Default)]
pub(super) struct CommandChain {
    /// The position in the script of the entry that the next one waits for.
    last: Option<usize>,
    /// The pool whose upgrade, under way at the start, the next one waits for if there is no such entry.
    awaited: String,
    /// The positions of entries that the script hasn't waited for.
    running: Vec<usize>,
    /// The version of the control plane when the last command has ended; empty if unchanged.
    plane: String,
    /// The upgraded pools, each with the position of the entry.
    upgraded: Vec<(String, usize)>,
    /// Nodes that the commands have cordoned.
    pub(super) cordoned: base::Set<String>,
    /// How long after the command before the next one acts, in milliseconds.
    pub(super) pause: i64,
    /// Pools whose upgrade was cancelled.
    pub(super) cancelled: Vec<String>,
}

/// Adds the entries of commands to the script.
pub(super) struct ScriptWriter<'a, 'n> {
    pub(super) document: &'a mut Document,
    pub(super) under_way: &'a UnderWay,
    pub(super) nodes: &'a mut LabeledNodes,
    pub(super) file: usize,
    pub(super) notes: &'n mut FileNotes,
}

impl ScriptWriter<'_, '_> {
    pub(super) fn add(&mut self, order: &Order, chain: &mut CommandChain) {
        let target = version(&order.version, self.file, self.notes);
        match &*order.verb {
            "upgrade" if order.master.0 => self.control_plane(order, target, chain),
            "upgrade" => {
                let pools: Vec<String> = match order.pool.some() {
                    Some(pool) => vec![pool.to_owned()],
                    None => self.document.pools.iter().map(|pool| pool.name.clone()).collect(),
                };
                for pool in pools {
                    self.upgrade(order, &pool, &target, chain);
                }
            }
            "update" => self.change(order, chain),
            "recreate" => self.recreate(order, chain),
            "cancel" => self.cancel(order, chain),
            "delete" => {
                let said = deletion_at(order);
                self.notes.tell(self.file, notes::LEFT_OUT, said, Some(Subject::pool(&order.pool)));
            }
            "wait" if !chain.running.is_empty() => {
                // Operations are waited for in the order of their starts; a shell waits for all.
                let is_own = |no: &usize| {
                    self.document.script.get(*no).is_some_and(|item| *item.pool == *order.pool)
                };
                let own = chain.running.iter().position(is_own).map(|at| at + 1);
                let count = match (order.names.is_empty(), own) {
                    (true, _) => chain.running.len(),
                    (false, own) => own.unwrap_or(1),
                };
                chain.last = chain.running.drain(..count).next_back();
                chain.pause = 0;
            }
            "wait" => self.wait_for_under_way(order, chain),
            "rollback"
                if self.lists_nodes(&order.pool) && !self.is_upgraded(&order.pool, chain) =>
            {
                self.notes.pool(self.file, notes::REFUSED_ROLLBACKS, &order.pool);
            }
            "rollback" | "complete" if !self.is_upgraded(&order.pool, chain) => {
                let said = format!("node-pools {} {}", &*order.verb, &*order.pool);
                self.notes.note(self.file, notes::OTHER_COMMANDS, said);
            }
            "rollback" => {
                let item = ScriptItem::of("rollback", &order.pool);
                let item = ScriptItem { respect_pdb: order.respect_pdb.0, ..item };
                self.push(order, item, chain);
            }
            "complete" => self.complete(order, chain),
            "kubectl" => self.kubectl(order, chain),
            _ => {}
        }
    }

    /// The next command waits for the end of an upgrade that is under way at the start: that of the operation, or the only one.
    fn wait_for_under_way(&self, order: &Order, chain: &mut CommandChain) {
        let pools = self.under_way.pools.iter();
        let running: Vec<&HalfWay> =
            pools.filter(|half| self.under_way.locks(&half.pool)).collect();
        let is_named = |half: &&&HalfWay| {
            order.names.iter().any(|name| **name == half.operation) || half.pool == *order.pool
        };
        let named = running.iter().find(is_named);
        let only = || running.first().filter(|_| running.len() == 1);
        if let Some(half) = named.or_else(only) {
            chain.awaited.clone_from(&half.pool);
            (chain.last, chain.pause) = (None, 0);
        }
    }

    /// Are the pool's settings locked when the next command acts, as an upgrade is under way that nothing has ended (BS-04)?
    pub(super) fn is_locked(&self, pool: &str, chain: &CommandChain) -> bool {
        self.under_way.locks(pool)
            && chain.awaited != pool
            && !chain.cancelled.iter().any(|other| other == pool)
            && chain.upgraded.iter().all(|(other, _)| other != pool)
    }

    /// Is an upgrade of the pool under way, or begun by a command?
    fn is_upgraded(&self, pool: &str, chain: &CommandChain) -> bool {
        let is_own = |item: &ScriptItem| item.pool == pool;
        let had = self.document.script.iter().any(is_own);
        had || self.under_way.of_pool(pool).is_some()
            || chain.upgraded.iter().any(|(other, _)| other == pool)
    }

    /// Does a dump show its nodes, and with them that no upgrade of it is left unfinished?
    fn lists_nodes(&self, name: &str) -> bool {
        let mut pools = self.document.pools.iter();
        pools.any(|pool| pool.name == name && !pool.nodes.is_empty())
    }

    /// Does the upgrade that is under way soak at the start?
    fn soaks(&self, pool: &str) -> bool {
        let half = self.under_way.of_pool(pool);
        half.is_some_and(|half| half.phase == Phase::NodePoolSoaking.name())
    }

    /// Adds an entry that waits for the command before.
    pub(super) fn push(&mut self, order: &Order, mut item: ScriptItem, chain: &mut CommandChain) {
        let awaited = || Some(of_pool(&chain.awaited)).filter(|_| !chain.awaited.is_empty());
        item.after = chain.last.map(|last| self.name_of(last)).or_else(awaited);
        if item.after.is_none() || chain.pause > 0 {
            item.at = Some(At::Offset(chain.pause));
        }
        self.document.script.push(item);
        let own = self.document.script.len() - 1;
        if order.asynchronous.0 {
            chain.running.push(own);
        } else {
            chain.pause = 0;
            chain.last = Some(own);
        }
    }

    /// An entry by its work if that is a pool's or the control plane's, else by its position.
    fn name_of(&self, no: usize) -> IntOrText {
        match self.document.script.get(no) {
            Some(item) if item.control_plane => IntOrText::Text("controlPlane".to_owned()),
            Some(item)
                if !matches!(item.action.as_str(), "cancel" | "set" | "resize")
                    && !item.pool.is_empty() =>
            {
                of_pool(&item.pool)
            }
            _ => IntOrText::Int(i64::try_from(no).unwrap_or(0)),
        }
    }

    fn control_plane(&mut self, order: &Order, target: String, chain: &mut CommandChain) {
        let master = Version::parse(&self.document.cluster.current_master_version);
        let target = match (target, master) {
            (target, _) if !target.is_empty() => target,
            (_, Some(master)) => {
                let next = next_minor(master);
                let said = say!("import-upgrade-of-control-plane", target = next);
                self.notes.tell(self.file, notes::UPGRADE, said, None);
                next.to_string()
            }
            (_, None) => {
                self.notes.note(self.file, notes::OTHER_COMMANDS, "clusters upgrade --master");
                return;
            }
        };
        if master.is_none() {
            let before = earlier(&target);
            self.notes.note(self.file, notes::CONTROL_PLANE_BEFORE, &before);
            self.document.cluster.current_master_version = before;
        }
        chain.plane.clone_from(&target);
        let upgrade =
            ScriptItem { control_plane: true, version: target, ..ScriptItem::of("upgrade", "") };
        self.push(order, upgrade, chain);
    }

    fn upgrade(&mut self, order: &Order, pool: &str, target: &str, chain: &mut CommandChain) {
        let target = match target {
            "" => chain.plane.clone(),
            target => target.to_owned(),
        };
        let half = self.under_way.of_pool(pool);
        let goal = self.document.pools.iter().find(|own| own.name == pool);
        let goal = goal.map_or("", |own| own.version.as_str());
        let first = chain.upgraded.iter().all(|(other, _)| other != pool);
        let resumes = match half {
            Some(_) if first => target.is_empty() || target == goal,
            _ => chain.cancelled.iter().any(|other| other == pool),
        };
        if resumes {
            chain.cancelled.retain(|other| other != pool);
            self.notes.pool(self.file, notes::RESUMED, pool);
            self.push(order, ScriptItem::of("resume", pool), chain);
        } else {
            self.start_before(pool, &target);
            let master = self.document.cluster.current_master_version.clone();
            match (target.as_str(), Version::parse(&master)) {
                ("", None) => {
                    // Its own entry, at the next minor version.
                    assume_upgrade(self.document, pool, false, self.file, self.notes);
                    if let Some(item) = self.document.script.pop() {
                        self.push(order, item, chain);
                    }
                }
                ("", Some(master)) => {
                    let said =
                        say!("import-upgrade-to-control-plane", pool = pool, target = master);
                    self.notes.tell(self.file, notes::UPGRADE, said, Some(Subject::pool(pool)));
                    let version = master.to_string();
                    self.push(
                        order,
                        ScriptItem { version, ..ScriptItem::of("upgrade", pool) },
                        chain,
                    );
                }
                (_, _) => {
                    self.push(
                        order,
                        ScriptItem { version: target, ..ScriptItem::of("upgrade", pool) },
                        chain,
                    );
                }
            }
        }
        chain.upgraded.push((pool.to_owned(), self.document.script.len() - 1));
    }

    /// Completes an upgrade when the script gets there. Where nothing says when that is, the pool is taken to soak: otherwise GKE
    /// refuses it (BG-43).
    fn complete(&mut self, order: &Order, chain: &mut CommandChain) {
        let item = ScriptItem::of("complete", &order.pool);
        let begun = chain.upgraded.iter().rfind(|(pool, _)| *pool == *order.pool);
        let is_timed = match begun.map(|(_, no)| *no) {
            None => self.soaks(&order.pool),
            Some(no) => chain.running.contains(&no) && chain.last > Some(no),
        };
        let (last, pause) = (chain.last, chain.pause);
        if is_timed {
            self.push(order, item, chain);
            // gcloud waits for the answer, and not for the end of the upgrade.
            (chain.last, chain.pause) = (last, pause.saturating_add(ANSWER_MS));
        } else {
            let phase = Phase::NodePoolSoaking.name().to_owned();
            let at = Some(At::Offset(pause));
            self.document.script.push(ScriptItem { phase, at, ..item });
            (chain.last, chain.pause) = (Some(self.document.script.len() - 1), 0);
        }
    }

    /// Cancels the last upgrade, or that of the pool that the command names. It was typed while that one ran, so it doesn't wait for its end.
    fn cancel(&mut self, order: &Order, chain: &mut CommandChain) {
        let is_meant = |pool: &str| order.pool.some().is_none_or(|meant| meant == pool);
        let last = chain.upgraded.iter().rfind(|(pool, _)| is_meant(pool));
        let Some((pool, no)) = last.cloned() else {
            let mut under_way = self.under_way.pools.iter();
            let Some(half) = under_way.find(|half| half.runs && is_meant(&half.pool)) else {
                let said = format!("operations cancel {}", &*order.pool);
                return self.notes.note(self.file, notes::OTHER_COMMANDS, said.trim());
            };
            self.push(order, ScriptItem::of("cancel", &half.pool), chain);
            chain.cancelled.push(half.pool.clone());
            return;
        };
        let upgrade = self.document.script.get(no);
        let start = upgrade.and_then(|item| item.at).map_or(0, |at| at.after().ms());
        let after = upgrade.and_then(|item| item.after.clone());
        let after_start = Duration(CANCEL_AFTER_MS).to_string();
        let said: Arg = say!("import-cancelled-after", pool = &pool, after = after_start).into();
        self.notes.tell(self.file, notes::CANCELLED, said, Some(Subject::pool(&pool)));
        let at = Some(At::Offset(start.saturating_add(CANCEL_AFTER_MS)));
        self.document.script.push(ScriptItem { at, after, ..ScriptItem::of("cancel", &pool) });
        chain.last = Some(self.document.script.len() - 1);
        chain.pause = 0;
        chain.cancelled.push(pool);
    }

    /// Without a given version a pool starts one minor version before the upgrade's.
    fn start_before(&mut self, name: &str, target: &str) {
        let document = &mut *self.document;
        let known = |pool: &Pool| assume::has_version(document, pool);
        let Some(at) = (document.pools.iter()).position(|pool| pool.name == name && !known(pool))
        else {
            return;
        };
        let before = earlier(target);
        if let Some(pool) = document.pools.get_mut(at).filter(|_| !before.is_empty()) {
            let said = format!("{name} ({before})");
            self.notes.about(self.file, notes::VERSION_BEFORE, said, Subject::pool(name));
            pool.version = before;
        }
    }
}

/// The deletion of a pool that stays.
pub(super) fn deletion_at(order: &Order) -> Message {
    let line = order.line.0.unwrap_or(0);
    say!("import-deletion-at", line = line, pool = &*order.pool)
}

/// The work of a pool, as an entry names what it waits for.
fn of_pool(pool: &str) -> IntOrText {
    IntOrText::Text(format!("pool/{pool}"))
}

/// Returns the minor version before; `None` for text that isn't a version.
fn earlier(version: &str) -> String {
    let version = Version::parse(version).filter(|version| version.minor > 0);
    version.map_or_else(String::new, |version| {
        let before = Version { minor: version.minor - 1, patch: None, gke: None, ..version };
        before.to_string()
    })
}
