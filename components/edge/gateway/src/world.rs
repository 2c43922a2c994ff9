//! The pipeline's `World` on Spin: credentials, rate limits and usage in the application's database, and the endpoint group as
//! the next handler.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{Request, Response};
use plumbline_edge::Place;
use plumbline_identity::{Credential, Identity, IdentityError, Refusal};
use plumbline_pipeline::{Handed, Level, NoAnswer, ProblemCode, Rate, RouteTable, World};
use plumbline_tenancy::{Database as _, DatabaseError, Scope, Statement, UsageEvent, id};
use send_wrapper::SendWrapper;
use spin_sdk::http::FullBody;
use spin_sdk::http::body::IncomingBodyExt as _;
use spin_sdk::sqlite::wit::sqlite::Value;

use crate::component::unanswered;
use crate::outside::AtEdge;
use crate::tables::{self, Tables};

/// Attempts to update a bucket under contention.
const TRIES: usize = 20;
/// Age after which a bucket is full and its row can be deleted.
const IDLE: Duration = Duration::from_secs(24 * 3600);

/// How long a call may last, and its idempotency key be taken at most.
const LONGEST_CALL: Duration = Duration::from_secs(60);
/// Gives an idempotency key back.
const GIVE_BACK: &str = "DELETE FROM running_keys WHERE running_key = ?";

/// Operations that need files, which the centre stores.
const WITH_FILES: [&str; 3] = ["documents.create", "documents.complete", "documents.download"];

/// The pipeline's world at the edge.
pub(crate) struct EdgeWorld {
    identity: Identity<Tables, AtEdge>,
    /// The tenant and environment that the application serves.
    scope: Scope,
    centre_url: Option<String>,
    table: Arc<RouteTable<()>>,
}

impl EdgeWorld {
    pub(crate) fn new(place: &Place, identity: Identity<Tables, AtEdge>, table: Arc<RouteTable<()>>) -> Self {
        Self { identity, scope: place.scope.clone(), centre_url: place.centre_url.clone(), table }
    }
}

impl World for EdgeWorld {
    type Component = ();

    async fn credential(&self, token: &str) -> Result<Result<Arc<Credential>, Refusal>, IdentityError> {
        let found = self.identity.authenticate(token).await?;
        // Credentials of other tenants or environments are unknown here.
        let own = |credential: &Credential| credential.scope() == self.scope;
        Ok(found.and_then(|credential| if own(&credential) { Ok(Arc::new(credential)) } else { Err(Refusal::Unknown) }))
    }

    async fn take(&self, bucket: &str, rate: Rate) -> Result<Level, NoAnswer> {
        take(bucket, rate).await.map_err(|error| {
            eprintln!("a bucket of calls cannot be read or written: {error}");
            NoAnswer { code: ProblemCode::Unavailable, detail: "Calls cannot be counted at the moment.".into() }
        })
    }

    async fn take_key(&self, key: &str) -> Result<bool, NoAnswer> {
        take_key(key).await.map_err(|error| {
            eprintln!("an idempotency key cannot be taken: {error}");
            unavailable("The Idempotency-Key cannot be looked up at the moment.")
        })
    }

    fn give_key_back(&self, key: &str) {
        let given = tables::connection().and_then(|connection| {
            connection.execute(GIVE_BACK, &[Value::Text(key.to_owned())]).map_err(tables::failed)
        });
        if let Err(error) = given {
            eprintln!("an idempotency key stays taken for {} seconds: {error}", LONGEST_CALL.as_secs());
        }
    }

    fn routes(&self, _: &Credential) -> Arc<RouteTable<()>> {
        Arc::clone(&self.table)
    }

    async fn answer(&self, call: &Handed<'_, ()>, request: Request<Bytes>) -> Result<Response<Bytes>, NoAnswer> {
        let request_id = call.request_id;
        SendWrapper::new(async move {
            self.needs_centre(&call.target.route.operation)?;
            let unanswered = unanswered::count();
            let failed = |error: &dyn std::fmt::Display| {
                eprintln!("{request_id}: the endpoint gave no answer: {error}");
                NoAnswer {
                    code: ProblemCode::ComponentTrapped,
                    detail: "The call failed and can be tried again.".into(),
                }
            };
            let answer = spin_sdk::http::next(request.map(FullBody::new)).await.map_err(|error| failed(&error))?;
            let (parts, body) = answer.into_parts();
            let body = body.bytes().await.map_err(|error| failed(&error))?;
            // Adapters cannot tell an endpoint that the centre is silent, and the endpoint takes it for a missing file or a bad
            // address. Another call of the instance may have asked; a refusal that can be tried again is right for both.
            if unanswered::count() > unanswered && !parts.status.is_success() {
                return Err(unavailable("The centre, which this needs, cannot be reached. Try again later."));
            }
            Ok(Response::from_parts(parts, body))
        })
        .await
    }

