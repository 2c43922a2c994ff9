//! Idempotency keys: the first response to a key is stored together with its effects, and repeated byte for byte.

use std::collections::BTreeMap;

use plumbline_contract::{Problem, ProblemCode, timestamp};
use plumbline_database::{Db, Transaction, columns, json, params};
use sha2::{Digest, Sha256};

use crate::{Context, OperationError, Outcome, Request, Response};

/// How long a key repeats its response: 24 hours, in seconds.
const WINDOW_SECONDS: i64 = plumbline_contract::limits::IDEMPOTENCY_WINDOW_SECONDS;
/// Maximum length of a key, in characters.
const KEY_MAX: usize = plumbline_contract::limits::IDEMPOTENCY_KEY_MAX;
/// Expired keys deleted whenever a key is stored: more than one, so that the table shrinks after a peak, and few, so that
/// no request is slowed down.
const SWEEP_BATCH: i64 = 4;
/// The keys that [`key`] accepts, as a regular expression.
#[cfg(not(target_family = "wasm"))]
pub(crate) const KEY_PATTERN: &str = r#"^(?:[!#-~](?:[ -~]{0,253}[!-~])?|"(?:[ !#-\[\]-~]|\\["\\]){1,255}")$"#;

/// Runs `work` in one transaction, at most once for an idempotency key.
///
/// Without the header, this is a plain transaction. With it, the response is stored in the transaction in which `work`
/// writes, so both are committed or neither. A second request with the key waits for the tenant's write lock, so it finds
/// the first response and repeats it. A problem that `work` returns (credits, conflicts) is stored too, after its
/// transaction is rolled back. Validation fails before this function is called. Problems that a retry may solve (internal
/// errors, a quota) are not stored.
///
/// # Errors
/// The error of `work`; `invalid_idempotency_key`; `idempotency_key_reused` if another request used the key.
pub fn idempotent(context: &Context<'_>, request: &Request, work: impl FnOnce(&Transaction<'_>) -> Outcome) -> Outcome {
    let Some(key) = key(request)? else { return context.db.transaction(work) };
    let fingerprint = fingerprint(request);
    let mut replayed = false;
    let outcome = context.db.transaction(|tx| {
        if let Some(first) = stored_response(tx.db(), context, &key, &fingerprint)? {
            replayed = true;
            return first;
        }
        let response = work(tx)?;
        store(tx, context, &key, &fingerprint, &response)?;
        Ok(response)
    });
    match outcome {
        Err(OperationError::Problem(problem)) if !replayed && should_store(&problem) => {
            let response = Response::problem(context, &problem);
            context.db.transaction(|tx| store(tx, context, &key, &fingerprint, &response))?;
            Ok(response)
        }
        other => other,
    }
}

/// Returns the stored response to the request's key, if any. For operations that check more than the database before
/// their transaction: a repeated request gets the first response, even if the result of that check has changed.
///
/// # Errors
/// Same as [`idempotent`].
pub fn replay(context: &Context<'_>, request: &Request) -> Result<Option<Response>, OperationError> {
    let Some(key) = key(request)? else { return Ok(None) };
    stored_response(context.db, context, &key, &fingerprint(request))?.transpose()
}

fn should_store(problem: &Problem) -> bool {
    let transient = [ProblemCode::ValidationFailed, ProblemCode::SourceUnreachable, ProblemCode::QuotaExceeded]
        .contains(&problem.code);
    problem.code.status() < 500 && !transient
}

/// Returns the time at or before which a stored key is free again.
fn expiry_cutoff(context: &Context<'_>) -> Result<String, OperationError> {
    timestamp::after(context.now(), -WINDOW_SECONDS)
        .ok_or_else(|| OperationError::Internal(format!("the time {} cannot be read", context.now())))
}

/// Returns the stored response to the key. The outer error is the database's.
fn stored_response(
    db: &Db,
    context: &Context<'_>,
    key: &str,
    fingerprint: &str,
) -> Result<Option<Outcome>, OperationError> {
    let Some(row) = db.query_opt(
        "SELECT fingerprint, status, headers, body FROM idempotency WHERE client_id = ? AND key = ? AND created_at > ?",
        params![context.caller.credential(), key, expiry_cutoff(context)?],
    )?
    else {
        return Ok(None);
    };
    if row.text("fingerprint")? != fingerprint {
        return Ok(Some(Err(OperationError::problem(
            ProblemCode::IdempotencyKeyReused,
            "This Idempotency-Key was already used with another method, path or body. Use a new key for a new request.",
        ))));
    }
    let headers: BTreeMap<String, String> = row.json("headers")?;
    let status = u16::try_from(row.int("status")?).unwrap_or(500);
    let response = Response { status, headers: headers.into_iter().collect(), body: row.text("body")?.into_bytes() };
    Ok(Some(Ok(response.with_header("idempotent-replayed", "true"))))
}

