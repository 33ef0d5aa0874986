//! What blue-green settings come to for a pool: batches, soaks, and what the seven days cut off.

use super::settings::{BatchSize, BlueGreen};
use base::{SimSpan, muted};

/// BG-26: after this much soaking the blue pool is deleted, even if nodes are still to drain.
pub const SOAK_LIMIT: SimSpan = SimSpan::from_secs(7 * 86_400);

/// Expected phases of an upgrade before it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    pub blue: u32,
    /// 0 = the drain is skipped (BG-20).
    pub batch_size: u32,
    /// Nodes of each batch by the number of their zone, in the order in which they are drained.
    pub batches: Vec<Vec<(usize, u32)>>,
    /// By the settings (BG-27), and what is really waited (BG-26).
    pub configured_soak: SimSpan,
    pub soak: SimSpan,
    /// What is waited after each batch that is drained at all, and in the soak of the pool.
    pub batch_soaks: Vec<SimSpan>,
    pub pool_soak: SimSpan,
    /// Nodes that are deleted without having been drained.
    pub never_drained: u32,
}

impl BlueGreen {
    /// Nodes of a batch, of so many in the whole pool: part × nodes in decimal, rounded down, at least 1; a setting of
    /// zero skips the drain.
    ///
    /// Rulebook: BG-19, BG-20, AM-13. Source: Node upgrade strategies.
    pub fn batch_size(self, blue: u32) -> u32 {
        let least = u32::from(!muted("BG-19"));
        let size = match self.batch {
            BatchSize::Nodes(nodes) => nodes,
            BatchSize::Part(part) if part.is_zero() => 0,
            // In decimal: no binary fraction says what 0.29 of 100 is.
            BatchSize::Part(part) if muted("AM-13") => part.of(blue) + 1,
            BatchSize::Part(part) => part.of(blue).max(least),
        };
        if muted("BG-20") {
            return size.max(1);
        }
        // A larger number is one batch of all.
        size.min(blue)
    }

    /// Pool soak + batch soak × batches (BG-27).
    pub fn total_soak(self, batches: u32) -> SimSpan {
        let batches = if muted("BG-27") {
            0
        } else {
            i64::from(batches)
        };
        let of_batches = self.batch_soak.ms().saturating_mul(batches);
        SimSpan::from_ms(self.pool_soak.ms().saturating_add(of_batches))
    }
}

/// `zones`: nodes of each zone in the order of `locations`; a batch may lie in two of them (AM-21, AM-64).
///
/// Rulebook: BG-15, BG-19 … BG-21, BG-25 … BG-27, AM-13, AM-14, AM-18, AM-21. Source: Node upgrade strategies.
pub fn forecast(settings: BlueGreen, zones: &[u32]) -> Forecast {
    let blue = zones.iter().sum();
    let batch_size = settings.batch_size(blue);
    let batches = cut(zones, batch_size);
    let configured_soak = settings.total_soak(batches.len() as u32);
    let limit = if muted("BG-26") {
        SimSpan::MAX
    } else {
        SOAK_LIMIT
    };
    let mut left = limit;
    let mut batch_soaks = Vec::new();
    let mut drained = 0;
    for batch in &batches {
        if left == SimSpan::ZERO {
            break;
        }
        let soak = settings.batch_soak.min(left);
        left = left - soak;
        batch_soaks.push(soak);
        drained += batch.iter().map(|(_, nodes)| nodes).sum::<u32>();
    }
    let pool_soak = settings.pool_soak.min(left);
    Forecast {
        blue,
        batch_size,
        never_drained: if batches.is_empty() {
            0
        } else {
            blue - drained
        },
        batches,
        configured_soak,
        soak: configured_soak.min(limit),
        batch_soaks,
        pool_soak,
    }
}

fn cut(zones: &[u32], size: u32) -> Vec<Vec<(usize, u32)>> {
    let mut batches: Vec<Vec<(usize, u32)>> = Vec::new();
    if size == 0 {
        return batches;
    }
    let mut room = 0;
    for (zone, nodes) in zones.iter().enumerate() {
        let mut left = *nodes;
        while left > 0 {
            if room == 0 {
                batches.push(Vec::new());
                room = size;
            }
            let here = left.min(room);
            left -= here;
            room -= here;
            if let Some(batch) = batches.last_mut() {
                batch.push((zone, here));
            }
        }
    }
    batches
}
