//! Throttling of failed sign-ins.
//!
//! Three counts limit guessing. The count by account and network slows an attacker at once and tolerates a few typing errors.
//! The count by account limits guesses from many networks, and the count by network limits guesses at many accounts. An attacker
//! on another network cannot lock a user out with a few attempts. Addresses without an account are counted like all others.
//!
//! An attempt is counted before the password is checked, by statements that succeed only while an attempt is allowed, so
//! concurrent attempts cannot all pass. A success reverts its count.

use std::net::IpAddr;
use std::time::Duration;

use plumbline_tenancy::{Database, Statement, id};
use time::OffsetDateTime;

use crate::error::IdentityError;
use crate::{Identity, Platform, secrets};

/// Failures of an account from one network before waits apply.
const FREE_ATTEMPTS: i64 = 5;
/// The waits after that, in seconds. They double up to 15 minutes.
const WAITS: [u64; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900];
/// Time after which a failure no longer counts.
pub(super) const FAILURE_TTL: Duration = Duration::from_secs(24 * 3600);

/// Failures per clock hour of an account, from any network, and of a network, at any account.
const ACCOUNT_AN_HOUR: i64 = 50;
const NETWORK_AN_HOUR: i64 = 100;
const HOUR: i64 = 3600;

/// An attempt that has been counted.
#[derive(Debug)]
pub(super) struct Attempt {
    /// Subject of the count by account and network.
    pair: String,
    /// Subjects of the hourly counts, with their limits.
    hourly: Vec<(String, i64)>,
}

impl Attempt {
    fn new(email: &str, peer: Option<IpAddr>, now: OffsetDateTime) -> Self {
        // Without a peer there is no count by network: a single count for all clients would lock everyone out.
        let network = peer.map(|peer| written(network(peer)));
        let hour = now.unix_timestamp().div_euclid(HOUR);
        let subject = |parts: &[&str]| secrets::hash(&parts.join("\n"));
        let mut hourly = vec![(subject(&["account", email, &hour.to_string()]), ACCOUNT_AN_HOUR)];
        if let Some(network) = &network {
            hourly.push((subject(&["network", network, &hour.to_string()]), NETWORK_AN_HOUR));
        }
        Self { pair: subject(&["pair", email, network.as_deref().unwrap_or_default()]), hourly }
    }
}

/// Returns the network of a household or office: an IPv4 address, or the /64 of an IPv6 address.
pub fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address => address,
    }
}

/// Formats a network as text.
fn written(network: IpAddr) -> String {
    if network.is_ipv6() { format!("{network}/64") } else { network.to_string() }
}

