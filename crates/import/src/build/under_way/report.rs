//! What an import says of upgrades that are under way, and of those that are over.

use super::{HalfWay, UnderWay};
use crate::found::FileNotes;
use crate::notes;
use crate::refuse;
use crate::subject::Subject;
use base::say;
use scenario::document::{Document, Pool};
use scenario::units::At;

/// Says which upgrades that are over the script doesn't contain. `scripted`: it has commands.
pub(crate) fn tell_finished(
    document: &Document,
    under_way: &UnderWay,
    scripted: bool,
    notes: &mut FileNotes,
) {
    for one in &under_way.finished {
        let at = Some(At::Instant(one.start.0));
        if document.script.iter().any(|item| item.pool == one.pool && item.at == at) {
            notes.file(one.file).cluster_used = true;
            continue;
        }
        let is_own = |pool: &Pool| pool.name == one.pool && !pool.nodes.is_empty();
        let is_later = Some(one.start) > notes.newest && document.pools.iter().any(is_own);
        let lacks = if is_later && !scripted { "version" } else { "dump" };
        let said = say!("import-upgrade-over", lacks = lacks, pool = &one.pool);
        notes.refuse(one.file, "operation", said);
    }
    for (file, pool) in &under_way.cancelled {
        match under_way.of_pool(pool).filter(|half| half.cancelled) {
            Some(_) => notes.file(*file).cluster_used = true,
            None => notes.refuse(*file, "operation", refuse::operation(true)),
        }
    }
}

/// Says what is under way, and whether commands resume it. `by_hand`: that is only assumed. `scripted`: there are commands.
pub(crate) fn tell(
    half: &HalfWay,
    target: &str,
    by_hand: bool,
    (is_resumed, scripted): (bool, bool),
    notes: &mut FileNotes,
) {
    let said = say!(
        "import-upgrade-under-way",
        pool = &half.pool,
        target = target,
        automatic = match half.automatic {
            Some(true) => "yes",
            _ if by_hand => "unknown",
            _ => "no",
        },
        phase = if half.phase.is_empty() { "none" } else { half.phase.as_str() },
        done = half.done,
        nodes = half.nodes,
        cordoned = half.cordoned.len(),
        names = half.cordoned.iter().take(3).cloned().collect::<Vec<String>>(),
        rest = match half.finishes() {
            _ if half.failed && !half.again && !scripted => "assumed",
            _ if !half.rests() || is_resumed => "goes on",
            true => "finishes",
            false if half.again => "again",
            false => "stays",
        },
        since = half
            .due_again(notes.newest)
            .and(half.ended)
            .map_or_else(|| "start".to_owned(), |ended| scenario::instant::format(ended.0),),
    );
    let note = match half.cancelled && !is_resumed {
        true => notes::ABORTING,
        false if half.failed => notes::FAILED,
        false => notes::UNDER_WAY,
    };
    notes.tell(half.file, note, said, Some(Subject::pool(&half.pool)));
}
