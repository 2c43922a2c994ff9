//! From the text of a statement to its syntax tree, within bounds.

use std::any::TypeId;
use std::cell::Cell;

use sqlparser::ast::{DataType, Expr, Statement};
use sqlparser::dialect::{Dialect, Precedence, SQLiteDialect};
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer, Word};

use crate::{Kind, Refusal};

/// Most bytes of a statement, as in the limits of a component's SQL.
const MOST_BYTES: usize = 64 * 1024;
/// Most tokens on the path from the statement to a token within it, without those in other items of lists and in other
/// parentheses. The depth of the syntax tree is at most that, and so are the depths of the recursions through it.
const LONGEST_PATH: usize = 700;
/// Nesting of the parser's own recursion.
const DEEPEST_NESTING: usize = 64;
/// Expressions that the parser may begin. It begins some twice, where it tries one reading and then another.
const PARSER_STEPS: u32 = 200_000;
/// UNION, EXCEPT and INTERSECT in a statement. SQLite's limit for one query is 20.
const MOST_COMPOUNDS: usize = 60;
/// The highest number of a parameter, as in SQLite.
pub(crate) const MOST_PARAMETERS: usize = 32_766;

/// SQLite's message.
pub(crate) const TOO_DEEP: &str = "Expression tree is too large (maximum depth 100)";

/// A parsed statement.
pub(crate) enum Parsed {
    /// BEGIN, COMMIT or ROLLBACK.
    Transaction(Kind),
    /// Any other statement, with the number of its parameters.
    Statement(Box<Statement>, usize),
}

/// Parses one statement.
pub(crate) fn parse(sql: &str) -> Result<Parsed, Refusal> {
    if sql.len() > MOST_BYTES {
        return Err(Refusal::Invalid("statement too long".into()));
    }
    if sql.contains('\0') {
        return Err(Refusal::Invalid("unrecognized token: \"\\0\"".into()));
    }
    let mut tokens = tokens(sql)?;
    if let Some(kind) = transaction(&tokens)? {
        return Ok(Parsed::Transaction(kind));
    }
    require_bounded(&tokens)?;
    let parameters = number_placeholders(&mut tokens)?;
    let dialect = Sqlite { steps: Cell::new(0) };
    let mut parser = Parser::new(&dialect).with_recursion_limit(DEEPEST_NESTING).with_tokens_with_locations(tokens);
    let statement = parser.parse_statement().map_err(syntax_error)?;
    match &parser.peek_token_ref().token {
        Token::EOF => Ok(Parsed::Statement(Box::new(statement), parameters)),
        token => Err(near(token)),
    }
}

/// Parses one statement of a migration, which is trusted.
pub(crate) fn parse_migration(tokens: Vec<TokenWithSpan>) -> Result<Statement, ParserError> {
    Parser::new(&SQLiteDialect {}).with_tokens_with_locations(tokens).parse_statement()
}

/// Splits a migration into the tokens of its statements.
pub(crate) fn split_migration(sql: &str) -> Result<Vec<Vec<TokenWithSpan>>, Refusal> {
    let tokens = Tokenizer::new(&SQLiteDialect {}, sql).tokenize_with_location();
    let tokens = tokens.map_err(|error| Refusal::Invalid(error.to_string()))?;
    let statements = tokens.split(|token| token.token == Token::SemiColon);
    Ok(statements
        .map(|tokens| tokens.iter().filter(|token| !is_space(&token.token)).cloned().collect::<Vec<_>>())
        .filter(|tokens| !tokens.is_empty())
        .collect())
}

