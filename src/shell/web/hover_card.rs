//! A card beside the pointer about what is under it. It has nothing that can be clicked, and screen readers don't hear it.

use super::browser::window_size;
use super::dom::{DomNode, DomSlot, Tag, block, tag};
use crate::shell::web::browser::found;
use gloo_timers::callback::Timeout;
use js_sys::Date;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

/// How long the pointer rests before a card opens, in milliseconds.
const REST: u32 = 200;
/// So long after a card is gone the next one opens at once: it was between two targets.
const WARM: f64 = 400.0;
/// The distance from the pointer, and from the window's edges, in pixels.
const BESIDE: f64 = 14.0;
const ROOM: f64 = 6.0;

/// The texts of a card.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardText {
    pub heading: String,
    /// The zone, pool or lane that it belongs to.
    pub place: String,
    /// Labels with their texts; a text without a label takes the whole line.
    pub lines: Vec<(String, String)>,
    /// States from the first to the last as class, begin and end, in thousandths of the whole.
    pub share: Vec<(&'static str, i64, i64)>,
    /// The instant of the card on the line of states.
    pub here: Option<i64>,
    /// What the pointer does there.
    pub foot: Vec<String>,
}

fn written(card: &CardText) -> Vec<DomNode> {
    let bdi = |text: &str| tag("bdi").text(text);
    let head = block("p", "head").add(tag("b").add(bdi(&card.heading)));
    let head = match card.place.is_empty() {
        true => head,
        false => head.add(tag("small").add(bdi(&card.place))),
    };
    let lines = card.lines.iter().map(|(label, text)| match label.is_empty() {
        true => block("p", "all").add(bdi(text)),
        false => tag("p").add(tag("span").text(label)).add(bdi(text)),
    });
    let lines: Vec<Tag> = lines.collect();
    let mut pieces = vec![head.into()];
    pieces.extend(lines.into_iter().map(DomNode::Tag));
    if !card.share.is_empty() {
        let here = card.here.iter().map(|at| ("here", at - 4, at + 4));
        let parts = card.share.iter().copied().chain(here);
        let parts = parts.map(|(class, from, to)| {
            let rect = block("rect", class).with("x", from.to_string()).with("height", "1");
            rect.with("width", (to - from).to_string())
        });
        let line = tag("svg").with("viewBox", "0 0 1000 1").with("preserveAspectRatio", "none");
        pieces.push(line.all(parts).into());
    }
    if !card.foot.is_empty() {
        let foot = card.foot.iter().map(|text| tag("span").text(text));
        pieces.push(block("p", "does").all(foot).into());
    }
    pieces
}

pub struct HoverCard {
    element: HtmlElement,
    slot: RefCell<DomSlot>,
    /// The next card, and the pointer's place in the window.
    next: RefCell<CardText>,
    at: Cell<(f64, f64)>,
    rest: RefCell<Option<Timeout>>,
    /// When a card was last left, in milliseconds.
    left: Cell<f64>,
}

impl HoverCard {
    pub fn new(element: HtmlElement) -> Rc<Self> {
        Rc::new(Self {
            slot: RefCell::new(DomSlot::new(element.clone().unchecked_into())),
            element,
            next: RefCell::default(),
            at: Cell::default(),
            rest: RefCell::default(),
            left: Cell::new(0.0),
        })
    }

    /// Shows a card once the pointer rests, or changes the one that is shown. A finger gets none.
    pub fn show(self: &Rc<Self>, event: &PointerEvent, card: Option<CardText>) {
        let Some(card) = card.filter(|_| event.pointer_type() != "touch") else {
            if !self.element.hidden() {
                self.left.set(Date::now());
            }
            return self.hide();
        };
        self.at.set((f64::from(event.client_x()), f64::from(event.client_y())));
        let other = self.next.borrow().heading != card.heading;
        self.next.replace(card);
        if !self.element.hidden() || Date::now() - self.left.get() < WARM {
            put(self);
        } else if other || self.rest.borrow().is_none() {
            let card = Rc::clone(self);
            self.rest.replace(Some(Timeout::new(REST, move || put(&card))));
        }
    }

    /// Changes the text of a shown card.
    pub fn change(&self, card: impl FnOnce() -> Option<CardText>) {
        if self.element.hidden() {
            return;
        }
        match card() {
            Some(card) => {
                self.next.replace(card);
                put(self);
            }
            None => self.hide(),
        }
    }

    pub fn hide(&self) {
        self.rest.take();
        self.next.take();
        self.element.set_hidden(true);
    }
}

/// Places it below and right of the pointer, or on the other side of it where there is no room.
#[inline(never)] // Loaded after the first run is on the screen.
fn put(card: &HoverCard) {
    card.slot.borrow_mut().show(written(&card.next.borrow()));
    card.element.set_hidden(false);
    let Some((wide, high)) = window_size() else { return };
    let (w, h) = (f64::from(card.element.offset_width()), f64::from(card.element.offset_height()));
    let beside = |at: f64, size: f64, room: f64| match at + BESIDE + size + ROOM <= room {
        true => at + BESIDE,
        false => (at - BESIDE - size).max(ROOM),
    };
    let (x, y) = card.at.get();
    let (left, top) = (beside(x, w, wide), beside(y, h, high));
    let to = format!("translate({left:.0}px, {top:.0}px)");
    let _ = card.element.style().set_property("transform", &to);
}

/// Hides the card that is shown, until the pointer is on something else.
pub fn dismiss() {
    if let Some(card) = found::<HtmlElement>(".hover-card:not([hidden])") {
        card.set_hidden(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tags as `name.class(inside)`.
    fn text(node: &DomNode) -> String {
        match node {
            DomNode::Text(text) => text.clone(),
            DomNode::Tag(tag) => {
                let class = tag.attributes.iter().find(|(name, _)| *name == "class");
                let class = class.map_or_else(String::new, |(_, class)| format!(".{class}"));
                let inside: Vec<String> = tag.inside.iter().map(text).collect();
                format!("{}{class}({})", tag.name, inside.join(" "))
            }
        }
    }

    #[test]
    fn only_what_is_known_takes_a_line() {
        let all = CardText {
            heading: "b-5: draining".to_owned(),
            place: "zone b".to_owned(),
            lines: vec![
                ("since".to_owned(), "02:19:20".to_owned()),
                (String::new(), "5 of 6".to_owned()),
            ],
            share: vec![("draining", 0, 1000)],
            here: Some(500),
            foot: vec!["click: Why?".to_owned()],
        };
        let lines = |card: &CardText| written(card).iter().map(text).collect::<Vec<_>>().join("\n");
        expect_test::expect![[r#"
            p.head(b(bdi(b-5: draining)) small(bdi(zone b)))
            p(span(since) bdi(02:19:20))
            p.all(bdi(5 of 6))
            svg(rect.draining() rect.here())
            p.does(span(click: Why?))"#]]
        .assert_eq(&lines(&all));
        let bare = CardText { heading: "api-0: ready".to_owned(), ..CardText::default() };
        expect_test::expect!["p.head(b(bdi(api-0: ready)))"].assert_eq(&lines(&bare));
    }
}
