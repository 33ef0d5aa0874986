//! The scenario as text: what is written is read back, and a change of the text is that change of the scenario.

use expect_test::expect;
use scenario::json::Json;
use scenario::text::{TextFormat, agree, changed};

fn write(format: TextFormat, json: &Json) -> String {
    format.write(json, &|message| words::plain().text(message))
}

fn read(text: &str) -> Json {
    import::typed(text).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"))
}

fn presets() -> impl Iterator<Item = (&'static str, Json)> {
    scenario::presets().iter().map(|preset| (preset.name, Json::parse(preset.text()).unwrap()))
}

#[test]
fn yaml_is_read_back_as_the_same_document() {
    for (name, json) in presets() {
        assert_eq!(read(&write(TextFormat::Yaml, &json)), json, "{name}");
    }
}

#[test]
fn commands_are_read_back_as_what_they_say() {
    for (name, json) in presets() {
        let text = write(TextFormat::Commands, &json);
        let once = read(&text);
        // What was said is said again, in the same words.
        let again = write(TextFormat::Commands, &once);
        assert!(agree(&read(&again), &once), "{name}\n{text}\n{again}");
        assert_eq!(changed(&json, &once, &once), json, "{name}");
    }
}

/// A Service of a dump is written with all that it has, fields of ports too that no run reads, and read back as the same one.
#[test]
fn services_are_written_as_they_are_read() {
    let folder = crate::root().join("tests/fixtures/import/kubectl/load-balancers");
    let files = ["cluster.yaml", "services.yaml"].map(|name| folder.join(name));
    let json = crate::import::import(&files).document.unwrap().to_text();
    let json = Json::parse(&json).unwrap();
    let text = write(TextFormat::Commands, &json);
    let (_, services) = text.split_once("---\napiVersion: v1\n").unwrap();
    expect![[r#"
        kind: Service
        metadata:
          name: front
          namespace: shop
          annotations:
            networking.gke.io/load-balancer-type: Internal
            service.kubernetes.io/target-pool: front-pool
          finalizers:
            - gke.networking.io/l4-ilb-v2
            - service.kubernetes.io/load-balancer-cleanup
        spec:
          type: LoadBalancer
          selector:
            app: front
          ports:
            - appProtocol: kubernetes.io/h2c
              name: grpc
              nodePort: 30080
              port: 80
              protocol: TCP
              targetPort: web
            - name: dns
              nodePort: 30053
              port: 53
              protocol: UDP
              targetPort: 5353
          externalTrafficPolicy: Local
          internalTrafficPolicy: Cluster
          healthCheckNodePort: 31234
          sessionAffinity: ClientIP
          loadBalancerClass: networking.gke.io/l4-regional-internal
          loadBalancerIP: "10.128.0.9"
          allocateLoadBalancerNodePorts: true
          publishNotReadyAddresses: true
        ---
        apiVersion: v1
        kind: Service
        metadata:
          name: inner
          namespace: shop
        spec:
          selector:
            app: db
          ports:
            - port: 5432
    "#]]
    .assert_eq(services);
    assert_eq!(read(&text).get("services"), json.get("services"));
    let typed = text.replace("healthCheckNodePort: 31234", "healthCheckNodePort: 31235");
    let after = changed(&json, &read(&text), &read(&typed));
    assert_eq!(scenario::merge::changes(&json, &after).len(), 1);
}

/// The API makes no nodes without a number, and gcloud makes three.
#[test]
fn a_pool_without_a_number_of_nodes_has_none_everywhere() {
    let json = Json::parse(r#"{"version":1,"pools":[{"name":"web"}]}"#).unwrap();
    let text = write(TextFormat::Commands, &json);
    assert!(text.contains("--num-nodes=0"), "{text}");
    assert_eq!(changed(&json, &read(&text), &read(&text)), json);
    let compiled = scenario::compiled(&json).unwrap();
    assert_eq!(compiled.cluster.nodes.len(), 0);
    let fields = <scenario::document::Pool as scenario::field::Field>::TYPE.spec().unwrap().fields;
    let field = fields.iter().find(|field| field.key == "initialNodeCount").unwrap();
    assert_eq!(field.setting.default, "0");
}

#[test]
fn a_changed_flag_is_that_edit_alone() {
    for (name, json) in presets() {
        let text = write(TextFormat::Commands, &json);
        let before = read(&text);
        for (from, to, wanted) in [
            ("--max-surge-upgrade=3", "--max-surge-upgrade=2", r#""maxSurge":2"#),
            ("e2-standard-4", "n2-standard-8", r#""machineType":"n2-standard-8""#),
        ] {
            let typed = text.replacen(from, to, 1);
            if typed == text {
                continue;
            }
            let after = changed(&json, &before, &read(&typed));
            assert!(after.compact().contains(wanted), "{name}: {}", after.compact());
            let edits = scenario::merge::changes(&json, &after);
            assert_eq!(edits.len(), 1, "{name}: {edits:?}");
        }
    }
}
