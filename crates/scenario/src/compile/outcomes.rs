//! The shapes of nodes during the script: the result of each entry for each shape that it may find.
//!
//! Which entries have an effect is only known in the run: one may be refused, rolled back or wait for its turn (AM-84).
//! So every possible shape is computed in advance, and the run only looks it up (`Plan::after`).

use std::rc::Rc;

use super::pool_shapes::{PoolShapes, PossibleShape};
use super::pools::Pools;
use super::templates::{NodeShape, Templates};
use super::versions::ControlPlaneVersions;
use crate::document::pool::{NodeConfig, Pool};
use crate::document::{Document, ScriptItem};
use base::TemplateId;
use model::plan::Outcomes;
use model::script::NodeChange;
use model::{Command, Labels, ScriptEntry, Symbols, Version};

/// The most shapes of nodes in a run.
pub(crate) const TEMPLATES: u32 = 65_535;
/// The most pairs of an entry and a shape that it may find.
pub(crate) const OUTCOMES: usize = 200_000;

/// `None`: more than a run can hold.
pub(crate) fn outcomes(
    doc: &Document,
    script: &mut [(ScriptEntry, &ScriptItem)],
    pools: &mut Pools,
    symbols: &mut Symbols,
) -> Option<Outcomes> {
    let mut outcomes = Outcomes::new();
    let versions = ControlPlaneVersions::of(doc);
    for no in 0..script.len() {
        let follows = script[no].0.after.is_some();
        let (pool, automatic) = match script[no].0.command {
            // An upgrade that waits for maintenance or for other work may start long after its entry.
            Command::Upgrade { pool, automatic, change, .. } => {
                (pool, automatic || follows || change.waits_for_maintenance())
            }
            Command::SetShape { pool } => (pool, false),
            Command::Step { pool: Some(pool), .. } => (pool, true),
            _ => continue,
        };
        let mut cx = OutcomeCx {
            doc,
            versions: &versions,
            pool: doc.pools.get(pool.0 as usize)?,
            course: &mut pools.courses[pool],
            templates: &mut pools.templates,
            symbols: &mut *symbols,
            outcomes: &mut outcomes,
        };
        cx.course.waiting.extend(automatic.then_some(no));
        cx.act(no, &script[no], automatic)?;
        let brought = cx.version(no);
        // Waiting upgrades start in any order: configuration changes before upgrades, overrides before both (AM-70).
        let mut new = true;
        while new {
            new = false;
            for waiting in cx.course.waiting.clone() {
                new |= cx.act(waiting, &script[waiting], true)?;
            }
        }
        if let Command::Upgrade { version, .. } = &mut script[no].0.command {
            *version = brought;
        }
    }
    (pools.templates.all.len() <= TEMPLATES).then_some(outcomes)
}

struct OutcomeCx<'a, 's> {
    doc: &'a Document,
    versions: &'a ControlPlaneVersions<'a>,
    pool: &'a Pool,
    course: &'s mut PoolShapes,
    templates: &'s mut Templates,
    symbols: &'s mut Symbols,
    outcomes: &'s mut Outcomes,
}

impl OutcomeCx<'_, '_> {
    /// Computes the entry's result for every shape that it may find; true if a result is new to the waiting entries.
    fn act(
        &mut self,
        no: usize,
        (entry, item): &(ScriptEntry, &ScriptItem),
        waits: bool,
    ) -> Option<bool> {
        let no = no as u32;
        let mut new = false;
        let change = match entry.command {
            Command::Upgrade { change, .. } if item.action == "upgrade" => Some(change),
            Command::Step { .. } => Some(NodeChange::Version),
            _ => None,
        };
        let configures = change.is_some_and(NodeChange::waits_for_maintenance);
        let homes: Vec<(TemplateId, PossibleShape)> = {
            let homes = self.course.homes.iter();
            homes.map(|(id, home)| (*id, home.clone())).collect()
        };
        for (home, PossibleShape { shape, steps }) in homes {
            let steps = steps + usize::from(waits);
            if let Some(id) = self.outcomes.get(&(no, home)) {
                if let Some(known) = self.course.homes.get_mut(id) {
                    new |= steps < known.steps;
                    known.steps = known.steps.min(steps);
                }
                continue;
            }
            // Each waiting entry acts once; a configuration change may have to be repeated.
            if waits && steps > self.course.waiting.len() && !configures {
                continue;
            }
            let (id, shape) = match change {
                Some(change) => self.upgraded(no, (entry, item), change, &shape),
                None => self.with_new_labels(item, home, &shape),
            };
            self.note(no, home, id)?;
            // A change brought along with another one may be repeated for the remaining nodes (AM-70).
            if configures {
                self.note(no, id, id)?;
            }
            let known = self.course.homes.entry(id).or_insert_with(|| {
                new = true;
                PossibleShape { shape, steps }
            });
            new |= steps < known.steps;
            known.steps = known.steps.min(steps);
        }
        if change.is_none() {
            let listed: Vec<(TemplateId, Rc<NodeShape>)> = {
                let listed = self.course.listed.iter();
                listed.map(|(id, shape)| (*id, Rc::clone(shape))).collect()
            };
            for (own, shape) in listed {
                if !self.outcomes.contains_key(&(no, own)) {
                    let (id, shape) = self.with_new_labels(item, own, &shape);
                    self.note(no, own, id)?;
                    self.course.listed.entry(id).or_insert(shape);
                }
            }
        }
        Some(new)
    }

