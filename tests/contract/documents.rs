//! `/documents`: upload, ingestion, download, deletion.

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::Server;
use serde_json::json;

#[test]
fn an_uploaded_drawing_becomes_a_ready_document() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let project = account.project("North School")?;
    let document = account.upload(&project, "E-101.pdf", &pdf)?;
    insta::assert_json_snapshot!("document", document, {
        ".id" => "[id]", ".project_id" => "[id]", ".created_at" => "[time]", ".ready_at" => "[time]", ".size_bytes" => "[bytes]",
    });
    let id = document["id"].as_str().unwrap();

    let download = account.get(&format!("/documents/{id}/download"))?.expect(302);
    let file = account.send_bytes("GET", download.header("location"), &[], &[])?.expect(200);
    assert_eq!(file.bytes, pdf);
    assert!(file.header("content-disposition").contains("E-101.pdf"));

    let project_now = account.get(&format!("/projects/{project}"))?.expect(200);
    assert_eq!(project_now.json["document_count"], 1);

    account.delete(&format!("/documents/{id}"))?.expect(204);
    account.get(&format!("/documents/{id}"))?.expect_problem(404, "not_found");
    Ok(())
}

/// A PNG of 1 × 1 pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
\0\0\0\x0aIDAT\x78\x9c\x63\x60\0\0\0\x02\0\x01\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82";

#[test]
fn images_and_cad_drawings_become_ready_documents_with_pages() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let (dxf, _) = Drawing::e101_dxf(1, &Options::default());
    for (filename, bytes, has_text) in [("photo.png", PNG, false), ("E-101.dxf", dxf.as_slice(), true)] {
        let document = account.upload(&project, filename, bytes)?;
        assert_eq!(document["status"], "ready", "{document}");
        assert_eq!(document["page_count"], 1, "{document}");
        assert_eq!(document["pages"][0]["has_text"], has_text, "{document}");
    }
    // The bytes must agree with the declared type.
    let body = json!({"project_id": project, "filename": "E-101.pdf",
        "source": {"type": "upload", "content_type": "application/pdf"}});
    let slot = account.post("/documents", body)?.expect(201).json;
    let id = slot["document"]["id"].as_str().unwrap();
    assert!(account.put(&slot["upload"], PNG)?.status < 300);
    account.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect(202);
    let path = format!("/documents/{id}");
    let document = plumbline_tests::wait_for(&account, &path, |d| d["status"] != "ingesting")?.json;
    assert_eq!(document["failure"]["code"], "unsupported_content", "{document}");
    Ok(())
}

#[test]
fn complete_before_any_byte_came_says_so() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf", "source": {"type": "upload"}});
    let slot = account.post("/documents", body)?.expect(201);
    assert_eq!(slot.json["upload"]["method"], "PUT");
    let id = slot.json["document"]["id"].as_str().unwrap();
    account.call("POST", &format!("/documents/{id}/complete"), None, &[])?.expect_problem(409, "upload_missing");
    let document = account.get(&format!("/documents/{id}"))?.expect(200);
    assert_eq!(document.text("status"), "awaiting_upload");
    Ok(())
}

#[test]
fn a_signed_address_takes_only_what_was_signed() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    let body = json!({"project_id": project, "filename": "E-101.pdf",
        "source": {"type": "upload", "content_type": "application/pdf"}});
    let slot = account.post("/documents", body)?.expect(201);
    let url = slot.json["upload"]["url"].as_str().unwrap();
    let forged = url.replace("original", "other");
    assert_ne!(forged, url);
    if server.has_store() {
        // The address is the store's, which refuses with its own document.
        for (method, url) in [("PUT", url), ("GET", url), ("PUT", &forged)] {
            assert_eq!(account.send_bytes(method, url, b"%PDF-", &[])?.status, 403, "{method} {url}");
        }
        return Ok(());
    }
    // Without the required headers, with another method, and with a changed address.
    account.send_bytes("PUT", url, b"%PDF-", &[])?.expect_problem(415, "unsupported_media_type");
    let get = account.send_bytes("GET", url, &[], &[])?.expect_problem(405, "method_not_allowed");
    assert_eq!(get.header("allow"), "PUT");
    account
        .send_bytes("PUT", &forged, b"%PDF-", &[("content-type", "application/pdf")])?
        .expect_problem(401, "unauthenticated");
    Ok(())
}

#[test]
fn what_is_no_drawing_fails_with_a_reason() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    for (bytes, code) in [
        (&b"%PDF-1.7\nnothing that follows is a PDF"[..], "document_unreadable"),
        (&b"just text"[..], "unsupported_content"),
    ] {
        let document = account.upload(&project, "broken.pdf", bytes)?;
        assert_eq!(document["status"], "failed");
        assert_eq!(document["failure"]["code"], code, "{document}");
        assert!(!document["failure"]["message"].as_str().unwrap().is_empty());
        let body = json!({"document_id": document["id"], "discipline": "electrical"});
        account.post("/takeoffs", body)?.expect_problem(409, "document_not_ready");
    }
    Ok(())
}

#[test]
fn an_address_inside_the_network_is_never_fetched() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let project = account.project("North School")?;
    for url in ["https://127.0.0.1:1/x.pdf", "https://169.254.169.254/latest", "https://[::1]/x.pdf"] {
        let body = json!({"project_id": project, "filename": "x.pdf", "source": {"type": "url", "url": url}});
        let answer = account.post("/documents", body)?;
        if answer.status == 202 {
            let path = format!("/documents/{}", answer.text("id"));
            let document = plumbline_tests::wait_for(&account, &path, |d| d["status"] != "ingesting")?.json;
            assert_eq!(document["status"], "failed", "{document}");
        } else {
            answer.expect_problem(422, "source_unreachable");
        }
    }
    let body = json!({"project_id": project, "filename": "x.pdf", "source": {"type": "url", "url": "http://example.com/x.pdf"}});
    account.post("/documents", body)?.expect_problem(422, "validation_failed");
    Ok(())
}
