//! Long tables: only the rows in view are in the document, so that a hundred thousand of them scroll like ten.

use crate::shell::web::browser::element;
use core::ops::Range;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The height of a row, as in `tables.css`.
pub const ROW_PX: i32 = 30;
/// Rows beyond those in view, above and below.
const MORE: usize = 12;
/// Rows that are in view at most.
const VIEW: usize = 40;

/// How far a table scrolls before its rows are drawn again: less than the rows above.
pub const AROUND_PX: i32 = 8 * ROW_PX;

/// A table that scrolls on its own.
pub struct RowsInView {
    pub id: &'static str,
    pub label: String,
    pub class: &'static str,
    /// Pixels above the rows in view.
    pub scrolled: i32,
    pub len: usize,
    /// Hears the pixels above the rows in view.
    pub onscroll: Callback<i32>,
    /// Hears by how many rows the choice moves.
    pub onmove: Callback<i32>,
}

/// Scrolls a table to a row.
pub fn show(id: &str, row: usize) {
    let Some(list) = element::<HtmlElement>(id) else {
        return;
    };
    let (top, height) = (row as i32 * ROW_PX, list.client_height() - 2 * ROW_PX);
    if top < list.scroll_top() || top > list.scroll_top() + height {
        list.set_scroll_top((top - height / 2).max(0));
    }
}

/// The rows of so many that are in the document.
pub fn in_view(scrolled: i32, len: usize) -> Range<usize> {
    let first = (scrolled.max(0) / ROW_PX) as usize;
    first.saturating_sub(MORE).min(len)..(first + VIEW + MORE).min(len)
}

impl RowsInView {
    /// The rows in view, between the space of those above and below; without rows a sentence.
    pub fn html(self, head: Html, empty: String, row: impl Fn(usize) -> Html) -> Html {
        let Range { start, end } = in_view(self.scrolled, self.len);
        let space = |rows: usize| {
            let height = (rows as i32 * ROW_PX).to_string();
            html! { <tr class="space" aria-hidden="true"><td {height} /></tr> }
        };
        let scrolled = self.onscroll.reform(|event: Event| {
            let list: HtmlElement = event.target_unchecked_into();
            list.scroll_top()
        });
        let moved = self.onmove;
        let keys = Callback::from(move |event: KeyboardEvent| {
            let by = match event.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "PageDown" => 10,
                "PageUp" => -10,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            moved.emit(by);
        });
        html! {
            <div class="rows" id={self.id} tabindex="0" role="region" aria-label={self.label} onscroll={scrolled} onkeydown={keys}>
                <table aria-rowcount={(self.len + 1).to_string()} class={self.class}>
                    { head }
                    <tbody>
                        if start > 0 { { space(start) } }
                        { for (start..end).map(row) }
                        if end < self.len { { space(self.len - end) } }
                    </tbody>
                </table>
                if self.len == 0 {
                    <p class="quiet">{ empty }</p>
                }
            </div>
        }
    }
}

/// The head of a column; a click sorts by it.
pub fn sorted_head(label: String, sorted: Option<bool>, order: Callback<MouseEvent>) -> Html {
    let sort = match sorted {
        None => "none",
        Some(false) => "ascending",
        Some(true) => "descending",
    };
    html! { <th scope="col" aria-sort={sort}><button type="button" class="link" onclick={order}>{ label }</button></th> }
}
