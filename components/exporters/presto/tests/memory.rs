//! Memory is bounded by the buffer of measurements, not by the takeoff. This test has its own process, because
//! allocations of other tests would count.

use peak_alloc::PeakAlloc;
use plumbline_exporter::testing::{FixedRows, header, item};
use plumbline_exporter::{ItemRow, Output};
use plumbline_exporter_presto::write;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

struct Drain(u64);

impl Output for Drain {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.0 += bytes.len() as u64;
        Ok(())
    }
}

#[test]
fn a_larger_takeoff_needs_no_more_memory() {
    let peak = |items: u32| {
        ALLOCATED.reset_peak_usage();
        let before = ALLOCATED.current_usage_as_mb();
        let rows = FixedRows::new(header(), items, |i| ItemRow {
            description: format!("Part {}", i % 30),
            page_number: 1 + i % 2000,
            ..item(i)
        });
        let Drain(bytes) = write(&rows, Drain(0)).expect("written");
        assert!(bytes > u64::from(items) * 16, "{bytes} bytes");
        ALLOCATED.peak_usage_as_mb() - before
    };
    // The first fills the buffer once, the second three times.
    let (full, thrice) = (peak(131_072), peak(393_216));
    assert!(thrice < 1.25 * full + 1.0 && thrice < 32.0, "{full} MB, then {thrice} MB");
}
