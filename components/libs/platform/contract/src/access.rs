//! Texts of pages about roles and environments, and the scopes of the service contract.

/// Text of pages about the data that a production credential uses.
pub const PRODUCTION: &str = "Your real projects and credits";

/// The scopes of the service contract, as a JSON array in the form of a component's `plumbline:scopes` section, in the
/// order in which pages list them. It holds for components without such a section, published before there was one. It
/// also reserves the names of scopes that no component serves yet.
pub const SCOPES: &str = include_str!("scopes.json");

/// Returns the permissions of a role, as a phrase that follows "can", or an empty text for an unknown role.
pub fn role_words(role: &str) -> &'static str {
    match role {
        "viewer" => "view projects, drawings and takeoffs",
        "estimator" => "create and update projects, drawings, takeoffs and exports",
        "admin" => "do everything that an estimator can, and manage users and API keys",
        _ => "",
    }
}
