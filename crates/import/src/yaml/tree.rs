//! Builds JSON from the events of a YAML parser.

use base::{Map, Message, Set, say};

use granit_parser::{Event, Marker, ScalarStyle, Span};

use super::scalar;
use crate::refuse::refusal;
use crate::report::Refusal;
use scenario::json::Json;

/// The deepest nesting read, as in the JSON reader.
pub(super) const DEPTH: usize = 127;

/// The most bytes that anchors and aliases may repeat, besides the text's own size: nested ones grow without end.
const REPEATED: usize = 8 << 20;

/// The most keys of open mappings.
const KEYS: usize = 200_000;

/// The most values of a document; more would be a tree of gigabytes.
const VALUES: usize = 8 << 20;

/// An open mapping or list.
struct Frame {
    /// Positions of the keys in the text. `None`: it is a list.
    keys: Option<Vec<usize>>,
    entries: Vec<(String, Json)>,
    /// The key of the next value.
    key: Option<String>,
    /// Mappings to merge by `<<` at the end.
    merges: Vec<Json>,
    anchor: usize,
}

/// The documents of a text.
pub(super) struct Documents<'a> {
    yaml: &'a str,
    /// Objects and lists as JSON, one per line.
    pub(super) json: String,
    /// Documents that are a single value, which aren't in the JSON.
    pub(super) values: usize,
    /// The position of the first of them.
    pub(super) first_value: usize,
    frames: Vec<Frame>,
    root: Json,
    anchors: Map<usize, Json>,
    repeated: usize,
    open_keys: usize,
    nodes: usize,
}

/// Represents `<<` among the keys.
const MERGE: &str = "\0<<";

impl<'a> Documents<'a> {
    pub(super) fn new(yaml: &'a str) -> Self {
        Self {
            yaml,
            json: String::new(),
            values: 0,
            first_value: 0,
            frames: Vec::new(),
            root: Json::Null,
            anchors: Map::new(),
            repeated: 0,
            open_keys: 0,
            nodes: 0,
        }
    }

    pub(super) fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Refusal> {
        let at = offset(&span.start);
        match event {
            Event::DocumentStart(..) => {
                self.root = Json::Null;
                self.anchors.clear();
                self.nodes = 0;
            }
            Event::DocumentEnd => self.end_document(),
            Event::Scalar(text, style, anchor, tag) if self.awaits_key() => {
                let is_merge = text == "<<" && style == ScalarStyle::Plain && tag.is_none();
                if anchor > 0 {
                    self.anchors.insert(anchor, Json::from(&*text));
                }
                let key = if is_merge { MERGE } else { &text };
                self.key(key.to_owned(), at)?;
            }
            Event::Scalar(text, style, anchor, tag) => {
                if self.frames.is_empty() && self.values == 0 {
                    self.first_value = at;
                }
                let frame = self.frames.last();
                let key = frame.and_then(|frame| frame.key.as_deref());
                let value = scalar::read(&text, style, tag.as_deref(), key);
                self.value(value, anchor, at)?;
            }
            Event::SequenceStart(_, anchor, _) => self.open(None, anchor, at)?,
            Event::MappingStart(_, anchor, _) => self.open(Some(Vec::new()), anchor, at)?,
            Event::SequenceEnd | Event::MappingEnd => self.close(at)?,
            Event::Alias(anchor) => self.alias(anchor, at)?,
            // The start and the end of the text; other events aren't requested.
            _ => {}
        }
        Ok(())
    }

    fn refusal(&self, code: &'static str, at: usize, what: Message) -> Refusal {
        refusal(code, self.yaml, at, what)
    }

    fn end_document(&mut self) {
        let root = core::mem::take(&mut self.root);
        if matches!(root, Json::Object(_) | Json::List(_)) {
            self.json.push_str(&root.compact());
            self.json.push('\n');
        } else {
            self.values += usize::from(root != Json::Null);
        }
    }

