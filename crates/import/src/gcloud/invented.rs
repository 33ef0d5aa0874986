//! Commands that people expect of gcloud, and that it doesn't have: it ends with “Invalid choice”.

use super::command_words::path;
use super::script::ScriptLine;
use base::{Message, say};

/// What `gcloud container` has of each kind of object.
const VERBS: [(&str, &[&str]); 3] = [
    (
        "clusters",
        &[
            "add-iam-policy-binding",
            "check-autopilot-compatibility",
            "create",
            "create-auto",
            "delete",
            "describe",
            "get-credentials",
            "get-iam-policy",
            "get-upgrade-info",
            "list",
            "remove-iam-policy-binding",
            "resize",
            "set-iam-policy",
            "update",
            "upgrade",
        ],
    ),
    (
        "node-pools",
        &[
            "complete-upgrade",
            "create",
            "delete",
            "describe",
            "get-upgrade-info",
            "list",
            "rollback",
            "update",
        ],
    ),
    ("operations", &["cancel", "describe", "list", "wait"]),
];

/// What does the same.
const INSTEAD: [(&str, &str, &str); 8] = [
    ("node-pools", "upgrade", "clusters upgrade CLUSTER --node-pool POOL"),
    ("node-pools", "resize", "clusters resize CLUSTER --node-pool POOL --num-nodes N"),
    ("node-pools", "cancel", "operations cancel OPERATION"),
    ("node-pools", "cancel-upgrade", "operations cancel OPERATION"),
    ("node-pools", "rollback-upgrade", "node-pools rollback POOL --cluster CLUSTER"),
    ("clusters", "rollback", "node-pools rollback POOL --cluster CLUSTER"),
    ("clusters", "complete-upgrade", "node-pools complete-upgrade POOL --cluster CLUSTER"),
    ("clusters", "cancel-upgrade", "operations cancel OPERATION"),
];

/// Says what to write instead of a command that gcloud doesn't have.
pub(super) fn instead(line: &ScriptLine) -> Option<Message> {
    let (path, _) = path(&line.words)?;
    let [group, noun, verb] = *path.as_slice() else { return None };
    let (_, known) = VERBS.iter().find(|(one, _)| group == "container" && *one == noun)?;
    let is_word = verb.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if known.contains(&verb) || !is_word || verb.is_empty() {
        return None;
    }
    let command = format!("gcloud container {noun} {verb}");
    let own = INSTEAD.iter().find(|(one, other, _)| (*one, *other) == (noun, verb));
    Some(match own {
        Some((.., own)) => {
            let own = format!("gcloud container {own}");
            say!("import-no-such-command", line = line.line, command = command, instead = own)
        }
        None => {
            let known = known.join(", ");
            say!("import-no-such-verb", line = line.line, command = command, known = known)
        }
    })
}
