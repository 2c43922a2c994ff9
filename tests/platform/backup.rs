//! Backups of a busy server, restored as another server.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Server, program, run};
use serde_json::json;

fn restore(backup: &Path, data_dir: &Path) -> Result<Vec<u8>> {
    run(Command::new(program()?).arg("restore").arg(backup).arg("--data-dir").arg(data_dir))
}

fn items(account: &Account, takeoff: &str) -> Result<Vec<String>> {
    let mut items: Vec<_> =
        account.list_all(&format!("/takeoffs/{takeoff}/items"))?.iter().map(ToString::to_string).collect();
    items.sort();
    Ok(items)
}

/// The number of takeoffs that the trial credits pay for.
const MAX_TAKEOFFS: usize = 8;

#[test]
fn a_backup_of_a_busy_server_is_restored_as_a_working_server() -> Result<()> {
    let mut server = Server::start()?;
    let mut account = server.account("Ames & Sons")?;
    let drawing = Drawing::e101(3, &Options { legend_sheet: true, ..Options::default() });
    let done = account.start_takeoff("E-101.pdf", &drawing.pdf)?;
    account.wait_for_takeoff(&done.id)?;
    let first = account.get(&format!("/takeoffs/{}/items?limit=1", done.id))?.expect(200).json["data"][0]["id"].clone();
    let path = format!("/takeoffs/{}/items/{}", done.id, first.as_str().context("no item")?);
    account.patch(&path, json!({"quantity_override": 17.0}))?.expect(200);
    let want = items(&account, &done.id)?;

    // Takeoffs start, run and end during the backup.
    let folder = tempfile::tempdir()?;
    let backup = folder.path().join("backup");
    let mut begun = Vec::new();
    std::thread::scope(|scope| -> Result<()> {
        let backup_thread = scope.spawn(|| server.admin(&["backup", backup.to_str().context("a path")?]));
        while !backup_thread.is_finished() {
            // A backup on a busy machine takes longer than the trial credits last.
            if begun.len() == MAX_TAKEOFFS {
                account.project("Begun during the backup")?;
                continue;
            }
            let body = json!({"document_id": done.document, "discipline": "electrical"});
            begun.push(account.post("/takeoffs", body)?.expect(202).text("id").to_owned());
        }
        let made = backup_thread.join().map_err(|_| anyhow::anyhow!("the backup panicked"))??;
        ensure!(made["files"].as_u64() > Some(5), "{made}");
        Ok(())
    })?;
    ensure!(begun.len() > 1, "the backup ended before anything happened");
    server.kill()?;

    let data = tempfile::tempdir()?;
    restore(&backup, data.path())?;
    let mut restored = Server::prepare_on(data)?;
    restored.restart()?;
    account.set_server(&restored);
    ensure!(items(&account, &done.id)? == want, "items differ");
    let file = account.get(&format!("/documents/{}/download", done.document))?;
    let file = account.send_bytes("GET", file.header("location"), &[], &[])?;
    ensure!(file.bytes == drawing.pdf, "the drawing differs");
    // Takeoffs in the backup are completed. Later ones are missing from it.
    let mut kept = 0.0;
    for takeoff in &begun {
        if account.get(&format!("/takeoffs/{takeoff}"))?.status == 200 {
            ensure!(account.wait_for_takeoff(takeoff)?["status"] == "completed", "{takeoff} did not end");
            kept += 1.0;
        }
    }
    let credits = account.get("/credits")?.expect(200).json;
    let charge = account.get(&format!("/takeoffs/{}", done.id))?.json["result_summary"]["credits_charged"].clone();
    let each = charge.as_f64().context("no charge")?;
    ensure!(
        credits["held"] == 0.0 && credits["consumed_total"] == each * (1.0 + kept),
        "{credits} after {kept} of {each}"
    );
    Ok(())
}

#[test]
fn a_damaged_or_unfinished_backup_is_refused_and_nothing_is_left() -> Result<()> {
    let server = Server::start()?;
    server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let (backup, target) = (folder.path().join("backup"), folder.path().join("data"));
    server.admin(&["backup", backup.to_str().context("a path")?])?;
    let again = server.admin(&["backup", backup.to_str().context("a path")?]).unwrap_err().to_string();
    ensure!(again.contains("is not empty"), "{again}");

    let database = backup.join("control.db");
    let whole = std::fs::read(&database)?;
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    std::fs::write(&database, damaged)?;
    let refused = restore(&backup, &target).unwrap_err().to_string();
    ensure!(refused.contains("control.db does not match the backup's manifest"), "{refused}");
    std::fs::remove_file(&database)?;
    let refused = restore(&backup, &target).unwrap_err().to_string();
    ensure!(refused.contains("control.db is missing"), "{refused}");
    ensure!(!target.exists() && std::fs::read_dir(folder.path())?.count() == 1, "something is left");

    std::fs::write(&database, whole)?;
    restore(&backup, &target)?;
    let refused = restore(&backup, &target).unwrap_err().to_string();
    ensure!(refused.contains("is not empty"), "{refused}");
    std::fs::remove_file(backup.join("backup.json"))?;
    let refused = restore(&backup, &folder.path().join("other")).unwrap_err().to_string();
    ensure!(refused.contains("is not a complete backup"), "{refused}");
    Ok(())
}

#[test]
fn an_existing_empty_folder_is_filled_and_not_replaced() -> Result<()> {
    let server = Server::start()?;
    server.account("Ames & Sons")?;
    let folder = tempfile::tempdir()?;
    let (backup, target) = (folder.path().join("backup"), folder.path().join("data"));
    server.admin(&["backup", backup.to_str().context("a path")?])?;
    std::fs::create_dir(&target)?;
    // A mount point, such as a container's volume, cannot be replaced.
    let inode = std::fs::metadata(&target)?.ino();
    let key = std::fs::read(backup.join("signing.key"))?;
    std::fs::write(backup.join("signing.key"), b"damaged")?;
    let refused = restore(&backup, &target).unwrap_err().to_string();
    ensure!(refused.contains("signing.key does not match the backup's manifest"), "{refused}");
    ensure!(std::fs::read_dir(&target)?.count() == 0, "something is left");

    std::fs::write(backup.join("signing.key"), &key)?;
    restore(&backup, &target)?;
    ensure!(std::fs::metadata(&target)?.ino() == inode, "the folder was replaced");
    ensure!(std::fs::read(target.join("signing.key"))? == key && target.join("control.db").is_file());
    for entry in std::fs::read_dir(&target)? {
        let name = entry?.file_name();
        ensure!(!name.to_string_lossy().starts_with('.'), "{} is left", name.display());
    }
    Ok(())
}