/// Returns the tokens of the only statement in a text.
fn tokens(sql: &str) -> Result<Vec<TokenWithSpan>, Refusal> {
    let tokens = Tokenizer::new(&SQLiteDialect {}, sql).tokenize_with_location();
    let tokens = tokens.map_err(|error| Refusal::Invalid(format!("unrecognized token: {}", error.message)))?;
    let mut found: Vec<TokenWithSpan> = Vec::with_capacity(tokens.len());
    let mut is_over = false;
    for token in tokens {
        match &token.token {
            token if is_space(token) => {}
            Token::EOF => {}
            Token::SemiColon => is_over = !found.is_empty(),
            _ if is_over => {
                return Err(Refusal::Invalid("one call runs one statement; send them one after another".into()));
            }
            known if is_known(known) => found.push(token),
            other => return Err(Refusal::Invalid(format!("unrecognized token: \"{other}\""))),
        }
    }
    if found.is_empty() {
        return Err(Refusal::Invalid("the statement is empty".into()));
    }
    Ok(found)
}

fn is_space(token: &Token) -> bool {
    matches!(token, Token::Whitespace(_))
}

/// Returns whether SQLite has the token. Other databases' quotes, operators and placeholders are not among them.
fn is_known(token: &Token) -> bool {
    match token {
        Token::Placeholder(text) => text.starts_with('?'),
        Token::Number(_, is_long) => !is_long,
        Token::Word(_)
        | Token::SingleQuotedString(_)
        | Token::HexStringLiteral(_)
        | Token::Comma
        | Token::DoubleEq
        | Token::Eq
        | Token::Neq
        | Token::Lt
        | Token::Gt
        | Token::LtEq
        | Token::GtEq
        | Token::Plus
        | Token::Minus
        | Token::Mul
        | Token::Div
        | Token::Mod
        | Token::StringConcat
        | Token::LParen
        | Token::RParen
        | Token::Period
        | Token::Ampersand
        | Token::Pipe
        | Token::Tilde
        | Token::ShiftLeft
        | Token::ShiftRight
        | Token::Arrow
        | Token::LongArrow => true,
        _ => false,
    }
}

