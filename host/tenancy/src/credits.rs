//! The credits of a tenant in one environment, as pages show them. Amounts are in micros, millionths of a credit.

/// The account with its open holds and its last entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CreditAccount {
    /// Credits that are neither held nor consumed.
    pub available_micros: i64,
    /// Credits on hold for unfinished jobs.
    pub held_micros: i64,
    /// Credits spent.
    pub consumed_micros: i64,
    /// The open holds, newest first, up to the requested number.
    pub holds: Vec<LedgerEntry>,
    /// The entries of the ledger, newest first, up to the requested number.
    pub entries: Vec<LedgerEntry>,
}

/// One entry of the ledger, with the job it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Time of the entry, ISO 8601.
    pub at: String,
    /// Effect on the account.
    pub kind: LedgerKind,
    /// Amount.
    pub micros: i64,
    /// Id of the resource that the job is for, or the reference of a grant.
    pub job: String,
    /// The component's note, such as why the job ended.
    pub note: String,
    /// The values of [`JobDetails::columns`] for the job, `None` where a row is missing.
    pub details: Vec<Option<String>>,
}

/// Where a tenant's database describes the jobs of entries. The tables are those of the components.
#[derive(Debug, Clone, Copy)]
pub struct JobDetails {
    /// Joins of the entry `l` with other tables, none of which repeats an entry.
    pub joins: &'static str,
    /// The columns to read from them, all of them texts.
    pub columns: &'static [&'static str],
}

/// The effect of an entry on the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerKind {
    /// Adds credits.
    Grant,
    /// Holds credits for a job.
    Hold,
    /// Gives held credits back.
    Release,
    /// Spends held credits.
    Charge,
}

impl LedgerKind {
    /// Returns the kind with this name in the ledger.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "grant" => Some(Self::Grant),
            "hold" => Some(Self::Hold),
            "release" => Some(Self::Release),
            "charge" => Some(Self::Charge),
            _ => None,
        }
    }
}

impl LedgerEntry {
    /// Id of the grant that a new account starts with.
    pub const TRIAL: &'static str = "trial";

    /// Returns whether the entry is the grant that a new account starts with.
    pub fn is_trial(&self) -> bool {
        self.kind == LedgerKind::Grant && self.job == Self::TRIAL
    }
}
