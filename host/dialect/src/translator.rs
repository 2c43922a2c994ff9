//! The state of a translation.

use crate::catalogue::{Catalogue, Table};
use crate::refusal::Refusal;
use crate::scope::{Output, Scope};
use crate::statement::Author;
use crate::typed::{Constant, Of, Type, Typed, mismatch};

/// Bytes of a translated expression or statement. Some functions name an argument more than once.
const MOST_BYTES: usize = 1 << 20;
/// Expressions that a translation may visit. Some are visited twice, to find out their type first.
const MOST_STEPS: u32 = 200_000;
/// Tables of the host's database that a component may read and not write.
const GUARDED_TABLES: [&str; 7] =
    ["credit_balance", "events", "outbox_size", "usage_events", "usage_totals", "usage_writers", "_sqlx_migrations"];

/// Marks around a parameter in the text. Its number and type are between them until the types of all are known.
const MARK: (char, char) = ('\u{1}', '\u{2}');

/// The state of a translation.
pub(crate) struct Translator<'a> {
    tenant: &'a Catalogue,
    /// Reads the host's own tables, once a name is not among those of tenants. `None` while a catalogue is read.
    control: Option<fn() -> &'static Catalogue>,
    pub(crate) author: Author,
    /// The queries around the present place, the innermost last.
    pub(crate) scopes: Vec<Scope<'a>>,
    /// Names and columns of the WITH queries that are visible.
    pub(crate) with: Vec<(String, Vec<Output>)>,
    /// The first type of each parameter.
    pub(crate) types: Vec<Option<Type>>,
    pub(crate) writes_outbox: bool,
    pub(crate) triggers_outbox: bool,
    pub(crate) writes_ledger: bool,
    pub(crate) has_returning: bool,
    steps: u32,
    /// Depth of the expression that is being translated.
    pub(crate) depth: usize,
}

impl<'a> Translator<'a> {
    pub(crate) fn new(
        tenant: &'a Catalogue,
        control: Option<fn() -> &'static Catalogue>,
        author: Author,
        parameters: usize,
    ) -> Self {
        Self {
            tenant,
            control,
            author,
            scopes: Vec::new(),
            with: Vec::new(),
            types: vec![None; parameters],
            writes_outbox: false,
            triggers_outbox: false,
            writes_ledger: false,
            has_returning: false,
            steps: 0,
            depth: 0,
        }
    }

