//! Operations and upgrade information of the container API, beside a cluster that they may be about.
#![no_main]

use import::File;

const CLUSTER: &[u8] = br#"{"name": "c", "currentMasterVersion": "1.33.5-gke.1", "currentNodeVersion": "1.32.9-gke.1", "locations": ["z-a"],
    "nodePools": [{"name": "p", "version": "1.33.5-gke.1", "initialNodeCount": 3, "status": "RECONCILING", "config": {}}]}"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let files = [File { name: "c.json", bytes: CLUSTER }, File { name: "o.json", bytes }];
    let import = import::read(&files);
    assert_eq!(import.reports.len(), 2);
    let document = import.document.expect("the cluster is used");
    let again = scenario::read(&document.to_pretty_text());
    assert_eq!(again.document.as_ref(), Some(&document), "the scenario reads as another");
});
