//! The credits of a tenant in one environment, as pages show them. Amounts are in micros, millionths of a credit.

/// The account with its open holds and its last entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CreditAccount {
    /// Neither held nor consumed.
    pub available_micros: i64,
    /// Reserved for jobs that are not finished.
    pub held_micros: i64,
    /// Used up.
    pub consumed_micros: i64,
    /// What is on hold, newest first; at most as many as asked for.
    pub holds: Vec<LedgerEntry>,
    /// The ledger, newest first; at most as many as asked for.
    pub entries: Vec<LedgerEntry>,
}

/// One entry of the ledger, with what it was for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// When, ISO 8601.
    pub at: String,
    /// What happened to the credits.
    pub kind: LedgerKind,
    /// How many.
    pub micros: i64,
    /// The id of the takeoff or export; for a grant its reference.
    pub job: String,
    /// What the program noted, such as `takeoff cancelled`.
    pub note: String,
    /// Discipline of the takeoff; `None` when the entry is for something else, or the takeoff was deleted.
    pub discipline: Option<String>,
    /// Format of the export; `None` when the entry is for something else, or the export was deleted.
    pub format: Option<String>,
    /// File name of the document; `None` when there is none, or it was deleted.
    pub document: Option<String>,
}

/// What an entry does to the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerKind {
    /// Adds credits.
    Grant,
    /// Reserves credits for a job.
    Hold,
    /// Gives reserved credits back.
    Release,
    /// Uses reserved credits up.
    Charge,
}

impl LedgerKind {
    /// The kind of a name in the ledger.
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
