//! Descriptions of components in their stored form.

use plumbline_engine::OptionSpec;

use crate::bindings::drawing::describing::OptionSpec as OptionRecord;

/// Converts the options of a description to their stored form.
pub(crate) fn options(records: Vec<OptionRecord>) -> Vec<OptionSpec> {
    let keep = |record: OptionRecord| OptionSpec { name: record.name, about: record.about, default: record.default };
    records.into_iter().map(keep).collect()
}
