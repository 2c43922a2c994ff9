//! A reader of text files whose pages are separated by form feeds. A page can trigger a fault.

wit_bindgen::generate!({
    path: ["../../../../../wit/drawing@1.0.0", "../../../../../wit/reader@1.0.0"],
    world: "plumbline:reader/reader-component@1.0.0",
    generate_all,
    // A sheet of text has empty columns. The types that cannot be empty are left out.
    additional_derives: [Default],
    additional_derives_ignore: ["scale", "scale-source", "failure", "failure-code"],
});

#[path = "../../mode.rs"]
mod mode;

use exports::plumbline::reader::reader::{Bytes, Description, Document, Failure, FailureCode, Guest, GuestDocument, Sheet};

struct Reader;

struct Text(Vec<String>);

impl Guest for Reader {
    type Document = Text;

    fn describe() -> Description {
        let mut description =
            Description { id: "text".into(), version: "1.0.0".into(), name: "Text".into(), media_types: vec!["text/plain".into()] };
        match mode::mode().as_str() {
            "trap" => panic!("on purpose"),
            "loop" => loop {
                std::hint::black_box(&description);
            },
            "other-id" => description.id = "pdf".into(),
            "pdf" => (description.id, description.media_types) = ("pdf".into(), vec!["application/pdf".into()]),
            "long-id" => description.id = "text".repeat(100_000),
            "no-version" => description.version = "latest".into(),
            "odd-version" => description.version = "1.0.0-\u{1b}[2J".into(),
            "long-version" => description.version = format!("1.0.0-{}", "9".repeat(100_000)),
            "long-name" => description.name = "x".repeat(10_000_000),
            "odd-name" => description.name = "Text\r\nERROR another line".into(),
            "no-types" => description.media_types.clear(),
            "many-types" => description.media_types = (0..10_000).map(|number| format!("text/{number}")).collect(),
            "odd-type" => description.media_types.push("text/plain\r\nset-cookie: a=b".into()),
            _ => {}
        }
        description
    }
}

impl GuestDocument for Text {
    fn open(file: Bytes) -> Result<Document, Failure> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < file.size() {
            bytes.extend(file.read(bytes.len() as u64, 10));
        }
        assert!(file.read(file.size(), 10).is_empty());
        if bytes.starts_with(b"open-trap") {
            panic!("on purpose");
        }
        let text = String::from_utf8(bytes).map_err(|_| Failure {
            code: FailureCode::DocumentUnreadable,
            message: "The file is not UTF-8.".into(),
        })?;
        Ok(Document::new(Text(text.split('\x0c').map(str::to_owned).collect())))
    }

    fn page_count(&self) -> u32 {
        self.0.len() as u32
    }

    fn sheet(&self, page_number: u32) -> Result<Sheet, Failure> {
        let text = self.0[page_number as usize - 1].clone();
        match text.as_str() {
            "trap" => panic!("on purpose"),
            "loop" => loop {
                std::hint::black_box(&text);
            },
            "bomb" => {
                let mut hoard = Vec::new();
                loop {
                    hoard.push(vec![1u8; 1 << 24]);
                    std::hint::black_box(&hoard);
                }
            }
            "unreadable" => {
                return Err(Failure { code: FailureCode::UnsupportedContent, message: "Cannot read this page.".into() });
            }
            _ => {}
        }
        Ok(Sheet {
            page_number,
            width: 100.0,
            height: 50.0,
            rotation: 90,
            number: Some(format!("E-10{page_number}")),
            text_lengths: vec![text.len() as u32],
            text,
            text_baselines: vec![0.0; 4],
            text_sizes: vec![8.0],
            text_boxes: vec![0.0; 4],
            text_colors: vec![0],
            text_layers: vec![u32::MAX],
            text_sources: vec![0],
            ..Sheet::default()
        })
    }
}

export!(Reader);
