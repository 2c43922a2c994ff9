//! The numbers of the contract's table of limits. All code that enforces a limit uses these constants, and
//! `GET /capabilities` returns them.

use std::collections::BTreeMap;

use crate::{lists, upload_types};

/// Longest name of a project, in characters. The shortest has one.
pub const PROJECT_NAME_MAX: usize = 200;
/// Longest `reference` of a project, in characters.
pub const PROJECT_REFERENCE_MAX: usize = 100;
/// Longest `end_customer_ref`, in characters.
pub const END_CUSTOMER_REF_MAX: usize = 128;
/// Longest `external_ref`, in characters. The shortest has one.
pub const EXTERNAL_REF_MAX: usize = 128;
/// Longest address of a project, in characters.
pub const ADDRESS_MAX: usize = 500;
/// Longest value of `metadata`, in characters.
pub const METADATA_VALUE_MAX: usize = 500;
/// Longest filename of a document, in characters. The shortest has one.
pub const FILENAME_MAX: usize = 255;
/// Longest URL of a document's source, in characters.
pub const SOURCE_URL_MAX: usize = 2048;
/// Most pages of a document.
pub const DOCUMENT_PAGES_MAX: u32 = 2000;
/// Validity of the link to a CAD file, in seconds: 60 minutes.
pub const CAD_DOWNLOAD_SECONDS: u32 = 3600;
/// Longest duration of a conversion to CAD, in seconds. Large sets take about 3 minutes.
pub const CAD_CONVERSION_SECONDS: u32 = 180;
/// Most entries of `pages` of a takeoff. Each is at least 1.
pub const TAKEOFF_PAGES_MAX: usize = 500;
/// Longest note on an item, in characters.
pub const ITEM_NOTE_MAX: usize = 500;
/// Seconds for which an idempotency key repeats its answer: 24 hours.
pub const IDEMPOTENCY_WINDOW_SECONDS: i64 = 86_400;
/// Longest idempotency key, in characters.
pub const IDEMPOTENCY_KEY_MAX: usize = 255;
/// Life of an access token, in seconds.
pub const ACCESS_TOKEN_SECONDS: u32 = 3600;
/// Longest `q` of the project list, in characters.
pub const FILTER_Q_MAX: usize = 200;
/// Longest `category` and `item_type` of the item list, in characters.
pub const FILTER_CODE_MAX: usize = 64;
/// Longest note on a request for access, in characters.
pub const ACCESS_REQUEST_NOTE_MAX: usize = 500;

/// Returns every limit by its name in the answer of `GET /capabilities`. The name ends with the unit.
pub fn all() -> BTreeMap<&'static str, u64> {
    let characters = |max: usize| max as u64;
    BTreeMap::from([
        ("list_limit_min", u64::from(lists::LIMIT_MIN)),
        ("list_limit_max", u64::from(lists::LIMIT_MAX)),
        ("list_limit_default", u64::from(lists::LIMIT_DEFAULT)),
        ("cursor_max_characters", characters(lists::CURSOR_MAX)),
        ("project_name_min_characters", 1),
        ("project_name_max_characters", characters(PROJECT_NAME_MAX)),
        ("project_reference_max_characters", characters(PROJECT_REFERENCE_MAX)),
        ("end_customer_ref_max_characters", characters(END_CUSTOMER_REF_MAX)),
        ("external_ref_min_characters", 1),
        ("external_ref_max_characters", characters(EXTERNAL_REF_MAX)),
        ("address_max_characters", characters(ADDRESS_MAX)),
        ("metadata_value_max_characters", characters(METADATA_VALUE_MAX)),
        ("filename_min_characters", 1),
        ("filename_max_characters", characters(FILENAME_MAX)),
        ("source_url_max_characters", characters(SOURCE_URL_MAX)),
        ("document_max_bytes", upload_types::MAX_BYTES),
        ("document_max_pages", u64::from(DOCUMENT_PAGES_MAX)),
        ("upload_slot_seconds", u64::from(upload_types::SLOT_SECONDS)),
        ("document_download_seconds", u64::from(upload_types::DOWNLOAD_SECONDS)),
        ("cad_download_seconds", u64::from(CAD_DOWNLOAD_SECONDS)),
        ("cad_conversion_seconds", u64::from(CAD_CONVERSION_SECONDS)),
        ("takeoff_pages_max_entries", characters(TAKEOFF_PAGES_MAX)),
        ("takeoff_page_min", 1),
        ("item_note_max_characters", characters(ITEM_NOTE_MAX)),
        ("idempotency_window_seconds", IDEMPOTENCY_WINDOW_SECONDS.unsigned_abs()),
        ("idempotency_key_max_characters", characters(IDEMPOTENCY_KEY_MAX)),
        ("access_token_seconds", u64::from(ACCESS_TOKEN_SECONDS)),
        ("filter_q_max_characters", characters(FILTER_Q_MAX)),
        ("filter_category_max_characters", characters(FILTER_CODE_MAX)),
        ("filter_item_type_max_characters", characters(FILTER_CODE_MAX)),
        ("access_request_note_max_characters", characters(ACCESS_REQUEST_NOTE_MAX)),
    ])
}
