//! The page that a sign-in continues to: always on this site.

/// Default page after a sign-in.
const HOME: &str = "/account";
/// Maximum length in bytes. Pages of this site do not create longer paths.
const MAX_BYTES: usize = 8192;

/// Returns the path and query to continue to, or the account page if `next` is not a path on this site.
///
/// A browser reads `//host`, `/\host` and `/<tab>/host` as another site. The path must therefore start with exactly one slash
/// and contain only visible ASCII and no backslashes.
pub(crate) fn local_path(next: &str) -> &str {
    let visible = next.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    if visible && next.len() <= MAX_BYTES && next.starts_with('/') && !next.starts_with("//") { next } else { HOME }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_ours_stays() {
        for next in ["/", "/account/keys", "/oauth/authorize?client_id=oc_1&redirect_uri=https%3A%2F%2Fa.example%2Fb"] {
            assert_eq!(local_path(next), next);
        }
    }

    #[test]
    fn a_trick_leads_home() {
        let tricks = [
            "",
            "account",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "https:evil.example",
            "javascript:alert(1)",
            "/\t/evil.example",
            "/\n/evil.example",
            "\t//evil.example",
            " //evil.example",
            "/a\r\nSet-Cookie: a=b",
            "/\u{0}",
            "/a b",
            "/ü",
            "@evil.example",
            ".evil.example",
            "?next=//evil.example",
            "/a\\..\\..\\evil",
        ];
        for next in tricks {
            assert_eq!(local_path(next), HOME, "{next:?}");
        }
        assert_eq!(local_path(&format!("/{}", "a".repeat(MAX_BYTES))), HOME);
    }

    #[test]
    fn what_stays_is_this_site_for_a_browser_too() {
        let site = url::Url::parse("https://plumbline.example/sign-in").unwrap();
        for next in ["/..//evil.example", "/.//evil.example", "/%2f/evil.example", "/@evil.example", "/a//b"] {
            let resolved = site.join(local_path(next)).unwrap();
            assert_eq!(resolved.origin(), site.origin(), "{next} -> {resolved}");
        }
    }
}
