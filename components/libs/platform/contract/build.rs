//! Turns the taxonomy's files into tables, so that nothing is parsed when a component runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;

/// Attribute keys that items of every type with a `counted` list have.
const COUNTED: [&str; 4] = ["color", "layer", "model", "manufacturer"];
/// Attribute keys that items of every type with a `measured` list have.
const MEASURED: [&str; 4] = ["color", "layer", "linetype", "width_mm"];

/// Named lists of attribute keys.
type Lists = BTreeMap<String, Vec<String>>;

/// The file of a trade.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trade {
    /// Keys of what is counted, without those of [`COUNTED`].
    #[serde(default)]
    counted: Lists,
    /// Keys of what is measured along or within lines, without those of [`MEASURED`].
    #[serde(default)]
    measured: Lists,
    /// Keys that are complete.
    #[serde(default)]
    only: Lists,
    categories: Vec<Category>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Category {
    code: String,
    name: String,
    /// Code, name, default unit, name of the list of attribute keys.
    item_types: Vec<[String; 4]>,
}

impl Trade {
    /// Returns the attribute keys of a list.
    fn attribute_keys(&self, list: &str) -> Vec<&str> {
        let lists: [(&Lists, &[&str]); 3] = [(&self.counted, &COUNTED), (&self.measured, &MEASURED), (&self.only, &[])];
        let mut found = lists.iter().filter_map(|(lists, common)| Some((lists.get(list)?, *common)));
        let (own, common) = found.next().unwrap_or_else(|| panic!("no list of attribute keys is named {list}"));
        common.iter().copied().chain(own.iter().map(String::as_str)).collect()
    }

    /// Returns the categories as a constant.
    fn table(&self, name: &str) -> String {
        let categories: String = self.categories.iter().map(|category| self.category(category)).collect();
        format!("pub(super) const {}: &[Category] = &[{categories}];\n", name.to_uppercase())
    }

    fn category(&self, Category { code, name, item_types }: &Category) -> String {
        let item_type = |[code, name, unit, keys]: &[String; 4]| {
            let keys = self.attribute_keys(keys);
            format!("ItemType {{ code: {code:?}, name: {name:?}, default_unit: {unit:?}, attribute_keys: &{keys:?} }},")
        };
        let item_types: String = item_types.iter().map(item_type).collect();
        format!("Category {{ code: {code:?}, name: {name:?}, item_types: &[{item_types}] }},\n")
    }
}

fn main() {
    // Read at run time, not compiled in: a target folder may come from another clone.
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this")).join("taxonomy");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the folder exists").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let tables: String = files.iter().map(|file| table(file)).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    fs::write(out.join("taxonomy.rs"), tables).expect("OUT_DIR is writable");
}

/// Returns the constant of a trade's file.
fn table(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let trade: Trade = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    trade.table(&file.file_stem().expect("a file of the folder has a name").to_string_lossy())
}
