//! Reads versions, instants and amounts.

use crate::found::FileNotes;
use crate::loose::{Table, Text};
use crate::notes;
use base::quantity::Quantity;
use model::Version;
use scenario::document::read;
use scenario::field::{Field, Map};
use scenario::json::Json;
use scenario::units::{Amount, Instant};

/// The label that names a node's pool in GKE.
pub(super) const GKE_POOL: &str = "cloud.google.com/gke-nodepool";

/// A version that can be compared, without the `v` of kubelets.
pub(super) fn version(text: &Text, file: usize, notes: &mut FileNotes) -> String {
    let Some(text) = text.some() else {
        return String::new();
    };
    // `gcloud container clusters list` adds remarks: `1.30.5-gke.1014003 *`, `1.31.1-gke.5 ALPHA (29 days left)`.
    let first = text.split_whitespace().next().unwrap_or_default();
    if Version::parse(first).is_some() {
        return first.trim_start_matches('v').to_owned();
    }
    notes.note(file, notes::VERSIONS, text);
    String::new()
}

pub(super) fn instant(text: &Text) -> Option<Instant> {
    text.some().and_then(scenario::instant::parse).map(Instant)
}

/// Valid amounts; zeros and counters of attached volumes are omitted.
pub(super) fn amounts(table: &Table<Text>, file: usize, notes: &mut FileNotes) -> Map<Amount> {
    let mut all = Map::new();
    for (name, text) in &table.0 {
        if name.starts_with("attachable-volumes-") {
            continue;
        }
        let amount = Amount(text.0.trim().to_owned());
        // A billion cores, a hundred tebibytes: sums of the largest Pods stay far from overflow.
        let most = if name == "cpu" { 1 << 40 } else { 1 << 57 };
        match amount.quantity().and_then(Quantity::millis) {
            Some(0) => {}
            Some(millis) if (0..=most).contains(&millis) => {
                all.insert(name.clone(), amount);
            }
            Some(_) | None => {
                notes.note(file, notes::QUANTITIES, format_args!("{name} {}", &**text));
            }
        }
    }
    all
}

/// Reads a part with the document's field names; unknown fields are omitted.
pub(super) fn part<T: Field + Default>(json: Option<&Json>) -> T {
    json.and_then(|json| read::<T>(json).0).unwrap_or_default()
}

pub(super) fn texts(list: &[Text]) -> Vec<String> {
    list.iter().filter_map(Text::some).map(str::to_owned).collect()
}

pub(super) fn map(table: &Table<Text>) -> Map {
    table.0.iter().map(|(key, value)| (key.clone(), value.0.clone())).collect()
}
