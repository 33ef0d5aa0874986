//! How the comparison looks. Nobody needs it before, so it is no part of the first load: the page takes it over when it is
//! shown for the first time.

const STYLE: &str = include_str!("../../../../static/styles/compare.css");

pub(super) fn adopt() {
    crate::ui::parts::adopt(STYLE);
}