fn store(
    tx: &Transaction<'_>,
    context: &Context<'_>,
    key: &str,
    fingerprint: &str,
    response: &Response,
) -> Result<(), OperationError> {
    // Usage that the host counted for the first response is not counted again for a repetition.
    let headers: BTreeMap<_, _> =
        response.headers.iter().filter(|(name, _)| !name.starts_with("x-plumbline-")).cloned().collect();
    let body = String::from_utf8(response.body.clone()).map_err(|error| OperationError::Internal(error.to_string()))?;
    let cutoff = expiry_cutoff(context)?;
    // Deletes the key's own row first, because an expired key is free again.
    tx.execute(
        "DELETE FROM idempotency WHERE client_id = ? AND key = ? AND created_at <= ?",
        params![context.caller.credential(), key, &cutoff],
    )?;
    tx.execute(
        "DELETE FROM idempotency WHERE (client_id, key) IN \
         (SELECT client_id, key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)",
        params![&cutoff, SWEEP_BATCH],
    )?;
    let stored = columns! {
        client_id: context.caller.credential(),
        key: key,
        fingerprint: fingerprint,
        status: response.status,
        headers: json(&headers)?,
        body: body,
        created_at: context.now(),
    };
    tx.insert_new("idempotency", "client_id, key", stored)?;
    Ok(())
}

/// Returns the key of a request: a bare token or the quoted string of structured fields (RFC 9651).
fn key(request: &Request) -> Result<Option<String>, OperationError> {
    let Some(header) = request.header("idempotency-key") else { return Ok(None) };
    let header = header.trim();
    let key = match header.strip_prefix('"') {
        Some(rest) => unquote(rest),
        None => Some(header.to_owned()),
    };
    key.filter(|key| !key.is_empty() && key.len() <= KEY_MAX && key.bytes().all(|byte| (b' '..=b'~').contains(&byte)))
        .map(Some)
        .ok_or_else(|| {
            OperationError::problem(
                ProblemCode::InvalidIdempotencyKey,
                format!(
                    "Send an Idempotency-Key of 1 to {KEY_MAX} printable ASCII characters, bare or as a quoted string."
                ),
            )
        })
}

/// Returns the string up to its closing quote, which must be the last character.
fn unquote(rest: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = rest.chars();
    loop {
        match characters.next()? {
            '"' => return characters.next().is_none().then_some(text),
            '\\' => text.push(characters.next().filter(|escaped| matches!(escaped, '"' | '\\'))?),
            character => text.push(character),
        }
    }
}

/// Returns a digest of the parts that make two requests equal: method, path with query, body.
fn fingerprint(request: &Request) -> String {
    let mut hash = Sha256::new();
    for part in [request.method.as_bytes(), request.path.as_bytes(), request.query.as_bytes(), &request.body] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of(value: &str) -> Result<Option<String>, OperationError> {
        let headers = vec![("idempotency-key".to_owned(), value.to_owned())];
        key(&Request { headers, ..Request::default() })
    }

    #[test]
    fn quoted_and_bare_keys_are_the_same_key() {
        assert_eq!(key_of("abc-1").unwrap().as_deref(), Some("abc-1"));
        assert_eq!(key_of("\"abc-1\"").unwrap().as_deref(), Some("abc-1"));
        assert_eq!(key_of(r#""a\"b\\""#).unwrap().as_deref(), Some(r#"a"b\"#));
        assert_eq!(key(&Request::default()).unwrap(), None);
    }

    #[test]
    fn other_keys_are_refused() {
        let long = "x".repeat(256);
        for value in ["", "\"\"", "\"open", "\"a\"b", "\"a\\n\"", "é", &long] {
            assert!(key_of(value).is_err(), "{value}");
        }
        assert!(key_of(&"x".repeat(255)).is_ok());
    }

    #[test]
    fn the_fingerprint_tells_requests_apart() {
        let request = |method: &str, path: &str, body: &str| {
            fingerprint(&Request {
                method: method.to_owned(),
                path: path.to_owned(),
                body: body.as_bytes().to_vec(),
                ..Request::default()
            })
        };
        let first = request("POST", "/projects", "{}");
        assert_eq!(first, request("POST", "/projects", "{}"));
        assert_ne!(first, request("PUT", "/projects", "{}"));
        assert_ne!(first, request("POST", "/exports", "{}"));
        assert_ne!(first, request("POST", "/projects", "{ }"));
        assert_ne!(request("A", "BC", ""), request("AB", "C", ""));
    }
}
