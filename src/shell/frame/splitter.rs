//! Borders between regions, which are dragged or moved by keys; their sizes are remembered.

use crate::player::{Player, use_player};
use crate::shell::web::local_storage;
use crate::shell::widgets::on;
use crate::shell::words::t;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

base::enum_table! {
    /// A border of a region whose size can change.
    enum Border, key,
    /// The selector of its region.
    region {
        Setup = "ui-size-setup", ".setup";
        Inspector = "ui-size-inspector", ".insp";
        Timeline = "ui-size-timeline", ".tl";
    }
}

/// How far a key moves it, and with Shift.
const STEP: [i32; 2] = [16, 64];

impl Border {
    /// The class of its element, the CSS variable of its region's size, and the key under which that is kept.
    fn names(self) -> [&'static str; 3] {
        match self {
            Self::Setup => ["split-setup", "--setup-size", "size-setup"],
            Self::Inspector => ["split-insp", "--insp-size", "size-insp"],
            Self::Timeline => ["split-tl", "--tl-size", "size-tl"],
        }
    }

    /// The fewest and most pixels, in a page of that size. The stage keeps the rest.
    fn range(self, page: &Element) -> (i32, i32) {
        match self {
            Self::Setup => (220, (page.client_width() / 2).min(640)),
            Self::Inspector => (260, (page.client_width() / 2).min(640)),
            Self::Timeline => (120, page.client_height() * 6 / 10),
        }
    }

    /// The present size of its region.
    fn size(self, page: &Element) -> i32 {
        let region = page.query_selector(self.region()).ok().flatten();
        let rect = region.map(|region| region.get_bounding_client_rect());
        let size = rect.map_or(0.0, |rect| match self {
            Self::Timeline => rect.height(),
            _ => rect.width(),
        });
        size.round() as i32
    }

    /// Sizes its region; without a size as the page's style does.
    fn set(self, page: &Element, size: Option<i32>) -> Option<i32> {
        let (least, most) = self.range(page);
        let size = size.map(|size| size.min(most).max(least));
        let style = page.dyn_ref::<HtmlElement>()?.style();
        let [_, variable, _] = self.names();
        // A size in pixels is always valid.
        let _ = match size {
            Some(size) => style.set_property(variable, &format!("{size}px")),
            None => style.remove_property(variable).map(|_| ()),
        };
        size
    }

    /// The size that a key asks for; `Some(None)` is that of the page's style.
    fn by_key(self, page: &Element, key: &str, shift: bool) -> Option<Option<i32>> {
        let (least, most) = self.range(page);
        let grows = match (self, key) {
            (Self::Setup, "ArrowRight") | (Self::Inspector, "ArrowLeft") => 1,
            (Self::Setup, "ArrowLeft") | (Self::Inspector, "ArrowRight") => -1,
            (Self::Timeline, "ArrowUp") => 1,
            (Self::Timeline, "ArrowDown") => -1,
            (_, "Home") => return Some(Some(least)),
            (_, "End") => return Some(Some(most)),
            (_, "Enter") => return Some(None),
            _ => return None,
        };
        Some(Some(self.size(page) + grows * STEP[usize::from(shift)]))
    }

    /// The size that ends at the pointer.
    fn by_pointer(self, page: &Element, event: &PointerEvent) -> i32 {
        let rect = page.get_bounding_client_rect();
        let lanes = page.query_selector(self.region()).ok().flatten();
        let lanes = lanes.map_or(rect.bottom(), |lanes| lanes.get_bounding_client_rect().bottom());
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let size = match self {
            Self::Setup => x - rect.left(),
            Self::Inspector => rect.right() - x,
            Self::Timeline => lanes - y,
        };
        size.round() as i32
    }
}

