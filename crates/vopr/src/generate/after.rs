//! Lets entries of the script wait for the end of other work. With its own random draws, so that it changes no other part.

use super::Dice;
use serde_json::{Value, json};

/// Lets some entries wait for an earlier entry, a pool or the control plane, instead of an instant.
pub(super) fn add(document: &mut Value, dice: &mut Dice) {
    let pools = super::beside::pools_of(document);
    let entries = document["script"].as_array_mut().into_iter().flatten();
    let mut earlier = Vec::new();
    for (no, entry) in entries.enumerate() {
        let timed = matches!(entry["do"].as_str(), Some("open" | "close" | "target"));
        // Steps of the control plane must stay in order: none skips a minor version.
        let step = entry["controlPlane"] == true;
        let shape = !entry["labels"].is_null() || !entry["taints"].is_null();
        if !timed {
            earlier.push(no);
        }
        if timed || step || shape || !entry["phase"].is_null() || !dice.chance(40) {
            continue;
        }
        let after = match dice.below(10) {
            0 => json!("controlPlane"),
            1..4 if !pools.is_empty() => {
                let name = dice.one(&pools)["name"].as_str().unwrap_or_default().to_owned();
                json!(format!("pool/{name}"))
            }
            _ if earlier.len() > 1 => json!(dice.one(&earlier[..earlier.len() - 1])),
            _ => continue,
        };
        entry["after"] = after;
        entry["at"] = json!(dice.secs(&[0, 0, 1, 30, 600]));
    }
}
