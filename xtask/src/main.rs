//! Set-up, build, demo, test, bench, corpus and sample: `cargo xtask …`.
//!
//! - `workspace`: where things lie, and how commands are run and told about.
//! - `setup`, `build`, `edge`, `check`, `sample`, `demo`, `picture`, `dist`, `corpus`, `test`, `fuzz`, `openapi`, `clients`, `schemathesis`, `bench`, `release_fixture`: one file a command.
//! - `steps`: the steps of a command, with the time each takes.
//! - `lints`: clippy and cargo-deny; `outcome`: what tests left behind.
//! - `plugins`: templates of plugins, built and tried; `server`: the program as a child process; `python`: programs of a virtual environment; `report`: tables; `markdown`: tables in documents; `request_path`: the benches that are recorded; `marks`: items to mark-up; `score`: results against truth.
#![expect(clippy::print_stdout, reason = "a command line tool tells what it does on standard output")]

mod bench;
mod build;
mod check;
mod clients;
mod corpus;
mod demo;
mod dist;
mod edge;
mod fuzz;
mod lints;
mod markdown;
mod marks;
mod models;
mod openapi;
mod outcome;
mod picture;
mod plugins;
mod python;
mod release_fixture;
mod report;
mod request_path;
mod sample;
mod schemathesis;
mod score;
mod server;
mod setup;
mod steps;
mod test;
mod workspace;

use clap::{Parser, Subcommand};

/// Plumbline's own tasks.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Install what a fresh machine lacks: the wasm target, the test runner
    Setup,
    /// Build the host and all components, and compile the components ahead of time
    Build,
    /// Build the components alone
    Components,
    /// Build, and compose the endpoint groups for the edge
    Edge,
    /// Draw the sample sheet E-101 and write what is on it beside it
    Sample(sample::Arguments),
    /// The main job end to end: server, upload, takeoff, tables, spreadsheet and marked-up sheet
    Demo(demo::Arguments),
    /// Draw the README's picture anew, after `demo`
    Picture,
    /// Make the archive that serves after unpacking, and try it
    Dist(dist::Arguments),
    /// Take off the drawings of a folder and compare with its truth.json
    Corpus(corpus::Arguments),
    /// Build what depends on a changed crate, and run its tests
    Check(check::Arguments),
    /// Set up, build and run all tests
    Test(test::Arguments),
    /// Build the fuzz targets and run each for a while
    Fuzz(fuzz::Arguments),
    /// Make, test, build and try the templates of plugins, on what is built
    Plugins(plugins::Arguments),
    /// Make the data directory of a release, which a test has the next release take over
    ReleaseFixture(release_fixture::Arguments),
    /// Write the OpenAPI document `host/openapi.json` anew
    Openapi,
    /// Write the generated parts of `clients/` anew, from `host/openapi.json`
    Clients,
    /// Hold the running service against its own document, on what is built
    Schemathesis(schemathesis::Arguments),
    /// Measure beside peers and print ratios; `--compare` and `--record` are for the request path alone
    Bench(bench::Arguments),
}

fn main() -> std::process::ExitCode {
    let done = match Arguments::parse().task {
        Task::Setup => setup::run(),
        Task::Build => build::run(),
        Task::Components => build::components(),
        Task::Edge => edge::run(),
        Task::Sample(arguments) => sample::run(&arguments),
        Task::Demo(arguments) => demo::run(&arguments),
        Task::Picture => picture::run(),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::Corpus(arguments) => corpus::run(&arguments),
        Task::Check(arguments) => check::run(&arguments),
        Task::Test(arguments) => test::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Plugins(arguments) => plugins::run(&arguments),
        Task::ReleaseFixture(arguments) => release_fixture::run(arguments),
        Task::Openapi => openapi::run(),
        Task::Clients => clients::run(),
        Task::Schemathesis(arguments) => schemathesis::run(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
    };
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}
