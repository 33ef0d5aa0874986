//! The style sheet of the comparison.

const STYLE: &str = include_str!("../../../../../static/styles/compare.css");

pub(super) fn adopt() {
    crate::shell::web::stylesheet::adopt(STYLE);
}
