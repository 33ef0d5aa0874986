//! Prices of machines: what the published autoscaler assumes, not what Google charges.
#![expect(clippy::float_arithmetic, reason = "the price model computes it in IEEE doubles (KA-29)")]

use super::expansion::PodPrices;
use base::muted;

/// GPUs attached to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gpus<'a> {
    /// The accelerator type: `nvidia-tesla-t4`.
    pub accelerator: &'a str,
    pub count: u32,
}

/// The price of a node in dollars an hour: that of its machine type, else that of its CPU and memory.
///
/// Rulebook: KA-29. Source: cluster-autoscaler, `cloudprovider/gce/gce_price_info.go`.
/// Simplified: no boot disks, no local SSD.
pub fn node_price(
    machine_type: &str,
    (cpu_m, memory_bytes): (i64, i64),
    spot: bool,
    gpus: Option<Gpus<'_>>,
) -> f64 {
    if muted("KA-29") {
        return 1.0;
    }
    let machine = machine_price(machine_type, spot)
        .unwrap_or_else(|| by_family(machine_type, cpu_m, memory_bytes, spot));
    machine + gpus.map_or(0.0, |gpus| gpu_price(gpus.accelerator, spot) * f64::from(gpus.count))
}

/// Looks the machine type up. Some have no price as Spot machines.
fn machine_price(machine_type: &str, spot: bool) -> Option<f64> {
    let (class, size) = machine_type.rsplit_once('-')?;
    let mut classes = MACHINES.lines().filter_map(|line| line.split_once(' '));
    let prices = classes.find_map(|(other, sizes)| {
        let mut sizes = sizes.split(' ').filter_map(|entry| entry.split_once(':'));
        (other == class).then(|| sizes.find(|(other, _)| *other == size)).flatten()
    })?;
    let mut micros = prices.1.split('/');
    let price = micros.nth(usize::from(spot))?;
    Some(price.parse::<u32>().ok().map(f64::from)? / 1e6)
}

fn by_family(machine_type: &str, cpu_m: i64, memory_bytes: i64, spot: bool) -> f64 {
    let name = machine_type.split('-').next().unwrap_or_default();
    let families = if machine_type.contains("custom") { CUSTOM } else { FAMILIES };
    let family = families.iter().find(|family| family.name == name).unwrap_or(&OTHER);
    let price = cpu_m as f64 / 1000.0 * family.cpu
        + memory_bytes as f64 / (1_i64 << 30) as f64 * family.gib;
    if spot { price * (family.spot_cpu / family.cpu) } else { price }
}

fn gpu_price(accelerator: &str, spot: bool) -> f64 {
    let known = GPUS.iter().find(|(name, ..)| *name == accelerator);
    known.map_or(
        PodPrices::default().gpu,
        |(_, price, on_spot)| if spot { *on_spot } else { *price },
    )
}

/// Dollars an hour for a vCPU, for a GiB, and for a vCPU of a Spot machine.
struct Family {
    name: &'static str,
    cpu: f64,
    gib: f64,
    spot_cpu: f64,
}

const FAMILIES: &[Family] = &[
    Family { name: "a2", cpu: 0.031611, gib: 0.004237, spot_cpu: 0.009483 },
    Family { name: "c2", cpu: 0.03398, gib: 0.00455, spot_cpu: 0.00822 },
    Family { name: "c2d", cpu: 0.029563, gib: 0.003959, spot_cpu: 0.007154 },
    Family { name: "c3", cpu: 0.03398, gib: 0.00456, spot_cpu: 0.003086 },
    Family { name: "c3d", cpu: 0.02956, gib: 0.003956, spot_cpu: 0.011825 },
    Family { name: "e2", cpu: 0.021811, gib: 0.002923, spot_cpu: 0.006543 },
    Family { name: "g2", cpu: 0.024988, gib: 0.002927, spot_cpu: 0.007496 },
    Family { name: "m1", cpu: 0.0348, gib: 0.0051, spot_cpu: 0.00733 },
    Family { name: "n1", cpu: 0.031611, gib: 0.004237, spot_cpu: 0.006655 },
    Family { name: "n2", cpu: 0.031611, gib: 0.004237, spot_cpu: 0.00765 },
    Family { name: "n2d", cpu: 0.027502, gib: 0.003686, spot_cpu: 0.002773 },
    Family { name: "n4", cpu: 0.030821, gib: 0.004131, spot_cpu: 0.007976 },
    Family { name: "t2d", cpu: 0.027502, gib: 0.003686, spot_cpu: 0.006655 },
    Family { name: "z3", cpu: 0.04965, gib: 0.00666, spot_cpu: 0.01986 },
];

