//! What of a script runs: functions where they are called, and what depends on the success of a command.

use super::script::{BACKGROUND, Joined, Split, is_before};
use super::shell::{Evaluated, LITERAL, LOOPS, QUOTED, Shell};
use crate::prompt::tool;

/// Splits off the words that only begin a block, so that what runs stands alone.
pub(super) fn apart(split: Vec<Split>) -> Vec<Split> {
    let first = |one: &Split| one.words.first().cloned().unwrap_or_default();
    let has_fi = split.iter().any(|one| first(one) == "fi");
    let mut all = Vec::with_capacity(split.len());
    // Does a pattern of `case` follow?
    let mut pattern = false;
    for mut one in split {
        loop {
            let words: Vec<&str> = one.words.iter().map(String::as_str).collect();
            let is_pattern = core::mem::take(&mut pattern) && words[0] != "esac";
            let length = match words.as_slice() {
                words if is_pattern => {
                    let at = words.iter().position(|word| word.ends_with(')'));
                    at.map_or(words.len(), |at| at + 1)
                }
                ["case", _, "in", ..] => {
                    pattern = true;
                    3
                }
                [";;", ..] => {
                    pattern = true;
                    1
                }
                ["if" | "elif" | "then" | "else", ..] if has_fi => 1,
                ["{" | "do", ..] => 1,
                _ if function(&one.words).is_some() => {
                    let at = words.iter().position(|word| word.ends_with('{'));
                    at.map_or(words.len(), |at| at + 1)
                }
                _ => words.len(),
            };
            if length >= one.words.len() {
                break;
            }
            let rest = one.words.split_off(length);
            all.push(Split { words: one.words, ..one });
            one = Split { words: rest, joined: Joined::No, ..one };
        }
        all.push(one);
    }
    all
}

/// The name of a function whose body begins here: `name() {`, `function name {`.
fn function(words: &[String]) -> Option<&str> {
    let mut words = words.iter().map(String::as_str);
    let first = words.next()?;
    let named = first == "function";
    let word = if named { words.next()? } else { first };
    let name = word.trim_end_matches('{').trim_end_matches("()");
    let is_one =
        named || word.len() > name.len() && word.contains("()") || words.next() == Some("()");
    let is_name = !name.is_empty() && !name.contains(['=', '$', '(', '/', '"']);
    (is_one && is_name).then_some(name)
}

/// Where the block ends that begins at each command, for loops, conditions, functions and groups.
pub(super) fn ends(split: &[Split]) -> Vec<usize> {
    let mut ends = vec![split.len(); split.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, command) in split.iter().enumerate() {
        let word = command.words.first().map_or("", String::as_str);
        match word {
            "for" | "foreach" | "while" | "until" | "select" => open.push((at, "done")),
            "if" => open.push((at, "fi")),
            "case" => open.push((at, "esac")),
            "{" => open.push((at, "}")),
            _ if command.words.last().is_some_and(|word| word.ends_with('{')) => {
                open.push((at, "}"));
            }
            "done" | "fi" | "esac" | "}" => {
                if let Some(no) = open.iter().rposition(|(_, end)| *end == word) {
                    ends[open[no].0] = at;
                    open.truncate(no);
                }
            }
            _ => {}
        }
    }
    ends
}

