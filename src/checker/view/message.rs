//! Actions on the checker's page.

use scenario::calendar::Edition;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckerView {
    Weeks,
    Month,
    Year,
}

/// The format to copy.
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
    /// A dropped or pasted text, or why there is none.
    Taken(Result<String, String>),
    /// Reads the rule with a suitable first window.
    Suppose,
    Read,
    Example(usize),
    Use(usize),
    /// Shows another cluster of the text.
    Cluster(usize),
    Zone(String),
    /// The content of the field for other zones.
    ZoneTyped(String),
    Edition(Edition),
    From(Option<i64>),
    Channel(bool),
    View(CheckerView),
    /// Moves the view by a number of steps; 0 = back to its start.
    Go(i64),
    Zones,
    Copy(CopyFormat),
    Copied(CopyFormat, bool),
    Save,
    Visit,
    WriteAddress,
}
