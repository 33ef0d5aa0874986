//! What changes in the presentation while the run plays: the clock, the moments in words, and the chart.

use crate::player::{PaintInput, Painter, RunScene, moment_text, said};
use crate::shell::dates::offset;
use crate::shell::run::loaded::Run;
use crate::shell::web::browser::element;
use crate::shell::web::dom::{DomSlot, tag};
use crate::shell::words::tn;
use draw::canvas::Canvas;
use draw::presenter::{PresenterChart, PresenterFrame, draw};
use draw::surface::plain;
use query::moments::Moment;
use std::cell::{Cell, RefCell};
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

pub(super) struct PresenterPainter {
    canvas: RefCell<Canvas>,
    element: HtmlCanvasElement,
    clock: RefCell<DomSlot>,
    time: HtmlElement,
    /// The moment at the playhead, and the next one.
    now: RefCell<DomSlot>,
    next: RefCell<DomSlot>,
    size: Cell<PresenterFrame>,
}

impl PresenterPainter {
    pub(super) fn new(
        element: HtmlCanvasElement,
        time: HtmlElement,
        [now, next]: [Element; 2],
    ) -> Option<Self> {
        Some(Self {
            canvas: RefCell::new(Canvas::of(&element).ok()?),
            element,
            clock: RefCell::new(DomSlot::new(time.clone().into())),
            time,
            now: RefCell::new(DomSlot::new(now)),
            next: RefCell::new(DomSlot::new(next)),
            size: Cell::new(PresenterFrame { width: 0.0, height: 0.0 }),
        })
    }

    /// The instant of the moment at a point of the chart, in milliseconds.
    pub(super) fn moment_at(&self, run: &Run, scene: &RunScene, x: f64, y: f64) -> Option<f64> {
        let moments = run.reading.moments().iter();
        let moments: Vec<f64> = moments.map(|one| one.at.ms() as f64).collect();
        let n = self.size.get().hit(&scene.axis, &moments, x, y)?;
        moments.get(n).copied()
    }

    /// Writes the time, and leaves the caption as much room beside it as it needs.
    fn write_time(&self, at_ms: f64) {
        let text = offset(at_ms);
        let is_longer = self.time.text_content().is_none_or(|before| before.len() != text.len());
        self.clock.borrow_mut().show_text(&text);
        if is_longer && let Some(page) = element::<HtmlElement>("page") {
            let width = format!("{}px", self.time.offset_width());
            let _ = page.style().set_property("--clock-width", &width);
        }
    }
}

impl Painter for PresenterPainter {
    fn measure(&self) {
        let (width, height) = (self.element.client_width(), self.element.client_height());
        self.size.set(PresenterFrame { width: f64::from(width), height: f64::from(height) });
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return false;
        };
        let all = run.reading.moments();
        let passed = all.partition_point(|one| one.at.ms() as f64 <= show.at_ms);
        let in_words = |one: &Moment| {
            said(run, scene, |words| {
                plain(&format!("{} {}", words.name(one.subject), moment_text(run, words, one)))
            })
        };
        self.write_time(show.at_ms);
        let count = [("n", passed.into()), ("of", all.len().into())];
        let mut now = vec![tag("b").text(tn("ui-present-moment", &count)).into()];
        let current = passed.checked_sub(1);
        now.extend(current.map(|n| tag("span").text(in_words(&all[n])).into()));
        self.now.borrow_mut().show(now);
        let next = all.get(passed).map_or(Vec::new(), |one| {
            let at = offset(one.at.ms() as f64);
            vec![
                tag("span").text(tn("ui-present-next", &[("at", at.into())])).into(),
                tag("b").text(in_words(one)).into(),
            ]
        });
        self.next.borrow_mut().show(next);
        let nodes = &run.lanes.nodes;
        let counted = frame.cluster.registered();
        let extent = [("low", nodes.min().into()), ("high", nodes.max().into())];
        let instants: Vec<f64> = all.iter().map(|one| one.at.ms() as f64).collect();
        let chart = PresenterChart {
            title: [
                tn("ui-present-nodes", &[("n", counted.into())]),
                tn("ui-present-extent", &extent),
            ],
            nodes,
            axis: &scene.axis,
            at_ms: show.at_ms,
            moments: &instants,
            current,
        };
        let size = self.size.get();
        let mut canvas = self.canvas.borrow_mut();
        canvas.fit(size.width, size.height);
        draw(&mut *canvas, show.theme, &chart, size);
        false
    }
}
