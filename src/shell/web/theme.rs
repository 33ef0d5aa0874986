//! The theme by user and system settings: light or dark, more contrast, or forced colors.

use super::browser::{dark, matches};
use crate::shell::state::ThemeChoice;
use draw::surface::Color;
use draw::theme::{DARK, DARK_STRONG, LIGHT, LIGHT_STRONG, System, Theme};
use std::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The theme for drawings.
pub fn theme(choice: ThemeChoice) -> &'static Theme {
    let strong = matches("(prefers-contrast: more)");
    if matches("(forced-colors: active)") {
        return forced();
    }
    match (dark(choice), strong) {
        (false, false) => &LIGHT,
        (true, false) => &DARK,
        (false, true) => &LIGHT_STRONG,
        (true, true) => &DARK_STRONG,
    }
}

/// The user's forced colors, for light and dark, when they were read.
type Known = (bool, &'static Theme);

thread_local! {
    static KNOWN: Cell<Option<Known>> = const { Cell::new(None) };
}

/// Themes are compared by pointer, so each forced one is kept as long as the page.
fn forced() -> &'static Theme {
    let night = matches("(prefers-color-scheme: dark)");
    if let Some((known, theme)) = KNOWN.get()
        && known == night
    {
        return theme;
    }
    let theme: &Theme = Box::leak(Box::new(Theme::of_system(colours())));
    KNOWN.set(Some((night, theme)));
    theme
}

/// Reads the system's colors by applying them to an element.
fn colours() -> System {
    let read = || {
        let window = web_sys::window()?;
        let document = window.document()?;
        let body = document.body()?;
        let probe: HtmlElement = document.create_element("i").ok()?.dyn_into().ok()?;
        let _ = probe.style().set_property("forced-color-adjust", "none");
        body.append_child(&probe).ok()?;
        let color = |name: &str| {
            let _ = probe.style().set_property("color", name);
            let style = window.get_computed_style(&probe).ok().flatten();
            style
                .and_then(|style| style.get_property_value("color").ok())
                .and_then(|text| rgb(&text))
                .unwrap_or_default()
        };
        let system = System {
            canvas: color("Canvas"),
            canvas_text: color("CanvasText"),
            gray_text: color("GrayText"),
            link_text: color("LinkText"),
            visited_text: color("VisitedText"),
            highlight: color("Highlight"),
        };
        probe.remove();
        Some(system)
    };
    read().unwrap_or_default()
}

/// `rgb(26, 235, 255)`
fn rgb(text: &str) -> Option<Color> {
    let inside = text.split(['(', ')']).nth(1)?;
    let mut parts = inside.split([',', ' ']).filter(|part| !part.is_empty());
    let mut hex = 0;
    for _ in 0..3 {
        hex = hex << 8 | parts.next()?.trim().parse::<u32>().ok().filter(|part| *part < 256)?;
    }
    Some(Color::rgb(hex))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_browser_says_of_a_colour_is_read() {
        assert_eq!(rgb("rgb(26, 235, 255)"), Some(Color::rgb(0x1aebff)));
        assert_eq!(rgb("rgb(0 0 0)"), Some(Color::rgb(0)));
        for text in ["", "rgb(", "rgb(1, 2)", "rgb(256, 0, 0)", "CanvasText"] {
            assert_eq!(rgb(text), None, "{text:?}");
        }
    }
}
