//! Icons and icon buttons. They are functions, not components: a Yew component costs five kilobytes.

use yew::prelude::*;

/// An icon of `draw::icons` beside words; hidden from screen readers.
pub fn icon(d: &'static str, class: &'static str) -> Html {
    html! {
        <svg class={classes!("i", class)} viewBox="0 0 16 16" aria-hidden="true">
            <path d={d} />
        </svg>
    }
}

/// A button with an icon and no words; `name` says what it does, for screen readers and as a tooltip.
pub fn icon_button(
    d: &'static str,
    name: String,
    class: &'static str,
    pressed: Option<bool>,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button
            type="button"
            class={classes!("btn", "ico", class)}
            aria-label={name.clone()}
            title={name}
            aria-pressed={pressed.map(|pressed| pressed.to_string())}
            {onclick}
        >
            { icon(d, "") }
        </button>
    }
}

/// The logo: nodes above the tide.
pub fn logo() -> Html {
    html! {
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
            <rect class="ground" x="1" y="1" width="22" height="22" rx="6" />
            <path class="node" d="M5.500 5h2a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM11 5h2a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM16.500 5h2a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z" />
            <path class="wave" d="M3.500 14.500c2.100-2.600 4.200-2.600 6.300 0s4.200 2.600 6.300 0 2.900-2.300 4.400-1.400" />
            <path class="wave low" d="M3.500 18.700c2.100-2.600 4.200-2.600 6.300 0s4.200 2.600 6.300 0 2.900-2.300 4.400-1.400" />
        </svg>
    }
}
