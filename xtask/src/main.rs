//! The development tasks, `cargo xtask …`: set-up, build, demo, test, bench, corpus, sample and others.
//!
//! - `workspace`: paths, and how commands are run and reported.
//! - `setup`, `build`, `edge`, `check`, `sample`, `demo`, `picture`, `dist`, `corpus`, `test`, `fuzz`, `schemathesis`,
//!   `bench`, `release_fixture`: one file per command.
//! - `nextest`: the test runner.
//! - `plugins`: templates of plugins, built and tested.
//! - `steps`: the steps of a command, with the time each takes.
//! - `lints`: clippy and cargo-deny.
//! - `phrases`: the check of what users read against phrases that read as translated.
//! - `front_pages`: the check that every library's front page has an example.
//! - `host_words`: the check of the host's core against words of construction.
//! - `circles`: the check that files do not use each other in circles.
//! - `source_files`: the files that these checks read.
//! - `map`: the check of ARCHITECTURE.md, the journeys and the paths that documents name.
//! - `outcome`: the results that tests leave behind.
//! - `server`: the program as a child process.
//! - `python`: programs of a virtual environment.
//! - `node`: Node packages of the tests.
//! - `report`: tables.
//! - `markdown`: tables in documents.
//! - `request_path`: the recorded benches.
//! - `marks`: items as marks on the drawing.
//! - `score`: results compared with truth.
#![expect(clippy::print_stdout, reason = "a command line tool reports on standard output")]

mod bench;
mod build;
mod check;
#[cfg(test)]
mod circles;
mod corpus;
mod demo;
mod dist;
mod edge;
#[cfg(test)]
mod front_pages;
mod fuzz;
#[cfg(test)]
mod host_words;
mod layers;
mod lints;
#[cfg(test)]
mod map;
mod markdown;
mod marks;
mod models;
mod nextest;
mod node;
mod outcome;
#[cfg(test)]
mod phrases;
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
#[cfg(test)]
mod source_files;
mod steps;
mod suites;
mod test;
mod workspace;

use clap::{Parser, Subcommand};

/// Run a development task of Plumbline
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Install missing tools, such as the wasm target and the test runner
    Setup,
    /// Build the host and all components, and compile the components ahead of time
    Build,
    /// Build only the components
    Components,
    /// Build, and compose the endpoint groups for the edge
    Edge,
    /// Draw the sample sheet E-101 and write its content beside it
    Sample(sample::Arguments),
    /// Run the main job end to end: server, upload, takeoff, tables, spreadsheet and marked-up sheet
    Demo(demo::Arguments),
    /// Redraw the README's picture from the output of `demo`
    Picture,
    /// Create the release archive and test it
    Dist(dist::Arguments),
    /// Take off the drawings of a folder and compare the results with its truth.json
    Corpus(corpus::Arguments),
    /// Build the crates that depend on a changed crate, and run their tests
    Check(check::Arguments),
    /// Set up, build and run all tests
    Test(test::Arguments),
    /// Run clippy and cargo-deny alone
    Lints,
    /// Build the fuzz targets and run each for a while
    Fuzz(fuzz::Arguments),
    /// Create, test, build and try the plugin templates, using the existing build
    Plugins(plugins::Arguments),
    /// Create the data directory of a release, for the upgrade test of the next one
    ReleaseFixture(release_fixture::Arguments),
    /// Regenerate the OpenAPI document `host/openapi.json`
    Openapi,
    /// Regenerate the parts of `clients/` that follow from `host/openapi.json`
    Clients,
    /// Check the running service against its own document, using the existing build
    Schemathesis(schemathesis::Arguments),
    /// Measure against peers and print ratios; `--compare` and `--record` measure only the request path
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
        Task::Lints => lints::run(),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Plugins(arguments) => plugins::run(&arguments),
        Task::ReleaseFixture(arguments) => release_fixture::run(arguments),
        // Separate programs, because this one is built often and the components take long to link.
        Task::Openapi => workspace::run_package("plumbline-openapi"),
        Task::Clients => workspace::run_package("plumbline-clients"),
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
