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
    /// Id of the takeoff or export, or the reference of a grant.
    pub job: String,
    /// The program's note, such as `takeoff cancelled`.
    pub note: String,
    /// Discipline of the takeoff, or `None` if the entry is for something else or the takeoff was deleted.
    pub discipline: Option<String>,
    /// Format of the export, or `None` if the entry is for something else or the export was deleted.
    pub format: Option<String>,
    /// File name of the document, or `None` if there is none or it was deleted.
    pub document: Option<String>,
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