/// Returns the statement of transactions that the tokens are, if they are one. Refuses statements that are neither that
/// nor queries or changes of rows.
fn transaction(tokens: &[TokenWithSpan]) -> Result<Option<Kind>, Refusal> {
    let denied = |text: &str| Err(Refusal::Denied(text.to_owned()));
    let Some((first, rest)) = tokens.split_first() else { return Ok(None) };
    let Some(first) = keyword(&first.token) else { return Err(near(&first.token)) };
    let words: Option<Vec<String>> = rest.iter().map(|token| keyword(&token.token)).collect();
    let words = words.unwrap_or_else(|| vec!["?".into()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let kind = match first.as_str() {
        "SELECT" | "WITH" | "VALUES" | "INSERT" | "REPLACE" | "UPDATE" | "DELETE" => return Ok(None),
        "BEGIN" => match *words {
            [] | ["TRANSACTION"] | ["DEFERRED"] | ["DEFERRED", "TRANSACTION"] => Kind::Begin { immediate: false },
            ["IMMEDIATE" | "EXCLUSIVE"] | ["IMMEDIATE" | "EXCLUSIVE", "TRANSACTION"] => Kind::Begin { immediate: true },
            _ => return Err(near_first(rest)),
        },
        "COMMIT" | "END" => match *words {
            [] | ["TRANSACTION"] => Kind::Commit,
            _ => return Err(near_first(rest)),
        },
        "ROLLBACK" => match *words {
            [] | ["TRANSACTION"] => Kind::Rollback,
            ["TO", ..] | ["TRANSACTION", "TO", ..] => {
                return denied("savepoints are not available; use one transaction");
            }
            _ => return Err(near_first(rest)),
        },
        "SAVEPOINT" | "RELEASE" => return denied("savepoints are not available; use one transaction"),
        "PRAGMA" => {
            // The name may have a schema before it.
            let name = match rest {
                [a, dot, b, ..] if dot.token == Token::Period && matches!(a.token, Token::Word(_)) => word(&b.token),
                [a, ..] => word(&a.token),
                [] => None,
            };
            return Err(Refusal::Denied(format!("PRAGMA {} is not available", name.unwrap_or_default())));
        }
        "ATTACH" | "DETACH" | "VACUUM" => return denied("other databases are not available"),
        "CREATE" | "DROP" | "ALTER" | "REINDEX" | "ANALYZE" => {
            return denied("the schema is changed by migrations only");
        }
        "EXPLAIN" => return denied("EXPLAIN is not available"),
        _ => return Err(near(&tokens[0].token)),
    };
    Ok(Some(kind))
}

fn word(token: &Token) -> Option<String> {
    if let Token::Word(word) = token { Some(word.value.clone()) } else { None }
}

/// Returns a word without quotes, in capitals.
fn keyword(token: &Token) -> Option<String> {
    match token {
        Token::Word(Word { value, quote_style: None, .. }) => Some(value.to_ascii_uppercase()),
        _ => None,
    }
}

/// Refuses statements whose syntax tree could be too deep for the stack.
fn require_bounded(tokens: &[TokenWithSpan]) -> Result<(), Refusal> {
    // Of each open parenthesis: the tokens since its last comma.
    let mut open = vec![0_usize];
    let (mut path, mut compounds) = (0_usize, 0_usize);
    for token in tokens {
        match &token.token {
            Token::LParen => open.push(0),
            Token::RParen => {
                path -= open.pop().unwrap_or_default();
                if open.is_empty() {
                    return Err(near(&token.token));
                }
            }
            Token::Comma => path -= open.last_mut().map(std::mem::take).unwrap_or_default(),
            Token::Word(Word { keyword: Keyword::UNION | Keyword::EXCEPT | Keyword::INTERSECT, .. }) => compounds += 1,
            _ => {
                path += 1;
                if let Some(tokens) = open.last_mut() {
                    *tokens += 1;
                }
            }
        }
        if path + open.len() > LONGEST_PATH {
            return Err(Refusal::Invalid(TOO_DEEP.into()));
        }
        if compounds > MOST_COMPOUNDS {
            return Err(Refusal::Invalid("too many terms in compound SELECT".into()));
        }
    }
    if open.len() > 1 {
        return Err(Refusal::Invalid("incomplete input".into()));
    }
    Ok(())
}

/// Gives every placeholder its number, as SQLite does: `?` has the number after the highest so far. Returns the highest.
fn number_placeholders(tokens: &mut [TokenWithSpan]) -> Result<usize, Refusal> {
    let mut highest = 0;
    for token in tokens {
        let Token::Placeholder(text) = &mut token.token else { continue };
        let digits = text.trim_start_matches('?');
        let number = if digits.is_empty() { highest + 1 } else { digits.parse().unwrap_or(0) };
        if !(1..=MOST_PARAMETERS).contains(&number) {
            return Err(Refusal::Invalid(if digits.is_empty() {
                "too many SQL variables".into()
            } else {
                format!("variable number must be between ?1 and ?{MOST_PARAMETERS}")
            }));
        }
        *text = format!("?{number}");
        highest = highest.max(number);
    }
    Ok(highest)
}

fn near(token: &Token) -> Refusal {
    if *token == Token::EOF {
        return Refusal::Invalid("incomplete input".into());
    }
    let text: String = token.to_string().chars().take(60).collect();
    Refusal::Invalid(format!("near \"{text}\": syntax error"))
}

fn near_first(tokens: &[TokenWithSpan]) -> Refusal {
    near(tokens.first().map_or(&Token::EOF, |token| &token.token))
}

fn syntax_error(error: ParserError) -> Refusal {
    match error {
        ParserError::RecursionLimitExceeded => Refusal::Invalid(TOO_DEEP.into()),
        ParserError::TokenizerError(text) => Refusal::Invalid(format!("unrecognized token: {text}")),
        ParserError::ParserError(text) => {
            // "Expected: …, found: TOKEN at Line: 1, Column: 8"
            let found = text.rsplit_once("found: ").map(|(_, found)| found);
            let found = found.map(|found| found.split_once(" at Line:").map_or(found, |(token, _)| token));
            match found {
                Some("EOF") => Refusal::Invalid("incomplete input".into()),
                Some(token) => {
                    let token: String = token.chars().take(60).collect();
                    Refusal::Invalid(format!("near \"{token}\": syntax error"))
                }
                None => Refusal::Invalid(format!("syntax error: {}", text.chars().take(200).collect::<String>())),
            }
        }
    }
}

const BASE: SQLiteDialect = SQLiteDialect {};
/// Binds more tightly than multiplication.
const CONCATENATION: u8 = 45;
/// One level for `=`, IS, IN, LIKE and BETWEEN, below that of `<`.
const EQUALITY: u8 = 20;

/// The parser's SQLite dialect with the precedence of SQLite's operators and a limit on the parser's work.
#[derive(Debug)]
struct Sqlite {
    steps: Cell<u32>,
}

/// Methods that are those of the parser's SQLite dialect.
macro_rules! as_sqlite {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self, $($argument: $type),*) -> $result { BASE.$name($($argument),*) })*
    };
}

