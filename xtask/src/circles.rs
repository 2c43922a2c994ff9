//! The check that the files of a crate do not use each other in circles.
//!
//! A file uses another one if one of its paths leads to an item of the other. Re-exports are followed to the file with
//! the definition, so a file that only declares and re-exports modules is in no circle. The unit tests of a file count
//! as a file of their own, because the code does not need what only they use. Methods are not followed, because a path
//! does not name them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Item, ItemUse, Meta, UseTree, Visibility};

use crate::source_files::root;
use crate::workspace::Workspace;

/// A file of a crate, or the unit tests inside a file, by its index in [`Sources::files`].
type File = usize;
/// A module of a crate, by its index in [`Sources::modules`].
type ModuleId = usize;

/// The meaning of a name in a module.
#[derive(Debug)]
enum Meaning {
    Module(ModuleId),
    Item(File),
    /// The meaning of the path that `use` names.
    Import(Vec<String>),
}

#[derive(Debug, Default)]
struct Module {
    parent: Option<ModuleId>,
    file: File,
    names: BTreeMap<String, Vec<Meaning>>,
    /// The paths of `use path::*`.
    globs: Vec<Vec<String>>,
    /// Whether a macro may define items that the source does not name.
    has_generated_items: bool,
}

/// A path that a file names.
#[derive(Debug)]
struct Mention {
    file: File,
    module: ModuleId,
    path: Vec<String>,
    is_macro: bool,
}

/// The modules of a crate, and what they name.
#[derive(Debug, Default)]
struct Sources {
    files: Vec<String>,
    modules: Vec<Module>,
    mentions: Vec<Mention>,
    /// Macros by example, which need not be imported.
    macros: BTreeMap<String, File>,
}

/// What a path leads to.
#[derive(Debug, Clone, Copy)]
enum Target {
    Module(ModuleId),
    Item(File),
}

impl Target {
    fn is_module(&self) -> bool {
        matches!(self, Self::Module(_))
    }
}

/// The files that a file uses, each with the items it uses of it.
type Uses = BTreeMap<File, BTreeMap<File, BTreeSet<String>>>;

/// Reads a file, or returns `None` if it does not exist.
type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// Where the items of a module are.
struct Place<'a> {
    /// The file, with the path that [`Read`] takes.
    path: &'a Path,
    /// The folder with the files of child modules.
    folder: PathBuf,
    code: File,
    /// The index of the file's unit tests. Same as `code` in a module of tests.
    tests: File,
}

impl Sources {
    /// Reads the modules of a crate from its first file.
    fn read(first: &Path, read: Read<'_>) -> Self {
        let mut sources = Self::default();
        sources.add_file(None, first, first.parent().unwrap().to_owned(), read);
        sources
    }