    /// Counts a visit. Refuses a statement that takes too many.
    pub(crate) fn step(&mut self) -> Result<(), Refusal> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(too_complex()) } else { Ok(()) }
    }

    /// Refuses a text that has become too long.
    pub(crate) fn require_short(&self, sql: &str) -> Result<(), Refusal> {
        if sql.len() > MOST_BYTES { Err(too_complex()) } else { Ok(()) }
    }

    /// Returns a table that the author may read.
    pub(crate) fn table(&self, name: &str) -> Result<(&'a str, &'a Table), Refusal> {
        if let Some(found) = self.tenant.table(name) {
            return Ok(found);
        }
        match self.control.and_then(|control| control().table(name)) {
            Some(found) if self.author == Author::Host => Ok(found),
            Some((name, _)) => Err(Refusal::Denied(format!("the table {name} is the host's"))),
            None => Err(Refusal::Invalid(format!("no such table: {name}"))),
        }
    }

    /// Returns a table that the author may write.
    pub(crate) fn writable_table(&self, name: &str) -> Result<(&'a str, &'a Table), Refusal> {
        let lower = name.to_ascii_lowercase();
        if self.author == Author::Component
            && (GUARDED_TABLES.contains(&lower.as_str()) || lower.starts_with("sqlite_"))
        {
            return Err(Refusal::Denied(format!("the table {lower} is kept by the host")));
        }
        self.table(name)
    }

    /// Returns whether a table's rows belong to tenants, so that `scope_id` is the first column of its keys.
    pub(crate) fn is_tenants(&self, name: &str) -> bool {
        self.tenant.table(name).is_some()
    }

    /// Writes a parameter. Without a type, it gets the type of another place where it is used.
    pub(crate) fn parameter(&mut self, number: usize, of: Option<Type>) -> String {
        if let Some(known) = self.types.get_mut(number - 1) {
            *known = known.or(of);
        }
        let of = of.map_or('?', |of| of.sqlite().chars().next().unwrap_or('?'));
        format!("{}{number}{of}{}", MARK.0, MARK.1)
    }

    /// Replaces the marks of parameters.
    pub(crate) fn finish(&self, written: &str) -> Result<String, Refusal> {
        self.require_short(written)?;
        let mut out = String::with_capacity(written.len() + 64);
        let mut rest = written;
        while let Some((before, after)) = rest.split_once(MARK.0) {
            let Some((mark, after)) = after.split_once(MARK.1) else { break };
            out.push_str(before);
            let (number, of) = mark.split_at(mark.len() - 1);
            let index: usize = number.parse().unwrap_or(1);
            let of = [Type::Integer, Type::Real, Type::Text, Type::Blob]
                .into_iter()
                .find(|one| of.starts_with(|c| one.sqlite().starts_with(c)));
            let first = self.types.get(index - 1).copied().flatten();
            out.push('$');
            out.push_str(number);
            for of in [first, of.filter(|of| Some(*of) != first)].into_iter().flatten() {
                out.push_str("::");
                out.push_str(of.postgres());
            }
            rest = after;
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Converts an expression as SQLite does where a value meets one of another type.
    ///
    /// # Errors
    /// If PostgreSQL could not do the same for every value.
    pub(crate) fn converted(&mut self, typed: Typed, to: Type) -> Result<Typed, Refusal> {
        let typed = typed.into_value();
        let sql = match (typed.of, &typed.constant) {
            (Of::Parameter(number), _) => self.parameter(number, Some(to)),
            (Of::Unknown, _) => format!("({}::{})", typed.sql, to.postgres()),
            (Of::Value(of), _) if of == to => return Ok(typed),
            (Of::Value(Type::Integer), Some(Constant::Integer(number))) if to == Type::Text => format!("'{number}'"),
            (Of::Value(Type::Integer), _) if to == Type::Real => format!("({}::double precision)", typed.sql),
            (Of::Value(Type::Real), Some(Constant::Real(number))) if to == Type::Integer && number.fract() == 0.0 => {
                format!("({number:.0}::bigint)")
            }
            (Of::Value(Type::Text), Some(Constant::Text(text))) if to == Type::Integer => {
                let number: i64 = text.trim().parse().map_err(|_| mismatch(Type::Text, to))?;
                format!("({number}::bigint)")
            }
            (Of::Value(Type::Text), Some(Constant::Text(text))) if to == Type::Real => {
                let number: f64 =
                    text.trim().parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| mismatch(Type::Text, to))?;
                format!("({number:?}::double precision)")
            }
            (Of::Value(of), _) => return Err(mismatch(of, to)),
            (Of::Truth, _) => return Err(mismatch(Type::Integer, to)),
        };
        let is_collated = typed.is_collated && to == Type::Text;
        Ok(Typed { sql, of: Of::Value(to), is_collated, is_narrow: false, constant: None, ..typed })
    }

    /// Turns a value into a condition. In SQLite, a number other than 0 is true.
    pub(crate) fn truth(&mut self, typed: Typed) -> Result<String, Refusal> {
        match typed.of {
            Of::Truth => Ok(typed.sql),
            Of::Value(Type::Integer | Type::Real) => Ok(format!("({} <> 0)", typed.sql)),
            Of::Parameter(_) => {
                let typed = self.converted(typed, Type::Integer)?;
                Ok(format!("({} <> 0)", typed.sql))
            }
            Of::Unknown => Ok(format!("({}::boolean)", typed.sql)),
            Of::Value(of) => Err(Refusal::Invalid(format!(
                "a {} value is not a condition on PostgreSQL; compare it with something",
                of.sqlite()
            ))),
        }
    }

    /// Brings expressions to one type, which is that of the first typed one, or `hint`.
    pub(crate) fn unified(&mut self, all: Vec<Typed>, hint: Option<Type>) -> Result<(Vec<Typed>, Of), Refusal> {
        let mut common: Option<Type> = None;
        for typed in &all {
            let Some(of) = typed.known() else { continue };
            common = match common {
                None => Some(of),
                Some(common) if common == of => Some(of),
                Some(common) if common.is_number() && of.is_number() => Some(Type::Real),
                Some(common) => return Err(mismatch(common, of)),
            };
        }
        let Some(of) = common.or(hint) else { return Ok((all, Of::Unknown)) };
        let all = all.into_iter().map(|typed| self.converted(typed, of)).collect::<Result<_, _>>()?;
        Ok((all, Of::Value(of)))
    }
}

/// Returns the refusal of a statement that would take too much work.
fn too_complex() -> Refusal {
    Refusal::Invalid("the statement is too complex".into())
}
