//! Icons and buttons that are icons.

use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct IconProps {
    /// Path data from `draw::icons`.
    pub d: &'static str,
    #[prop_or_default]
    pub class: Classes,
}

/// An icon beside words; hidden from readers.
#[component]
pub fn Icon(props: &IconProps) -> Html {
    html! {
        <svg class={classes!("i", props.class.clone())} viewBox="0 0 16 16" aria-hidden="true">
            <path d={props.d} />
        </svg>
    }
}

#[derive(Properties, PartialEq)]
pub struct IconButtonProps {
    pub d: &'static str,
    /// What it does: its name for readers, and its tooltip.
    pub name: String,
    pub onclick: Callback<MouseEvent>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub pressed: Option<bool>,
    #[prop_or_default]
    pub disabled: bool,
}

/// A button with an icon and no words.
#[component]
pub fn IconButton(props: &IconButtonProps) -> Html {
    html! {
        <button
            type="button"
            class={classes!("btn", "ico", props.class.clone())}
            aria-label={props.name.clone()}
            title={props.name.clone()}
            aria-pressed={props.pressed.map(|pressed| pressed.to_string())}
            disabled={props.disabled}
            onclick={props.onclick.clone()}
        >
            <Icon d={props.d} />
        </button>
    }
}

/// Nodes above the tide.
#[component]
pub fn Logo() -> Html {
    html! {
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
            <rect class="ground" x="1" y="1" width="22" height="22" rx="6" />
            <rect class="node" x="4.5" y="5" width="4" height="4" rx="1" />
            <rect class="node" x="10" y="5" width="4" height="4" rx="1" />
            <rect class="node" x="15.5" y="5" width="4" height="4" rx="1" />
            <path class="wave" d="M3.500 14.500c2.100-2.600 4.200-2.600 6.300 0s4.200 2.600 6.300 0 2.900-2.300 4.400-1.400" />
            <path class="wave low" d="M3.500 18.700c2.100-2.600 4.200-2.600 6.300 0s4.200 2.600 6.300 0 2.900-2.300 4.400-1.400" />
        </svg>
    }
}
