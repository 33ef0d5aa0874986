//! Labels as pairs of interned strings.

use base::{IdVec, Map, Sym};

/// The interned strings of one scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    texts: IdVec<Sym, String>,
    by_text: Map<String, Sym>,
}

impl Symbols {
    pub fn intern(&mut self, text: &str) -> Sym {
        if let Some(sym) = self.by_text.get(text) {
            return *sym;
        }
        let sym = self.texts.push(text.to_owned());
        self.by_text.insert(text.to_owned(), sym);
        sym
    }

    /// Do all symbols that both have mean the same strings?
    pub fn begins_like(&self, other: &Self) -> bool {
        let mut both = self.texts.values().zip(other.texts.values());
        both.all(|(mine, theirs)| mine == theirs)
    }

    /// The symbol of a string, if it was interned.
    pub fn find(&self, text: &str) -> Option<Sym> {
        self.by_text.get(text).copied()
    }

    pub fn text(&self, sym: Sym) -> &str {
        self.texts.get(sym).map_or("", String::as_str)
    }
}

/// A label map, sorted by key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Labels(Vec<(Sym, Sym)>);

impl Labels {
    pub fn get(&self, key: Sym) -> Option<Sym> {
        self.0.binary_search_by_key(&key, |(other, _)| *other).ok().map(|at| self.0[at].1)
    }

    pub fn insert(&mut self, key: Sym, value: Sym) {
        match self.0.binary_search_by_key(&key, |(other, _)| *other) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Sym, Sym)> + '_ {
        self.0.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(Sym, Sym)> for Labels {
    fn from_iter<A: IntoIterator<Item = (Sym, Sym)>>(pairs: A) -> Self {
        let mut labels = Self::default();
        for (key, value) in pairs {
            labels.insert(key, value);
        }
        labels
    }
}
