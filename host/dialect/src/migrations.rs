//! The catalogues of the migrations.

use std::sync::LazyLock;

use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, Expr, Ident, ObjectName, Query, Statement, TableConstraint,
};
use sqlparser::keywords::Keyword;
use sqlparser::tokenizer::{Token, Word};

use crate::catalogue::{Catalogue, Column, Table};
use crate::parse;
use crate::refusal::Refusal;
use crate::scope::Output;
use crate::statement::Author;
use crate::translator::Translator;
use crate::typed::Type;

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

static TENANT_TABLES: LazyLock<Catalogue> = LazyLock::new(|| read(TENANT));
static CONTROL_TABLES: LazyLock<Catalogue> = LazyLock::new(|| read(CONTROL));

impl Catalogue {
    /// Returns the tables of a tenant's data.
    pub fn tenant() -> &'static Self {
        &TENANT_TABLES
    }

    /// Returns the host's own tables.
    pub fn control() -> &'static Self {
        &CONTROL_TABLES
    }
}

/// Reads migrations.
///
/// # Panics
/// If one cannot be read. A test reads all.
fn read(files: &[&str]) -> Catalogue {
    let mut catalogue = Catalogue::default();
    for file in files {
        if let Err(error) = catalogue.apply(file) {
            panic!("a migration cannot be read: {error}\n{file}");
        }
    }
    catalogue
}

impl Catalogue {
    fn apply(&mut self, file: &str) -> Result<(), Refusal> {
        for tokens in parse::split_migration(file)? {
            // Rows and indexes are of no interest here.
            let defines = |keyword| matches!(keyword, Keyword::TABLE | Keyword::VIEW);
            let words: Vec<Keyword> = tokens
                .iter()
                .take(2)
                .map(|token| match &token.token {
                    Token::Word(Word { keyword, .. }) => *keyword,
                    _ => Keyword::NoKeyword,
                })
                .collect();
            if !matches!(*words, [Keyword::CREATE | Keyword::ALTER | Keyword::DROP, what] if defines(what)) {
                continue;
            }
            let statement = parse::parse_migration(tokens).map_err(|error| Refusal::Invalid(error.to_string()))?;
            self.change(statement)?;
        }
        Ok(())
    }

    fn change(&mut self, statement: Statement) -> Result<(), Refusal> {
        match statement {
            Statement::CreateTable(create) => {
                let mut table =
                    Table { columns: Vec::new(), primary_key: Vec::new(), unique_keys: Vec::new(), view: None };
                for column in &create.columns {
                    table.add(column)?;
                }
                for constraint in &create.constraints {
                    let of = |columns: &[sqlparser::ast::IndexColumn]| {
                        columns.iter().map(|column| column_name(&column.column.expr)).collect::<Result<Vec<_>, _>>()
                    };
                    match constraint {
                        TableConstraint::PrimaryKey(key) => table.primary_key = of(&key.columns)?,
                        TableConstraint::Unique(key) => table.unique_keys.push(of(&key.columns)?),
                        _ => {}
                    }
                }
                for column in &mut table.columns {
                    column.is_nullable &= !table.primary_key.contains(&column.name);
                }
                self.0.insert(only_name(&create.name)?, table);
            }
            Statement::CreateView(create) => {
                let view = self.view(&create.query)?;
                self.0.insert(only_name(&create.name)?, view);
            }
            Statement::AlterTable(alter) => {
                let name = only_name(&alter.name)?;
                let table = self.0.get_mut(&name).ok_or_else(|| Refusal::Invalid(format!("no such table: {name}")))?;
                for operation in &alter.operations {
                    match operation {
                        AlterTableOperation::AddColumn { column_def, .. } => table.add(column_def)?,
                        other => return Err(Refusal::Invalid(format!("the catalogue cannot apply {other}"))),
                    }
                }
            }
            Statement::Drop { names, .. } => {
                for name in &names {
                    self.0.remove(&only_name(name)?);
                }
            }
            other => return Err(Refusal::Invalid(format!("the catalogue cannot apply {other}"))),
        }
        Ok(())
    }

    fn view(&self, query: &Query) -> Result<Table, Refusal> {
        let (sql, outputs) = translated(self, query)?;
        let columns = outputs
            .into_iter()
            .map(|output| Column {
                name: output.name,
                of: output.of.unwrap_or(Type::Text),
                is_nullable: output.is_nullable,
                default: None,
            })
            .collect();
        Ok(Table { columns, primary_key: Vec::new(), unique_keys: Vec::new(), view: Some(sql) })
    }
}

impl Table {
    fn add(&mut self, column: &ColumnDef) -> Result<(), Refusal> {
        let name = column.name.value.to_ascii_lowercase();
        let of = Type::named(&column.data_type.to_string())
            .ok_or_else(|| Refusal::Invalid(format!("the column {name} has the type {}", column.data_type)))?;
        let mut added = Column { name, of, is_nullable: true, default: None };
        for option in &column.options {
            match &option.option {
                ColumnOption::NotNull => added.is_nullable = false,
                ColumnOption::PrimaryKey(_) => {
                    added.is_nullable = false;
                    self.primary_key = vec![added.name.clone()];
                }
                ColumnOption::Unique(_) => self.unique_keys.push(vec![added.name.clone()]),
                ColumnOption::Default(value) => added.default = Some(value.to_string()),
                _ => {}
            }
        }
        self.columns.push(added);
        Ok(())
    }
}

/// Translates the query of a view over the tables of a catalogue.
fn translated(tables: &Catalogue, query: &Query) -> Result<(String, Vec<Output>), Refusal> {
    let mut translator = Translator::new(tables, None, Author::Host, 0);
    let rows = translator.query(query, None)?;
    Ok((translator.finish(&rows.sql)?, rows.outputs))
}

fn column_name(expr: &Expr) -> Result<String, Refusal> {
    match expr {
        Expr::Identifier(Ident { value, .. }) => Ok(value.to_ascii_lowercase()),
        other => Err(Refusal::Invalid(format!("a key has the expression {other}"))),
    }
}

/// Returns a name without a schema, in lower case.
fn only_name(name: &ObjectName) -> Result<String, Refusal> {
    match name.0.as_slice() {
        [part] => Ok(part.to_string().to_ascii_lowercase()),
        _ => Err(Refusal::Invalid(format!("no such table: {name}"))),
    }
}
