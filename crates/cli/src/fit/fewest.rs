//! The fewest pools whose setting makes all upgrades fit.

use super::tried;
use runner::window_fit::{Fit, FitSetting, SearchResult};

/// Pools that are tried alone.
const ALONE: usize = 10;

/// The least number of nodes for one pool alone, else for as few of the slowest ones as are enough, with the pools' names. `pools`: the
/// slowest first.
pub(super) fn fewest(
    all: &Fit,
    setting: FitSetting,
    pools: &[usize],
) -> Option<(SearchResult, Vec<String>)> {
    let alone = pools.iter().take(ALONE).map(|pool| vec![*pool]);
    let more = (2..pools.len()).map(|n| pools[..n].to_vec());
    alone.chain(more).find_map(|pools| {
        let mut fit = all.for_pools(setting, &pools)?;
        tried(&mut fit);
        let (_, result) = fit.searches().next()?;
        let SearchResult::Enough(n) = result else { return None };
        Some((result, fit.changed(setting, n).into_iter().map(str::to_owned).collect()))
    })
}
