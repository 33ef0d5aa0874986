//! The run at the playhead as a standalone picture.

use crate::player::report::{RunReport, title};
use crate::player::speak_of;
use crate::share::parts::{SharedRun, saver};
use crate::shell::dates::date;
use crate::shell::run::loaded::Run;
use crate::shell::web::browser::document;
use crate::shell::web::files::{save, save_blob};
use crate::shell::widgets::on;
use crate::shell::words::t;
use base::SimTime;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use draw::canvas::Canvas;
use draw::picture::{self, Picture};
use draw::surface::{Font, Surface};
use draw::svg::estimate;
use draw::theme::Theme;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};
use yew::prelude::*;

/// Device pixels per pixel of the picture.
const SHARP: f64 = 2.0;
/// Browsers draw nothing on a larger canvas.
const MOST_PIXELS: f64 = 16_384.0;

pub(super) fn tab(given: &SharedRun, at_ms: i64, theme: &'static Theme) -> Html {
    let Some(run) = &given.run else {
        return html! { <p class="quiet">{ t("ui-share-no-run") }</p> };
    };
    let dated = given.document.as_ref().is_some_and(|document| document.start.is_some());
    let svg: Rc<str> = draw(run, at_ms, dated, theme).into();
    let address = format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg.as_bytes()));
    let onsvg = on(&svg, move |svg, _: MouseEvent| {
        save("nodetide.svg", "image/svg+xml", svg.as_bytes());
    });
    let onpng = on(&address, move |address, _: MouseEvent| save_png(address));
    html! {
        <>
            <img class="share-picture" src={address} alt={t("ui-share-picture")} />
            <p class="share-do"><span>{ t("ui-share-svg") }</span>{ saver("ui-share-save-svg", onsvg) }</p>
            <p class="share-do"><span>{ t("ui-share-png") }</span>{ saver("ui-share-save-png", onpng) }</p>
        </>
    }
}

fn draw(run: &Run, at_ms: i64, dated: bool, theme: &Theme) -> String {
    let at = SimTime::from_ms(at_ms);
    let last = run.trace.last();
    let canvas = canvas().and_then(|element| Canvas::of(&element).ok());
    let canvas = RefCell::new(canvas);
    // Texts are measured by this browser.
    let measure = |text: &str, font: Font| match &mut *canvas.borrow_mut() {
        Some(canvas) => canvas.width(text, font),
        None => estimate(text, font),
    };
    let report = RunReport::of(run, dated);
    let headline = report.map_or_else(String::new, |report| title(run, &report));
    speak_of(run, last, |words| {
        picture::svg(&Picture {
            trace: &run.trace,
            index: &run.index,
            lanes: &run.lanes,
            at,
            headline: &headline,
            words,
            date: &date,
            theme,
            width: picture::WIDTH,
            measure: &measure,
        })
    })
}

fn canvas() -> Option<HtmlCanvasElement> {
    document()?.create_element("canvas").ok()?.dyn_into().ok()
}

/// Draws the picture on a canvas and saves it as PNG.
fn save_png(address: &str) {
    let Ok(image) = HtmlImageElement::new() else {
        return;
    };
    let onload = Closure::once_into_js({
        let image = image.clone();
        move || {
            // If the browser can't draw it, the SVG is still available.
            let _ = paint(&image);
        }
    });
    image.set_onload(onload.dyn_ref());
    image.set_src(address);
}

fn paint(image: &HtmlImageElement) -> Option<()> {
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let sharp = SHARP.min(MOST_PIXELS / width.max(height).max(1.0));
    let (width, height) = (width * sharp, height * sharp);
    let canvas = canvas()?;
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)
        .ok()?;
    let ready = Closure::once_into_js(|blob: Option<Blob>| {
        if let Some(blob) = blob {
            save_blob("nodetide.png", &blob);
        }
    });
    canvas.to_blob(ready.dyn_ref()?).ok()
}
