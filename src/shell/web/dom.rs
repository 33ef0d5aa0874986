//! Parts of the page that change while playing: small trees written directly to the document.
//!
//! Yew draws their frames once. What changes many times per second is described as [`DomNode`]s and
//! compared by position with the document, so that unchanged elements and the focus stay.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, Node};

/// A part of the tree.
#[derive(Clone, PartialEq, Debug)]
pub enum DomNode {
    Text(String),
    Tag(Tag),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Tag {
    pub name: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    pub inside: Vec<DomNode>,
}

/// Starts a tag.
pub fn tag(name: &'static str) -> Tag {
    Tag { name, attributes: Vec::new(), inside: Vec::new() }
}

/// A tag with a class.
pub fn block(name: &'static str, class: &str) -> Tag {
    tag(name).with("class", class)
}

impl Tag {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.add(DomNode::Text(text.into()))
    }

    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "a child is added, not a number")]
    pub fn add(mut self, piece: impl Into<DomNode>) -> Self {
        self.inside.push(piece.into());
        self
    }

    #[must_use]
    pub fn all(mut self, pieces: impl IntoIterator<Item = Tag>) -> Self {
        self.inside.extend(pieces.into_iter().map(DomNode::Tag));
        self
    }
}

impl From<Tag> for DomNode {
    fn from(tag: Tag) -> Self {
        Self::Tag(tag)
    }
}

/// An icon of `draw::icons`, hidden from screen readers.
pub fn icon(d: &'static str, class: &str) -> Tag {
    tag("svg")
        .with("viewBox", "0 0 16 16")
        .with("class", format!("i {class}"))
        .with("aria-hidden", "true")
        .add(tag("path").with("d", d))
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// A place in the document with its last content.
pub struct DomSlot {
    element: Element,
    shown: Vec<DomNode>,
}

impl DomSlot {
    pub fn new(element: Element) -> Self {
        element.set_text_content(None);
        Self { element, shown: Vec::new() }
    }

    pub fn element(&self) -> &Element {
        &self.element
    }

    /// Writes the differences.
    pub fn show(&mut self, pieces: Vec<DomNode>) {
        if pieces == self.shown {
            return;
        }
        if let Some(document) = self.element.owner_document() {
            inside(&document, &self.element, &self.shown, &pieces, false);
        }
        self.shown = pieces;
    }

    pub fn show_text(&mut self, text: &str) {
        self.show(vec![DomNode::Text(text.to_owned())]);
    }
}

fn inside(document: &Document, parent: &Element, old: &[DomNode], new: &[DomNode], svg: bool) {
    for (n, piece) in new.iter().enumerate() {
        let there = parent.child_nodes().item(n as u32);
        match (old.get(n), there) {
            (Some(before), Some(node)) => {
                if before != piece && !patch(document, &node, before, piece, svg) {
                    let _ = parent.replace_child(&make(document, piece, svg), &node);
                }
            }
            (_, Some(node)) => {
                let _ = parent.replace_child(&make(document, piece, svg), &node);
            }
            (_, None) => {
                let _ = parent.append_child(&make(document, piece, svg));
            }
        }
    }
    while let Some(extra) = parent.child_nodes().item(new.len() as u32) {
        let _ = parent.remove_child(&extra);
    }
}

/// Updates a node in place if both have the same type.
fn patch(document: &Document, node: &Node, old: &DomNode, new: &DomNode, svg: bool) -> bool {
    match (old, new) {
        (DomNode::Text(_), DomNode::Text(text)) => {
            node.set_text_content(Some(text));
            true
        }
        (DomNode::Tag(old), DomNode::Tag(new)) if old.name == new.name => {
            let Some(element) = node.dyn_ref::<Element>() else {
                return false;
            };
            for (name, value) in &new.attributes {
                let same = old.attributes.iter().any(|(n, v)| n == name && v == value);
                if !same {
                    let _ = element.set_attribute(name, value);
                }
            }
            for (name, _) in &old.attributes {
                if !new.attributes.iter().any(|(n, _)| n == name) {
                    let _ = element.remove_attribute(name);
                }
            }
            let svg = svg || new.name == "svg";
            inside(document, element, &old.inside, &new.inside, svg);
            true
        }
        _ => false,
    }
}

fn make(document: &Document, piece: &DomNode, svg: bool) -> Node {
    match piece {
        DomNode::Text(text) => document.create_text_node(text).into(),
        DomNode::Tag(tag) => {
            let svg = svg || tag.name == "svg";
            let made = if svg {
                document.create_element_ns(Some(SVG), tag.name)
            } else {
                document.create_element(tag.name)
            };
            let Ok(element) = made else {
                return document.create_text_node("").into();
            };
            for (name, value) in &tag.attributes {
                let _ = element.set_attribute(name, value);
            }
            for piece in &tag.inside {
                let _ = element.append_child(&make(document, piece, svg));
            }
            element.into()
        }
    }
}
