//! What is done on the page of the checker, and what is chosen there.

use scenario::calendar::Edition;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckerView {
    Weeks,
    Month,
    Year,
}

/// What is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyFormat {
    Gcloud,
    Terraform,
    Api,
    Link,
}

#[derive(Clone, Debug)]
pub enum Msg {
    Typed(String),
    /// A text that was dropped or pasted, or why there is none.
    Taken(Result<String, String>),
    /// The rule is read with a first window that goes with it.
    Suppose,
    Read,
    Example(usize),
    Use(usize),
    Zone(String),
    /// What stands in the field of other zones.
    ZoneTyped(String),
    Edition(Edition),
    From(Option<i64>),
    Channel(bool),
    View(CheckerView),
    /// So many steps of the view on; 0 = back to where it began.
    Go(i64),
    Zones,
    Copy(CopyFormat),
    Copied(CopyFormat, bool),
    Save,
    Visit,
    WriteAddress,
}
