//! Removes what surrounds a pasted text: the command that printed or takes it, Markdown fences.

use std::borrow::Cow;

use super::prompt::{document, prompt};

/// The text without its wrapping. Spaces replace it, so that lines and columns stay the same; only colors, and the signs of quoted
/// lines, are gone.
pub(super) fn unwrapped(whole: &str) -> Cow<'_, str> {
    match without_signs(whole) {
        Some(text) => Cow::Owned(content(&text).unwrap_or(text)),
        None => content(whole).map_or(Cow::Borrowed(whole), Cow::Owned),
    }
}

/// The content of a text that wraps it.
fn content(whole: &str) -> Option<String> {
    let head = whole.len() - whole.trim_start().len();
    let (first, rest) = whole[head..].split_once('\n').unwrap_or((&whole[head..], ""));
    let is_warning =
        |line: &str| line.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("warning:"));
    if is_warning(first) && !rest.is_empty() {
        let rest = content(rest).unwrap_or_else(|| rest.to_owned());
        return Some(blank(&whole[..head + first.len() + 1]) + &rest);
    }
    if let Some(text) = fenced(whole) {
        return Some(text);
    }
    let is_output = || is_command(first) && begins_output(rest);
    let output = || blank(&whole[..head + first.len() + 1]) + rest;
    written_out(whole).or_else(|| is_output().then(output))
}

/// The text without a terminal's colors, the signs of quoted lines, and the spaces of web pages.
fn without_signs(whole: &str) -> Option<String> {
    const COLOR: &str = "\u{1b}[";
    const SPACE: char = '\u{a0}';
    let lines = || whole.lines().filter(|line| !line.trim().is_empty());
    let is_quoted = lines().all(|line| line.starts_with('>'));
    if !whole.contains(COLOR) && !is_quoted && !whole.contains(SPACE) {
        return None;
    }
    let mut text = String::with_capacity(whole.len());
    for line in whole.split_inclusive('\n') {
        let quoted = line.strip_prefix('>').filter(|_| is_quoted);
        let line = quoted.map_or(line, |line| line.strip_prefix(' ').unwrap_or(line));
        let mut parts = line.split(COLOR);
        text.extend(parts.next());
        for part in parts {
            let end = part.find(|c: char| c.is_ascii_alphabetic());
            text.push_str(end.and_then(|end| part.get(end + 1..)).unwrap_or_default());
        }
    }
    Some(text.replace(SPACE, " "))
}

/// What stands in the fences of Markdown, as documents.
fn fenced(whole: &str) -> Option<String> {
    const FENCE: &str = "```";
    if whole.trim_start().starts_with(['{', '[']) || !whole.contains(FENCE) {
        return None;
    }
    let fences = whole.lines().filter(|line| line.starts_with(FENCE)).count();
    let mut text = String::with_capacity(whole.len());
    let mut seen = 0;
    for line in whole.split_inclusive('\n') {
        let is_inside = seen % 2 == 1;
        if !line.starts_with(FENCE) {
            text.push_str(&if is_inside { line.to_owned() } else { blank(line) });
            continue;
        }
        seen += 1;
        // Another one follows.
        match is_inside && seen < fences {
            true => text.push_str("---\n"),
            false => text.push_str(&blank(line)),
        }
    }
    (fences >= 2 && fences.is_multiple_of(2)).then_some(text)
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
