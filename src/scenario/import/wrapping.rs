//! What stands around a pasted text: the command that printed it, the fences of Markdown.

use std::borrow::Cow;

/// The text without its wrapping. Blanks stand in its place, so that lines and columns stay what they are.
pub(super) fn unwrapped(whole: &str) -> Cow<'_, str> {
    let head = whole.len() - whole.trim_start().len();
    let (first, rest) = whole[head..]
        .split_once('\n')
        .unwrap_or((&whole[head..], ""));
    if first.starts_with("```") {
        let end = rest.trim_end();
        let closed = end
            .strip_suffix("```")
            .filter(|body| !body.contains("\n```"));
        if let Some(body) = closed.filter(|body| body.is_empty() || body.ends_with('\n')) {
            return Cow::Owned(blank(&whole[..head + first.len() + 1]) + body);
        }
    } else if is_command(first) && begins_output(rest) {
        return Cow::Owned(blank(&whole[..head + first.len() + 1]) + rest);
    }
    Cow::Borrowed(whole)
}

/// Spaces in place of everything but the ends of lines.
fn blank(text: &str) -> String {
    let of = |byte| if byte == b'\n' { '\n' } else { ' ' };
    text.bytes().map(of).collect()
}

/// `user@host:~$ kubectl get nodes -o yaml`
fn is_command(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let tool = |word: &str| matches!(word, "kubectl" | "gcloud" | "helm" | "kustomize" | "oc");
    let prompt = |word: &str| word.ends_with(['$', '#', '%', '>']);
    match words.next() {
        Some(word) if tool(word) => true,
        Some(word) if prompt(word) => words.next().is_some_and(tool),
        _ => false,
    }
}

/// Does what was printed begin here: JSON, or the first key of an object?
fn begins_output(rest: &str) -> bool {
    let rest = rest.trim_start();
    [
        "{",
        "[",
        "---\n",
        "apiVersion:",
        "kind:",
        "items:",
        "addonsConfig:",
        "autoscaling:",
    ]
    .iter()
    .any(|start| rest.starts_with(start))
}
