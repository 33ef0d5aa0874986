//! Notes without which a scenario promises more than its files do. It keeps them, so that its runs say the same.

use crate::found::FileNotes;
use crate::notes::{self, Note, NoteSide, NoteTally};
use crate::report::FileReport;
use base::Arg;
use scenario::document::Document;
use scenario::json::Json;

const KEPT: [Note; 9] = [
    notes::CRON_JOBS,
    notes::LOCAL_DISKS,
    notes::LOCAL_SSDS,
    notes::CONDITIONS,
    notes::RUN_ONCE,
    notes::OWN_WEBHOOKS,
    notes::SINGLE_WEBHOOKS,
    notes::WEBHOOKS_DOWN,
    notes::WEBHOOKS_OF_NODES,
];

/// Writes the notes of the files to the document; those that it has already stay, unless the files say more.
pub(super) fn keep(document: &mut Document, file: usize, notes: &mut FileNotes) {
    for (note, count, names) in read(&document.provisos) {
        if !notes.files.iter().any(|one| one.tally.has(note)) {
            notes.file(file).tally.add_many(note, count, names);
        }
    }
    let kept = KEPT.iter().filter_map(|note| {
        let found = notes.files.iter().filter_map(|one| one.tally.names_of(*note));
        let (counts, names): (Vec<u32>, Vec<Vec<Arg>>) = found.unzip();
        let names = names.iter().flatten().map(Json::of_arg).collect();
        let count = counts.iter().sum::<u32>();
        let fields = [
            ("note", note.key.into()),
            ("count", Json::Int(count.into())),
            ("names", Json::List(names)),
        ];
        (count > 0).then(|| Json::object(fields))
    });
    let kept: Vec<Json> = kept.collect();
    document.provisos = if kept.is_empty() { Json::Null } else { Json::List(kept) };
}

/// What a scenario that is read alone keeps of the files that it was made of.
pub fn kept(name: &str, scenario: &Json) -> Option<FileReport> {
    let mut tally = NoteTally::default();
    for (note, count, names) in read(scenario.get("provisos")?) {
        tally.add_many(note, count, names);
    }
    Some(FileReport {
        file: name.to_owned(),
        ignored: tally.lines(NoteSide::Ignored),
        assumed: tally.lines(NoteSide::Assumed),
        ..FileReport::default()
    })
}

fn read(provisos: &Json) -> Vec<(Note, usize, Vec<Arg>)> {
    let one = |entry: &Json| {
        let key = entry.get("note")?.text()?;
        let note = KEPT.into_iter().find(|note| note.key == key)?;
        let names: Vec<Arg> = entry.get("names")?.items().iter().filter_map(Json::arg).collect();
        let count = match entry.get("count")? {
            Json::Int(count) => usize::try_from(*count).ok()?,
            _ => return None,
        };
        Some((note, count, names))
    };
    provisos.items().iter().filter_map(one).collect()
}