impl Shell<'_> {
    /// Reads the functions of the script.
    pub(super) fn define(&mut self) {
        for (at, command) in self.split.iter().enumerate() {
            let Some(name) = function(&command.words) else { continue };
            // The brace may be on the next line.
            let next = self.ends.get(at + 1).copied().unwrap_or(self.split.len());
            let opens = self.split.get(at + 1).is_some_and(|next| next.words[0] == "{");
            if self.ends[at] == self.split.len() && opens {
                self.ends[at] = next;
            }
            if self.ends[at] < self.split.len() {
                self.functions.insert(name.to_owned(), (at, false));
            }
        }
    }

    /// The end of a function that is defined here.
    pub(super) fn definition(&self, at: usize) -> Option<usize> {
        let name = function(&self.split[at].words)?;
        self.functions.contains_key(name).then_some(self.ends[at])
    }

    /// Runs a function with its arguments; false for another command.
    pub(super) fn call(&mut self, command: &Split, depth: usize) -> bool {
        let mut words = command.words.iter().skip_while(|word| is_before(word));
        let name = words.next().map_or("", String::as_str);
        let is_possible = depth < LOOPS && self.left > 0;
        let Some((begin, called)) = self.functions.get_mut(name).filter(|_| is_possible) else {
            return false;
        };
        *called = true;
        let begin = *begin;
        let mut values: Vec<String> = words.flat_map(|word| self.expand(word)).collect();
        let blocks = self.blocks.len();
        // What runs beside the rest isn't evaluated.
        if values.last().is_some_and(|word| word == BACKGROUND) {
            values.pop();
            self.blocks.push(command.at);
        }
        let own: Vec<String> = (1..10).map(|no| no.to_string()).chain(["@".to_owned()]).collect();
        let before: Vec<_> = own.iter().map(|name| self.known.remove(name)).collect();
        for (no, value) in (1..10).zip(&values) {
            self.known.insert(no.to_string(), vec![value.clone()]);
        }
        self.known.insert("@".to_owned(), values);
        let is_one = self.ends[begin] == begin + 2;
        let ending = core::mem::replace(&mut self.ending, self.exits && is_one);
        let tested = core::mem::replace(&mut self.tested, self.answered);
        self.run(begin + 1, self.ends[begin], depth + 1);
        (self.tested, self.ending) = (tested, ending);
        self.blocks.truncate(blocks);
        self.returned = false;
        for (name, value) in own.into_iter().zip(before) {
            match value {
                Some(value) => drop(self.known.insert(name, value)),
                None => drop(self.known.remove(&name)),
            }
        }
        true
    }

    /// Names the commands of functions that nothing calls.
    pub(super) fn uncalled(&mut self) {
        let functions: Vec<(usize, bool)> = self.functions.values().copied().collect();
        for (begin, called) in functions {
            if !called {
                self.skip(begin + 1, self.ends[begin]);
            }
        }
    }

    /// `if a; then b; elif c; then d; else e; fi`: a condition that isn't evaluated is taken as true.
    pub(super) fn branch(&mut self, at: usize, end: usize, depth: usize) {
        let mut marks = Vec::new();
        let mut no = at + 1;
        while no < end {
            let word = self.split[no].words.first().map_or("", String::as_str);
            match word {
                "if" => no = self.ends[no].min(end),
                "then" | "elif" | "else" => marks.push((no, word.to_owned())),
                _ => {}
            }
            no += 1;
        }
        marks.push((end, "fi".to_owned()));
        let (mut from, mut taken) = (at + 1, false);
        for pair in marks.windows(2) {
            let [(mark, word), (next, _)] = pair else { continue };
            let runs = match word.as_str() {
                "then" if !taken => {
                    (self.success, self.certain) = (None, false);
                    let tested = core::mem::replace(&mut self.tested, true);
                    let ending = self.exits_in_branch(from, (*mark, *next), end);
                    let ending = core::mem::replace(&mut self.ending, ending);
                    self.run(from, *mark, depth);
                    (self.tested, self.ending) = (tested, ending);
                    self.success != Some(false)
                }
                "elif" => {
                    from = mark + 1;
                    continue;
                }
                _ => !taken,
            };
            let doubt = word == "then" && self.success.is_none();
            if runs {
                let blocks = self.blocks.len();
                self.blocks.extend(doubt.then_some(self.split[at].at));
                let certain = self.certain;
                self.run(mark + 1, *next, depth);
                self.blocks.truncate(blocks);
                self.certain = certain;
            } else if !self.certain {
                self.skip(mark + 1, *next);
            }
            taken |= runs;
        }
    }

    /// Finds the commands that end the script, and those whose failure does: `a || exit 1`,
    /// `a && b || { echo failed; exit 1; }`.
    pub(super) fn find_exits(&mut self) {
        let end = self.split.len();
        self.next_exit = vec![end; end + 1];
        // A function ends it if one of its commands does, which the first pass finds.
        for _ in 0..2 {
            let known = self.next_exit.clone();
            for (at, one) in self.split.iter().enumerate().rev() {
                let function = self.functions.get(&one.words[0]);
                let calls = function.is_some_and(|(begin, _)| known[*begin] < self.ends[*begin]);
                let exits = calls || one.words[0] == "exit";
                self.next_exit[at] = if exits { at } else { self.next_exit[at + 1] };
            }
        }
        self.exits_on_failure = vec![false; end + 1];
        for at in (0..end).rev() {
            let next = self.behind(at);
            self.exits_on_failure[at] = match self.split.get(next).map(|next| next.joined) {
                Some(Joined::And) => self.exits_on_failure[next],
                Some(Joined::Or) => self.exits_between(next, self.behind(next)),
                Some(Joined::No | Joined::Pipe) | None => false,
            };
        }
    }

    /// The command after a command, or after the block that begins there.
    fn behind(&self, at: usize) -> usize {
        if self.ends[at] < self.split.len() { self.ends[at] + 1 } else { at + 1 }
    }

    /// Does a condition end the script if its only command fails? `if ! a; then exit 1; fi`,
    /// `if a; then b; else exit 1; fi`.
    fn exits_in_branch(&self, from: usize, then: (usize, usize), end: usize) -> bool {
        let negated = self.split[from].words[0] == "!";
        let (from_branch, to_branch) = if negated { then } else { (then.1, end) };
        then.0 == from + 1 && self.exits_between(from_branch, to_branch)
    }

    /// Does one of the commands end the script, or call a function that does?
    fn exits_between(&self, from: usize, to: usize) -> bool {
        self.next_exit.get(from).is_some_and(|next| *next < to)
    }

    /// `case $pool in web) a ;; *) b ;; esac`; false if the word, or a pattern, isn't known.
    pub(super) fn choose(&mut self, at: usize, end: usize, depth: usize) -> bool {
        let split = self.split;
        let Some(word) = split[at].words.get(1) else { return false };
        let word = self.expand(word).join(" ");
        if word.contains(['$', '`']) {
            return false;
        }
        let mut no = at + 1;
        while no < end {
            let mut next = no + 1;
            while next < end && split[next].words[0] != ";;" {
                let behind = self.ends[next];
                next = if behind < end { behind } else { next } + 1;
            }
            let pattern = split[no].words.concat();
            let pattern = pattern.trim_start_matches('(').trim_end_matches(')');
            // Two stars are as many as people write.
            let is_read = !pattern.contains(['?', '[', '$', QUOTED, LITERAL]);
            if !is_read || pattern.matches('*').count() > 2 {
                return false;
            }
            if pattern.split('|').any(|pattern| matches(pattern, &word)) {
                let blocks = self.blocks.len();
                self.run(no + 1, next.min(end), depth);
                self.blocks.truncate(blocks);
                return true;
            }
            no = next + 1;
        }
        true
    }

    /// Leaves out commands, by name: that they don't run is assumed.
    pub(super) fn skip(&mut self, from: usize, to: usize) {
        for command in self.split.get(from..to).unwrap_or_default() {
            if !self.spend(command.words.iter().map(|word| word.len() + 1).sum()) {
                break;
            }
            let words = command.words.iter().flat_map(|word| self.expand(word)).collect();
            let Split { at, line, .. } = *command;
            self.done.push(Evaluated {
                at,
                line,
                words,
                block: None,
                each: None,
                skipped: true,
                answered: false,
                exits: false,
            });
        }
    }

    /// Does a command run that depends on the one before? `None`: that isn't known.
    pub(super) fn depends(&self, command: &Split) -> Option<bool> {
        match command.joined {
            Joined::No | Joined::Pipe => Some(true),
            Joined::And => self.success,
            Joined::Or => self.success.map(|success| !success),
        }
    }

    /// Takes over whether a command succeeds, and whether that is certain; changes of a cluster are taken to.
    pub(super) fn ended(&mut self, words: &[String]) {
        let not = words.iter().take_while(|word| *word == "!").count() % 2 == 1;
        let mut rest = words.iter().map(String::as_str).skip_while(|word| is_before(word));
        let word = rest.next().unwrap_or_default();
        let reads = ["get", "describe", "list", "wait", "diff", "status"];
        let (success, certain) = match word {
            "" | "true" | ":" | "echo" | "printf" | "sleep" | "cd" => (Some(true), true),
            "false" => (Some(false), true),
            "[" | "[[" | "test" => (test(&rest.collect::<Vec<_>>()), true),
            _ if tool(word).is_some() => {
                (Some(true).filter(|_| !rest.any(|word| reads.contains(&word))), false)
            }
            _ => (None, false),
        };
        self.success = success.map(|success| success != not);
        self.certain = certain && success.is_some();
    }
}

