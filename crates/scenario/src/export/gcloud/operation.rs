//! The operations of the cluster: those that run at time 0, and commands that find, cancel and await them.

use super::flags::{at_cluster, location};
use super::{Script, ScriptStep, awaited};
use crate::document::{Document, Pool, ScriptItem};
use crate::export::shell::quote;
use crate::export::{Say, comment};
use crate::instant;
use base::say;

/// The work that an entry waits for, and that the commands before it don't await.
pub(super) enum Wait<'d> {
    ControlPlane,
    Pool(&'d str),
}

/// Can its name be part of a filter?
pub(in crate::export) fn is_plain(pool: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !pool.is_empty() && pool.chars().all(legal)
}

fn find(filter: &str, target: &str) -> String {
    let at = location();
    format!(
        "OPERATION=$(gcloud container operations list {at} --filter=\"{filter} AND targetLink~/clusters/$CLUSTER{target}$\" --limit=1 --format='value(name)')"
    )
}

/// `verb` of the operation that was found, if there was one.
fn with_it(verb: &str) -> String {
    let at = location();
    format!("[ -n \"$OPERATION\" ] && gcloud container operations {verb} \"$OPERATION\" {at}")
}

/// Cancels the upgrade of the pool, if it runs.
pub(in crate::export) fn cancel(pool: &str, say: Say<'_>) -> [String; 3] {
    [
        comment(say, &say!("export-find-operation", pool = pool)),
        find("operationType=UPGRADE_NODES AND status=RUNNING", &format!("/nodePools/{pool}")),
        with_it("cancel"),
    ]
}

/// Waits until the cancelled operation has ended: until then GKE refuses others of the pool.
pub(in crate::export) fn wait_for_it() -> String {
    with_it("wait")
}

/// The pool whose work at time 0 the entry stands for. It needs no command.
pub(in crate::export) fn goes_on<'d>(
    doc: &'d Document,
    item: &ScriptItem,
    before: &[&ScriptItem],
) -> Option<&'d Pool> {
    let pool = doc.pools.iter().find(|pool| pool.name == item.pool && pool.is_running())?;
    let first = before.iter().all(|other| other.pool != item.pool);
    let same = match item.action.as_str() {
        "resume" | "rollback" => true,
        "upgrade" => item.automatic && item.version == pool.version,
        _ => false,
    };
    (first && same).then_some(pool)
}

/// Does its command take as long as its work?
fn works(doc: &Document, step: &ScriptStep<'_>) -> bool {
    let item = step.item;
    let by_gke = item.automatic || !item.over.is_empty();
    let works = matches!(item.action.as_str(), "upgrade" | "resume" | "rollback") && !by_gke;
    works && goes_on(doc, item, &step.before).is_none()
}

/// Steps that act at the same time don't wait for each other; what comes after them waits.
pub(super) fn order<'d>(doc: &'d Document, steps: &mut [ScriptStep<'d>]) {
    let start = |step: &ScriptStep<'_>| {
        (step.item.after.clone(), step.item.at.map(|at| at.since(doc.start_unix_ms())))
    };
    for no in 0..steps.len() {
        let same = |other: Option<&ScriptStep<'_>>| {
            other.is_some_and(|other| start(other) == start(&steps[no]))
        };
        let before = no.checked_sub(1).and_then(|no| steps.get(no));
        let beside = same(steps.get(no + 1)) || same(before.filter(|before| works(doc, before)));
        let wait = awaited(doc, steps[no].item).filter(|wait| {
            let of_it = |step: &&ScriptStep<'_>| match wait {
                Wait::ControlPlane => step.item.control_plane,
                Wait::Pool(pool) => step.item.pool == *pool,
            };
            let last = steps[..no].iter().rev().find(of_it);
            last.is_some_and(|last| {
                let running = goes_on(doc, last.item, &last.before).is_some();
                running || last.beside || last.item.action == "cancel"
            })
        });
        let beside = beside && works(doc, &steps[no]);
        steps[no].beside = beside;
        steps[no].wait = wait;
    }
}

impl Script<'_> {
    pub(super) fn wait(&mut self, wait: &Wait<'_>) {
        match wait {
            Wait::ControlPlane => {
                self.lines.push(find("operationType=UPGRADE_MASTER AND status!=DONE", ""));
            }
            Wait::Pool(pool) if !is_plain(pool) => return self.left_out(pool),
            Wait::Pool(pool) => {
                self.lines.push(find("status!=DONE", &format!("/nodePools/{pool}")));
            }
        }
        self.lines.push(wait_for_it());
    }

    /// Cancels the upgrade of the pool, if it runs. Was there a command?
    pub(super) fn cancel(&mut self, pool: &str) -> bool {
        if !is_plain(pool) {
            self.left_out(pool);
            return false;
        }
        self.lines.extend(cancel(pool, self.say));
        true
    }

    /// What runs already, and until when a blue-green upgrade can be rolled back (BG-31).
    pub(super) fn running(&mut self, pool: &Pool, item: &ScriptItem) {
        self.aside(&match item.action.as_str() {
            "rollback" => say!("export-rollback-running", pool = &pool.name),
            _ => say!("export-running", pool = &pool.name, version = &pool.version),
        });
        if let Some(deletion) = pool.update_info.sides.deletion {
            let at = instant::format(deletion.0);
            self.aside(&say!("export-blue-until", pool = &pool.name, at = at));
        }
    }

    /// What can be done about an upgrade that runs, as comments.
    pub(super) fn ways_out(&mut self, pool: &Pool) {
        if !is_plain(&pool.name) {
            return;
        }
        let command = |verb: &str| {
            let at = at_cluster().join(" ");
            format!("# gcloud container node-pools {verb} {} {at}", quote(&pool.name))
        };
        self.aside(&say!("export-stop-running"));
        let [_, find, cancel] = cancel(&pool.name, self.say);
        self.lines.extend([find, cancel, wait_for_it()].map(|line| format!("# {line}")));
        let kind = pool.kind().unwrap_or_default();
        if (kind.traits().rolls_back)() {
            self.lines.push(command("rollback"));
        }
        if kind.traits().soak.is_some() {
            self.aside(&say!("export-complete-running"));
            self.lines.push(command("complete-upgrade"));
        }
    }
}

/// Does it set upgrade settings that the pool has all along?
pub(super) fn changes_nothing(doc: &Document, item: &ScriptItem) -> bool {
    let own = item.upgrade_settings.as_ref();
    let mut entries = doc.script.iter().filter(|one| one.pool == item.pool);
    let has = doc
        .pools
        .iter()
        .any(|pool| pool.name == item.pool && pool.upgrade_settings.as_ref() == own);
    own.is_some()
        && has
        && entries.all(|one| one.upgrade_settings.is_none() || one.upgrade_settings.as_ref() == own)
}
