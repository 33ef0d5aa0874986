//! JSON from the events of a YAML parser, written as they come: a dump of many megabytes never becomes a tree.

use core::ops::Range;

use granit_parser::{Event, Marker, ScalarStyle, Span, Tag};

use super::{DEPTH, merge, scalar};
use crate::import::refuse::position;
use crate::import::report::Refusal;

/// Bytes that aliases may repeat, beside as many as the text has: nested ones grow without end.
const REPEATED: usize = 8 << 20;

/// Keys of the mappings that are open at a time.
const KEYS: usize = 200_000;

/// A mapping or a list that is open.
struct Frame {
    is_map: bool,
    /// A key was written, and its value comes next.
    awaits: bool,
    /// The key was a merge key; it is not in the JSON.
    merges_next: bool,
    /// What is merged in when the mapping ends, as JSON.
    merges: Vec<String>,
    /// Where its JSON begins.
    start: usize,
    /// Its first key among those of the writer.
    keys: usize,
    anchor: usize,
    /// How deep it nests.
    height: usize,
}

/// The JSON of a key, and where the key stands in the YAML.
struct Key {
    json: Range<usize>,
    at: usize,
}

/// What an anchor stands for: a piece of the JSON, and how deep it nests.
#[derive(Clone)]
struct Anchored {
    json: Range<usize>,
    height: usize,
}

