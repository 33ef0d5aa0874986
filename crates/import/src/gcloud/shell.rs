//! Evaluates a script as far as it is literal: variables, arrays, and loops over words. What else a shell would
//! evaluate stays as written.

use super::flow::{apart, ends, item_of};
use super::nodes::POOLS;
use super::numbers::braces;
use super::script::{Joined, Split};
use base::Map;

/// A `$` that the shell leaves alone: in single quotes, or after a backslash.
pub(super) const LITERAL: char = '\u{1}';
/// A `$` in double quotes: its value isn't split.
pub(super) const QUOTED: char = '\u{2}';

/// What stands for the nodes that `$(kubectl get nodes -l …)` prints.
pub(super) const SELECTOR: &str = "--selector";
/// What stands for the node of a loop's turn.
pub(super) const EACH: &str = "--each";

/// The most text that variables and loops add to a script, in bytes.
const WORK: usize = 1 << 20;
/// The longest value.
pub(super) const LONGEST: usize = 4096;
/// The most turns of a loop.
pub(super) const TURNS: usize = 256;
/// The deepest loop that is evaluated.
pub(super) const LOOPS: usize = 16;

/// A command with its values.
pub(super) struct Evaluated {
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) words: Vec<String>,
    /// The position of the surrounding loop or condition that isn't evaluated.
    pub(super) block: Option<usize>,
    /// The number of the surrounding loop over nodes.
    pub(super) each: Option<usize>,
    /// It is assumed not to run.
    pub(super) skipped: bool,
    /// Its failure doesn't end a script with `set -e`: it is a condition, or something depends on it.
    pub(super) answered: bool,
    /// Its failure ends any script: `|| exit 1`.
    pub(super) exits: bool,
}

/// The commands of a script in the order in which they run.
pub(super) fn evaluate(split: Vec<Split>) -> Vec<Evaluated> {
    let split = apart(split);
    let pipefail = split.iter().any(|one| one.words.iter().any(|word| word == "pipefail"));
    let mut shell = Shell {
        pipefail,
        ends: ends(&split),
        next_exit: Vec::new(),
        exits_on_failure: Vec::new(),
        split: &split,
        functions: Map::new(),
        success: None,
        certain: false,
        returned: false,
        exited: false,
        known: Map::new(),
        answered: false,
        exits: false,
        ending: false,
        tested: false,
        left: WORK,
        blocks: Vec::new(),
        each: None,
        loops: 0,
        done: Vec::new(),
    };
    shell.define();
    shell.find_exits();
    shell.run(0, split.len(), 0);
    shell.uncalled();
    shell.done
}

pub(super) struct Shell<'s> {
    pub(super) split: &'s [Split],
    /// Where the block ends that begins at a command.
    pub(super) ends: Vec<usize>,
    /// From each command on, the first that ends the script.
    pub(super) next_exit: Vec<usize>,
    /// Does the failure of each command end the script?
    pub(super) exits_on_failure: Vec<bool>,
    /// Where functions begin, and whether they are called.
    pub(super) functions: Map<String, (usize, bool)>,
    /// Variables; arrays have several values.
    pub(super) known: Map<String, Vec<String>>,
    /// Has the last command succeeded, and is that more than assumed?
    pub(super) success: Option<bool>,
    pub(super) certain: bool,
    /// The function, or the script, has ended.
    pub(super) returned: bool,
    exited: bool,
    /// A failure of the current command doesn't end a script with `set -e`.
    pub(super) answered: bool,
    /// A failure of the current command ends any script.
    pub(super) exits: bool,
    /// The same, for the command of a condition or of a function.
    pub(super) ending: bool,
    /// `answered`, for all commands of a condition, or of a function that is one.
    pub(super) tested: bool,
    /// A pipe fails if any of its commands does.
    pipefail: bool,
    pub(super) left: usize,
    pub(super) blocks: Vec<usize>,
    pub(super) each: Option<usize>,
    /// Loops over nodes so far.
    pub(super) loops: usize,
    pub(super) done: Vec<Evaluated>,
}

