//! Communications and security.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    generic("communications", "communication_outlet"),
    item("communications", "communication_outlet").named("voice_data_outlet"),
    item("communications", "data_outlet"),
    item("communications", "telephone_outlet"),
    item("communications", "television_outlet"),
    item("communications", "wireless_access_point"),
    generic("communications", "signal_device"),
    item("communications", "intercom_station"),
    item("communications", "nurse_call_station"),
    generic("communications", "loudspeaker"),
    // For languages in which its words are as specific as any.
    item("communications", "loudspeaker").named("loudspeaker_specific"),
    item("communications", "equipment_rack"),
    item("communications", "patch_panel"),
    item("communications", "backboard"),
    generic("security", "security_device"),
    item("security", "camera"),
    item("security", "card_reader"),
    item("security", "door_contact"),
    item("security", "electric_lock"),
    item("security", "intrusion_detector"),
    item("security", "keypad"),
    item("security", "panic_button"),
    item("security", "security_panel"),
];
