//! A backup of the database, restored in another server as docs/operating-many-hosts.md says.

use std::sync::Arc;

use anyhow::{Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, ServerOptions, program};

use crate::{Hosts, takeoffs};

const CONCURRENCY: &str = "PLUMBLINE_JOBS__CONCURRENCY";

#[test]
fn a_restored_database_has_the_same_answers_and_goes_on_with_the_queue() -> Result<()> {
    let Some(mut hosts) = Hosts::start()? else { return Ok(()) };
    let account = hosts.account("Ames & Co")?;
    let drawing = Drawing::e101(1, &Options::default());
    let first = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&first.id)?;
    // From here on, no host runs jobs, so a takeoff waits in the dump.
    for server in &mut hosts.servers {
        server.set_environment(CONCURRENCY, "0");
        server.restart()?;
    }
    let account = hosts.at(&account, 0);
    let waiting = takeoffs::start(&account, &first.document)?;
    let (done, queued) = (account.answers_about(&first.id)?, account.answers_about(&waiting)?);

    let Some(restored) = hosts.database.restore_elsewhere(&program()?)? else { return Ok(()) };
    for server in &mut hosts.servers {
        server.stop()?;
    }
    let options = ServerOptions {
        database: Some(restored.clone()),
        store: Some(Arc::clone(&hosts.store)),
        ..ServerOptions::with_environment(&[(CONCURRENCY, "0")])
    };
    // It gets the two files that hosts have in common.
    let mut server = hosts.servers[0].start_peer(options)?;
    let account = Account::from_key(&server, &account.tenant, &account.key, &account.secret);
    ensure!(account.answers_about(&first.id)? == done && account.answers_about(&waiting)? == queued);
    let file = account.get(&format!("/documents/{}/download", first.document))?.expect(302);
    ensure!(account.send_bytes("GET", file.header("location"), &[], &[])?.expect(200).bytes == drawing.pdf);

    server.set_environment(CONCURRENCY, "3");
    server.restart()?;
    let account = Account::from_key(&server, &account.tenant, &account.key, &account.secret);
    ensure!(account.wait_for_takeoff(&waiting)?["status"] == "completed");
    ensure!(takeoffs::items(&account, &waiting)? == takeoffs::items(&account, &first.id)?);
    takeoffs::check_charges(&restored, 2)
}
