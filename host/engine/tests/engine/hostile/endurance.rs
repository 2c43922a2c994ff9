//! Ten thousand calls, some of which trap. The process must not grow with them.

use super::stage::Stage;

const WARM: u32 = 2_000;
const CALLS: u32 = 10_000;
/// The most that memory may grow. A kilobyte leaked per call would add 8 MB, an instance leaked per trap half a gigabyte.
/// The growth of an allocator and of a database's cache during a test stays well below.
const GROWTH_BYTES: u64 = 48 << 20;

/// Returns a line of `/proc/self/status`, in bytes; `None` if there is no such file.
fn status(line: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|text| text.strip_prefix(line))?;
    Some(value.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Returns the resident memory of this process.
fn resident_bytes() -> Option<u64> {
    status("VmRSS:")
}

/// Ignored among the other tests, which allocate and free memory at the same time. [`memory_is_flat`] runs it alone.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by memory_is_flat in a process of its own"]
async fn ten_thousand_calls() {
    let stage = Stage::start().await;
    let mut warm = None;
    for call in 1..=CALLS {
        if call % 20 == 0 {
            assert_eq!(stage.ask("/trap").await.unwrap_err().code(), "component_trapped");
        } else {
            assert_eq!(stage.ask("/hello").await.unwrap().0, 200);
        }
        if call % 100 == 0 {
            stage.others_are_served("a trap").await;
        }
        if call == WARM {
            warm = resident_bytes();
        }
    }
    let (Some(warm), Some(end)) = (warm, resident_bytes()) else { return };
    println!("resident after {WARM} calls {} kB, after {CALLS} {} kB", warm >> 10, end >> 10);
    assert!(end < warm + GROWTH_BYTES, "{warm} bytes after {WARM} calls, {end} after {CALLS}");
}

#[test]
fn memory_is_flat() {
    let program = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "hostile::endurance::ten_thousand_calls", "--nocapture"];
    let done = std::process::Command::new(program).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&done.stderr));
}
