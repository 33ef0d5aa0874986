//! The bar on the marked range: its length and what happens in it.

use crate::shell::run::loaded::Run;
use crate::shell::web::dom::{DomNode, DomSlot, tag};
use crate::shell::words::{span, t, tn};
use base::SimTime;
use draw::surface::Rect;
use query::StretchCounts;
use std::cell::RefCell;
use web_sys::{Element, HtmlElement};

pub(super) struct RangeBar {
    bar: HtmlElement,
    says: RefCell<DomSlot>,
}

impl RangeBar {
    pub(super) fn new(bar: HtmlElement, says: Element) -> Self {
        Self { bar, says: RefCell::new(DomSlot::new(says)) }
    }

    /// Says what happens between two instants, in milliseconds. Without a range there is no bar.
    pub(super) fn say(&self, run: &Run, range: Option<(f64, f64)>) {
        let _ = self.bar.class_list().toggle_with_force("none", range.is_none());
        if let Some(buttons) = self.bar.last_element_child() {
            let _ = buttons.toggle_attribute_with_force("hidden", range.is_none());
        }
        let Some((from, to)) = range else {
            return self.says.borrow_mut().show(Vec::new());
        };
        let (from, to) = (from.round() as i64, to.round() as i64);
        self.says.borrow_mut().show(counted(run, from, to));
    }

    /// Places it at the start of the range, as far as it fits. `from`, `to`: the visible range in pixels.
    pub(super) fn put(&self, (from, to): (f64, f64), field: Rect) {
        let wide = f64::from(self.bar.offset_width());
        let left = from.max(field.x).min(to.max(field.x)).min(field.right() - wide).max(field.x);
        let _ = self.bar.style().set_property("left", &format!("{left:.0}px"));
    }
}

#[inline(never)] // Loaded after the first run is on the screen.
fn counted(run: &Run, from: i64, to: i64) -> Vec<DomNode> {
    let counts = query::stretch(&run.reading, SimTime::from_ms(from), SimTime::from_ms(to));
    said(to - from, counts)
}

fn said(length_ms: i64, counts: StretchCounts) -> Vec<DomNode> {
    let StretchCounts { came, went, evictions, refusals, forced } = counts;
    let count = |key: &str, n: u32| tag("span").text(tn(key, &[("n", n.into())]));
    let nodes = [("came", came.into()), ("went", went.into())];
    [
        tag("b").text(span(length_ms)),
        tag("span").text(tn("ui-range-nodes", &nodes)),
        count("ui-range-evictions", evictions),
        count("ui-range-refusals", refusals).with("title", t("ui-range-refusals-hint")),
        count("ui-range-forced", forced),
    ]
    .map(DomNode::from)
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_range_says_its_length_and_what_happens() {
        let all = |ms, counts| {
            let texts = said(ms, counts).into_iter().map(|piece| match piece {
                DomNode::Tag(tag) => match tag.inside.into_iter().next() {
                    Some(DomNode::Text(text)) => text,
                    _ => String::new(),
                },
                DomNode::Text(text) => text,
            });
            texts.collect::<Vec<_>>().join(" · ")
        };
        let counts = StretchCounts { came: 4, went: 4, evictions: 18, refusals: 45, forced: 0 };
        let one = StretchCounts { came: 1, went: 0, evictions: 1, refusals: 1, forced: 1 };
        expect![[r#"
            15 min 33 s · 4 nodes came, 4 went · 18 evictions · 45 refusals · 0 forced out
            1 s · 1 node came, 0 went · 1 eviction · 1 refusal · 1 forced out"#]]
        .assert_eq(&[all(933_000, counts), all(1000, one)].join("\n"));
    }
}
