//! The translation of one statement.

use sqlparser::ast;

use crate::catalogue::Catalogue;
use crate::parse::{self, Parsed};
use crate::refusal::Refusal;
use crate::statement::{Author, Kind, Statement};
use crate::translator::Translator;

/// Bytes of the stack for parsing and translating, on the host. The deepest statements that are allowed take some 2 MiB.
#[cfg(not(target_family = "wasm"))]
const STACK_BYTES: usize = 8 << 20;

/// Translates a statement for an author.
pub(crate) fn translate(sql: &str, author: Author) -> Result<Statement, Refusal> {
    on_large_stack(|| translate_here(sql, author))
}

/// Runs `translate` on a stack of its own. The caller may be on a small one, such as that of an instance's call. Callers keep
/// translations, so the new stack costs little.
#[cfg(not(target_family = "wasm"))]
fn on_large_stack<T>(translate: impl FnOnce() -> T) -> T {
    stacker::grow(STACK_BYTES, translate)
}

/// Calls the function. A component's stack has the size that it was linked with.
#[cfg(target_family = "wasm")]
fn on_large_stack<T>(translate: impl FnOnce() -> T) -> T {
    translate()
}

fn translate_here(sql: &str, author: Author) -> Result<Statement, Refusal> {
    let (parsed, parameters) = match parse::parse(sql)? {
        Parsed::Transaction(kind) => {
            let sql = match kind {
                Kind::Commit => "COMMIT",
                Kind::Rollback => "ROLLBACK",
                _ => "BEGIN",
            };
            let sql = sql.to_owned();
            return Ok(Statement {
                sql,
                kind,
                parameters: 0,
                types: Vec::new(),
                returns_rows: false,
                inserts: false,
                writes_outbox: false,
                triggers_outbox: false,
                writes_ledger: false,
            });
        }
        Parsed::Statement(parsed, parameters) => (parsed, parameters),
    };
    let mut translator = Translator::new(Catalogue::tenant(), Some(Catalogue::control), author, parameters);
    let (kind, inserts, written) = match &*parsed {
        ast::Statement::Query(query) => translator.statement(query)?,
        other => translator.write(other, String::new())?,
    };
    let sql = translator.finish(&written)?;
    Ok(Statement {
        sql,
        kind,
        parameters,
        types: translator.types,
        returns_rows: kind == Kind::Read || translator.has_returning,
        inserts,
        writes_outbox: translator.writes_outbox,
        triggers_outbox: translator.triggers_outbox,
        writes_ledger: translator.writes_ledger,
    })
}
