//! The project of the cluster, as the files name it: a scenario has none.

/// Where a project stands, in the order of trust. Links of networks may name a host project, so none of them is read.
const PLACES: [&str; 6] = [
    "container.googleapis.com/v1/projects/",
    "container.googleapis.com/v1beta1/projects/",
    "gce://",
    "gke_",
    "--project=",
    "--project ",
];

/// The only project in the first place that has one.
pub(super) fn project(files: &[(String, Vec<u8>)]) -> Option<String> {
    let texts: Vec<_> = files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect();
    let named = |place: &&str| {
        let all = texts.iter().flat_map(|text| text.split(*place).skip(1));
        let mut names: Vec<&str> = all.filter_map(name).collect();
        names.dedup();
        names
    };
    let mut found = PLACES.iter().map(named).chain([in_terraform(&texts)]);
    let names = found.find(|names| !names.is_empty())?;
    let all_same = names.iter().all(|name| *name == names[0]);
    all_same.then(|| names[0].to_owned())
}

/// The id at the beginning of the text.
fn name(text: &str) -> Option<&str> {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.:".contains(c);
    let text = text.trim_start_matches(['"', '\'']);
    let name = text.split(|c| !legal(c)).next()?;
    name.starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(name)
}

/// `project = "shop"`
fn in_terraform<'t>(texts: &'t [std::borrow::Cow<'_, str>]) -> Vec<&'t str> {
    let lines = texts.iter().flat_map(|text| text.lines());
    let value = |line: &'t str| {
        let (key, value) = line.split_once('=')?;
        let value = value.trim_start();
        let is_text = matches!(key.trim(), "project" | "project_id") && value.starts_with('"');
        name(value).filter(|_| is_text)
    };
    lines.filter_map(value).collect()
}
