//! Node and control plane versions as GKE writes them: `1.33.5-gke.1162000`.

use base::Arg;
use core::fmt;

/// Compares part by part; a missing part sorts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub patch: Option<u32>,
    pub gke: Option<u32>,
}

impl Version {
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches('v');
        let (numbers, gke) = match text.split_once("-gke.") {
            Some((numbers, build)) => (numbers, Some(build.parse().ok()?)),
            // Other vendors' suffixes (`-eks-…`, `+k3s1`) don't affect the order of GKE builds.
            None => (text.split(['-', '+']).next()?, None),
        };
        let mut parts = numbers.split('.');
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next()?.parse().ok()?;
        let patch = match parts.next() {
            Some(part) => Some(part.parse().ok()?),
            None => None,
        };
        parts.next().is_none().then_some(Self { major, minor, patch, gke })
    }
}

impl From<Version> for Arg {
    fn from(version: Version) -> Self {
        version.to_string().into()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)?;
        if let Some(patch) = self.patch {
            write!(f, ".{patch}")?;
        }
        match self.gke {
            Some(build) => write!(f, "-gke.{build}"),
            None => Ok(()),
        }
    }
}