/// Returns the wait of an account on one network after `failures` failures.
fn wait_after(failures: i64) -> Duration {
    let index = usize::try_from(failures - FREE_ATTEMPTS).ok().map(|index| index.min(WAITS.len() - 1));
    Duration::from_secs(index.and_then(|index| WAITS.get(index)).copied().unwrap_or_default())
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Counts an attempt, or returns the seconds until the next attempt is allowed.
    pub(super) async fn count_attempt(
        &self,
        email: &str,
        peer: Option<IpAddr>,
    ) -> Result<Result<Attempt, u64>, IdentityError> {
        let attempt = Attempt::new(email, peer, self.clock.now());
        let mut statements = vec![self.count_pair(&attempt.pair)];
        statements.extend(attempt.hourly.iter().map(|(subject, bound)| self.count_hourly(subject, *bound)));
        if self.database.write(statements).await? {
            return Ok(Ok(attempt));
        }
        Ok(Err(self.seconds_to_wait(&attempt).await?))
    }

    /// Reverts the count of a successful attempt, and resets the count of the account on this network.
    pub(super) async fn record_success(&self, attempt: &Attempt) -> Result<(), IdentityError> {
        let mut statements = vec![Statement::new("DELETE FROM sign_in_failures WHERE subject = ?").bind(&attempt.pair)];
        statements.extend(attempt.hourly.iter().map(|(subject, _)| {
            Statement::new("UPDATE sign_in_failures SET failures = failures - 1 WHERE subject = ? AND failures > 0")
                .bind(subject)
        }));
        self.database.write(statements).await?;
        Ok(())
    }

    /// Counts an attempt by account and network, if the wait after the last failure is over.
    fn count_pair(&self, subject: &str) -> Statement {
        let insert = Statement::new(
            "INSERT INTO sign_in_failures (subject, failures, last_at) VALUES (?, 1, ?)
             ON CONFLICT (subject) DO UPDATE SET
                 failures = CASE WHEN sign_in_failures.last_at < ? THEN 1 ELSE sign_in_failures.failures + 1 END,
                 last_at = excluded.last_at
             WHERE sign_in_failures.failures < 5 OR sign_in_failures.last_at <= CASE sign_in_failures.failures
                 WHEN 5 THEN ? WHEN 6 THEN ? WHEN 7 THEN ? WHEN 8 THEN ? WHEN 9 THEN ? WHEN 10 THEN ?
                 WHEN 11 THEN ? WHEN 12 THEN ? WHEN 13 THEN ? WHEN 14 THEN ? ELSE ? END",
        )
        .bind(subject)
        .bind(self.clock.text())
        .bind(self.clock.text_ago(FAILURE_TTL));
        let waits = WAITS.iter().map(|seconds| self.clock.text_ago(Duration::from_secs(*seconds)));
        waits.fold(insert, Statement::bind).expect_rows(1)
    }

    /// Counts an attempt in this hour, if the limit is not reached.
    fn count_hourly(&self, subject: &str, bound: i64) -> Statement {
        Statement::new(
            "INSERT INTO sign_in_failures (subject, failures, last_at) VALUES (?, 1, ?)
             ON CONFLICT (subject) DO UPDATE SET
                 failures = sign_in_failures.failures + 1, last_at = excluded.last_at
             WHERE sign_in_failures.failures < ?",
        )
        .bind(subject)
        .bind(self.clock.text())
        .bind(bound)
        .expect_rows(1)
    }

    /// Returns the longest of the waits that apply to an attempt, at least one second.
    async fn seconds_to_wait(&self, attempt: &Attempt) -> Result<u64, IdentityError> {
        let now = self.clock.now();
        let mut until = now;
        if let Some((failures, last_at)) = self.failures(&attempt.pair).await? {
            until = until.max(last_at + wait_after(failures));
        }
        for (subject, bound) in &attempt.hourly {
            if self.failures(subject).await?.is_some_and(|(failures, _)| failures >= *bound) {
                let left = HOUR - now.unix_timestamp().rem_euclid(HOUR);
                until = until.max(now + time::Duration::seconds(left));
            }
        }
        let wait = Duration::try_from(until - now).unwrap_or_default();
        Ok(u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1))
    }

    async fn failures(&self, subject: &str) -> Result<Option<(i64, OffsetDateTime)>, IdentityError> {
        let select = Statement::new("SELECT failures, last_at FROM sign_in_failures WHERE subject = ?").bind(subject);
        let rows = self.database.query(select).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let last_at = id::parse(&row.text("last_at")?).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        Ok(Some((row.opt_int("failures")?.unwrap_or_default(), last_at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, fixture};

    const ANN: &str = "ann@a.example";

    /// Creates a fixture at the start of an hour, so that the hour does not end within a test.
    fn early() -> Fixture {
        let f = fixture();
        let left = HOUR - f.clock.now().unix_timestamp().rem_euclid(HOUR);
        f.clock.advance(Duration::from_secs(u64::try_from(left).unwrap()));
        f
    }

    fn peer(address: &str) -> Option<IpAddr> {
        Some(address.parse().unwrap())
    }

    async fn attempt(f: &Fixture, email: &str, from: Option<IpAddr>) -> Result<Attempt, u64> {
        f.identity.count_attempt(email, from).await.unwrap()
    }

    /// Returns the number of attempts that pass before one has to wait.
    async fn passing(f: &Fixture, email: impl Fn(u16) -> String, from: impl Fn(u16) -> Option<IpAddr>) -> u16 {
        let mut passed = 0;
        while attempt(f, &email(passed), from(passed)).await.is_ok() {
            passed += 1;
            assert!(passed < 1000, "nothing bounds it");
        }
        passed
    }

    #[tokio::test]
    async fn waits_double_up_to_fifteen_minutes() {
        let f = fixture();
        let home = peer("192.0.2.7");
        for _ in 0..FREE_ATTEMPTS {
            attempt(&f, ANN, home).await.unwrap();
        }
        for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900] {
            // A busy machine may need longer than the short waits to get here.
            let slack = 5;
            if wait > slack {
                let said = attempt(&f, ANN, home).await.unwrap_err();
                assert!((wait - slack..=wait).contains(&said), "{wait}: {said}");
                f.clock.advance(Duration::from_secs(wait - slack));
                assert!(attempt(&f, ANN, home).await.is_err(), "{wait}: asking does not shorten it");
                f.clock.advance(Duration::from_secs(slack));
            } else {
                f.clock.advance(Duration::from_secs(wait));
            }
            attempt(&f, ANN, home).await.unwrap();
        }
        assert_eq!([4, 5, 6, 7, 8].map(|failures| wait_after(failures).as_secs()), [0, 1, 2, 4, 8]);
    }

    #[tokio::test]
    async fn a_stranger_elsewhere_does_not_hold_a_person_up() {
        let f = early();
        assert_eq!(passing(&f, |_| ANN.into(), |_| peer("198.51.100.1")).await, 5);
        attempt(&f, ANN, peer("192.0.2.7")).await.unwrap();
    }

    #[tokio::test]
    async fn guesses_at_one_account_from_many_networks_are_bounded() {
        let f = early();
        let networks = |n: u16| peer(&format!("203.0.{}.{}", n / 200, n % 200));
        assert_eq!(passing(&f, |_| ANN.into(), networks).await, 50);
        let wait = attempt(&f, ANN, peer("192.0.2.7")).await.unwrap_err();
        assert!((3590..=3600).contains(&wait), "{wait}: until the hour is over");
        attempt(&f, "bob@a.example", peer("192.0.2.7")).await.unwrap();
        f.clock.advance(Duration::from_secs(3600));
        attempt(&f, ANN, peer("192.0.2.7")).await.unwrap();
    }

    #[tokio::test]
    async fn guesses_from_one_network_at_many_accounts_are_bounded() {
        let f = early();
        let addresses = |n: u16| peer(&format!("2001:db8:1:2::{n:x}"));
        assert_eq!(passing(&f, |n| format!("a{n}@a.example"), addresses).await, 100);
        assert!(attempt(&f, ANN, peer("2001:db8:1:2:ffff::1")).await.is_err());
        attempt(&f, ANN, peer("2001:db8:1:3::1")).await.unwrap();
        f.clock.advance(Duration::from_secs(3600));
        attempt(&f, ANN, peer("2001:db8:1:2::1")).await.unwrap();
    }

    #[tokio::test]
    async fn without_a_peer_people_do_not_shut_each_other_out() {
        let f = early();
        for n in 0..150 {
            attempt(&f, &format!("a{n}@a.example"), None).await.unwrap();
        }
        assert_eq!(passing(&f, |_| ANN.into(), |_| None).await, 5);
    }

    #[tokio::test]
    async fn success_takes_its_count_back() {
        let f = early();
        let home = peer("192.0.2.7");
        for n in 0..300 {
            let counted = attempt(&f, &format!("a{}@a.example", n % 3), home).await.unwrap();
            f.identity.record_success(&counted).await.unwrap();
        }
        for _ in 0..4 {
            attempt(&f, ANN, home).await.unwrap();
        }
        f.identity.record_success(&attempt(&f, ANN, home).await.unwrap()).await.unwrap();
        assert_eq!(passing(&f, |_| ANN.into(), |_| home).await, 5, "starts over");
        let networks = |n: u16| peer(&format!("203.0.{}.{}", n / 200, n % 200));
        assert_eq!(passing(&f, |_| ANN.into(), networks).await, 50 - 4 - 5, "the failures of the hour stay");
    }

    #[tokio::test]
    async fn failures_are_forgotten_after_a_day() {
        let f = early();
        let home = peer("192.0.2.7");
        assert_eq!(passing(&f, |_| ANN.into(), |_| home).await, 5);
        f.clock.advance(FAILURE_TTL + Duration::from_secs(1));
        assert_eq!(passing(&f, |_| ANN.into(), |_| home).await, 5);
    }

    #[tokio::test]
    async fn attempts_at_the_same_moment_do_not_slip_through() {
        let f = early();
        let many = (0..20).map(|_| attempt(&f, ANN, peer("192.0.2.7")));
        let results = futures::future::join_all(many).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 5);
    }

    #[tokio::test]
    async fn a_refused_attempt_counts_nowhere() {
        let f = early();
        for _ in 0..200 {
            let _ = attempt(&f, ANN, peer("192.0.2.7")).await;
        }
        let networks = |n: u16| peer(&format!("203.0.{}.{}", n / 200, n % 200));
        assert_eq!(passing(&f, |_| ANN.into(), networks).await, 45);
    }

    #[tokio::test]
    async fn what_is_counted_by_is_not_readable() {
        let f = fixture();
        attempt(&f, ANN, peer("192.0.2.7")).await.unwrap();
        let rows = f.identity.database.query(Statement::new("SELECT * FROM sign_in_failures")).await.unwrap();
        assert_eq!(rows.len(), 3);
        let kept = format!("{rows:?}");
        assert!(!kept.contains("ann") && !kept.contains("192.0.2"), "{kept}");
    }

    #[test]
    fn a_network_is_what_one_household_has() {
        let of = |address: &str| written(network(address.parse().unwrap()));
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }
}
