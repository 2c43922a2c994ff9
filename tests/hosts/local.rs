//! Commands that work on the caller's own machine, with the settings of a host on PostgreSQL and an S3 store.

use anyhow::{Result, ensure};
use plumbline_sample::{Drawing, Options};

use crate::Hosts;

#[test]
fn a_drawing_that_is_taken_off_on_a_hosts_machine_stays_out_of_its_database_and_store() -> Result<()> {
    let Some(hosts) = Hosts::start()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let drawing = folder.path().join("E-101.pdf");
    std::fs::write(&drawing, Drawing::e101(1, &Options::default()).pdf)?;
    let server = &hosts.servers[0];
    let rows = || {
        let rows = "SELECT concat_ws(' ', (SELECT COUNT(*) FROM host.tenants), (SELECT COUNT(*) FROM host.bindings),
            (SELECT COUNT(*) FROM plumbline.takeoffs), (SELECT COUNT(*) FROM host.jobs))";
        hosts.database.query("postgres", rows)
    };
    let objects =
        || Ok::<_, anyhow::Error>(server.store().map(|store| store.objects()).transpose()?.map(|all| all.len()));
    let before = (rows()?, objects()?);
    let output = server
        .command()?
        .args(["takeoff", "--discipline", "electrical", "--json"])
        .arg(&drawing)
        .env("PLUMBLINE_COMPONENTS", plumbline_tests::components()?)
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!((rows()?, objects()?), before);
    Ok(())
}
