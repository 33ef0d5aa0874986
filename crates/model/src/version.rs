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

    /// Is the other version this one, where parts that are missing here may be any?
    pub fn covers(self, other: Self) -> bool {
        let any = |own: Option<u32>, its| own.is_none() || own == its;
        (self.major, self.minor) == (other.major, other.minor)
            && any(self.patch, other.patch)
            && any(self.gke, other.gke)
    }

    /// Is it older than another? Missing parts match anything: `1.33` is any build of it.
    pub fn is_older_than(self, other: Self) -> bool {
        let older = |one: Option<u32>, other: Option<u32>| match (one, other) {
            (Some(one), Some(other)) if one != other => Some(one < other),
            (None, _) | (_, None) => Some(false),
            _ => None,
        };
        if (self.major, self.minor) != (other.major, other.minor) {
            return (self.major, self.minor) < (other.major, other.minor);
        }
        older(self.patch, other.patch).or_else(|| older(self.gke, other.gke)).unwrap_or(false)
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
