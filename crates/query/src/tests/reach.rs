//! Which pools an upgrade reaches.

use super::made;
use crate::{Outcome, reach};
use expect_test::{Expect, expect};

fn check(line: &str, expected: &Expect) {
    let run = made(line);
    let all = Outcome::of(&run.trace, &run.index, run.ended);
    let said =
        reach(&run.trace, &all.pools).map(|phrase| run.with_words(|words| words.say(&phrase)));
    expected.assert_eq(&said.unwrap_or_default());
}

#[test]
fn a_run_says_which_pools_are_upgraded_and_which_stay_old() {
    check(
        "pool a nodes=1 | pool b nodes=1 | at=0 upgrade a",
        &expect!["a is upgraded to 1.33, b stays on 1.32"],
    );
    check(
        "pool a nodes=1 | pool b nodes=1 | at=0 upgrade a | at=1 upgrade b",
        &expect!["a and b are upgraded to 1.33"],
    );
    check(
        "pool a nodes=3 | at=0 upgrade a | until=300",
        &expect!["a is upgraded to 1.33 in 1 of 3 nodes"],
    );
    check("pool a nodes=1 | at=0 drain a-0", &expect![[""]]);
}