/// Does a word match a pattern with `*`?
fn matches(pattern: &str, word: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == word,
        Some((before, rest)) => word.strip_prefix(before).is_some_and(|word| {
            let mut ends = (0..=word.len()).filter_map(|at| word.get(at..));
            ends.any(|word| matches(rest, word))
        }),
    }
}

/// The result of `[ … ]` of known words.
fn test(words: &[&str]) -> Option<bool> {
    let words = match words {
        [words @ .., "]" | "]]"] => words,
        words => words,
    };
    if words.iter().any(|word| word.contains(['$', '`', '*', '?'])) {
        return None;
    }
    match words {
        ["-n"] => Some(false),
        ["-z"] => Some(true),
        ["-n", word] => Some(!word.is_empty()),
        ["-z", word] => Some(word.is_empty()),
        [one, "=" | "==", other] => Some(one == other),
        [one, "!=", other] => Some(one != other),
        [one, how, other] => {
            let (one, other): (i64, i64) = (one.parse().ok()?, other.parse().ok()?);
            match *how {
                "-eq" => Some(one == other),
                "-ne" => Some(one != other),
                "-gt" => Some(one > other),
                "-ge" => Some(one >= other),
                "-lt" => Some(one < other),
                "-le" => Some(one <= other),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Key and value of `[key]=value`.
pub(super) fn item_of(item: &str) -> Option<(String, String)> {
    let (key, value) = item.strip_prefix('[')?.split_once("]=")?;
    Some((key.trim_matches(['"', '\'']).to_owned(), value.to_owned()))
}