    fn add_file(&mut self, parent: Option<ModuleId>, path: &Path, folder: PathBuf, read: Read<'_>) -> ModuleId {
        let text = read(path).unwrap_or_else(|| panic!("{} does not exist", path.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.display().to_string();
        let code = self.files.len();
        self.files.extend([name.clone(), format!("{name} (tests)")]);
        let module = self.add_module(parent, code);
        self.add_items(module, &Place { path, folder, code, tests: code + 1 }, parsed.items, read);
        module
    }

    fn add_module(&mut self, parent: Option<ModuleId>, file: File) -> ModuleId {
        self.modules.push(Module { parent, file, ..Module::default() });
        self.modules.len() - 1
    }

    fn add_items(&mut self, module: ModuleId, place: &Place<'_>, items: Vec<Item>, read: Read<'_>) {
        for item in items {
            let file = if attributes(&item).iter().any(is_for_tests) { place.tests } else { place.code };
            match item {
                Item::Mod(item) => {
                    let name = without_prefix(item.ident.to_string());
                    let child = if let Some((_, items)) = item.content {
                        let child = self.add_module(Some(module), file);
                        let folder = place.folder.join(&name);
                        self.add_items(child, &Place { path: place.path, folder, code: file, ..*place }, items, read);
                        child
                    } else {
                        let (path, folder) = file_of_module(place, &name, &item.attrs, read);
                        self.add_file(Some(module), &path, folder, read)
                    };
                    self.add_name(module, name, Meaning::Module(child));
                }
                Item::Use(item) => {
                    let is_own = matches!(item.vis, Visibility::Inherited);
                    self.add_imports(module, is_own.then_some(file), &item.tree);
                }
                Item::Macro(item) => {
                    if let Some(name) = item.ident {
                        self.add_name(module, name.to_string(), Meaning::Item(file));
                        self.macros.insert(name.to_string(), file);
                    } else {
                        self.modules[module].has_generated_items = true;
                    }
                    self.add_mentions(module, file, item.mac.to_token_stream());
                }
                item => {
                    if let Some(name) = name(&item) {
                        self.add_name(module, name, Meaning::Item(file));
                    }
                    self.add_mentions(module, file, item.to_token_stream());
                }
            }
        }
    }

    fn add_name(&mut self, module: ModuleId, name: String, meaning: Meaning) {
        self.modules[module].names.entry(name).or_default().push(meaning);
    }

    /// Adds the names of a `use`, and what it mentions if it is for the code of `file` and not a re-export.
    fn add_imports(&mut self, module: ModuleId, file: Option<File>, tree: &UseTree) {
        let mut imports = Vec::new();
        imported(tree, &mut Vec::new(), &mut imports);
        for (name, path) in imports {
            if name == "*" {
                self.modules[module].globs.push(path);
                continue;
            }
            if let Some(file) = file {
                self.mentions.push(Mention { file, module, path: path.clone(), is_macro: false });
            }
            self.add_name(module, name, Meaning::Import(path));
        }
    }

    /// Adds the paths in the code of an item. What a function imports counts as imported by its module.
    fn add_mentions(&mut self, module: ModuleId, file: File, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.add_mentions(module, file, group.stream()),
                TokenTree::Ident(word) if word == "use" => {
                    let statement = tokens[at - 1..].iter().cloned();
                    let end = tokens[at..].iter().position(|token| is_sign(token, ';'));
                    let end = end.map_or(tokens.len(), |end| at + end + 1);
                    if let Ok(item) = syn::parse2::<ItemUse>(statement.take(end + 1 - at).collect()) {
                        self.add_imports(module, Some(file), &item.tree);
                        at = end;
                    }
                }
                TokenTree::Ident(word) if begins_path(&tokens[..at - 1]) => {
                    let mut path = vec![without_prefix(word.to_string())];
                    while let [first, second, TokenTree::Ident(next), ..] = &tokens[at..]
                        && is_sign(first, ':')
                        && is_sign(second, ':')
                    {
                        path.push(without_prefix(next.to_string()));
                        at += 3;
                    }
                    let is_macro = tokens.get(at).is_some_and(|token| is_sign(token, '!'));
                    self.mentions.push(Mention { file, module, path, is_macro });
                }
                _ => {}
            }
        }
    }

    /// Returns what a path in a module leads to. `followed` has the imports that led here.
    fn resolve(&self, module: ModuleId, path: &[String], followed: &mut Vec<(ModuleId, String, usize)>) -> Vec<Target> {
        let mut reached = Vec::new();
        let mut rest = path;
        let mut start = module;
        while let [first, after @ ..] = rest {
            start = match first.as_str() {
                "crate" => 0,
                "self" => start,
                "super" => match self.modules[start].parent {
                    Some(parent) => parent,
                    None => return Vec::new(),
                },
                name => {
                    reached = self.look_up(start, name, followed);
                    rest = after;
                    break;
                }
            };
            reached = vec![Target::Module(start)];
            rest = after;
        }
        for name in rest {
            // A function may have the name of a module.
            if reached.iter().any(Target::is_module) {
                reached.retain(Target::is_module);
            }
            let within = |target| match target {
                Target::Module(module) => self.look_up(module, name, followed),
                Target::Item(_) => vec![target],
            };
            reached = reached.into_iter().flat_map(within).collect();
        }
        reached
    }

    fn look_up(&self, module: ModuleId, name: &str, followed: &mut Vec<(ModuleId, String, usize)>) -> Vec<Target> {
        let mut found = self.look_up_named(module, name, followed);
        if found.is_empty() && self.modules[module].has_generated_items {
            found.push(Target::Item(self.modules[module].file));
        }
        found
    }

    fn look_up_named(
        &self,
        module: ModuleId,
        name: &str,
        followed: &mut Vec<(ModuleId, String, usize)>,
    ) -> Vec<Target> {
        let mut found = Vec::new();
        for (index, meaning) in self.modules[module].names.get(name).into_iter().flatten().enumerate() {
            match meaning {
                Meaning::Module(module) => found.push(Target::Module(*module)),
                Meaning::Item(file) => found.push(Target::Item(*file)),
                Meaning::Import(path) => {
                    let step = (module, name.to_owned(), index);
                    if !followed.contains(&step) {
                        followed.push(step);
                        found.extend(self.resolve(module, path, followed));
                        followed.pop();
                    }
                }
            }
        }
        if found.is_empty() {
            for (index, glob) in self.modules[module].globs.iter().enumerate() {
                let step = (module, "*".to_owned(), index);
                if followed.contains(&step) {
                    continue;
                }
                followed.push(step);
                for target in self.resolve(module, glob, followed) {
                    if let Target::Module(other) = target {
                        found.extend(self.look_up_named(other, name, followed));
                    }
                }
                followed.pop();
            }
        }
        found
    }

    fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for mention in &self.mentions {
            let mut targets = self.resolve(mention.module, &mention.path, &mut Vec::new());
            let name = mention.path.last().unwrap();
            if targets.is_empty() && mention.is_macro {
                targets.extend(self.macros.get(name).map(|file| Target::Item(*file)));
            }
            for target in targets {
                if let Target::Item(file) = target
                    && file != mention.file
                {
                    uses.entry(mention.file).or_default().entry(file).or_default().insert(name.clone());
                }
            }
        }
        uses
    }

    /// Describes each circle: its files, and what each uses of the others.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let reached: BTreeMap<File, BTreeSet<File>> =
            uses.keys().map(|file| (*file, reachable(&uses, *file))).collect();
        let meets = |a: File, b: File| reached.get(&a).is_some_and(|reached| reached.contains(&b));
        let mut circles: BTreeSet<Vec<File>> = BTreeSet::new();
        for file in uses.keys().copied().filter(|file| meets(*file, *file)) {
            circles.insert(uses.keys().copied().filter(|other| meets(file, *other) && meets(*other, file)).collect());
        }
        circles.iter().map(|circle| self.describe(circle, &uses)).collect()
    }

    fn describe(&self, circle: &[File], uses: &Uses) -> String {
        let mut text = format!("circle of {} files:", circle.len());
        for file in circle {
            for (used, names) in uses[file].iter().filter(|(used, _)| circle.contains(used)) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                text += &format!("\n  {} uses {} of {}", self.files[*file], names.join(", "), self.files[*used]);
            }
        }
        text
    }
}

/// Returns the files that a file uses, directly or through others.
fn reachable(uses: &Uses, file: File) -> BTreeSet<File> {
    let mut reached = BTreeSet::new();
    let mut left = vec![file];
    while let Some(file) = left.pop() {
        for used in uses.get(&file).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(*used) {
                left.push(*used);
            }
        }
    }
    reached
}

/// Returns the file of a module that is declared with `mod name;`, and the folder with the files of its children.
fn file_of_module(place: &Place<'_>, name: &str, attributes: &[Attribute], read: Read<'_>) -> (PathBuf, PathBuf) {
    if let Some(path) = attributes.iter().find_map(path_of_file) {
        let file = place.path.parent().unwrap().join(path);
        let folder = file.parent().unwrap().to_owned();
        return (file, folder);
    }
    let folder = place.folder.join(name);
    let beside = place.folder.join(format!("{name}.rs"));
    if read(&beside).is_some() { (beside, folder) } else { (folder.join("mod.rs"), folder) }
}

/// Returns the value of `#[path = "…"]`.
fn path_of_file(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let is_path = pair.path.is_ident("path");
    is_path.then(|| pair.value.to_token_stream().to_string().trim_matches('"').to_owned())
}

/// Returns whether an attribute is `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    matches!(&attribute.meta, Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the name that an item defines.
fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(without_prefix(name.to_string()))
}

/// Collects the names that a `use` gives to a module, each with its path. The name of all items of a module is `*`.
fn imported(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    let with = |path: &[String], name: &str| path.iter().cloned().chain([name.to_owned()]).collect::<Vec<_>>();
    match tree {
        UseTree::Path(tree) => {
            path.push(without_prefix(tree.ident.to_string()));
            imported(&tree.tree, path, found);
            path.pop();
        }
        UseTree::Name(tree) if tree.ident == "self" => found.push((path.last().unwrap().clone(), path.clone())),
        UseTree::Name(tree) => {
            let name = without_prefix(tree.ident.to_string());
            found.push((name.clone(), with(path, &name)));
        }
        UseTree::Rename(tree) => {
            let name = without_prefix(tree.ident.to_string());
            let path = if name == "self" { path.clone() } else { with(path, &name) };
            found.push((tree.rename.to_string(), path));
        }
        UseTree::Glob(_) => found.push(("*".to_owned(), path.clone())),
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| imported(tree, path, found)),
    }
}

