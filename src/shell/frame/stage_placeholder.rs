//! The text in place of the stage while there is no run: that it is being computed, or why it can't be.

use crate::shell::words::{t, tn};
use yew::prelude::*;

#[inline(never)] // The first screen has no stage, so this code isn't part of the first load.
pub fn waiting(blocked: Option<String>) -> Html {
    let busy = blocked.is_none();
    let caption = match blocked {
        Some(why) => tn("ui-not-yet", &[("why", why.into())]),
        None => t("ui-computing"),
    };
    html! {
        <main class="stage loading" id="main" tabindex="-1" aria-busy={busy.to_string()}>
            <p class="caption">{ caption }</p>
            if busy {
                <div class="bones"></div>
            }
        </main>
    }
}
