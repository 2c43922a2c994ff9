//! The route of a guest that does what the path says.

const ROUTES_JSON: &[u8; ROUTES_LENGTH] =
    br#"[{"method":"GET","path":"/{what}","scope":null,"operation":"test.get"}]"#;
const ROUTES_LENGTH: usize = 71;

#[used]
#[unsafe(link_section = "plumbline:routes")]
static ROUTES: [u8; ROUTES_LENGTH] = *ROUTES_JSON;
