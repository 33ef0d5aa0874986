//! Assignments of a script: variables, arrays, and tables of names and values.

use super::flow::item_of;
use super::script::{Split, is_assignment};
use super::shell::{LONGEST, Shell};

impl Shell<'_> {
    /// Takes over assignments; false if the command is another one.
    pub(super) fn assign(&mut self, command: &Split) -> bool {
        const DECLARES: [&str; 9] =
            ["do", "then", "export", "readonly", "local", "declare", "typeset", "set", "@set"];
        let words = command.words.as_slice();
        let begins = words.iter().take_while(|word| DECLARES.contains(&word.as_str())).count();
        let words = words.get(begins..).unwrap_or_default();
        match words {
            // `$name = value` of PowerShell.
            [name, is, value] if is == "=" && name.starts_with('$') => {
                let is_sure = self.blocks.is_empty();
                let value = core::slice::from_ref(value);
                self.set(name.trim_start_matches('$'), value, is_sure);
                return true;
            }
            [verb, names @ ..] if verb == "unset" || verb == "read" => {
                names.iter().for_each(|name| drop(self.known.remove(name)));
                return true;
            }
            [verb, rest @ ..] if verb == "mapfile" || verb == "readarray" => {
                let is_name = |word: &&String| !word.starts_with(['-', '<']);
                if let Some(name) = rest.iter().find(is_name) {
                    let nodes = self.redirected(rest);
                    match nodes.filter(|_| self.blocks.is_empty()) {
                        Some(nodes) => drop(self.known.insert(name.clone(), vec![nodes])),
                        None => drop(self.known.remove(name)),
                    }
                }
                return true;
            }
            [verb, read, names @ ..] if verb == "while" && read == "read" => {
                names.iter().for_each(|name| drop(self.known.remove(name)));
                return false;
            }
            _ => {}
        }
        let options = words.iter().take_while(|word| begins > 0 && word.starts_with('-')).count();
        let mut words = words.get(options..).unwrap_or_default();
        if !words.first().is_some_and(|word| is_assignment(word)) {
            return false;
        }
        let is_sure = self.blocks.is_empty();
        while let Some((word, rest)) = words.split_first() {
            words = rest;
            let Some((name, value)) = word.split_once('=').filter(|_| is_assignment(word)) else {
                // A command with its own environment.
                return false;
            };
            let (name, adds) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
            let before = self.known.get(name).cloned();
            if let Some((name, key)) = name.strip_suffix(']').and_then(|name| name.split_once('['))
            {
                self.set_item(name, key, value, is_sure && !adds);
                continue;
            }
            if value == "(" {
                let length = rest.iter().take_while(|word| *word != ")").count();
                self.set(name, rest.get(..length).unwrap_or_default(), is_sure);
                words = rest.get(length + 1..).unwrap_or_default();
            } else if is_sure || !value.contains('`') {
                self.set(name, &[value.to_owned()], is_sure && !value.contains('`'));
            }
            if adds {
                self.add(name, before, value == "(");
            }
        }
        true
    }

    /// `NAME+=value`: what is set now follows what was there before.
    fn add(&mut self, name: &str, before: Option<Vec<String>>, is_list: bool) {
        let Some((mut all, now)) = before.zip(self.known.remove(name)) else {
            return;
        };
        match (is_list, all.first_mut(), now.first()) {
            (false, Some(text), Some(more)) => text.push_str(more),
            _ => all.extend(now),
        }
        let length: usize = all.iter().map(|value| value.len() + 1).sum();
        if length <= LONGEST && self.spend(length) {
            self.known.insert(name.to_owned(), all);
        }
    }

    /// `NAME[key]=value`. What isn't known stays as written, so that what uses it isn't known either.
    fn set_item(&mut self, name: &str, key: &str, value: &str, is_sure: bool) {
        let mut words = [key, value].map(|word| self.expand(word).join(" "));
        if !is_sure {
            words = words.map(|word| format!("${word}"));
        }
        let [key, value] = words;
        let mut items = self.known.remove(name).unwrap_or_default();
        let is_plain = items.iter().all(|item| item_of(item).is_none());
        let place = items.iter().position(|item| item_of(item).is_some_and(|(own, _)| own == key));
        let counted = key.parse::<usize>().ok().filter(|at| is_plain && *at < items.len());
        match (counted, place) {
            (Some(at), _) => items[at] = value,
            (None, Some(at)) => items[at] = format!("[{key}]={value}"),
            (None, None) => items.push(format!("[{key}]={value}")),
        }
        let length: usize = items.iter().map(|item| item.len() + 1).sum();
        if length <= LONGEST && self.spend(length) {
            self.known.insert(name.to_owned(), items);
        }
    }

    fn set(&mut self, name: &str, values: &[String], is_sure: bool) {
        let is_array = values.len() != 1;
        let mut all = Vec::new();
        for value in values {
            let value = self.expand(value);
            match is_array {
                true => all.extend(value),
                false => all.push(value.join(" ")),
            }
        }
        let length: usize = all.iter().map(|value| value.len() + 1).sum();
        let is_known = |value: &String| !value.contains(['$', '`', '@']);
        if is_sure && length <= LONGEST && all.iter().all(is_known) && self.spend(length) {
            self.known.insert(name.to_owned(), all);
        } else {
            self.known.remove(name);
        }
    }
}