    fn note(&mut self, no: u32, from: TemplateId, to: TemplateId) -> Option<()> {
        self.outcomes.insert((no, from), to);
        let bounded = self.outcomes.len() <= OUTCOMES && self.templates.all.len() <= TEMPLATES;
        bounded.then_some(())
    }

    fn upgraded(
        &mut self,
        no: u32,
        (entry, item): (&ScriptEntry, &ScriptItem),
        change: NodeChange,
        from: &NodeShape,
    ) -> (TemplateId, Rc<NodeShape>) {
        let mut shape = from.clone();
        if let Some(config) = &item.config {
            overlay(&mut shape.config, config);
        }
        if shape.config.machine_type != from.config.machine_type {
            // Another machine type has other amounts than those entered for the old one.
            shape.allocatable.clear();
        }
        if let Command::Step { version, .. } = entry.command {
            shape.version = Some(version);
        } else if change == NodeChange::Version
            || !item.version.is_empty() && !keeps_version(change)
        {
            shape.version = self.versions.target(item, shape.version);
        }
        let template = shape.template(self.doc, self.pool, self.symbols);
        // Nodes that already have the version aren't recreated (AM-59); other changes recreate every node.
        let unseen = (change != NodeChange::Version).then_some(no);
        (self.templates.intern(template, unseen), Rc::new(shape))
    }

    /// Replaces the pool's labels by the entry's (AM-11); the node's own labels stay.
    fn with_new_labels(
        &mut self,
        item: &ScriptItem,
        of: TemplateId,
        from: &NodeShape,
    ) -> (TemplateId, Rc<NodeShape>) {
        let mut shape = from.clone();
        if let Some(labels) = &item.labels {
            shape.config.labels.clone_from(labels);
        }
        if let Some(taints) = &item.taints {
            shape.config.taints.clone_from(taints);
        }
        let wanted = shape.template(self.doc, self.pool, self.symbols);
        let old = &self.templates.all[of];
        let mut labels: Labels = old
            .labels
            .iter()
            .filter(|(key, _)| {
                let ours = from.config.labels.contains_key(self.symbols.text(*key));
                !ours || wanted.labels.get(*key).is_some()
            })
            .collect();
        for (key, value) in &shape.config.labels {
            labels.insert(self.symbols.intern(key), self.symbols.intern(value));
        }
        let taints = match item.taints {
            Some(_) => wanted.taints,
            None => old.taints.clone(),
        };
        (self.templates.relabeled(of, labels, taints), Rc::new(shape))
    }

    /// The entry's version, unless an earlier entry changes it.
    fn version(&self, no: usize) -> Option<Version> {
        let homes = self.course.homes.keys();
        let mut versions = homes
            .filter_map(|home| self.outcomes.get(&(no as u32, *home)))
            .map(|to| self.templates.all[*to].version);
        let first = versions.next()?;
        versions.all(|version| version == first).then_some(first)?
    }
}

/// Does it recreate nodes at their version, even if its entry names another (AM-71)?
fn keeps_version(change: NodeChange) -> bool {
    change.waits_for_maintenance() || change == NodeChange::VmDisruption
}

fn overlay(config: &mut NodeConfig, new: &NodeConfig) {
    let text = |old: &mut String, new: &String| {
        if !new.is_empty() {
            old.clone_from(new);
        }
    };
    text(&mut config.machine_type, &new.machine_type);
    text(&mut config.image_type, &new.image_type);
    text(&mut config.disk_type, &new.disk_type);
    config.disk_size_gb = new.disk_size_gb.or(config.disk_size_gb);
    for (key, value) in &new.labels {
        config.labels.insert(key.clone(), value.clone());
    }
    if !new.taints.is_empty() {
        config.taints.clone_from(&new.taints);
    }
}
