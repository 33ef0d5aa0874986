//! Lists of nodes that kubectl prints for a loop, an array, or `xargs`.

use super::numbers::numbers;
use super::options::takes_value;
use super::script::{Joined, Split};
use super::shell::{EACH, LONGEST, SELECTOR, Shell, TURNS, is_letter, plain};
use crate::prompt::tool;

/// The selector of `(kubectl get nodes -l a=b -o name)`, and the length of the text.
fn nodes(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix("(kubectl")?;
    let (inner, behind) = inner.split_once(')')?;
    let length = text.len() - behind.len();
    let (inner, filters) = inner.split_once('|').unwrap_or((inner, ""));
    if !filters.is_empty() && !filters.split('|').all(keeps_all) {
        return None;
    }
    let mut words = inner.split_whitespace().skip_while({
        let mut is_value = false;
        move |word| {
            let is_option = core::mem::take(&mut is_value) || word.starts_with('-');
            is_value = takes_value(word);
            is_option
        }
    });
    if words.next() != Some("get") || !words.next()?.starts_with("no") {
        return None;
    }
    let mut selector = "";
    while let Some(word) = words.next() {
        match word.split_once('=') {
            Some((SELECTOR | "-l", value)) => selector = value,
            _ if matches!(word, SELECTOR | "-l") => selector = words.next()?,
            // Others choose among the nodes.
            _ if word.starts_with("--field") => return None,
            _ if word.replace("items[*]", "").contains("items[") => return None,
            _ => {}
        }
    }
    // A selector of several words isn't read.
    let is_whole = ['"', '\''].iter().all(|quote| selector.matches(*quote).count() % 2 == 0);
    is_whole.then_some((selector, length))
}

/// `echo n-0 n-1 | xargs kubectl drain`
pub(super) fn pipes(line: &str) -> bool {
    let mut parts = line.split('|').skip(1).map(str::trim);
    parts.any(|part| {
        part.starts_with("xargs ") && part.split_whitespace().any(|word| tool(word).is_some())
    })
}

/// What stands for the operation of a pool: `(gcloud container operations list --filter=targetLink~…/nodePools/web)`.
pub(super) const OF_POOL: &str = "nodePools/";

/// What stands for every pool of the cluster: `$(gcloud container node-pools list …)`.
pub(crate) const POOLS: &str = "each/pool";

/// The text in the parentheses that a text begins with.
fn enclosed(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let end = text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })?;
    text.get(1..end)
}

/// Does a filter of lines keep every node, and change at most how its name is written?
fn keeps_all(filter: &str) -> bool {
    let filter = plain(filter).replace(['\'', '"', ' '], "");
    let keeps = ["cut-d/-f2", "sort", "uniq", "tr", "xargs", "sed"];
    filter == "awk{print$1}" || keeps.iter().any(|keeps| filter.starts_with(keeps))
}