    fn awaits_key(&self) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|frame| frame.keys.is_some() && frame.key.is_none())
    }

    fn key(&mut self, key: String, at: usize) -> Result<(), Refusal> {
        if self.open_keys == KEYS {
            return Err(self.refusal("too-many", at, say!("import-too-many-keys")));
        }
        if let Some(frame) = self.frames.last_mut() {
            if let Some(keys) = frame.keys.as_mut().filter(|_| key != MERGE) {
                keys.push(at);
                self.open_keys += 1;
            }
            frame.key = Some(key);
        }
        Ok(())
    }

    /// Adds a value to its parent.
    fn value(&mut self, value: Json, anchor: usize, at: usize) -> Result<(), Refusal> {
        self.nodes += 1;
        if self.nodes > VALUES {
            return Err(self.refusal("too-many", at, say!("import-too-many-values")));
        }
        if anchor > 0 {
            let copy = self.copy(&value, at)?;
            self.anchors.insert(anchor, copy);
        }
        let Some(frame) = self.frames.last_mut() else {
            self.root = value;
            return Ok(());
        };
        match frame.key.take() {
            Some(key) if key == MERGE => match value {
                Json::Null => {}
                Json::Object(_) => frame.merges.push(value),
                Json::List(items) => frame.merges.extend(items),
                _ => return Err(self.refusal("merge", at, say!("import-merge"))),
            },
            key => frame.entries.push((key.unwrap_or_default(), value)),
        }
        Ok(())
    }

    /// A copy of a value, within the limit.
    fn copy(&mut self, value: &Json, at: usize) -> Result<Json, Refusal> {
        self.repeated = self.repeated.saturating_add(size(value));
        if self.repeated > REPEATED + self.yaml.len() {
            return Err(self.refusal("aliases", at, say!("import-aliases")));
        }
        Ok(value.clone())
    }

    fn open(&mut self, keys: Option<Vec<usize>>, anchor: usize, at: usize) -> Result<(), Refusal> {
        if self.awaits_key() {
            return Err(self.complex_key(at));
        }
        if self.frames.len() == DEPTH {
            return Err(self.too_deep(at));
        }
        self.frames.push(Frame {
            keys,
            entries: Vec::new(),
            key: None,
            merges: Vec::new(),
            anchor,
        });
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Refusal> {
        let Some(mut frame) = self.frames.pop() else {
            return Ok(());
        };
        let Some(keys) = &frame.keys else {
            let items = frame.entries.into_iter().map(|(_, item)| item);
            return self.value(Json::List(items.collect()), frame.anchor, at);
        };
        self.open_keys -= keys.len();
        // Programs write keys in order.
        let mut names = frame.entries.iter().map(|(name, _)| name);
        if !names.clone().is_sorted_by(|a, b| a < b) {
            let mut seen = Set::new();
            if let Some(name) = names.find(|name| !seen.insert(*name)) {
                let twice = frame.entries.iter().rposition(|(other, _)| other == name);
                let key = twice.and_then(|twice| keys.get(twice)).copied();
                let what = say!("import-key-twice", key = name);
                return Err(self.refusal("duplicate-key", key.unwrap_or(at), what));
            }
        }
        for merged in core::mem::take(&mut frame.merges) {
            let Json::Object(entries) = merged else {
                return Err(self.refusal("merge", at, say!("import-merge-before")));
            };
            let mut there: Set<String> =
                frame.entries.iter().map(|(name, _)| name.clone()).collect();
            let new = entries.into_iter().filter(|(name, _)| there.insert(name.clone()));
            frame.entries.extend(new);
        }
        self.value(Json::Object(frame.entries), frame.anchor, at)
    }

    fn alias(&mut self, anchor: usize, at: usize) -> Result<(), Refusal> {
        let Some(value) = self.anchors.remove(&anchor) else {
            return Err(self.refusal("alias", at, say!("import-alias")));
        };
        let copy = self.copy(&value, at)?;
        self.anchors.insert(anchor, value);
        if self.frames.len() + height(&copy) > DEPTH {
            return Err(self.too_deep(at));
        }
        if !self.awaits_key() {
            return self.value(copy, 0, at);
        }
        match copy {
            Json::Object(_) | Json::List(_) => Err(self.complex_key(at)),
            Json::Text(key) => self.key(key, at),
            other => self.key(other.compact(), at),
        }
    }

    fn complex_key(&self, at: usize) -> Refusal {
        self.refusal("content", at, say!("import-complex-key"))
    }

    fn too_deep(&self, at: usize) -> Refusal {
        self.refusal("too-deep", at, say!("import-too-deep", levels = DEPTH))
    }
}

/// The approximate bytes of a value.
fn size(value: &Json) -> usize {
    match value {
        Json::Text(text) => text.len() + 2,
        Json::List(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 2,
        Json::Object(entries) => {
            let entries = entries.iter();
            entries.map(|(key, value)| key.len() + size(value) + 4).sum::<usize>() + 2
        }
        _ => 4,
    }
}

/// The nesting depth of a value.
fn height(value: &Json) -> usize {
    match value {
        Json::List(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        Json::Object(entries) => {
            1 + entries.iter().map(|(_, inner)| height(inner)).max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// The byte position of a marker.
pub(super) fn offset(marker: &Marker) -> usize {
    marker.byte_offset().unwrap_or_default()
}
