//! Fresh instances per second of an endpoint, each with a request that it answers, compared with bare Wasmtime, which
//! instantiates the same bytes from the same kind of pool with imports that trap.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use plumbline_engine::{EngineSettings, engine_config};

use crate::calls::Projects;
use crate::median;
use crate::variants::read_component;

/// Instances of one round.
const INSTANCES: usize = 4_000;
/// Rounds. The two alternate.
const ROUNDS: usize = 5;

pub(crate) async fn run() -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let projects = Arc::new(Projects::start(1).await?);
    let bare = Arc::new(Bare::new(&read_component("endpoint-projects")?)?);
    println!("instances: of endpoint-projects, median of {ROUNDS} rounds of {INSTANCES}");
    for tasks in [1, cores] {
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        // The first round warms up and is not counted.
        for round in 0..=ROUNDS {
            let (once, again) = (Arc::clone(&projects), Arc::clone(&bare));
            let cold = per_second(tasks, move || {
                let projects = Arc::clone(&once);
                async move { projects.call().await }
            });
            let cold = cold.await?;
            let instantiated = per_second(tasks, move || {
                let bare = Arc::clone(&again);
                async move { bare.instantiate().await }
            });
            let instantiated = instantiated.await?;
            if round > 0 {
                ours.push(cold);
                theirs.push(instantiated);
                ratios.push(cold / instantiated);
            }
        }
        println!(
            "  {tasks} at a time: with a request {:.0}/s, bare Wasmtime {:.0}/s, ratio {:.2}",
            median(ours),
            median(theirs),
            median(ratios)
        );
    }
    Ok(())
}

/// Returns how many times per second `make` completes when run by a number of concurrent tasks.
async fn per_second<F, D>(tasks: usize, make: F) -> Result<f64>
where
    F: Fn() -> D + Clone + Send + 'static,
    D: Future<Output = Result<()>> + Send,
{
    let start = Instant::now();
    let mut running = Vec::new();
    for _ in 0..tasks {
        let make = make.clone();
        running.push(tokio::spawn(async move {
            for _ in 0..INSTANCES / tasks {
                make().await?;
            }
            anyhow::Ok(())
        }));
    }
    for task in running {
        task.await??;
    }
    Ok((INSTANCES / tasks * tasks) as f64 / start.elapsed().as_secs_f64())
}

/// A component whose imports are linked and trap.
struct Bare {
    engine: wasmtime::Engine,
    pre: wasmtime::component::InstancePre<()>,
}

impl Bare {
    fn new(bytes: &[u8]) -> Result<Self> {
        let create = || -> wasmtime::Result<Self> {
            let engine = wasmtime::Engine::new(&engine_config(&EngineSettings::default())?)?;
            let component = wasmtime::component::Component::new(&engine, bytes)?;
            let mut linker = wasmtime::component::Linker::new(&engine);
            linker.define_unknown_imports_as_traps(&component)?;
            let pre = linker.instantiate_pre(&component)?;
            Ok(Self { engine, pre })
        };
        create().map_err(|error| anyhow::anyhow!("{error:#}"))
    }

    async fn instantiate(&self) -> Result<()> {
        let mut store = wasmtime::Store::new(&self.engine, ());
        store.set_epoch_deadline(1);
        let instance = self.pre.instantiate_async(&mut store).await;
        instance.map(|_| ()).map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}
