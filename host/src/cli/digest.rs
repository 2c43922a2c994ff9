//! Digests of published components as people type and read them: their first digits.

use anyhow::Result;
use plumbline_storage::{Component, Control};

/// Returns the published component whose digest starts with `digest`.
pub(super) async fn find(control: &Control, digest: &str) -> Result<Component> {
    let mut found = control.components(None).await?;
    found.retain(|component| component.digest.starts_with(digest));
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => anyhow::bail!("no component matches digest {digest}. See `plumbline component list`"),
        many => anyhow::bail!("{many} components match digest {digest}. Give more digits"),
    }
}

/// Returns the part of a digest that people need.
pub(super) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