const CUSTOM: &[Family] = &[
    Family { name: "e2", cpu: 0.02289, gib: 0.003067, spot_cpu: 0.006867 },
    Family { name: "n1", cpu: 0.033174, gib: 0.004446, spot_cpu: 0.00698 },
    Family { name: "n2", cpu: 0.033174, gib: 0.004446, spot_cpu: 0.00802 },
    Family { name: "n2d", cpu: 0.028877, gib: 0.00387, spot_cpu: 0.002908 },
];

/// Every other family.
const OTHER: Family = Family { name: "", cpu: 0.033174, gib: 0.004446, spot_cpu: 0.00698 };

/// Dollars an hour for a GPU, and for one of a Spot machine. The price of an A2 or G2 machine contains its GPUs.
const GPUS: &[(&str, f64, f64)] = &[
    ("nvidia-a100-80gb", 0.0, 0.0),
    ("nvidia-l4", 0.0, 0.0),
    ("nvidia-tesla-a100", 0.0, 0.0),
    ("nvidia-tesla-k80", 0.45, 0.0375),
    ("nvidia-tesla-p100", 1.46, 0.43),
    ("nvidia-tesla-p4", 0.6, 0.216),
    ("nvidia-tesla-t4", 0.35, 0.11),
    ("nvidia-tesla-v100", 2.48, 0.74),
];

