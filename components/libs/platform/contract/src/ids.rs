//! Identifiers: a fixed prefix and 22 characters of `0-9A-Za-z`.

use serde::{Deserialize, Serialize};

/// Number of characters after the prefix.
pub const RANDOM_LENGTH: usize = 22;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The kind of resource that an identifier is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    /// `prj_`
    Project,
    /// `doc_`
    Document,
    /// `tko_`
    Takeoff,
    /// `itm_`
    Item,
    /// `grp_`: a line of a consolidated list.
    Group,
    /// `sch_`
    Schedule,
    /// `rte_`
    Route,
    /// `exp_`
    Export,
    /// `est_`
    Estimate,
    /// `acr_`: a request for premium access.
    AccessRequest,
    /// `evt_`
    Event,
    /// `whe_`
    WebhookEndpoint,
    /// `whd_`: an event to send to a webhook endpoint.
    WebhookDelivery,
    /// `job_`: an outbox entry, never shown to a caller.
    Job,
}

impl IdKind {
    /// Returns the prefix, including its underscore.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Project => "prj_",
            Self::Document => "doc_",
            Self::Takeoff => "tko_",
            Self::Item => "itm_",
            Self::Group => "grp_",
            Self::Schedule => "sch_",
            Self::Route => "rte_",
            Self::Export => "exp_",
            Self::Estimate => "est_",
            Self::AccessRequest => "acr_",
            Self::Event => "evt_",
            Self::WebhookEndpoint => "whe_",
            Self::WebhookDelivery => "whd_",
            Self::Job => "job_",
        }
    }

    /// Returns a regular expression for identifiers of this kind.
    pub fn pattern(self) -> String {
        Self::pattern_of(&[self])
    }

    /// Returns a regular expression for identifiers of any of the kinds.
    pub fn pattern_of(kinds: &[Self]) -> String {
        let prefixes = match kinds {
            [one] => one.prefix().to_owned(),
            _ => format!("(?:{})", kinds.iter().map(|kind| kind.prefix()).collect::<Vec<_>>().join("|")),
        };
        format!("^{prefixes}[0-9A-Za-z]{{{RANDOM_LENGTH}}}$")
    }

    /// Returns whether `text` has the form of an identifier of this kind.
    pub fn is_valid(self, text: &str) -> bool {
        text.strip_prefix(self.prefix())
            .is_some_and(|rest| rest.len() == RANDOM_LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    }
}

/// An identifier of one kind.
pub trait TypedId: Sized {
    /// The kind.
    const KIND: IdKind;

    /// Creates an id from a text that already is one, such as a column of the database. The form is not checked.
    fn stored(text: String) -> Self;

    /// Returns the id of a text, or `None` if the text does not have the form of such an id.
    fn parse(text: &str) -> Option<Self> {
        Self::KIND.is_valid(text).then(|| Self::stored(text.to_owned()))
    }

    /// Returns a new random id.
    fn random() -> Self {
        Self::stored(new_id(Self::KIND))
    }
}

/// Declares types of identifiers. On the wire and in the database, each is its text.
macro_rules! types {
    ($($(#[$about:meta])* $name:ident of [$($kind:ident),+] $description:literal;)*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        plumbline_sql::text_id!($name);

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let pattern = IdKind::pattern_of(&[$(IdKind::$kind),+]);
                schemars::json_schema!({"description": $description, "type": "string", "pattern": pattern})
            }
        }

        types! { @typed $name $($kind),+ }
    )*};
    (@typed $name:ident $kind:ident) => {
        impl TypedId for $name {
            const KIND: IdKind = IdKind::$kind;

            fn stored(text: String) -> Self {
                Self(text)
            }
        }
    };
    (@typed $name:ident $($kinds:ident),+) => {
        impl $name {
            /// Creates an id from a text that already is one. The form is not checked.
            pub fn stored(text: String) -> Self {
                Self(text)
            }
        }
    };
}

