//! The style sheet of the text.

const STYLE: &str = include_str!("../../static/styles/text.css");

/// Not inlined: small functions are in the part before.
#[inline(never)]
pub(super) fn adopt() {
    crate::shell::web::stylesheet::adopt(STYLE);
}
