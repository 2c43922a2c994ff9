//! Attempts to reach data of other tenants and of the host: through SQL, keys, sealed texts, files, the environment.

use spin_sdk::sqlite::wit::sqlite::{Connection, Value};
use spin_sdk::wasip3::{filesystem::preopens, random::random};

use crate::bindings::plumbline::endpoint::{sealing, signing};
use crate::{Answer, answer};

/// Runs statements separated by `;;` on one connection. Returns the first value of the last, or the first error.
fn sql(text: &str) -> Result<String, String> {
    let connection = Connection::open("default").map_err(|error| format!("{error:?}"))?;
    let mut last = String::new();
    for statement in text.split(";;") {
        let result = connection.execute(statement, &[]).map_err(|error| format!("{error:?}"))?;
        let first = result.rows.first().and_then(|row| row.values.first());
        last = match first {
            None | Some(Value::Null) => String::new(),
            Some(Value::Integer(number)) => number.to_string(),
            Some(Value::Real(number)) => number.to_string(),
            Some(Value::Text(text)) => text.clone(),
            Some(Value::Blob(bytes)) => format!("{} bytes", bytes.len()),
        };
    }
    Ok(last)
}

/// Runs [`sql`] below this many nested calls.
fn sql_below(calls: u32, text: &str) -> Result<String, String> {
    let here = std::hint::black_box(calls);
    let result = if calls == 0 { sql(text) } else { sql_below(calls - 1, text) };
    std::hint::black_box(here);
    result
}

/// Runs a statement endlessly.
fn sql_without_end(statement: &str) -> ! {
    let connection = Connection::open("default").unwrap();
    loop {
        let _ = connection.execute(statement, &[]);
    }
}

/// Returns every file and folder that the guest can open.
fn files(names: &str) -> Vec<String> {
    let open = |name: &&str| std::fs::read(name).is_ok() || std::fs::read_dir(name).is_ok();
    let mut reached: Vec<String> = names.split(' ').filter(open).map(str::to_owned).collect();
    reached.extend(preopens::get_directories().into_iter().map(|(_, name)| name));
    reached
}

pub(crate) fn out(path: &str, text: &str, purpose: &str) -> Answer {
    match path {
        "/sql" => match sql(text) {
            Ok(value) => answer(200, value),
            Err(error) => answer(409, error),
        },
        "/sql-below" => {
            let (calls, statement) = text.split_once(' ').unwrap();
            match sql_below(calls.parse().unwrap(), statement) {
                Ok(value) => answer(200, value),
                Err(error) => answer(409, error),
            }
        }
        "/sql-without-end" => sql_without_end(text),
        "/database" => match Connection::open(text) {
            Ok(_) => answer(200, "open"),
            Err(error) => answer(409, format!("{error:?}")),
        },
        "/seal" => answer(200, sealing::seal(purpose, text)),
        "/open" => match sealing::open(purpose, text) {
            Some(opened) => answer(200, opened),
            None => answer(409, "closed"),
        },
        "/sign-download" => answer(200, signing::sign_download(text, "f", "text/plain", 60).url),
        "/sign-upload" => answer(200, signing::sign_upload(text, None, u64::MAX, 60).url),
        "/stat" => answer(200, format!("{:?}", signing::stat(text))),
        "/files" => answer(200, files(text).join(" ")),
        "/environment" => {
            let names: Vec<String> = std::env::vars().map(|(name, value)| format!("{name}={value}")).collect();
            answer(200, format!("{} {:?}", names.join(" "), std::env::args().collect::<Vec<_>>()))
        }
        "/random" => answer(200, random::get_random_bytes(text.parse().unwrap()).len().to_string()),
        other => answer(404, other),
    }
}
