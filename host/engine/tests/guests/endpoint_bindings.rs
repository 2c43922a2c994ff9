//! Bindings of interfaces of `plumbline:endpoint`.

/// Generates the bindings of a world.
macro_rules! endpoint_bindings {
    ($inline:literal, $world:literal) => {
        wit_bindgen::generate!({
            inline: $inline,
            world: $world,
            path: [
                "../../../../../wit/deps/wasi-clocks@0.3.0",
                "../../../../../wit/deps/wasi-random@0.3.0",
                "../../../../../wit/deps/wasi-filesystem@0.3.0",
                "../../../../../wit/deps/wasi-sockets@0.3.0",
                "../../../../../wit/deps/wasi-cli@0.3.0",
                "../../../../../wit/deps/wasi-http@0.3.0",
                "../../../../../wit/deps/spin-sqlite@3.1.0",
                "../../../../../wit/endpoint@1.0.0",
            ],
            generate_all,
        });
    };
}
