//! What fills the centre of the page: a line per view.

use crate::compare::view::Beside;
use crate::maintenance::calendar::Calendar;
use crate::shell::state::{AppState, Center, use_select};
use crate::stage::view::Stage;
use crate::tables::Tables;
use crate::transport::view::Transport;
use yew::prelude::*;

#[component]
pub fn CenterView() -> Html {
    match use_select(AppState::center) {
        Center::Stage | Center::Presentation => html! { <Stage /> },
        Center::Tables => html! { <Tables /> },
        Center::Calendar => html! { <Calendar /> },
        Center::Compare => html! { <Beside transport={html! { <Transport /> }} /> },
    }
}