/// Returns a name without the `r#` of a keyword.
fn without_prefix(name: String) -> String {
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Returns whether a word begins a path, by the tokens before it. A field, a method, a lifetime, and a path of
/// another crate or behind `>` do not.
fn begins_path(before: &[TokenTree]) -> bool {
    let is_joint = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
    match before {
        [.., first, second] if is_sign(second, '.') => is_sign(first, '.'),
        [.., first, second] if is_sign(second, ':') => !(is_sign(first, ':') && is_joint(first)),
        [.., last] => !is_sign(last, '.') && !is_sign(last, '\''),
        [] => true,
    }
}

#[test]
fn files_do_not_use_each_other_in_circles() {
    let workspace = Workspace::find().unwrap();
    let targets = workspace.packages.iter().flat_map(|package| &package.targets);
    let first_files: BTreeSet<&Path> =
        targets.map(|target| target.src_path.strip_prefix(root()).expect("a file of the workspace")).collect();
    assert!(first_files.len() > 100, "{} crates", first_files.len());
    let read = |path: &Path| fs::read_to_string(root().join(path)).ok();
    let circles: BTreeSet<String> =
        first_files.iter().flat_map(|first| Sources::read(first, &read).circles()).collect();
    assert!(
        circles.is_empty(),
        "files use each other in circles. Move what two files need to the one below, or to a third file:\n{}",
        circles.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate with these files. The first one is its root.
    fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
        let read =
            |path: &Path| files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| (*text).to_owned());
        Sources::read(Path::new(files[0].0), &read).circles()
    }

    #[test]
    fn two_files_that_use_each_other_are_a_circle() {
        let found = circles_of(&[
            ("src/lib.rs", "mod a; mod b; mod c;"),
            ("src/a.rs", "use crate::b::B; pub struct A(B);"),
            ("src/b.rs", "pub struct B; fn one(a: &super::a::A) { crate::c::three(a) }"),
            ("src/c.rs", "pub fn three() {}"),
        ]);
        assert_eq!(found, ["circle of 2 files:\n  src/a.rs uses B of src/b.rs\n  src/b.rs uses A of src/a.rs"]);
    }

    #[test]
    fn a_module_that_declares_and_reexports_is_in_no_circle() {
        let declares = "mod a; mod b; pub use a::A; pub(crate) use b::*;";
        let a = ("src/a.rs", "pub struct A(crate::B);");
        assert!(circles_of(&[("src/lib.rs", declares), a, ("src/b.rs", "pub struct B;")]).is_empty());
        let found = circles_of(&[("src/lib.rs", declares), a, ("src/b.rs", "use super::A; pub struct B(A);")]);
        assert_eq!(found, ["circle of 2 files:\n  src/a.rs uses B of src/b.rs\n  src/b.rs uses A of src/a.rs"]);
    }

    #[test]
    fn a_module_that_uses_its_child_is_in_a_circle_with_it() {
        let found = circles_of(&[
            ("src/lib.rs", "mod a;"),
            ("src/a/mod.rs", "mod b; pub const ONE: u8 = b::TWO;"),
            ("src/a/b.rs", "pub const TWO: u8 = 2; fn three() -> u8 { use super::*; ONE + TWO }"),
        ]);
        let expected =
            "circle of 2 files:\n  src/a/mod.rs uses TWO of src/a/b.rs\n  src/a/b.rs uses ONE of src/a/mod.rs";
        assert_eq!(found, [expected]);
    }

    #[test]
    fn unit_tests_are_a_file_of_their_own() {
        let testing = ("src/testing.rs", "pub fn sample() -> crate::a::A { crate::a::A }");
        let a = "pub struct A; #[cfg(test)] mod tests { use super::*; use crate::testing::sample; mod more; }";
        let lib = ("src/lib.rs", "mod a; mod testing;");
        let more = ("src/a/tests/more.rs", "use super::*;");
        assert!(circles_of(&[lib, ("src/a.rs", a), more, testing]).is_empty());
        let shipped = a.replace("#[cfg(test)]", "");
        assert_eq!(circles_of(&[lib, ("src/a.rs", &shipped), more, testing]).len(), 1);
    }

    #[test]
    fn a_circle_leads_through_macros_aliases_and_generated_items() {
        let found = circles_of(&[
            ("tests/main.rs", "#[path = \"sub/one.rs\"] mod one; mod b; mod c; fn main() {}"),
            ("tests/sub/one.rs", "use crate::b as other; pub fn run() { println!(\"{}\", other::two!()); }"),
            ("tests/b.rs", "macro_rules! two { () => { $crate::c::made::Three } } pub(crate) use two;"),
            ("tests/c.rs", "generate!({}); fn four() { 0..crate::one::run() }"),
        ]);
        let expected = "circle of 3 files:\n  tests/sub/one.rs uses two of tests/b.rs\n  tests/b.rs uses Three of \
                        tests/c.rs\n  tests/c.rs uses run of tests/sub/one.rs";
        assert_eq!(found, [expected]);
    }

    #[test]
    fn what_is_not_a_path_to_a_file_does_not_count() {
        let found = circles_of(&[
            ("src/lib.rs", "mod a; mod b; mod c; pub use a::one as c;"),
            ("src/a.rs", "use crate::b::two; pub fn one() { two() }"),
            ("src/c.rs", "pub struct C;"),
            (
                "src/b.rs",
                "use super::{a, c::C}; use std::fmt::*; pub fn two<'one>(a: &'one a) { a.one(); Vec::<u8>::one() }",
            ),
        ]);
        assert!(found.is_empty(), "{found:#?}");
    }
}
