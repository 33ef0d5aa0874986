//! The commands of a script, with the values of its variables, and what of it isn't run.

use super::split::{BACKGROUND, Joined, Split, is_assignment, plain, split};
use super::syntax::{Blocks, NotRun, mentions_tool, substitution};
use super::variables::Variables;
use crate::prompt::tool;
use crate::report::Refusal;
use base::say;

/// Longer texts aren't command lines.
const LIMIT: usize = 4 << 20;

/// It installs and changes objects of a cluster, from charts that aren't in the script.
pub(super) const HELM: &str = "helm";

/// A command of gcloud or kubectl.
#[derive(Debug)]
pub(super) struct ScriptLine {
    /// Its position in the text.
    pub(super) at: usize,
    /// Its line, from 1.
    pub(super) line: usize,
    pub(super) words: Vec<String>,
}

/// The commands of a script, and what of it isn't run.
#[derive(Default)]
pub(super) struct Script {
    pub(super) lines: Vec<ScriptLine>,
    pub(super) not_run: Vec<NotRun>,
    /// Lines that are neither a command of a tool nor set a variable, with their first word.
    pub(super) skipped: Vec<(usize, String)>,
}

/// Does a command of helm change objects of the cluster?
pub(super) fn changes_releases(line: &ScriptLine) -> bool {
    let verbs = ["install", "upgrade", "uninstall", "delete", "rollback"];
    let of_helm = line.words.first().is_some_and(|word| word == HELM);
    of_helm && line.words.iter().any(|word| verbs.contains(&word.as_str()))
}

/// Does a command delete, stop or replace VMs behind GKE's back?
pub(super) fn changes_machines(line: &ScriptLine) -> bool {
    let verbs = [
        "delete",
        "delete-instances",
        "recreate-instances",
        "reset",
        "resize",
        "rolling-action",
        "stop",
        "suspend",
    ];
    let mut words = line.words.iter().map(String::as_str);
    words.any(|word| word == "compute")
        && words.next().is_some_and(|noun| noun.starts_with("instance"))
        && words.any(|word| verbs.contains(&word))
}

/// Reads the commands of gcloud and kubectl in a text.
pub(super) fn read(text: &str) -> Result<Script, Refusal> {
    if text.len() > LIMIT {
        let message = say!("import-commands-too-large", size = text.len() >> 20);
        return Err(Refusal::new("too-large", message));
    }
    let split = split(text)?;
    let blocks = Blocks::of(&split);
    let mut script = Script::default();
    let mut variables = Variables::default();
    let mut at = 0;
    while let Some(command) = split.get(at) {
        if let Some((what, behind)) = blocks.not_run(at) {
            let words = split[at..behind].iter().flat_map(|command| &command.words);
            let is_idle = command.joined == Joined::Or && !words.clone().any(|w| mentions_tool(w));
            script.not_run.extend(Some(what).filter(|_| !is_idle));
            // It may have changed variables.
            words.for_each(|word| variables.forget(word));
            at = behind;
            continue;
        }
        if let Some(what) = blocks.exit(at) {
            script.not_run.push(what);
            break;
        }
        at += 1;
        let is_assignment = variables.assign(&command.words);
        let words = command.words.iter().flat_map(|word| variables.expand(word)).collect();
        match line(command, words).filter(|_| !is_assignment) {
            Some(line) => script.lines.push(line),
            None => {
                if !is_assignment {
                    let word = command.words.first().cloned().unwrap_or_default();
                    script.skipped.push((command.line, plain(&word)));
                }
                script.not_run.extend(substitution(command));
            }
        }
    }
    Ok(script)
}

/// The command of a tool.
fn line(command: &Split, mut words: Vec<String>) -> Option<ScriptLine> {
    let before = words.iter().take_while(|word| is_before(word)).count();
    words.drain(..before);
    if words.first().is_some_and(|word| word == "wait") {
        words = ["gcloud", "container", "operations", "wait"].map(str::to_owned).into();
    }
    let tool = match words.first()?.as_str() {
        "sleep" => "sleep",
        HELM => HELM,
        word => tool(word)?,
    };
    tool.clone_into(&mut words[0]);
    if words.last().is_some_and(|word| word == BACKGROUND) {
        words.pop();
        words.push("--async".to_owned());
    }
    Some(ScriptLine { at: command.at, line: command.line, words })
}

/// Words that may precede a command: `sudo`, `NAME=value`, `$result =`.
pub(super) fn is_before(word: &str) -> bool {
    const WORDS: [&str; 26] = [
        "$", "%", "!", "{", "(", "=", "sudo", "command", "env", "time", "exec", "nohup", "call",
        "do", "then", "else", "if", "elif", "while", "until", "export", "readonly", "local",
        "declare", "typeset", "set",
    ];
    WORDS.contains(&word) || word.starts_with('$') || is_assignment(word)
}