impl Dialect for Sqlite {
    fn dialect(&self) -> TypeId {
        TypeId::of::<SQLiteDialect>()
    }

    fn parse_prefix(&self, _: &mut Parser<'_>) -> Option<Result<Expr, ParserError>> {
        self.steps.set(self.steps.get() + 1);
        // The only error that the parser does not answer by trying another reading.
        (self.steps.get() > PARSER_STEPS).then_some(Err(ParserError::RecursionLimitExceeded))
    }

    fn get_next_precedence(&self, parser: &Parser<'_>) -> Option<Result<u8, ParserError>> {
        match parser.peek_token_ref().token {
            Token::StringConcat => Some(Ok(CONCATENATION)),
            _ => BASE.get_next_precedence(parser),
        }
    }

    fn prec_value(&self, prec: Precedence) -> u8 {
        match prec {
            Precedence::Like | Precedence::Is | Precedence::Eq | Precedence::Between => EQUALITY,
            other => BASE.prec_value(other),
        }
    }

    fn supports_insert_table_alias(&self) -> bool {
        true
    }

    as_sqlite! {
        is_delimited_identifier_start(ch: char) -> bool;
        identifier_quote_style(identifier: &str) -> Option<char>;
        is_identifier_start(ch: char) -> bool;
        supports_filter_during_aggregation() -> bool;
        supports_start_transaction_modifier() -> bool;
        is_identifier_part(ch: char) -> bool;
        parse_statement(parser: &mut Parser<'_>) -> Option<Result<Statement, ParserError>>;
        parse_data_type(parser: &mut Parser<'_>) -> Option<Result<DataType, ParserError>>;
        parse_infix(parser: &mut Parser<'_>, expr: &Expr, precedence: u8) -> Option<Result<Expr, ParserError>>;
        supports_in_empty_list() -> bool;
        supports_limit_comma() -> bool;
        supports_notnull_operator() -> bool;
        supports_is_operator() -> bool;
        supports_comma_separated_trim() -> bool;
        supports_double_eq_assignment() -> bool;
        supports_national_string_literal() -> bool;
        supports_parens_around_table_factor() -> bool;
        is_column_alias(kw: &Keyword, parser: &mut Parser<'_>) -> bool;
        supports_over_keyword_as_column_alias() -> bool;
        supports_indexed_by() -> bool;
        is_table_alias(kw: &Keyword, parser: &mut Parser<'_>) -> bool;
        supports_comma_join_constraint() -> bool;
        supports_aggregate_order_by_with_empty_args() -> bool;
        supports_bitwise_shift_operators() -> bool;
        supports_in_table_expression() -> bool;
        is_table_factor(kw: &Keyword, parser: &mut Parser<'_>) -> bool;
        between_low_bound_precedence() -> u8;
    }
}
