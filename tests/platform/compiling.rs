//! Compilation of components in separate processes: the server's memory afterwards, the limits of a hostile component, and
//! the fate of a compiler whose server is killed.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, ServerOptions, components, poll_until};
use serde_json::json;
use wasm_encoder::{
    BlockType, CodeSection, Component, Function, FunctionSection, Instruction, Module, ModuleSection, TypeSection,
    ValType,
};

use crate::operators::Operator;

/// Maximum memory of a server at rest, in kB.
const MAX_IDLE_MEMORY_KB: u64 = 100 * 1024;
/// Components to start without. The extractors are one engine with different vocabularies. One of them is compiled. Six
/// more would take a minute of a core.
const EXCLUDED_COMPONENTS: [&str; 6] = [
    "extractor-fire_protection.wasm",
    "extractor-mechanical.wasm",
    "extractor-multi_discipline.wasm",
    "extractor-plumbing.wasm",
    "extractor-process.wasm",
    "extractor-structural.wasm",
];

/// Number of branches of a hostile component of 4.8 MB. Without limits, compiling it takes two gigabytes and two minutes.
const HOSTILE_BRANCHES: usize = 400_000;

/// Reads a figure in kB from the status of a process.
#[cfg(target_os = "linux")]
pub(crate) fn status(pid: u32, field: &str) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':')).context("no such field")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_at_rest_holds_less_than_100_mib_after_it_compiled_everything_and_after_a_restart() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut server = Server::prepare(ServerOptions {
        excluded_components: EXCLUDED_COMPONENTS.to_vec(),
        ..ServerOptions::default()
    })?;
    server.set_environment("PLUMBLINE_COMPILED_DIR", cache.path());
    server.restart()?;
    let compiled = || -> Result<usize> {
        let files = std::fs::read_dir(cache.path())?.filter_map(Result::ok).map(|file| file.path());
        Ok(files.filter(|path| path.extension().is_some_and(|extension| extension == "cwasm")).count())
    };
    let components = std::fs::read_dir(components()?)?.filter_map(Result::ok).map(|file| file.path());
    let components = components.filter(|path| path.extension().is_some_and(|extension| extension == "wasm")).count();
    ensure!(compiled()? == components - EXCLUDED_COMPONENTS.len(), "{} of {components} are compiled", compiled()?);
    check_idle_memory(&server, "the first start")?;
    server.stop()?;
    server.restart()?;
    ensure!(compiled()? == components - EXCLUDED_COMPONENTS.len(), "something was compiled again");
    check_idle_memory(&server, "the second start")
}

/// Checks the memory of a server that has just become ready. The memory of its start is returned before it reports ready.
fn check_idle_memory(server: &Server, when: &str) -> Result<()> {
    let pid = server.pid().context("no process")?;
    let [all, own] = [status(pid, "VmRSS")?, status(pid, "RssAnon")?];
    ensure!(all < MAX_IDLE_MEMORY_KB, "after {when} {all} kB are resident, {own} of them anonymous");
    Ok(())
}

/// Returns a component of one function with this number of branches. Compiling it takes kilobytes and growing time per branch.
fn hostile_component(branches: usize) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut function = Function::new([]);
    for _ in 0..branches {
        function.instruction(&Instruction::LocalGet(0));
        function.instruction(&Instruction::If(BlockType::Empty));
        function.instruction(&Instruction::LocalGet(0));
        function.instruction(&Instruction::I32Const(7));
        function.instruction(&Instruction::I32Add);
        function.instruction(&Instruction::LocalSet(0));
        function.instruction(&Instruction::End);
    }
    function.instruction(&Instruction::LocalGet(0));
    function.instruction(&Instruction::End);
    let mut code = CodeSection::new();
    code.function(&function);
    let mut module = Module::new();
    module.section(&types).section(&functions).section(&code);
    let mut component = Component::new();
    component.section(&ModuleSection(&module));
    component.finish()
}

#[test]
fn a_component_that_takes_too_much_memory_or_time_to_compile_is_refused() -> Result<()> {
    let (memory, time) = ("PLUMBLINE_COMPILING__MAX_MEMORY_MIB", "PLUMBLINE_COMPILING__MAX_CPU_SECONDS");
    let (timeout, at_once) = ("PLUMBLINE_COMPILING__TIMEOUT_SECONDS", "PLUMBLINE_COMPILING__CONCURRENCY");
    for (bounds, limit, setting) in [
        ([(memory, "96"), (time, "300")], "exceeded 96 MiB of memory", "compiling.max_memory_mib"),
        ([(time, "1"), (at_once, "1")], "exceeded 1 s of processor time", "compiling.max_cpu_seconds"),
        ([(timeout, "1"), (at_once, "1")], "did not finish within 1 s", "compiling.timeout_seconds"),
    ] {
        let operator = Operator::start(&bounds)?;
        let account = operator.server.account("Ames & Sons")?;
        let (component, slot) = (hostile_component(HOSTILE_BRANCHES), "slot=exporter:acme");
        let refused = std::thread::scope(|scope| -> Result<_> {
            let publishing = scope.spawn(|| operator.upload(slot, &component));
            while !publishing.is_finished() {
                account.get("/projects?limit=1")?.expect(200);
            }
            publishing.join().map_err(|_| anyhow::anyhow!("the upload panicked"))?
        })?;
        let refused = refused.expect_problem(422, "validation_failed");
        let said = refused.text("detail");
        ensure!(said.contains(limit) && said.contains(setting), "{said}");
        ensure!(said.contains("exporter:acme"), "the component is not named: {said}");
        // A component of ordinary size compiles within limits that are far below the defaults.
        let small = operator.upload(slot, &hostile_component(10))?.expect_problem(422, "validation_failed");
        ensure!(
            small.text("detail").contains("world"),
            "it is compiled and lacks only exports: {}",
            small.text("detail")
        );
        let listed = operator.get("/components?slot=exporter:acme")?.expect(200);
        ensure!(listed.json == json!([]) || listed.json["data"] == json!([]), "{}", listed.json);
    }
    Ok(())
}

