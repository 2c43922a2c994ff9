//! Pictures of pages and of items' evidence.

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Response, Server};
use serde_json::{Value, json};

/// The longest side that models read without scaling.
const MAX_SIDE: usize = 1568;

/// A decoded picture.
struct Picture {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel.
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn decode(response: &Response) -> Result<Self> {
        assert_eq!(response.header("content-type"), "image/png");
        let mut reader = png::Decoder::new(std::io::Cursor::new(&response.bytes)).read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("too large")?];
        let info = reader.next_frame(&mut bytes)?;
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let pixels = bytes.as_chunks::<3>().0.to_vec();
        Ok(Self { width: info.width as usize, height: info.height as usize, pixels })
    }

    /// Returns how many pixels are so dark that they are of the drawing.
    fn ink(&self) -> usize {
        self.pixels.iter().filter(|pixel| pixel.iter().all(|value| *value < 100)).count()
    }

    /// Returns the box of the outline: left, top, right and bottom.
    fn outline(&self) -> Option<[usize; 4]> {
        let red = self.pixels.iter().enumerate().filter(|(_, pixel)| **pixel == [230, 0, 38]);
        let mut places = red.map(|(index, _)| [index % self.width, index / self.width]);
        let [x, y] = places.next()?;
        Some(places.fold([x, y, x, y], |[left, top, right, bottom], [x, y]| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        }))
    }
}

#[test]
fn a_page_is_shown_whole_and_in_parts() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let document = account.upload(&project, "E-101.pdf", &pdf)?;
    let path = format!("/documents/{}/pages/1/picture", document["id"].as_str().unwrap_or_default());

    let response = account.get(&path)?.expect(200);
    let whole = Picture::decode(&response)?;
    assert_eq!(whole.width.max(whole.height), MAX_SIDE);
    let size = &document["pages"][0]["size_pt"];
    let aspect = size["width"].as_f64().context("a width")? / size["height"].as_f64().context("a height")?;
    assert!((whole.width as f64 / whole.height as f64 - aspect).abs() < 0.01);
    assert!(whole.ink() > 1000 && whole.outline().is_none(), "{}", whole.ink());

    // A quarter has twice as many pixels for each inch, so the lines of all four have more pixels than the whole.
    let quarters = ["0,0,0.5,0.5", "0.5,0,1,0.5", "0,0.5,0.5,1", "1,1,0.5,0.5"].map(|area| {
        let response = account.get(&format!("{path}?area={area}"))?.expect(200);
        let part = Picture::decode(&response)?;
        assert!(part.width.max(part.height) <= MAX_SIDE, "{area}");
        Ok::<_, anyhow::Error>(part.ink())
    });
    let quarters: usize = quarters.into_iter().sum::<Result<_>>()?;
    assert!(quarters > whole.ink() * 3 / 2, "{quarters} {}", whole.ink());

    let tag = response.header("etag").to_owned();
    let unchanged = account.call("GET", &path, None, &[("if-none-match", &tag)])?.expect(304);
    assert!(unchanged.bytes.is_empty());
    assert!(account.call("HEAD", &path, None, &[])?.expect(200).bytes.is_empty());
    account.call("GET", &path, None, &[("accept", "application/json")])?.expect_problem(406, "not_acceptable");
    account.get(&format!("{path}?area=0,0,1"))?.expect_problem(400, "invalid_request");
    for page in ["2", "0", "-1", "4294967296", "one"] {
        account.get(&path.replace("/1/", &format!("/{page}/")))?.expect_problem(404, "not_found");
    }
    Ok(())
}

#[test]
fn an_item_is_outlined_where_it_was_found() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let items = account.get(&format!("/takeoffs/{}/items?limit=5", takeoff.id))?.expect(200).json;
    for item in items["data"].as_array().context("a list")? {
        let id = item["id"].as_str().context("an id")?;
        let path = format!("/takeoffs/{}/items/{id}/picture", takeoff.id);
        let picture = Picture::decode(&account.get(&path)?.expect(200))?;
        assert!(picture.width.max(picture.height) <= MAX_SIDE && picture.ink() > 10, "{item}");
        let [left, top, right, bottom] = picture.outline().context("no outline")?;
        assert!(left > 0 && top > 0 && right < picture.width - 1 && bottom < picture.height - 1, "{item}");
        let evidence = item["evidence"].as_array().context("evidence")?.len();
        account.get(&format!("{path}?evidence={evidence}"))?.expect(200);
        account.get(&format!("{path}?evidence={}", evidence + 1))?.expect_problem(404, "not_found");
    }
    Ok(())
}

#[test]
fn images_and_cad_drawings_have_pictures_and_what_cannot_be_drawn_says_so() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let path = |document: &Value| format!("/documents/{}/pages/1/picture", document["id"].as_str().unwrap_or_default());

    let mut scan = Vec::new();
    let mut encoder = png::Encoder::new(&mut scan, 4000, 3000);
    encoder.set_color(png::ColorType::Grayscale);
    let gray: Vec<u8> = (0..4000 * 3000).map(|index| if index % 4000 < 2000 { 0 } else { 255 }).collect();
    encoder.write_header()?.write_image_data(&gray)?;
    let document = account.upload(&project, "scan.png", &scan)?;
    let picture = Picture::decode(&account.get(&path(&document))?.expect(200))?;
    assert_eq!((picture.width, picture.height), (MAX_SIDE, MAX_SIDE * 3 / 4));
    assert_eq!(picture.ink(), picture.pixels.len() / 2);

    let (dxf, _) = Drawing::e101_dxf(1, &Options::default());
    let document = account.upload(&project, "E-101.dxf", &dxf)?;
    let picture = Picture::decode(&account.get(&path(&document))?.expect(200))?;
    assert!(picture.width.max(picture.height) == MAX_SIDE && picture.ink() > 1000, "{}", picture.ink());
    let document = account.upload(&project, "broken.pdf", b"%PDF-1.7\nnothing that follows is a PDF")?;
    account.get(&path(&document))?.expect_problem(409, "document_not_ready");
    let body = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    let slot = account.post("/documents", body)?.expect(201).json;
    account.get(&path(&slot["document"]))?.expect_problem(409, "document_not_ready");
    Ok(())
}
