//! Groups files by the cluster that they are about.

use import::File;

/// A cluster as a file names it; either part may be empty.
#[derive(Clone, PartialEq)]
struct ClusterName {
    name: String,
    location: String,
}

impl ClusterName {
    fn is(&self, other: &Self) -> bool {
        let same = |a: &str, b: &str| a == b || a.is_empty() || b.is_empty();
        self.name == other.name && same(&self.location, &other.location)
    }
}

/// The clusters of files.
fn clusters(files: &[File<'_>]) -> Vec<ClusterName> {
    let document = import::read(files).document.unwrap_or_default();
    let others = document.calendars.iter().map(|one| match one.name.split_once(" in ") {
        Some((name, location)) => (name.to_owned(), location.to_owned()),
        None => (one.name.clone(), String::new()),
    });
    let own = (document.cluster.name.clone(), document.cluster.location.clone());
    let all = core::iter::once(own).chain(others);
    let all = all.map(|(name, location)| ClusterName { name, location });
    all.filter(|one| !one.name.is_empty()).collect()
}

/// The positions of the files of each cluster. A file that names none belongs to the only cluster, if there is one.
pub(super) fn group(files: &[File<'_>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<ClusterName>, Vec<usize>)> = Vec::new();
    // The files of a module of Terraform have their values in each other.
    let mut units = import::modules(files);
    let alone = (0..files.len()).filter(|at| !units.iter().any(|unit| unit.contains(at)));
    let alone: Vec<Vec<usize>> = alone.map(|at| vec![at]).collect();
    units.extend(alone);
    units.sort_unstable();
    for unit in units {
        let of: Vec<File<'_>> = unit.iter().filter_map(|at| files.get(*at).copied()).collect();
        let mut own = (clusters(&of), unit);
        let shares = |other: &Vec<ClusterName>| {
            other.iter().any(|other| own.0.iter().any(|one| one.is(other)))
        };
        // The group takes the place of the first that it continues.
        let (same, others): (Vec<_>, Vec<_>) =
            core::mem::take(&mut groups).into_iter().partition(|(names, _)| shares(names));
        groups = others;
        for (names, files) in same {
            own.0.extend(names);
            own.1.extend(files);
        }
        own.1.sort_unstable();
        groups.push(own);
    }
    let named = groups.iter().filter(|(names, _)| !names.is_empty()).count();
    let mut groups: Vec<Vec<usize>> = match named {
        1 => vec![(0..files.len()).collect()],
        _ => groups.into_iter().map(|(_, files)| files).collect(),
    };
    groups.sort_unstable();
    groups
}
