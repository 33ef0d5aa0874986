//! What people paste: forms that are read as what they wrap, and forms that are named with the command that gives one that is read.

use expect_test::expect;
use import::{File, Import, read};

const KIOSK: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: kiosk
  namespace: mall
spec:
  replicas: 2
  template:
    metadata:
      labels:
        app: kiosk
    spec:
      containers:
      - name: kiosk
        args: [
          \"--open\",
        ]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: kiosk
  namespace: mall
spec:
  minAvailable: 2
  selector:
    matchLabels: {
      app: kiosk
    }
";

fn import(bytes: &[u8]) -> Import {
    read(&[File { name: "pasted.txt", bytes }])
}

fn scenario(text: &str) -> String {
    let import = import(text.as_bytes());
    let refused = import.reports.first().and_then(|report| report.reason.as_ref());
    let refused = refused.map(|reason| cli::english::text(&reason.message));
    import.document.map_or_else(|| refused.unwrap_or_default(), |one| one.to_pretty_text())
}

/// Each line begins with this.
fn each_line(before: &str) -> String {
    KIOSK.lines().map(|line| format!("{before}{line}\n")).collect()
}

#[test]
fn a_wrapped_text_is_read_as_what_it_wraps() {
    let (app, budget) = KIOSK.split_once("---\n").unwrap();
    let plain = scenario(KIOSK);
    assert!(plain.contains("\"kiosk\""), "{plain}");
    for text in [
        each_line("> "),
        each_line("\u{1b}[96m\u{1b}[0m"),
        KIOSK.replace("  replicas", "\u{a0} replicas"),
        format!("Mine:\n\n```yaml\n{KIOSK}```\n\nWhat holds it?\n"),
        format!("```\n{app}```\nand its budget\n```yaml\n{budget}```\n"),
        format!("Warning: v1 is deprecated\nWARNING: so is this\n{KIOSK}"),
        KIOSK.replace("    }", "  }").replace("        ]", "    ]"),
    ] {
        assert_eq!(scenario(&text), plain, "{text}");
    }
    let wide: Vec<u8> = KIOSK.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(import(&wide).document.map(|one| one.to_pretty_text()), Some(plain));
}

#[test]
fn a_bad_document_costs_itself_alone() {
    let plain = scenario(KIOSK);
    for bad in [
        "kind: ConfigMap\ndata:\n  a: b: c\n",
        "kind: Service\nname: {{ .Release.Name }}\n",
        "a: 1\na: 2\n",
    ] {
        for text in [format!("{KIOSK}---\n{bad}"), format!("{bad}---\n{KIOSK}")] {
            let import = import(text.as_bytes());
            let lines = import.reports[0].ignored.iter();
            let said = lines.filter(|line| line.key == "bad-documents").count();
            assert_eq!(said, 1, "{text}");
            let document = import.document.map(|one| one.to_pretty_text());
            assert_eq!(document.as_ref(), Some(&plain), "{text}");
        }
    }
    let told = scenario(&format!("{KIOSK}---\nmore: [\n"));
    assert_eq!(told, plain);
}

#[test]
fn a_form_that_is_not_read_is_named_with_its_command() {
    let forms = [
        "LAST SEEN  TYPE     REASON            OBJECT     MESSAGE\n2m  Warning  FailedScaleUp  pod/a  Node scale up failed: quota\n",
        "pod didn't trigger scale-up: 2 max node group size reached",
        "0/3 nodes are available: 3 Insufficient cpu.",
        "evicting pod mall/kiosk-0\nerror when evicting pods/\"kiosk-0\": Cannot evict pod\n",
        "I1123 11:15:19.273911       1 scale_up.go:325] Node group is not ready\n",
        "autoscaler W1123 11:15:19.273911 1 clusterstate.go:200] Scale-up timed out: it\n",
        "Name:           kiosk\nNamespace:      mall\nMin available:  1\nSelector:       app=kiosk\n",
        "insertId,jsonPayload.decision.eventId\na@1,b\n",
        "no.scale.down.node.pod.has.local.storage",
        "Terraform will perform the following actions:\n\n  # google_container_cluster.a will be created\n",
        r#"[{"insertId":"a@1","jsonPayload":{"noDecisionStatus":{}}}]"#,
    ];
    let said: Vec<String> = forms.iter().map(|form| scenario(form)).collect();
    expect![[r#"
        events as a table or a sentence; import them with kubectl get events -A -o json, beside the objects of the cluster
        events as a table or a sentence; import them with kubectl get events -A -o json, beside the objects of the cluster
        events as a table or a sentence; import them with kubectl get events -A -o json, beside the objects of the cluster
        what kubectl drain prints; import the objects of the cluster: kubectl get nodes,pods,pdb,deploy,sts,ds,rs -A -o json
        the log of a program; GKE's decisions are in its own log: gcloud logging read 'logName:cluster-autoscaler-visibility' --format json, for nodetide autoscaler or the page's log reader
        the log of a program; GKE's decisions are in its own log: gcloud logging read 'logName:cluster-autoscaler-visibility' --format json, for nodetide autoscaler or the page's log reader
        this is the output of kubectl describe; import that of kubectl get -o json for the same objects
        log entries as a table; take them with gcloud logging read --format json, and read them with nodetide autoscaler or the page's log reader
        a reason of the cluster autoscaler: nodetide autoscaler and the page's log reader explain the log entries with it
        what terraform plan prints; import the output of terraform show -json of the plan's file
        log entries, which aren't simulated: nodetide autoscaler and the page's log reader explain those of the cluster autoscaler; in Cloud Audit Logs pods.eviction.create says who evicted a Pod
    "#]].assert_eq(&(said.join("\n") + "\n"));
}
