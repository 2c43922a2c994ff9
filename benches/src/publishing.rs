//! The time from `POST /admin/components` of a new endpoint to the first request it answers: compile and store it, then
//! swap. The peer is the swap alone, of a component that is already compiled.

use std::time::Instant;

use anyhow::Result;
use plumbline_tests::Account;

use crate::load::{Call, Connection};
use crate::median;
use crate::operators::AdminServer;
use crate::variants::{SMALLEST_PATH, Variant, read_component, smallest_endpoint};

const ROUNDS: usize = 5;
/// The component that the server starts without, so that only the published one answers its requests.
const ENDPOINT: &str = "endpoint-reference";

/// Times in milliseconds.
#[derive(Default)]
struct Times {
    publish: Vec<f64>,
    swap: Vec<f64>,
    both: Vec<f64>,
    again: Vec<f64>,
}

pub(crate) async fn run() -> Result<()> {
    let admin_server = AdminServer::start(vec!["endpoint-reference.wasm"])?;
    let account = admin_server.server.account("Bench")?;
    println!("publishing: from POST /admin/components to the first answer, ms, median of {ROUNDS}");
    for (slot, component, path) in [
        ("endpoint:bench", smallest_endpoint()?, SMALLEST_PATH),
        ("endpoint:reference", read_component(ENDPOINT)?, "/reference/units"),
    ] {
        let times = measure(&admin_server, &account, slot, &component, path).await?;
        let kilobytes = component.len() as f64 / 1e3;
        let (publish, swap, both, again) =
            (median(times.publish), median(times.swap), median(times.both), median(times.again));
        println!(
            "  {slot}, {kilobytes:.0} kB: compile, check and keep {publish:.1}, swap {swap:.1}; in one call {both:.1}; \
             swap of a compiled one {again:.1}, ratio {:.1}",
            both / again
        );
    }
    Ok(())
}

async fn measure(
    admin_server: &AdminServer,
    account: &Account,
    slot: &str,
    component: &[u8],
    path: &str,
) -> Result<Times> {
    let (admin, host) = (&admin_server.admin, admin_server.server.url.trim_start_matches("http://"));
    let call = Call::get(format!("/partner/v1{path}"));
    let absent = Call { status: 404, ..call.clone() };
    let mut client = Connection::open(host, &account.secret).await?;
    let mut times = Times::default();
    for _ in 0..ROUNDS {
        // Publish and bind in two calls.
        let variant = Variant::new(component);
        client.call(&absent).await?;
        let start = Instant::now();
        admin.publish(slot, &variant, false).await?;
        times.publish.push(elapsed_ms(start));
        let start = Instant::now();
        admin.bind(slot, &variant).await?;
        client.call(&call).await?;
        times.swap.push(elapsed_ms(start));
        admin.unbind(slot).await?;
        variant.remove_cached_files()?;

        // Publish and bind in one call.
        let variant = Variant::new(component);
        client.call(&absent).await?;
        let start = Instant::now();
        admin.publish(slot, &variant, true).await?;
        client.call(&call).await?;
        times.both.push(elapsed_ms(start));
        admin.unbind(slot).await?;

        // Bind again, now that the component is compiled.
        client.call(&absent).await?;
        let start = Instant::now();
        admin.bind(slot, &variant).await?;
        client.call(&call).await?;
        times.again.push(elapsed_ms(start));
        admin.unbind(slot).await?;
        variant.remove_cached_files()?;
    }
    Ok(times)
}

fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