/// Machine types by class: size, then millionths of a dollar an hour, and the same for Spot if there is a price. `e2-micro` and
/// `e2-small` are dearer than they are, so that `e2-medium` is preferred.
const MACHINES: &str = "\
a2-highgpu 1g:3673385/1102016 2g:7346770/2204031 4g:14693540/4408062 8g:29387080/8816124
a2-megagpu 16g:55739504/16721851
a2-ultragpu 1g:5068800/1600000 2g:10137600/3200000 4g:20275200/6400000 8g:40550400/12800000
c2-standard 4:208800/50500 8:417600/101100 16:835200/202100 30:1566000/379000 60:3132100/757900
c2d-highcpu 2:75000/18100 4:149900/36300 8:299800/72600 16:599700/145100 32:1199400/290200
c2d-highcpu 56:2098900/507900 112:4197900/1015800
c2d-highmem 2:122500/29600 4:244900/59300 8:489900/118500 16:979800/237100 32:1959500/474200
c2d-highmem 56:3429200/829800 112:6858300/1659600
c2d-standard 2:90800/22000 4:181600/43900 8:363200/87900 16:726400/175800 32:1452800/351600
c2d-standard 56:2542300/615200 112:5084700/1230400
c3-highcpu 4:172400/15648 8:344800/31296 22:948200/86064 44:1896400/172128 88:3792800/344256
c3-highcpu 176:7585600/688512
c3-highmem 4:281840/25560 8:563680/51120 22:1550120/140580 44:3100240/281160 88:6200480/562320
c3-highmem 176:12400960/1124640
c3-standard 4:208880/18952 8:417760/37904 22:1148840/104236 44:2297680/208472 88:4595360/416944
c3-standard 176:9190720/833888
c3d-highcpu 4:149920 8:299840 16:599680 30:1124400 60:2248800 90:3373200 180:6746400 360:13492800
c3d-highmem 4:244960 8:489920 16:979840 30:1837200 60:3674400 90:5511600 180:11023200 360:22046400
c3d-standard 4:181600 8:363200 16:726400 30:1362000 60:2724000 90:4086000 180:8172000 360:16344000
e2 medium:33510/10050 micro:33530/10070 small:33520/10060
e2-highcpu 2:49470/14840 4:98940/29680 8:197880/59360 16:395760/118730 32:791490/237440
e2-highmem 2:90400/27120 4:180800/54240 8:361600/108480 16:723200/216960
e2-standard 2:67010/20100 4:134020/40210 8:268050/80410 16:536090/160830 32:1072100/321630
f1 micro:7600/3500
g1 small:25700/7000
g2-standard 4:760000/230000 8:910000/270000 12:1060000/320000 16:1200000/360000 24:2110000/630000
g2-standard 32:1790000/540000 48:4230000/1270000 96:8460000/2540000
m1-megamem 96:10674000/2260000
m1-ultramem 40:6303900/1331100 80:12607800/2662200 160:25215600/5324400
m2-megamem 416:50372000
m2-ultramem 208:42186000 416:84371000
n1-highcpu 2:70900/15000 4:141800/30000 8:283600/60000 16:567200/120000 32:1134400/240000
n1-highcpu 64:2268800/480000 96:3402000/720000
n1-highmem 2:118400/25000 4:236800/50000 8:473600/100000 16:947200/200000 32:1894400/400000
n1-highmem 64:3788800/800000 96:5683200/1200000
n1-standard 1:47500/10000 2:95000/20000 4:190000/40000 8:380000/80000 16:760000/160000
n1-standard 32:1520000/320000 64:3040000/640000 96:4560000/960000
n2-highcpu 2:71700/17300 4:143400/34700 8:286800/69400 16:573600/138800 32:1147100/277600
n2-highcpu 48:1720700/416400 64:2294300/555200 80:2867800/694000 96:3441400/832800
n2-highcpu 128:4588600/1110400
n2-highmem 2:131000/31700 4:262000/63400 8:524100/126800 16:1048100/253600 32:2096200/507300
n2-highmem 48:3144300/760900 64:4192400/1014500 80:5240600/1268100 96:6288600/1521800
n2-highmem 128:7706900/1869100
n2-standard 2:97100/23500 4:194200/47000 8:388500/94000 16:776900/188000 32:1553900/376000
n2-standard 48:2330800/564000 64:3107800/752000 80:3884700/940000 96:4661600/1128000
n2-standard 128:6215600/1504000
n2d-highcpu 2:62400/6290 4:124800/12580 8:249500/25160 16:499000/50320 32:998000/100640
n2d-highcpu 48:1497000/150960 64:1996000/201280 80:2495000/251600 96:2994000/301920
n2d-highcpu 128:3992000/402560 224:6986100/704480
n2d-highmem 2:114000/11498 4:228000/22996 8:455900/45992 16:911900/91984 32:1823700/183968
n2d-highmem 48:2735600/275952 64:3647400/367936 80:4559300/459920 96:5471100/551904
n2d-standard 2:84500/8522 4:169000/17044 8:338000/34088 16:675900/68176 32:1351900/136352
n2d-standard 48:2027800/204528 64:2703800/272704 80:3379700/340880 96:4055600/409056
n2d-standard 128:5407500/545408 224:9463200/954464
t2d-standard 1:42200/10200 2:84500/20400 4:169000/40900 8:338000/81800 16:675900/163600
t2d-standard 32:1351900/327100 48:2027800/490700 60:2534800/613400
z3-highmem 88:13000000/5200000 176:22050000/8820000
";

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::fmt::Write as _;

    /// KA-29.
    #[test]
    fn prices_are_those_of_the_machine_or_of_its_family() {
        let mut table = String::new();
        for (machine, cpus, gib, accelerator) in [
            ("e2-standard-4", 4, 16, ""),
            ("e2-medium", 2, 4, ""),
            ("a2-highgpu-1g", 12, 85, "nvidia-tesla-a100"),
            ("n1-standard-4", 4, 15, "nvidia-tesla-t4"),
            ("c3d-standard-4", 4, 16, ""),
            ("n4-standard-4", 4, 16, ""),
            ("n2-custom-4-8192", 4, 8, ""),
            ("c4-standard-4", 4, 15, "nvidia-unknown"),
        ] {
            let gpus = (!accelerator.is_empty()).then_some(Gpus { accelerator, count: 2 });
            let price = |spot| node_price(machine, (cpus * 1000, gib << 30), spot, gpus);
            _ = writeln!(table, "{machine} {:.6} {:.6}", price(false), price(true));
        }
        expect![[r#"
            e2-standard-4 0.134020 0.040210
            e2-medium 0.033510 0.010050
            a2-highgpu-1g 3.673385 1.102016
            n1-standard-4 0.890000 0.260000
            c3d-standard-4 0.181600 0.072621
            n4-standard-4 0.189380 0.049009
            n2-custom-4-8192 0.168264 0.040679
            c4-standard-4 1.599386 1.441952
        "#]]
        .assert_eq(&table);
    }
}
