//! Shell syntax that isn't run: where its blocks begin and end.

use super::split::{Joined, Split, is_assignment};
use base::{Message, say};

/// Words that end a block.
const CLOSERS: [&str; 5] = ["done", "fi", "esac", "}", ")"];

/// Shell syntax that isn't run, at its line.
#[derive(Debug)]
pub(super) struct NotRun {
    kind: &'static str,
    line: usize,
}

impl NotRun {
    /// `for loop, line 3`
    pub(super) fn say(&self) -> Message {
        say!("import-shell-syntax", kind = self.kind, line = self.line)
    }
}

/// The blocks of a script.
pub(super) struct Blocks<'s> {
    split: &'s [Split],
    /// The command that ends the block that begins at each command; itself for others.
    ends: Vec<usize>,
    /// The last command that mentions a tool.
    last: usize,
}

impl<'s> Blocks<'s> {
    pub(super) fn of(split: &'s [Split]) -> Self {
        let mut ends: Vec<usize> = (0..split.len()).collect();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut counts = [0_usize; CLOSERS.len()];
        for (at, command) in split.iter().enumerate() {
            let first = command.words.first().map_or("", String::as_str);
            let last = command.words.last().map_or("", String::as_str);
            let closer = |word: &str| CLOSERS.iter().position(|closer| *closer == word);
            if let Some(no) = opens(&command.words).and_then(closer)
                && last != CLOSERS[no]
            {
                open.push((at, no));
                counts[no] += 1;
            }
            let Some(no) = closer(first).filter(|no| counts[*no] > 0) else { continue };
            // Blocks inside it that nothing closes are single commands.
            while let Some((begin, own)) = open.pop() {
                counts[own] -= 1;
                if own == no {
                    ends[begin] = at;
                    break;
                }
            }
        }
        let mentions = |command: &Split| command.words.iter().any(|word| mentions_tool(word));
        Self { split, ends, last: split.iter().rposition(mentions).unwrap_or(0) }
    }

    /// The syntax that begins at a command, and the command behind it.
    pub(super) fn not_run(&self, at: usize) -> Option<(NotRun, usize)> {
        let command = self.split.get(at)?;
        let words = command.words.as_slice();
        let (kind, behind) = match keyword(words) {
            "for" | "foreach" => ("for", self.ends[at] + 1),
            "while" | "until" | "select" => ("loop", self.ends[at] + 1),
            "if" => ("condition", self.ends[at] + 1),
            "case" => ("case", self.ends[at] + 1),
            "xargs" => ("xargs", at + 1),
            "[" | "[[" | "test" if self.depends(at + 1) && !is_set(words) => {
                ("condition", self.behind_chain(at))
            }
            _ if is_function(words) => match words.iter().any(|word| word.ends_with('{')) {
                true => ("function", self.ends[at] + 1),
                // The brace is on the next line.
                false => ("function", self.ends.get(at + 1).map_or(at + 1, |end| end + 1)),
            },
            _ if command.joined == Joined::Or => ("alternative", self.ends[at] + 1),
            _ if is_array(words) => ("array", at + 1),
            _ => return None,
        };
        Some((NotRun { kind, line: command.line }, behind))
    }

    /// The end of the script before its last command.
    pub(super) fn exit(&self, at: usize) -> Option<NotRun> {
        let command = self.split.get(at).filter(|_| at < self.last)?;
        let is_exit = keyword(&command.words) == "exit" && command.joined == Joined::No;
        is_exit.then_some(NotRun { kind: "exit", line: command.line })
    }

    /// Does a command depend on the success of the one before?
    fn depends(&self, at: usize) -> bool {
        self.split.get(at).is_some_and(|command| matches!(command.joined, Joined::And | Joined::Or))
    }

    /// The command behind a condition and what depends on it.
    fn behind_chain(&self, mut at: usize) -> usize {
        while self.depends(at + 1) {
            at = self.ends[at + 1];
        }
        at + 1
    }
}

/// A substitution that may change a cluster.
pub(super) fn substitution(command: &Split) -> Option<NotRun> {
    let reads = [" list", " describe", " get", " config "];
    let text = command.words.join(" ");
    let begins =
        ["`gcloud ", "`kubectl ", "(gcloud ", "(kubectl "].iter().any(|one| text.contains(one));
    let any = begins && !reads.iter().any(|verb| text.contains(verb));
    any.then_some(NotRun { kind: "substitution", line: command.line })
}

pub(super) fn mentions_tool(text: &str) -> bool {
    ["gcloud", "kubectl"].iter().any(|tool| text.contains(tool))
}

/// The word that ends the block that a command begins.
fn opens(words: &[String]) -> Option<&'static str> {
    let last = words.last().map_or("", String::as_str);
    let first = words.first().map_or("", String::as_str);
    match keyword(words) {
        "for" | "foreach" | "while" | "until" | "select" | "if" if last.ends_with('{') => Some("}"),
        "for" | "if" if last == "(" => Some(")"),
        "for" | "foreach" | "while" | "until" | "select" => Some("done"),
        "if" => Some("fi"),
        "case" => Some("esac"),
        _ if first == "{" || last.ends_with('{') => Some("}"),
        _ if is_function(words) && words.iter().any(|word| word.ends_with('{')) => Some("}"),
        _ => None,
    }
}

/// The first word that doesn't begin the body of a loop or of a condition.
fn keyword(words: &[String]) -> &str {
    let mut words = words.iter().map(String::as_str);
    words.find(|word| !matches!(*word, "do" | "then" | "else" | "{" | "}")).unwrap_or_default()
}

/// Does a function begin: `name() {`, `function name {`?
fn is_function(words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    let second = words.get(1).map_or("", String::as_str);
    let is_named = first.trim_end_matches('{').ends_with("()") || second.starts_with("()");
    first == "function" || is_named && !first.contains(['=', '$', '"'])
}

/// `[ -n "$NAME" ]`: what depends on it runs if the variable has a value, as it has in the commands of an export.
fn is_set(words: &[String]) -> bool {
    words.len() == 4 && words[1] == "-n"
}

/// `NAME=(a b)`
fn is_array(words: &[String]) -> bool {
    words.iter().any(|word| word.ends_with("=(") && is_assignment(word))
}
