//! `plumbline job`: shows the queue, and retries jobs.

use anyhow::Result;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use plumbline_config::Config;
use plumbline_jobs::{Job, JobFilter, JobState, JobTable};
use plumbline_storage::TenantId;
use plumbline_terminal as output;
use serde_json::{Value, json};

use crate::app;

/// Commands for jobs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List jobs, newest first; finished and scheduled ones only with --all or --state
    List {
        /// Only jobs of this tenant, `ten_…`
        #[arg(long, value_name = "ID")]
        tenant: Option<TenantId>,
        /// Only jobs in this state; may be given more than once
        #[arg(long = "state", value_name = "STATE", conflicts_with = "all", value_parser = states())]
        states: Vec<JobState>,
        /// Include jobs in every state
        #[arg(long)]
        all: bool,
        /// Maximum number of jobs
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Show a job, its state and the reason for it
    Show(One),
    /// Run a job again immediately, with its full number of attempts
    Retry(One),
}

/// A job by its id.
#[derive(Debug, clap::Args)]
pub(crate) struct One {
    /// The job's id
    id: String,
    /// The job's tenant, if several tenants have a job with this id
    #[arg(long, value_name = "ID")]
    tenant: Option<TenantId>,
}

/// Reads a state as named on the command line.
fn states() -> impl TypedValueParser<Value = JobState> {
    let of_name = |name: String| JobState::ALL.into_iter().find(|state| state.name() == name).ok_or("no state");
    PossibleValuesParser::new(JobState::ALL.map(JobState::name)).try_map(of_name)
}

/// States listed by default: jobs in progress, and jobs that need a person.
const OPEN: [JobState; 6] = [
    JobState::Waiting,
    JobState::Unserved,
    JobState::Running,
    JobState::Abandoning,
    JobState::Abandoned,
    JobState::Stranded,
];

fn as_json(job: &Job) -> Value {
    json!({
        "id": job.id, "tenant": job.tenant, "environment": job.environment, "kind": job.kind, "state": job.state.name(),
        "attempts": job.attempts, "due_at": job.due_at, "queued_at": job.queued_at, "finished_at": job.finished_at,
        "host": job.host, "reason": job.reason, "unserved": job.unserved, "stranded": job.stranded,
        "payload": serde_json::from_str(&job.payload).unwrap_or_else(|_| json!(job.payload)),
    })
}

/// Returns the reason for the job's state, if known.
fn reason(job: &Job) -> &str {
    let own = match job.state {
        JobState::Unserved => &job.unserved,
        JobState::Stranded => &job.stranded,
        _ => &None,
    };
    own.as_deref().or(job.reason.as_deref()).unwrap_or_default()
}

/// Returns advice for the operator, if there is any.
fn advice(job: &Job) -> Option<String> {
    let Job { id, kind, .. } = job;
    match job.state {
        JobState::Unserved => {
            Some(format!("It runs when a component is bound to worker:{kind}. This does not count as an attempt."))
        }
        JobState::Stranded => Some(format!(
            "Its resource may be unfinished and hold credits. Run it again with `plumbline job retry {id}`. Otherwise its \
             worker is notified of the failure again at the next start and every six hours."
        )),
        JobState::Abandoned => Some(
            "The resource is marked as failed and its credits were released. Create the takeoff or export again."
                .into(),
        ),
        _ => None,
    }
}

/// Runs a command.
pub(crate) async fn run(config: &Config, command: Command, as_program: bool) -> Result<()> {
    let jobs = JobTable::new(&app::storage(config).await?.control);
    let find = async |One { id, tenant }: One| jobs.find(&id, tenant.as_ref().map(TenantId::as_str)).await;
    match command {
        Command::List { tenant, states, all, limit } => {
            let states = match (all, states.is_empty()) {
                (true, _) => Vec::new(),
                (false, true) => OPEN.to_vec(),
                (false, false) => states,
            };
            let filter = JobFilter { tenant: tenant.map(|tenant| tenant.to_string()), states, id: None, limit };
            let found = jobs.list(&filter).await?;
            let heads = ["ID", "KIND", "STATE", "ATTEMPTS", "TENANT", "ENVIRONMENT", "QUEUED", "REASON"];
            output::rows(as_program, &found, as_json, &heads, |job| {
                vec![
                    job.id.clone(),
                    job.kind.clone(),
                    job.state.name().to_owned(),
                    job.attempts.to_string(),
                    job.tenant.clone(),
                    job.environment.clone(),
                    job.queued_at.clone(),
                    reason(job).to_owned(),
                ]
            })
        }
        Command::Show(one) => {
            let job = find(one).await?;
            output::show(as_program, &as_json(&job), |_| {
                let mut lines = vec![
                    format!("{} {} ({}, {})", job.kind, job.id, job.tenant, job.environment),
                    format!(
                        "State: {}. Attempts: {}. Queued: {}. Due: {}.",
                        job.state.name(),
                        job.attempts,
                        job.queued_at,
                        job.due_at
                    ),
                    format!("Payload: {}", job.payload),
                ];
                lines.extend(
                    Some(reason(&job)).filter(|reason| !reason.is_empty()).map(|reason| format!("Reason: {reason}")),
                );
                lines.extend(advice(&job));
                lines.join("\n")
            })
        }
        Command::Retry(one) => {
            let job = find(one).await?;
            jobs.retry(&job).await?;
            // A worker does nothing for a resource that is already finished.
            let note = advice(&job).filter(|_| job.state == JobState::Abandoned);
            let mut value = as_json(&jobs.find(&job.id, Some(&job.tenant)).await?);
            value["note"] = json!(note);
            output::show(as_program, &value, |_| {
                [Some(format!("Queued {} again", job.id)), note].into_iter().flatten().collect::<Vec<_>>().join("\n")
            })
        }
    }
}