impl Shell<'_> {
    /// What a command in parentheses prints, and the length of the text: numbers, all pools, the operation of one.
    pub(super) fn printed(&mut self, text: &str) -> Option<(Vec<String>, usize)> {
        if !text.starts_with("(seq ") && !text.starts_with("(gcloud container ") {
            return None;
        }
        let text = text.get(..LONGEST).unwrap_or(text);
        let inner = enclosed(text).filter(|inner| self.spend(inner.len()))?;
        let length = inner.len() + 2;
        if let Some(words) = inner.strip_prefix("seq ") {
            let words: Vec<String> =
                words.split_whitespace().flat_map(|word| self.expand(word)).collect();
            let words: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
            let (first, step, last) = match words?.as_slice() {
                [last] => (1, 1, *last),
                [first, last] => (*first, 1, *last),
                [first, step, last] => (*first, *step, *last),
                _ => return None,
            };
            return Some((numbers(first, step, last)?, length));
        }
        let rest = inner.strip_prefix("gcloud container ")?;
        if let Some(rest) = rest.strip_prefix("node-pools list") {
            let is_all = !rest.contains(['|', ';']) && !rest.contains("--filter");
            return is_all.then(|| (vec![POOLS.to_owned()], length));
        }
        let (_, pool) = rest.strip_prefix("operations list ")?.split_once(OF_POOL)?;
        let pool = pool.split(['"', '\'', ' ']).next()?.trim_end_matches('$');
        let pool = self.expand(pool).concat();
        let is_known = !pool.is_empty() && !pool.contains('$');
        is_known.then(|| (vec![format!("{OF_POOL}{pool}")], length))
    }

    /// The nodes that are piped into a command, as one word.
    fn piped(&mut self, at: usize) -> Option<String> {
        let split = self.split;
        let piped = |no: &usize| split[*no].joined == Joined::Pipe;
        let first = (0..=at).rev().find(|no| !piped(no)).filter(|first| *first < at)?;
        if split[first].words[0] == "echo" && first + 1 == at {
            return self.of_words(&split[first].words[1..]);
        }
        let commands: Vec<String> =
            split[first..at].iter().map(|one| one.words.join(" ")).collect();
        self.listed(&format!("({})", commands.join(" | ")))
    }

    /// The nodes that a word stands for: `$NODES`.
    fn of_words(&mut self, words: &[String]) -> Option<String> {
        let words: Vec<String> = words.iter().flat_map(|word| self.expand(word)).collect();
        let [nodes] = words.as_slice() else { return None };
        nodes.starts_with(SELECTOR).then(|| nodes.clone())
    }

    fn listed(&mut self, text: &str) -> Option<String> {
        Some(self.selection(text)?.0)
    }

    /// The word that stands for the nodes that a command in parentheses lists, and the length of its text. The command may begin with a
    /// variable: `($K get nodes)`.
    pub(super) fn selection(&mut self, text: &str) -> Option<(String, usize)> {
        let begun = text.strip_prefix("($").map(|rest| {
            let rest = rest.strip_prefix('{').unwrap_or(rest);
            rest.split_at(rest.find(|c| !is_letter(c)).unwrap_or(rest.len()))
        });
        let (selector, length) = match begun {
            None => nodes(text).map(|(selector, length)| (selector.to_owned(), length))?,
            Some((name, rest)) => {
                let rest = rest.strip_prefix('}').unwrap_or(rest);
                let before = text.len() - rest.len();
                let command = format!("({}", self.known.get(name)?.join(" "));
                let whole = format!("{command}{}", rest.get(..LONGEST).unwrap_or(rest));
                let (selector, length) = nodes(&whole)?;
                (selector.to_owned(), before + length.checked_sub(command.len())?)
            }
        };
        Some((self.selector(&selector), length))
    }

    /// The word of a selector as it is written, with its quotes: `pool="$OLD"`.
    pub(super) fn selector(&mut self, written: &str) -> String {
        let selector = self.expand(&written.replace(['"', '\''], "")).concat();
        format!("{SELECTOR}={selector}")
    }

    /// The nodes that a command reads from `< <(…)` or `<<< "$NODES"` among its words.
    pub(super) fn redirected(&mut self, words: &[String]) -> Option<String> {
        let from = words.iter().position(|word| word.starts_with('<'))?;
        let (word, rest) = (&words[from], &words[from + 1..]);
        let given = word.strip_prefix("<<<");
        match (given, rest) {
            (Some(""), [next, ..]) => self.of_words(core::slice::from_ref(next)),
            (Some(word), _) => self.of_words(&[word.to_owned()]),
            (None, [next, ..]) if word == "<" => self.listed(next.strip_prefix('<')?),
            (None, _) => self.listed(word.strip_prefix("<<").or(word.strip_prefix('<'))?),
        }
    }

    /// `… | while read node; do … done`; false if what is read isn't known.
    pub(super) fn read_lines(&mut self, at: usize, end: usize, depth: usize) -> bool {
        let split = self.split;
        let mut words = split[at].words.iter().skip(1).skip_while(|word| word.starts_with("IFS="));
        if words.next().is_none_or(|word| word != "read") {
            return false;
        }
        let Some(name) = words.find(|word| !word.starts_with('-')) else { return false };
        let nodes = self.redirected(&split[end].words[1..]).or_else(|| self.piped(at));
        let Some(nodes) = nodes else { return false };
        words.for_each(|other| drop(self.known.remove(other)));
        self.turns(name, vec![nodes], at, end, depth);
        true
    }

    /// `… | xargs kubectl drain`: one command for all nodes, or one for each.
    pub(super) fn xargs(&mut self, at: usize) {
        let command = &self.split[at];
        let begins = command.words.iter().position(|word| tool(word).is_some());
        let (options, words) = command.words.split_at(begins.unwrap_or(command.words.len()));
        let has = |names: &[&str]| {
            options.iter().any(|option| names.iter().any(|name| option.starts_with(name)))
        };
        let is_each = has(&["-n", "-I", "-i", "-L", "--max-args", "--replace", "--max-lines"]);
        let is_parallel = has(&["-P", "--max-procs"]);
        let words: Vec<String> = match begins {
            Some(_) => words.to_vec(),
            // The command of another shell.
            None => {
                let inner = options.iter().find(|word| word.contains("kubectl "));
                let inner = inner.map_or("", String::as_str).split_whitespace();
                inner.map(|word| word.replace(['"', '\''], "")).collect()
            }
        };
        let is_single = !words.iter().any(|word| word.contains([';', '|', '&', '$', '`']));
        let given = match is_parallel || begins.is_none() && !is_single {
            true => Vec::new(),
            false => self.named(at).or_else(|| Some(vec![self.piped(at)?])).unwrap_or_default(),
        };
        let replaced = options.iter().skip_while(|word| *word != "-I").nth(1);
        let replaced = replaced.map_or("{}", String::as_str);
        let before = self.each;
        let kept = words.iter().filter(|word| given.is_empty() || !word.contains(replaced));
        let kept: Vec<String> = kept.cloned().collect();
        let turns: Vec<Vec<String>> = match given.as_slice() {
            [] => vec![vec!["$(xargs)".to_owned()]],
            [nodes] => match nodes.strip_prefix(SELECTOR) {
                Some(selector) if is_each && before.is_none() => {
                    self.loops += 1;
                    self.each = Some(self.loops);
                    vec![vec![format!("{EACH}{selector}")]]
                }
                _ => vec![given],
            },
            _ if is_each => given.into_iter().map(|name| vec![name]).collect(),
            _ => vec![given],
        };
        for turn in turns.into_iter().filter(|_| kept.len() > 1) {
            self.emit(&Split { words: [&*kept, &*turn].concat(), ..*command });
        }
        self.each = before;
    }

    /// The names in `echo n-0 n-1 | xargs …`.
    fn named(&mut self, at: usize) -> Option<Vec<String>> {
        let split = self.split;
        let echo = &split[at.checked_sub(1)?];
        if echo.words[0] != "echo" || echo.joined == Joined::Pipe {
            return None;
        }
        let words = echo.words[1..].iter().filter(|word| !word.starts_with('-'));
        let words: Vec<String> = words.flat_map(|word| self.expand(word)).collect();
        // A quoted list is several names too.
        let names = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_owned);
        let names: Vec<String> = names.collect();
        let is_known = |name: &String| !name.contains(['$', '`', '*', '=', '(']);
        (!names.is_empty() && names.len() <= TURNS && names.iter().all(is_known)).then_some(names)
    }
}
