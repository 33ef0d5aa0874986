//! The work for whose end an entry of the script waits, `after`.

use crate::document::{Document, ScriptItem};
use crate::primitive::IntOrText;
use crate::units::At;
use base::Map;

/// An action of earlier versions that has no effect: what waits for it waits for what it waited for.
pub(crate) const RETIRED: &str = "wait";

/// What a script entry waits for, by position in the document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    Entry(usize),
    /// The next upgrade of the pool, which GKE starts.
    Pool(usize),
    /// The next upgrade of the control plane, which GKE starts.
    ControlPlane,
    /// Nothing starts that work: it is over.
    Nothing,
}

/// What the entries of a script wait for.
pub struct Awaited {
    /// By entry; `None`: it doesn't wait, or what it names doesn't exist.
    pub after: Vec<Option<After>>,
    /// The earliest instant at which each may act, in ms since the start: not before the entry that it waits for.
    pub earliest: Vec<i64>,
}

impl Awaited {
    /// Work of a pool or of the control plane is that of the last earlier entry about it.
    pub fn of(doc: &Document) -> Self {
        let mut pools: Map<&str, (usize, Option<usize>)> = Map::new();
        for (no, pool) in doc.pools.iter().enumerate() {
            pools.entry(pool.name.as_str()).or_insert((no, None));
        }
        let mut all = Self { after: Vec::new(), earliest: Vec::new() };
        let (mut master, mut by_gke) = (None, false);
        let start = doc.start_unix_ms();
        for (no, item) in doc.script.iter().enumerate() {
            let otherwise = |other: After| if by_gke { other } else { After::Nothing };
            let earlier = |other: usize| (other < no).then_some(After::Entry(other));
            let after = item.after.as_ref().and_then(|after| match after {
                IntOrText::Int(other) => earlier(usize::try_from(*other).ok()?),
                IntOrText::Text(text) if text == "controlPlane" => {
                    Some(master.map_or(otherwise(After::ControlPlane), After::Entry))
                }
                IntOrText::Text(text) => match text.strip_prefix("pool/") {
                    Some(name) => {
                        let (pool, last) = pools.get(name)?;
                        Some(last.map_or(otherwise(After::Pool(*pool)), After::Entry))
                    }
                    None => earlier(text.parse().ok()?),
                },
            });
            let after = match after {
                Some(After::Entry(other)) if doc.script[other].action == RETIRED => {
                    Some(all.after[other].unwrap_or(After::Nothing))
                }
                after => after,
            };
            let before = match after {
                Some(After::Entry(other)) => all.earliest.get(other).copied().unwrap_or(0),
                _ => 0,
            };
            all.earliest.push(match (&item.after, item.at) {
                (Some(_), at) => before.saturating_add(at.map_or(0, |at| at.after().ms())),
                (None, at) => at.map_or(0, |at: At| at.since(start)),
            });
            all.after.push(after);
            match item.action.as_str() {
                "upgrade" | "repair" if item.control_plane => master = Some(no),
                "target" => by_gke = true,
                _ if works(item) => {
                    if let Some((_, last)) = pools.get_mut(item.pool.as_str()) {
                        *last = Some(no);
                    }
                }
                _ => {}
            }
        }
        all
    }
}

/// Does the entry start work on its pool that takes time?
fn works(item: &ScriptItem) -> bool {
    matches!(item.action.as_str(), "upgrade" | "resume" | "rollback" | "complete")
}