/// Returns the folder in `/proc` of a process that compiles for the server.
#[cfg(target_os = "linux")]
fn find_compiler(server: u32) -> Result<Option<PathBuf>> {
    for entry in std::fs::read_dir("/proc")?.filter_map(Result::ok) {
        // A process that ends in the meantime is not one of them.
        let Ok(status) = std::fs::read_to_string(entry.path().join("status")) else { continue };
        let Ok(command) = std::fs::read_to_string(entry.path().join("cmdline")) else { continue };
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap_or_default();
        if parent.trim() == server.to_string() && command.starts_with("plumbline\0compile-component\0") {
            return Ok(Some(entry.path()));
        }
    }
    Ok(None)
}

/// Returns whether a process has ended, even if its new parent has not yet collected its status.
#[cfg(target_os = "linux")]
fn has_ended(process: &std::path::Path) -> bool {
    let status = std::fs::read_to_string(process.join("status")).unwrap_or_default();
    status.is_empty() || status.lines().any(|line| line.starts_with("State:") && line.contains("Z (zombie)"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_compiler_is_limited_isolated_and_ends_with_its_server() -> Result<()> {
    let mut operator = Operator::start(&[("PLUMBLINE_COMPILING__MAX_MEMORY_MIB", "1500")])?;
    let pid = operator.server.pid().context("no process")?;
    let slow = hostile_component(HOSTILE_BRANCHES);
    std::thread::scope(|scope| -> Result<()> {
        // The upload gets no response, because the server is killed.
        scope.spawn(|| operator.upload("slot=exporter:acme", &slow));
        let compiler = poll_until("a compiler runs", || find_compiler(pid))?;
        // The compiler sets its own limits first.
        poll_until("it has its bounds", || {
            let limits = std::fs::read_to_string(compiler.join("limits"))?;
            let of =
                |name: &str| limits.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().to_owned();
            let (data, cores) = (of("Max data size"), of("Max core file size"));
            Ok((data.contains("1572864000") && cores.split_whitespace().take(2).all(|limit| limit == "0"))
                .then_some(()))
        })?;
        ensure!(std::fs::read(compiler.join("environ"))?.is_empty(), "it has the server's environment");
        // Files that it opens briefly, for example to read the number of cores, are closed again.
        poll_until("nothing but its standard streams is open", || {
            let open =
                std::fs::read_dir(compiler.join("fd"))?.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
            let open: Vec<_> = open.collect();
            let are_pipes = open.iter().all(|open| open.to_string_lossy().starts_with("pipe:"));
            Ok((open.len() == 3 && are_pipes).then_some(()))
        })?;
        // SIGKILL, as in a crash, so that the server cannot end the compiler.
        let killed = std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status()?;
        ensure!(killed.success());
        poll_until("the compiler is gone", || Ok(has_ended(&compiler).then_some(())))
    })?;
    operator.server.kill()
}

/// The limits of the processes do not apply if none is started. This limit would refuse every component.
#[test]
fn components_can_be_compiled_in_the_server_itself() -> Result<()> {
    const ONLY: &str = "endpoint-reference.wasm";
    let (cache, own) = (tempfile::tempdir()?, tempfile::tempdir()?);
    std::os::unix::fs::symlink(components()?.join(ONLY), own.path().join(ONLY))?;
    let start = |process: &str| -> Result<Server> {
        let environment = [("PLUMBLINE_COMPILING__PROCESS", process), ("PLUMBLINE_COMPILING__MAX_MEMORY_MIB", "1")];
        let options =
            ServerOptions { components: Some(own.path().to_owned()), ..ServerOptions::with_environment(&environment) };
        let mut server = Server::prepare(options)?;
        server.set_environment("PLUMBLINE_COMPILED_DIR", cache.path());
        server.restart()?;
        Ok(server)
    };
    ensure!(start("child").is_err(), "a compiler with 1 MiB compiled the component");
    let server = start("in_process")?;
    server.account("Ames & Sons")?.get("/reference/disciplines")?.expect(200);
    Ok(())
}
