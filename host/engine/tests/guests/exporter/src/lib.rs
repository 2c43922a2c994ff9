//! An exporter that writes one line per item. The project's name can trigger a fault.

wit_bindgen::generate!({
    path: ["../../../../../wit/drawing@1.0.0", "../../../../../wit/exporter@1.0.0"],
    world: "plumbline:exporter/exporter-component@1.0.0",
    generate_all,
});

#[path = "../../mode.rs"]
mod mode;

use exports::plumbline::exporter::exporter::{Description, Guest, Sink, Source};

struct Exporter;

impl Guest for Exporter {
    fn describe() -> Description {
        let mut description = Description {
            id: "lines".into(),
            version: "1.0.0".into(),
            name: "Lines".into(),
            format: "lines".into(),
            media_type: "text/plain".into(),
            extension: "txt".into(),
            options: vec![],
        };
        match mode::mode().as_str() {
            "trap" => panic!("on purpose"),
            "other-format" => description.format = "csv".into(),
            "odd-id" => description.id = "../lines".into(),
            "odd-type" => description.media_type = "text/plain\r\nset-cookie: a=b".into(),
            "odd-extension" => description.extension = "txt/../../x".into(),
            _ => {}
        }
        description
    }

    fn write(source: Source, sink: Sink) -> Result<(), String> {
        let header = source.header();
        match header.project_name.as_str() {
            "trap" => {
                sink.write(b"half a file")?;
                panic!("on purpose");
            }
            "refuse" => {
                sink.write(b"half a file")?;
                return Err("not this one".into());
            }
            // Continues although the sink refuses, and reports success.
            "flood" => {
                for _ in 0..1_000 {
                    let _ = sink.write(&[b'x'; 1 << 20]);
                }
                return Ok(());
            }
            _ => {}
        }
        loop {
            let items = source.items(7);
            if items.is_empty() {
                return Ok(());
            }
            for item in items {
                sink.write(format!("{} {}\n", item.id, item.description).as_bytes())?;
            }
        }
    }
}

export!(Exporter);
