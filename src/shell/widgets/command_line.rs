//! A command with a button that copies it.

use crate::shell::web::dom::{Tag, block, icon, tag};
use crate::shell::words::tn;
use draw::icons;

#[inline(never)]
pub fn command_line(text: &str) -> Tag {
    let copy = block("button", "copy")
        .with("type", "button")
        .with("data-copy", text)
        .with("aria-label", tn("ui-copy", &[("text", text.into())]))
        .add(icon(icons::COPY, "i14"));
    block("div", "cmd").add(tag("code").with("title", text).text(text)).add(copy)
}
