//! What an import says of upgrades that are under way, and of those that are over.

use super::UnderWay;
use super::half_way::HalfWay;
use crate::found::FileNotes;
use crate::notes;
use crate::refuse;
use crate::subject::Subject;
use base::say;

/// Says which upgrades are over, and so not in the script.
pub(crate) fn tell_finished(under_way: &UnderWay, notes: &mut FileNotes) {
    for one in &under_way.finished {
        notes.refuse(one.file, "operation", refuse::operation(true));
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
