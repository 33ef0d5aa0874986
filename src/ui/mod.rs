//! The page.

use yew::prelude::*;

#[component]
fn App() -> Html {
    html! { <main><h1>{ "Nodetide" }</h1></main> }
}

/// Mounts the page.
pub fn start(_boot: &str, _script: &str) {
    yew::Renderer::<App>::new().render();
}