types! {
    /// `prj_…`
    ProjectId of [Project] "Id of a project.";
    /// `doc_…`
    DocumentId of [Document] "Id of a document.";
    /// `tko_…`
    TakeoffId of [Takeoff] "Id of a takeoff.";
    /// `itm_…`
    ItemId of [Item] "Id of an item.";
    /// `grp_…`
    GroupId of [Group] "Id of a row of a consolidated list.";
    /// `itm_…` or `grp_…`
    ItemOrGroupId of [Item, Group] "Id of an item, or of a row of a consolidated list.";
    /// `sch_…`
    ScheduleId of [Schedule] "Id of a schedule.";
    /// `rte_…`
    RouteId of [Route] "Id of a route.";
    /// `exp_…`
    ExportId of [Export] "Id of an export.";
    /// `est_…`
    EstimateId of [Estimate] "Id of an estimate.";
    /// `evt_…`
    EventId of [Event] "Id of an event.";
    /// `whe_…`
    WebhookEndpointId of [WebhookEndpoint] "Id of a webhook endpoint.";
    /// `whd_…`
    WebhookDeliveryId of [WebhookDelivery] "Id of a webhook delivery.";
}

/// Returns the id of the group whose first item has the id `item_id`. Both have the same random characters.
pub fn group_of(item_id: &str) -> String {
    format!("{}{}", IdKind::Group.prefix(), item_id.trim_start_matches(IdKind::Item.prefix()))
}

/// Returns the id of the first item of a group.
pub fn item_of_group(group_id: &str) -> String {
    format!("{}{}", IdKind::Item.prefix(), group_id.trim_start_matches(IdKind::Group.prefix()))
}

/// Creates a random identifier. Its 22 characters of base 62 hold 131 bits, so collisions can be ignored.
///
/// # Panics
/// Panics if the system has no source of randomness.
pub fn new_id(kind: IdKind) -> String {
    let mut id = String::with_capacity(kind.prefix().len() + RANDOM_LENGTH);
    id.push_str(kind.prefix());
    let mut bytes = [0_u8; 32];
    while id.len() < kind.prefix().len() + RANDOM_LENGTH {
        getrandom::fill(&mut bytes).expect("a source of randomness");
        // 248 = 4 * 62. Larger bytes would make the first characters of the alphabet more likely.
        let characters =
            bytes.iter().filter(|byte| **byte < 248).map(|byte| char::from(ALPHABET[usize::from(byte % 62)]));
        let missing = kind.prefix().len() + RANDOM_LENGTH - id.len();
        id.extend(characters.take(missing));
    }
    id
}

/// Creates an identifier from uniformly distributed bytes, such as a digest. The same bytes give the same identifier.
///
/// Workers create the ids of items from (takeoff, page, key), so that a repeated run writes the same rows. The 16 bytes
/// are read as a number and written in base 62, which needs at most 22 digits.
pub fn id_from_digest(kind: IdKind, digest: [u8; 16]) -> String {
    let mut number = u128::from_be_bytes(digest);
    let mut digits = [0_u8; RANDOM_LENGTH];
    for digit in digits.iter_mut().rev() {
        *digit = ALPHABET[(number % 62) as usize];
        number /= 62;
    }
    let mut id = kind.prefix().to_owned();
    id.extend(digits.iter().map(|digit| char::from(*digit)));
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_ids_have_the_form_and_differ() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| new_id(IdKind::Project)).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| IdKind::Project.is_valid(id)));
    }

    #[test]
    fn other_forms_are_refused() {
        let good = format!("prj_{}", "a1Z".repeat(8).get(..22).unwrap());
        assert!(IdKind::Project.is_valid(&good));
        assert!(!IdKind::Document.is_valid(&good));
        assert!(!IdKind::Project.is_valid(&good[..25]));
        assert!(!IdKind::Project.is_valid(&format!("{good}x")));
        assert!(!IdKind::Project.is_valid(&good.replace('Z', "-")));
        assert!(!IdKind::Project.is_valid(""));
    }

    #[test]
    fn a_typed_id_is_its_text_and_of_one_kind() {
        let id = TakeoffId::random();
        assert_eq!(TakeoffId::parse(&id), Some(id.clone()));
        assert_eq!(DocumentId::parse(&id), None);
        assert_eq!(serde_json::to_value(&id).unwrap(), id.as_str());
        assert_eq!(serde_json::from_value::<TakeoffId>(id.to_string().into()).unwrap(), id);
    }

    #[test]
    fn a_digest_gives_one_id() {
        let id = id_from_digest(IdKind::Item, [255; 16]);
        assert!(IdKind::Item.is_valid(&id));
        assert_eq!(id, id_from_digest(IdKind::Item, [255; 16]));
        assert_ne!(id, id_from_digest(IdKind::Item, [254; 16]));
    }
}
