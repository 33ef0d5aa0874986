//! Settings that a script changes after an upgrade of the pool: entries that act in the order of the commands.

use super::apply_change::apply_change;
use super::commands::{ANSWER_MS, CommandChain, ScriptWriter};
use crate::configured::whole;
use crate::gcloud::order::Order;
use crate::notes;
use crate::subject::Subject;
use base::say;
use scenario::document::{self, ScriptItem, UpgradeSettings};
use scenario::json::Json;

impl ScriptWriter<'_, '_> {
    pub(super) fn change(&mut self, order: &Order, chain: &mut CommandChain) {
        let Some(Json::Object(changes)) = &order.of_pool.0 else {
            return;
        };
        for (setting, value) in changes.iter().filter(|(setting, _)| setting != "gcloudFlags") {
            let entry = |action| ScriptItem::of(action, &order.pool);
            let done = match (setting.as_str(), value) {
                ("upgradeSettings", value) => {
                    let upgrade_settings = Some(self.settings(&order.pool, value));
                    Some(ScriptItem { upgrade_settings, ..entry("set") })
                }
                ("initialNodeCount", value) => {
                    whole(value).map(|nodes| ScriptItem { nodes: Some(nodes), ..entry("resize") })
                }
                // Labels and taints can't wait for an upgrade, and others need one of their own.
                ("config", Json::Object(of_nodes)) => {
                    of_nodes.iter().for_each(|(name, _)| self.tell(order, name, None, chain));
                    continue;
                }
                _ => None,
            };
            self.tell(order, setting, done, chain);
        }
    }

    /// Adds what recreates the nodes of a pool, or of all of them.
    pub(super) fn recreate(&mut self, order: &Order, chain: &mut CommandChain) {
        let pools: Vec<String> = match order.pool.some() {
            Some(pool) => vec![pool.to_owned()],
            None => self.document.pools.iter().map(|pool| pool.name.clone()).collect(),
        };
        let entry = order.entry.0.clone().unwrap_or_else(|| Json::Object(Vec::new()));
        let of_entry = document::read::<ScriptItem>(&entry).0.and_then(|item| item.config);
        for pool in &pools {
            for change in order.names.iter() {
                let change = change.0.clone();
                // Of a plan: a command is named as such.
                if order.line.0.is_none() {
                    let said = format!("{pool} ({change})");
                    self.notes.tell(self.file, notes::PLANNED, said, Some(Subject::pool(pool)));
                }
                self.push(order, ScriptItem { change, ..ScriptItem::of("upgrade", pool) }, chain);
            }
            if let Some(config) = &of_entry {
                let config = Some(config.clone());
                self.push(order, ScriptItem { config, ..ScriptItem::of("upgrade", pool) }, chain);
            }
        }
    }

    /// Adds the entry, or says that the setting is left out. Of an entry that acts while the settings are locked, the run says so.
    fn tell(
        &mut self,
        order: &Order,
        setting: &str,
        entry: Option<ScriptItem>,
        chain: &mut CommandChain,
    ) {
        let pool = &*order.pool;
        let line = order.line.0.unwrap_or(0);
        let said = say!("import-line-setting", line = line, setting = setting, of = pool);
        let note = match (self.is_locked(pool, chain), entry.is_some()) {
            (true, true) => None,
            (true, false) => Some(notes::REFUSED_CHANGES),
            (false, true) => Some(notes::CHANGED_LATER),
            (false, false) => Some(notes::AFTER_UPGRADE),
        };
        if let Some(note) = note {
            self.notes.tell(self.file, note, said, Some(Subject::pool(pool)));
        }
        if let Some(entry) = entry {
            // The cancellation has been accepted by then; nodes in progress still lock the settings (BS-04).
            if chain.cancelled.iter().any(|other| other == pool) {
                chain.pause = chain.pause.max(ANSWER_MS);
            }
            self.push(order, entry, chain);
        }
    }

    /// The upgrade settings of the pool after the change.
    fn settings(&self, pool: &str, change: &Json) -> UpgradeSettings {
        let entries = self.document.script.iter().rev().filter(|item| item.pool == pool);
        let set = entries.filter_map(|item| item.upgrade_settings.clone()).next();
        let own = || {
            let own = self.document.pools.iter().find(|own| own.name == pool);
            own.and_then(|own| own.upgrade_settings.clone())
        };
        let mut settings = set.or_else(own).unwrap_or_default();
        settings.replace(change);
        apply_change(&mut settings, change);
        settings
    }
}
