//! What letters and words mean for the devices of a discipline.

use crate::vocabulary::Kind;

use crate::page::Page;

/// Returns the kind of the discipline that words name.
pub(super) fn own(page: &Page<'_>, words: &str) -> Option<Kind> {
    page.profile.own(page.profile.words.known(words))
}

/// Letters at devices on electrical drawings (NECA 100), in addition to the marks of `crate::vocabulary`.
const LETTER_CODES: &[(&[&str], &str)] = &[
    (&["S", "$", "S1", "$1"], "switch"),
    (&["S3", "$3"], "three way switch"),
    (&["S4", "$4"], "four way switch"),
    (&["SD", "$D", "SDM"], "dimmer switch"),
    (&["WP", "GFI", "GFCI", "GFI WP", "WP GFI", "WP/GFI"], "gfci receptacle"),
    (&["TV"], "television outlet"),
    (&["EXIT", "EX"], "exit sign"),
    (&["CO/SD", "SD/CO"], "carbon monoxide detector"),
];

/// Returns the meaning of letters at a device.
pub(super) fn code(letters: &str) -> Option<&'static str> {
    LETTER_CODES.iter().find(|(codes, _)| codes.contains(&letters)).map(|(_, meaning)| *meaning)
}

/// Returns the kind of the discipline that letters at a device name.
pub(super) fn by_code(page: &Page<'_>, letters: &str) -> Option<Kind> {
    own(page, code(letters)?)
}

/// Returns the variant that letters make of a device: `GFCI` beside one of many receptacles, `3` beside a switch.
pub(super) fn variant(page: &Page<'_>, kind: Kind, letters: &str) -> Option<(Kind, &'static str)> {
    let meaning = match letters {
        "3" if kind.category == "switching" => "three way switch",
        "4" if kind.category == "switching" => "four way switch",
        _ => code(letters)?,
    };
    let own = own(page, meaning)?;
    let same = (own.trade, own.category) == (kind.trade, kind.category) && own != kind;
    same.then_some((own, meaning))
}