    fn record(&self, _: Scope, event: UsageEvent) {
        // Written behind the answer, which does not wait for it.
        spin_sdk::wit_bindgen::spawn(async move {
            if let Err(error) = record(&event) {
                eprintln!("{}: the usage record cannot be written: {error}; lost: {event:?}", event.request_id);
            }
        });
    }
}

impl EdgeWorld {
    /// Refuses operations that need files where there is no centre to keep them.
    fn needs_centre(&self, operation: &str) -> Result<(), NoAnswer> {
        if self.centre_url.is_some() || !WITH_FILES.contains(&operation) {
            return Ok(());
        }
        Err(unavailable("Files are kept at the centre, and this edge has none (variable centre_url)."))
    }
}

fn unavailable(detail: &str) -> NoAnswer {
    NoAnswer { code: ProblemCode::Unavailable, detail: detail.to_owned() }
}

/// Takes a call from a bucket in the database, which all instances of the application share.
async fn take(bucket: &str, rate: Rate) -> Result<Level, DatabaseError> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    for _ in 0..TRIES {
        let found =
            Tables.query(Statement::new("SELECT full_at FROM rate_limits WHERE bucket = ?").bind(bucket)).await?;
        let kept = found.first().map(|row| row.integer(0)).transpose()?.flatten();
        let (level, after) = rate.take(kept.and_then(|kept| u64::try_from(kept).ok()), now);
        let Some(after) = after.and_then(|after| i64::try_from(after).ok()) else { return Ok(level) };
        let is_taken = if let Some(kept) = kept {
            let update = Statement::new("UPDATE rate_limits SET full_at = ? WHERE bucket = ? AND full_at = ?");
            match tables::change(update.bind(after).bind(bucket).bind(kept)) {
                Ok(changed) => changed == 1,
                // Reading goes on while nothing can be written; such a call is not counted.
                Err(error) if tables::is_locked(&error) => true,
                Err(error) => return Err(error),
            }
        } else {
            let idle = i64::try_from(now.saturating_sub(IDLE).as_nanos()).unwrap_or(i64::MAX);
            let insert = "INSERT INTO rate_limits (bucket, full_at) VALUES (?, ?) ON CONFLICT (bucket) DO NOTHING";
            let statements = vec![
                Statement::new(insert).bind(bucket).bind(after).changing(1),
                Statement::new("DELETE FROM rate_limits WHERE full_at < ?").bind(idle),
            ];
            Tables.write(statements).await?
        };
        if is_taken {
            return Ok(level);
        }
    }
    Err(DatabaseError::Failed(format!("the bucket changed during each of {TRIES} attempts")))
}

/// Takes an idempotency key in the database, which all instances of the application share. One whose instance ended during
/// the call is free again after some time.
async fn take_key(key: &str) -> Result<bool, DatabaseError> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    Tables
        .write(vec![
            Statement::new("DELETE FROM running_keys WHERE since < ?").bind(seconds(now.saturating_sub(LONGEST_CALL))),
            Statement::new(
                "INSERT INTO running_keys (running_key, since) VALUES (?, ?) ON CONFLICT (running_key) DO NOTHING",
            )
            .bind(key)
            .bind(seconds(now))
            .changing(1),
        ])
        .await
}

/// Inserts a usage event.
fn record(event: &UsageEvent) -> Result<(), DatabaseError> {
    let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
    let values = [
        Value::Text(event.request_id.clone()),
        Value::Text(id::at(event.occurred_at.into())),
        text(&event.client_id),
        text(&event.user_id),
        Value::Text(event.surface.as_str().to_owned()),
        text(&event.agent),
        Value::Text(event.operation.clone()),
        event.status_code.map_or(Value::Null, |status| Value::Integer(status.into())),
        text(&event.error_code),
        Value::Integer(i64::try_from(event.latency_ms).unwrap_or(i64::MAX)),
        Value::Real(if event.units.is_finite() { event.units } else { 0.0 }),
        text(&event.end_customer_ref),
    ];
    tables::connection()?.execute(UsageEvent::INSERT, &values).map(|_| ()).map_err(tables::failed)
}
