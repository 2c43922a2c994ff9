//! Gives the component a stack on which the deepest statements can be translated. They take some 2 MiB, and the default is
//! 1 MiB.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
    }
}