/// The borders of the regions that are shown.
pub fn splitters(setup: bool) -> Html {
    let shown = [(Border::Setup, setup), (Border::Timeline, true), (Border::Inspector, true)];
    let shown = shown.into_iter().filter(|(_, shown)| *shown);
    html! {
        <section class="splits" aria-label={t("ui-sizes")}>
            { for shown.map(|(border, _)| html! { <Splitter key={border as u8} {border} /> }) }
        </section>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct SplitterProps {
    border: Border,
}

/// A border on the page.
#[derive(Clone)]
struct Handle {
    border: Border,
    node: NodeRef,
    player: Player,
    /// The size of its region, the fewest and the most pixels.
    value: UseStateHandle<(i32, i32, i32)>,
}

impl Handle {
    fn page(&self) -> Option<Element> {
        self.node.cast::<Element>()?.closest("#page").ok().flatten()
    }

    /// Sizes the region; returns its size.
    fn resize(&self, size: Option<i32>) -> Option<i32> {
        let page = self.page()?;
        let size = self.border.set(&page, size);
        self.player.request();
        let (least, most) = self.border.range(&page);
        self.value.set((self.border.size(&page), least, most));
        size
    }

    /// The same, and keeps the size; an empty text is that of the page's style.
    fn take(&self, size: Option<i32>) {
        let text = self.resize(size).map_or_else(String::new, |size| size.to_string());
        let [_, _, key] = self.border.names();
        local_storage::keep(key, &text);
    }

    fn key(&self, event: &KeyboardEvent) {
        let by_key = |page: Element| self.border.by_key(&page, &event.key(), event.shift_key());
        if let Some(size) = self.page().and_then(by_key) {
            event.prevent_default();
            event.stop_propagation();
            self.take(size);
        }
    }

    /// The element, if the pointer holds it.
    fn held(&self, event: &PointerEvent) -> Option<Element> {
        let separator = self.node.cast::<Element>();
        separator.filter(|separator| separator.has_pointer_capture(event.pointer_id()))
    }

    fn down(&self, event: &PointerEvent) {
        event.stop_propagation();
        if let Some(separator) = self.node.cast::<Element>() {
            // The pointer may be gone by now.
            let _ = separator.set_pointer_capture(event.pointer_id());
        }
    }

    fn motion(&self, event: &PointerEvent) {
        if let Some(page) = self.held(event).and(self.page()) {
            self.resize(Some(self.border.by_pointer(&page, event)));
        }
    }

    fn up(&self, event: &PointerEvent) {
        if let Some(page) = self.held(event).and(self.page()) {
            self.take(Some(self.border.size(&page)));
        }
    }
}

/// A border as a separator, which takes the focus.
#[component]
fn Splitter(props: &SplitterProps) -> Html {
    let border = props.border;
    let [class, _, key] = border.names();
    let node = use_node_ref();
    let (player, value) = (use_player(), use_state_eq(|| (0, 0, 0)));
    let handle = Handle { border, node: node.clone(), player, value: value.clone() };
    use_effect_with((), {
        let handle = handle.clone();
        move |()| {
            let size = local_storage::kept(key).and_then(|size| size.parse().ok());
            handle.resize(size);
        }
    });
    let pointer = |act: fn(&Handle, &PointerEvent)| {
        on(&handle, move |handle, event: PointerEvent| act(handle, &event))
    };
    let onkeydown = on(&handle, |handle, event: KeyboardEvent| handle.key(&event));
    let ondblclick = on(&handle, |handle, _: MouseEvent| handle.take(None));
    let (now, least, most) = *value;
    let orientation = if border == Border::Timeline { "horizontal" } else { "vertical" };
    html! {
        <div ref={node} class={classes!("split", class)} role="separator" tabindex="0" title={t("ui-size-keys")}
            aria-label={t(border.key())} aria-orientation={orientation} aria-valuenow={now.to_string()}
            aria-valuemin={least.to_string()} aria-valuemax={most.to_string()} {onkeydown} {ondblclick}
            onpointerdown={pointer(Handle::down)} onpointermove={pointer(Handle::motion)} onpointerup={pointer(Handle::up)}></div>
    }
}
