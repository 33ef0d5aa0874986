//! Removes what surrounds a pasted text: the command that printed or takes it, Markdown fences.

use std::borrow::Cow;

use super::prompt::{document, prompt};

/// The text without its wrapping. Spaces replace it, so that lines and columns stay the same.
pub(super) fn unwrapped(whole: &str) -> Cow<'_, str> {
    let head = whole.len() - whole.trim_start().len();
    let (first, rest) = whole[head..].split_once('\n').unwrap_or((&whole[head..], ""));
    if first.starts_with("```") {
        let end = rest.trim_end();
        let closed = end.strip_suffix("```").filter(|body| !body.contains("\n```"));
        if let Some(body) = closed.filter(|body| body.is_empty() || body.ends_with('\n')) {
            return Cow::Owned(blank(&whole[..head + first.len() + 1]) + body);
        }
    } else if let Some(text) = written_out(whole) {
        return Cow::Owned(text);
    } else if is_command(first) && begins_output(rest) {
        return Cow::Owned(blank(&whole[..head + first.len() + 1]) + rest);
    }
    Cow::Borrowed(whole)
}

/// The documents of `kubectl apply -f - <<EOF`, if all other commands don't change GKE clusters.
fn written_out(whole: &str) -> Option<String> {
    if whole.trim_start().starts_with(['{', '[']) || !whole.contains("<<") {
        return None;
    }
    let mut text = String::new();
    let mut ends_at = None;
    for line in whole.split_inclusive('\n') {
        match ends_at {
            Some(name) if line.trim() == name => {
                ends_at = None;
                text.push_str("---\n");
            }
            Some(_) => text.push_str(line),
            None => {
                let command = command(line).trim();
                let word = command.split_whitespace().next().unwrap_or_default();
                if !word.is_empty() && !word.starts_with('#') {
                    if !BESIDE.contains(&word) {
                        return None;
                    }
                    ends_at = document(command);
                }
                text.push_str(&blank(line));
            }
        }
    }
    (ends_at.is_none() && text.contains("---")).then_some(text)
}

/// Starts of lines in scripts around manifests.
const BESIDE: [&str; 9] = ["kubectl", "oc", "cat", "set", "echo", "helm", "sleep", "export", "cd"];

/// A line without its prompt.
fn command(line: &str) -> &str {
    line.get(prompt(line)..).unwrap_or_default()
}

/// Replaces everything except line ends by spaces.
fn blank(text: &str) -> String {
    let of = |byte| if byte == b'\n' { '\n' } else { ' ' };
    text.bytes().map(of).collect()
}

/// `user@host:~$ kubectl get nodes -o yaml`
fn is_command(line: &str) -> bool {
    let tool = command(line).split_whitespace().next();
    tool.is_some_and(|word| matches!(word, "kubectl" | "gcloud" | "helm" | "kustomize" | "oc"))
}

/// First keys of YAML that commands print, in alphabetical order.
const FIRST: [&str; 11] = [
    "---\n",
    "apiVersion:",
    "kind:",
    "items:",
    "addonsConfig:",
    "autoscaling:",
    "config:",
    "autoUpgradeStatus:",
    "endOfExtendedSupportTimestamp:",
    "endOfStandardSupportTimestamp:",
    "minorTargetVersion:",
];

/// Does output start here: JSON, or the first key of an object?
fn begins_output(rest: &str) -> bool {
    let rest = rest.trim_start();
    // A shell's test also starts with a bracket.
    let then = |open, next: [char; 2]| {
        rest.strip_prefix(open).is_some_and(|rest: &str| rest.trim_start().starts_with(next))
    };
    if then('{', ['"', '}']) || then('[', ['{', ']']) {
        return true;
    }
    FIRST.iter().any(|start| rest.starts_with(start))
}