/// What becomes of a text.
pub(super) struct Writer<'a> {
    yaml: &'a str,
    /// Objects and lists, each on a line.
    pub(super) json: String,
    /// Documents that are a single value: they are not in the JSON.
    pub(super) values: usize,
    /// Where the first of them is.
    pub(super) first_value: usize,
    frames: Vec<Frame>,
    keys: Vec<Key>,
    anchors: base::Map<usize, Anchored>,
    repeated: usize,
    /// Where the JSON of the document begins.
    document: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(yaml: &'a str) -> Self {
        Self {
            yaml,
            json: String::with_capacity(yaml.len()),
            values: 0,
            first_value: 0,
            frames: Vec::new(),
            keys: Vec::new(),
            anchors: base::Map::new(),
            repeated: 0,
            document: 0,
        }
    }

    pub(super) fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Refusal> {
        let at = offset(&span.start);
        match event {
            Event::DocumentStart(..) => {
                self.document = self.json.len();
                self.anchors.clear();
            }
            Event::DocumentEnd => self.end_document(),
            Event::Scalar(text, style, anchor, tag) => {
                if self.awaits_key() {
                    if self.keys.len() == KEYS {
                        return Err(self.refusal(
                            "too-many",
                            at,
                            "more than 200,000 keys of open mappings",
                        ));
                    }
                    self.key(&text, style, tag.as_deref(), anchor, at);
                } else {
                    self.scalar(&text, style, tag.as_deref(), anchor, at)?;
                }
            }
            Event::SequenceStart(_, anchor, _) => self.open(false, anchor, at)?,
            Event::MappingStart(_, anchor, _) => self.open(true, anchor, at)?,
            Event::SequenceEnd | Event::MappingEnd => self.close(at)?,
            Event::Alias(anchor) => self.alias(anchor, at)?,
            // The beginning and the end of the text; others were not asked for.
            _ => {}
        }
        Ok(())
    }

    fn refusal(&self, code: &'static str, at: usize, text: &str) -> Refusal {
        let (line, column) = position(self.yaml.as_bytes(), at);
        let text = format!("{text} at line {line}, column {column}");
        Refusal::at(code, line, column, text)
    }

    fn end_document(&mut self) {
        let document = self.json.get(self.document..).unwrap_or_default();
        if document.starts_with(['{', '[']) {
            self.json.push('\n');
            return;
        }
        self.values += usize::from(!matches!(document, "" | "null"));
        self.json.truncate(self.document);
    }

    fn awaits_key(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| frame.is_map && !frame.awaits)
    }

    /// What stands between two elements.
    fn separate(&mut self) {
        if !self.json.ends_with(['{', '[']) {
            self.json.push(',');
        }
    }

    fn key(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, anchor: usize, at: usize) {
        if text == "<<" && style == ScalarStyle::Plain && tag.is_none() {
            if let Some(frame) = self.frames.last_mut() {
                frame.awaits = true;
                frame.merges_next = true;
            }
            return;
        }
        self.separate();
        let start = self.json.len();
        scalar::string(&mut self.json, text);
        self.end_key(start, anchor, at);
    }

    fn end_key(&mut self, start: usize, anchor: usize, at: usize) {
        let json = start..self.json.len();
        self.json.push(':');
        if anchor > 0 {
            let json = json.clone();
            self.anchors.insert(anchor, Anchored { json, height: 0 });
        }
        self.keys.push(Key { json, at });
        if let Some(frame) = self.frames.last_mut() {
            frame.awaits = true;
        }
    }

    /// Begins a value or an element; answers where its JSON begins.
    fn begin(&mut self) -> usize {
        if self.frames.last().is_some_and(|frame| !frame.is_map) {
            self.separate();
        }
        self.json.len()
    }

    /// Ends what began at `start`.
    fn end(
        &mut self,
        start: usize,
        anchor: usize,
        height: usize,
        at: usize,
    ) -> Result<(), Refusal> {
        let json = start..self.json.len();
        if anchor > 0 {
            self.anchors.insert(anchor, Anchored { json, height });
        }
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        frame.height = frame.height.max(height);
        frame.awaits = false;
        if !core::mem::take(&mut frame.merges_next) {
            return Ok(());
        }
        let merged = self.json.split_off(start);
        // Anchors within it, which are the latest ones, stand for nothing any more.
        while let Some((last, end)) = self.newest_anchor()
            && end > start
        {
            self.anchors.remove(&last);
        }
        if merged == "null" {
            return Ok(());
        }
        if !merged.starts_with(['{', '[']) {
            return Err(self.refusal("merge", at, "“<<” merges what is no mapping"));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.merges.push(merged);
        }
        Ok(())
    }

    /// The anchor that began last, and where its JSON ends.
    fn newest_anchor(&self) -> Option<(usize, usize)> {
        let newest = *self.anchors.keys().next_back()?;
        Some((newest, self.anchors.get(&newest)?.json.end))
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        tag: Option<&Tag>,
        anchor: usize,
        at: usize,
    ) -> Result<(), Refusal> {
        if self.frames.is_empty() && self.values == 0 {
            self.first_value = at;
        }
        let start = self.begin();
        scalar::write(&mut self.json, text, style, tag);
        self.end(start, anchor, 0, at)
    }

    fn open(&mut self, is_map: bool, anchor: usize, at: usize) -> Result<(), Refusal> {
        if self.awaits_key() {
            return Err(self.complex_key(at));
        }
        if self.frames.len() == DEPTH {
            return Err(self.too_deep(at));
        }
        let start = self.begin();
        self.json.push(if is_map { '{' } else { '[' });
        self.frames.push(Frame {
            is_map,
            awaits: false,
            merges_next: false,
            merges: Vec::new(),
            start,
            keys: self.keys.len(),
            anchor,
            height: 0,
        });
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Refusal> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        if frame.is_map {
            self.check_keys(frame.keys)?;
            if !frame.merges.is_empty() {
                self.merge(&frame, at)?;
            }
            self.keys.truncate(frame.keys);
        }
        self.json.push(if frame.is_map { '}' } else { ']' });
        self.end(frame.start, frame.anchor, frame.height + 1, at)
    }

    /// Refuses a mapping that has a key twice.
    fn check_keys(&self, first: usize) -> Result<(), Refusal> {
        let keys = self.keys.get(first..).unwrap_or_default();
        let json = |key: &Key| self.json.get(key.json.clone()).unwrap_or_default();
        // Programs write keys in order.
        if keys
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if json(a) < json(b)))
        {
            return Ok(());
        }
        let mut seen = base::Set::new();
        match keys.iter().find(|key| !seen.insert(json(key))) {
            None => Ok(()),
            Some(key) => {
                let text = format!("the key {} stands twice in a mapping, again", json(key));
                Err(self.refusal("duplicate-key", key.at, &text))
            }
        }
    }

    fn merge(&mut self, frame: &Frame, at: usize) -> Result<(), Refusal> {
        let keys = self.keys.get(frame.keys..).unwrap_or_default();
        let json = |key: &Key| self.json.get(key.json.clone()).unwrap_or_default();
        let there: base::Set<String> = keys.iter().map(|key| json(key).to_owned()).collect();
        match merge::merge(&mut self.json, there, &frame.merges) {
            Some(()) => Ok(()),
            None => Err(self.refusal(
                "merge",
                at,
                "“<<” merges what is no mapping, before the end",
            )),
        }
    }

    fn alias(&mut self, anchor: usize, at: usize) -> Result<(), Refusal> {
        let Some(Anchored { json, height }) = self.anchors.get(&anchor).cloned() else {
            return Err(self.refusal("alias", at, "an alias of what holds or merges it"));
        };
        self.repeated += json.len();
        if self.repeated > REPEATED + self.yaml.len() {
            return Err(self.refusal("aliases", at, "aliases repeat too much"));
        }
        if self.frames.len() + height > DEPTH {
            return Err(self.too_deep(at));
        }
        if !self.awaits_key() {
            let start = self.begin();
            self.json.extend_from_within(json);
            return self.end(start, 0, height, at);
        }
        let text = self.json.get(json.clone()).unwrap_or_default();
        match text.as_bytes() {
            [b'{' | b'[', ..] => return Err(self.complex_key(at)),
            [b'"', ..] => {
                self.separate();
                let start = self.json.len();
                self.json.extend_from_within(json);
                self.end_key(start, 0, at);
            }
            _ => {
                let text = text.to_owned();
                self.key(&text, ScalarStyle::DoubleQuoted, None, 0, at);
            }
        }
        Ok(())
    }

    fn complex_key(&self, at: usize) -> Refusal {
        self.refusal(
            "content",
            at,
            "a list or a mapping stands as a key, which nothing that is read has,",
        )
    }

    fn too_deep(&self, at: usize) -> Refusal {
        let text = format!("nests deeper than {DEPTH} levels");
        self.refusal("too-deep", at, &text)
    }
}

/// The byte of the text where a marker stands.
pub(super) fn offset(marker: &Marker) -> usize {
    marker.byte_offset().unwrap_or_default()
}