impl Shell<'_> {
    pub(super) fn run(&mut self, from: usize, to: usize, depth: usize) {
        let (mut at, outer) = (from, self.blocks.len());
        while let Some(command) = self.split.get(at).filter(|_| at < to) {
            if self.returned || self.exited {
                if self.exited || depth == 0 {
                    self.skip(at, to);
                }
                break;
            }
            let end = self.ends[at];
            if let Some(end) = self.definition(at) {
                at = end + 1;
                continue;
            }
            let next = self.split.get(at + 1);
            let is_first = next.is_some_and(|next| match next.joined {
                Joined::And | Joined::Or => true,
                Joined::Pipe => !self.pipefail,
                Joined::No => false,
            });
            self.answered = self.tested
                || is_first
                || matches!(command.words[0].as_str(), "!" | "if" | "while" | "until");
            self.exits = self.ending || self.exits_on_failure[at];
            let runs = self.depends(command);
            if runs == Some(false) {
                let behind = if end < to { end + 1 } else { at + 1 };
                if !self.certain {
                    self.skip(at, behind);
                }
                at = behind;
                continue;
            }
            let doubt = runs.is_none();
            let blocks = self.blocks.len();
            self.blocks.extend(doubt.then_some(command.at));
            if doubt && end < to && depth < LOOPS && command.words[0] == "{" {
                self.run(at + 1, end, depth + 1);
                self.blocks.truncate(blocks);
                at = end + 1;
                continue;
            }
            match keyword(&command.words) {
                "for" if depth < LOOPS => {
                    self.repeat(at, end.min(to), depth + 1);
                    self.blocks.truncate(blocks);
                    at = end.min(to) + 1;
                    continue;
                }
                "while" if end < to && depth < LOOPS && self.read_lines(at, end, depth + 1) => {
                    self.blocks.truncate(blocks);
                    at = end + 1;
                    continue;
                }
                "case" if end < to && depth < LOOPS && self.choose(at, end, depth + 1) => {
                    self.blocks.truncate(blocks);
                    at = end + 1;
                    continue;
                }
                "xargs" if command.joined == Joined::Pipe => {
                    self.xargs(at);
                    at += 1;
                    continue;
                }
                "if" if end < to && depth < LOOPS => {
                    self.branch(at, end, depth + 1);
                    self.blocks.truncate(blocks);
                    at = end + 1;
                    continue;
                }
                "for" | "foreach" | "while" | "until" | "if" | "case" | "select" => {
                    self.blocks.push(command.at);
                    at += 1;
                    self.emit(command);
                    continue;
                }
                "done" | "fi" | "esac" if self.blocks.len() > outer => drop(self.blocks.pop()),
                "exit" => self.exited |= self.blocks.is_empty(),
                "return" => self.returned |= self.blocks.is_empty(),
                _ => {}
            }
            if depth > 0 {
                self.spend(command.words.iter().map(|word| word.len() + 1).sum());
            }
            if !self.call(command, depth) {
                self.emit(command);
            }
            // What is in a group that is too deep stays doubtful.
            if doubt && command.words[0] != "{" {
                self.blocks.truncate(blocks);
            }
            at += 1;
        }
    }

    /// Runs one command.
    pub(super) fn emit(&mut self, command: &Split) {
        if self.assign(command) {
            (self.success, self.certain) = (Some(true), true);
            return;
        }
        let words: Vec<String> = command.words.iter().flat_map(|word| self.expand(word)).collect();
        let is_mark =
            |word: &String| matches!(word.as_str(), "fi" | "done" | "}" | "{" | "then" | "do");
        if !words.first().is_some_and(is_mark) {
            self.ended(&words);
        }
        self.done.push(Evaluated {
            at: command.at,
            line: command.line,
            words,
            block: self.blocks.first().copied(),
            each: self.each,
            skipped: false,
            answered: self.answered,
            exits: self.exits,
        });
    }

    /// `for pool in a b; do`
    fn repeat(&mut self, at: usize, end: usize, depth: usize) {
        let head = &self.split[at];
        self.spend(head.words.iter().map(|word| word.len() + 1).sum());
        if let Some((name, values, last)) = self.counted(at, end) {
            return self.turns(&name, values, last, end, depth);
        }
        let mut words = head.words.iter().skip_while(|word| *word != "for").skip(1);
        let name = words.next().cloned().unwrap_or_default();
        let is_list = words.next().is_some_and(|word| word == "in");
        let values: Vec<String> = words.flat_map(|word| self.expand(word)).collect();
        let unknown = |value: &String| value.contains(['$', '`', '*', '?', '{', '[', '(']);
        let literal = is_list && values.len() <= TURNS && !values.iter().any(unknown);
        let blocks = self.blocks.len();
        if !literal || self.left == 0 {
            self.known.remove(&name);
            self.blocks.push(head.at);
            self.run(at + 1, end, depth);
            self.blocks.truncate(blocks);
            return;
        }
        self.turns(&name, values, at, end, depth);
    }

    /// The turns of a loop, each with a value of the variable.
    pub(super) fn turns(
        &mut self,
        name: &str,
        mut values: Vec<String>,
        at: usize,
        end: usize,
        depth: usize,
    ) {
        let blocks = self.blocks.len();
        let before = self.each;
        if let [nodes] = values.as_mut_slice()
            && let Some(rest) = nodes.strip_prefix(SELECTOR)
            && before.is_none()
        {
            *nodes = format!("{EACH}{rest}");
            self.loops += 1;
            self.each = Some(self.loops);
        } else if values == [POOLS] && before.is_none() {
            self.loops += 1;
            self.each = Some(self.loops);
        }
        for value in values {
            if self.left == 0 {
                // The turns that are left out.
                self.done
                    .last_mut()
                    .into_iter()
                    .for_each(|last| last.block = Some(self.split[at].at));
                break;
            }
            self.known.insert(name.to_owned(), vec![value]);
            self.run(at + 1, end, depth);
            self.blocks.truncate(blocks);
        }
        self.each = before;
    }

    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        self.left = self.left.saturating_sub(bytes);
        self.left > 0
    }

    /// The words that a word becomes; what isn't known stays.
    pub(super) fn expand(&mut self, word: &str) -> Vec<String> {
        let marks = ['$', QUOTED, LITERAL, '%'];
        if word.len() <= LONGEST
            && self.left > 0
            && let Some(words) = braces(word)
            && self.spend(words.len() * word.len())
        {
            return words.iter().flat_map(|word| self.expand(word)).collect();
        }
        if !word.contains(marks) {
            return vec![word.to_owned()];
        }
        let mut words = Vec::new();
        let mut last = None;
        let mut rest = word;
        while let Some(at) = rest.find(marks) {
            let (before, reference) = rest.split_at(at);
            if !before.is_empty() {
                last.get_or_insert_with(String::new).push_str(before);
            }
            let is_quoted = reference.starts_with(QUOTED);
            let (values, length) = self.referred(reference);
            rest = reference.get(length..).unwrap_or_default();
            let size = |values: &Vec<String>| values.iter().map(|value| value.len() + 1).sum();
            let Some(values) = values.filter(|values| self.spend(size(values))) else {
                let text = reference.get(1..length).unwrap_or_default();
                let sign = if reference.starts_with('%') { '%' } else { '$' };
                last.get_or_insert_with(String::new).push(sign);
                last.get_or_insert_with(String::new).push_str(&plain(text));
                continue;
            };
            let pieces = values.iter().flat_map(|value| match is_quoted {
                true => vec![value.as_str()],
                false => value.split_whitespace().collect(),
            });
            for (no, piece) in pieces.enumerate() {
                if no > 0 {
                    words.extend(last.take());
                }
                last.get_or_insert_with(String::new).push_str(piece);
            }
        }
        if !rest.is_empty() {
            last.get_or_insert_with(String::new).push_str(rest);
        }
        words.extend(last);
        words
    }

    /// The values of the variable that a text begins with, and the length of the reference.
    fn referred(&mut self, text: &str) -> (Option<Vec<String>>, usize) {
        let one = |values: &Vec<String>| vec![values.first().cloned().unwrap_or_default()];
        let after = text.get(1..).unwrap_or_default();
        if text.starts_with(LITERAL) {
            return (None, 1);
        }
        if text.starts_with('%') {
            let name = after.split_once('%').map(|(name, _)| name);
            let known = name.and_then(|name| Some((self.known.get(name)?, name.len() + 2)));
            return known.map_or((None, 1), |(values, length)| (Some(one(values)), length));
        }
        if let Some((nodes, length)) = self.selection(after) {
            return (Some(vec![nodes]), 1 + length);
        }
        if let Some((values, length)) = self.printed(after) {
            return (Some(values), 1 + length);
        }
        let Some(inner) = after.strip_prefix('{') else {
            if after.starts_with(['@', '*']) {
                return (self.known.get("@").cloned(), 2);
            }
            let end = after.find(|c| !is_letter(c)).unwrap_or(after.len());
            return (self.known.get(&after[..end]).map(one), 1 + end);
        };
        if self.left == 0 {
            return (None, 1);
        }
        let mut depth = 1_usize;
        let end = inner.bytes().position(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        self.spend(end.unwrap_or(inner.len()));
        let Some(end) = end else {
            return (None, 1);
        };
        let body = &inner[..end];
        // `${!MAP[@]}` is the keys of an array whose items are `[key]=value`.
        if let Some(name) = body.strip_prefix('!').and_then(|name| name.strip_suffix("[@]")) {
            let items = self.known.get(name).cloned().unwrap_or_default();
            let keys: Option<Vec<String>> =
                items.iter().map(|item| Some(item_of(item)?.0)).collect();
            return (keys.filter(|keys| !keys.is_empty()), end + 3);
        }
        let (name, how) = body.split_at(body.find(|c| !is_letter(c)).unwrap_or(body.len()));
        let known = self.known.get(name);
        let known = known.filter(|values| !how.starts_with(':') || *values != &[""]);
        let values = match (known, how.strip_prefix(':').unwrap_or(how)) {
            (Some(values), "[@]" | "[*]") => {
                let value = |item: &String| item_of(item).map_or(item.clone(), |(_, value)| value);
                Some(values.iter().map(value).collect())
            }
            (Some(values), how) if how.is_empty() || how.starts_with(['-', '=', '?']) => {
                Some(one(values))
            }
            (None, how) if how.starts_with(['-', '=']) && self.left > 0 => {
                let value = self.expand(&how[1..]).join(" ");
                (!value.contains('$')).then(|| vec![value])
            }
            (Some(values), how) => {
                let (values, index) = (values.clone(), how.strip_prefix('['));
                let index = index.and_then(|how| how.strip_suffix(']')).unwrap_or_default();
                let index = self.expand(index).join(" ");
                let mut items = values.iter().filter_map(|item| item_of(item));
                let named = items.find(|(key, _)| *key == index).map(|(_, value)| value);
                let counted = || values.get(index.parse::<usize>().ok()?).cloned();
                named.or_else(counted).map(|value| vec![value])
            }
            (None, _) => None,
        };
        (values, end + 3)
    }
}

/// The first word that isn't the begin of a loop's or a condition's body.
fn keyword(words: &[String]) -> &str {
    let mut words = words.iter().map(String::as_str);
    words.find(|word| !matches!(*word, "do" | "then" | "else" | "{" | "}")).unwrap_or_default()
}

pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A text as written.
pub(super) fn plain(text: &str) -> String {
    text.replace([QUOTED, LITERAL], "$")
}
