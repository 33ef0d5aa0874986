//! What fills the centre of the page: a line per view.

use crate::compare::view::Beside;
use crate::maintenance::calendar::Calendar;
use crate::shell::state::Center;
use crate::stage::view::Stage;
use crate::tables::Tables;
use crate::transport::view::Transport;
use yew::prelude::*;

#[inline(never)] // Without a run there is none.
pub(super) fn view(center: Center) -> Html {
    match center {
        Center::Stage | Center::Presentation => html! { <Stage /> },
        Center::Tables => html! { <Tables /> },
        Center::Calendar => html! { <Calendar /> },
        Center::Compare => html! { <Beside transport={html! { <Transport /> }} /> },
    }
}
