//! Deletion of expired records.

use std::time::Duration;

use plumbline_tenancy::{Database, Statement};

use super::{invitations, sessions, throttle};
use crate::error::IdentityError;
use crate::{Identity, Platform};

impl<D: Database, P: Platform> Identity<D, P> {
    /// Deletes expired sessions and upstream sign-ins, old invitations, and old failed attempts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sweep_people(&self) -> Result<(), IdentityError> {
        let now = self.clock.text();
        let ago = |time: Duration| self.clock.text_ago(time);
        self.database
            .write(vec![
                Statement::new("DELETE FROM sessions WHERE expires_at <= ? OR seen_at <= ?")
                    .bind(&now)
                    .bind(ago(sessions::IDLE)),
                Statement::new("DELETE FROM invitations WHERE created_at <= ?").bind(ago(invitations::RETENTION)),
                Statement::new("DELETE FROM upstream_attempts WHERE expires_at <= ?").bind(&now),
                Statement::new("DELETE FROM sign_in_failures WHERE last_at <= ?").bind(ago(throttle::FAILURE_TTL)),
            ])
            .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{Actor, Role};
    use crate::testing::{Fixture, fixture};

    async fn rows(f: &Fixture) -> [usize; 4] {
        let mut counts = [0; 4];
        for (count, sql) in counts.iter_mut().zip([
            "SELECT 1 FROM sessions",
            "SELECT 1 FROM invitations",
            "SELECT 1 FROM upstream_attempts",
            "SELECT 1 FROM sign_in_failures",
        ]) {
            *count = f.identity.database.query(Statement::new(sql)).await.unwrap().len();
        }
        counts
    }

    #[tokio::test]
    async fn a_sweep_deletes_what_is_over_and_nothing_else() {
        let f = fixture();
        let user = f.identity.create_user(&f.tenant, "ann@a.example", "Ann", Role::Admin, None).await.unwrap();
        let used = f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        f.identity.invite(Actor::Operator, &f.tenant, "bob@a.example", Role::Viewer).await.unwrap();
        f.identity.count_attempt("ann@a.example", None).await.unwrap().unwrap();
        let attempt = "INSERT INTO upstream_attempts VALUES ('a', 'b', 'n', 'v', '/', ?)";
        let attempt = Statement::new(attempt).bind(f.clock.text_in(Duration::from_secs(600)));
        f.identity.database.write(vec![attempt]).await.unwrap();
        f.identity.sweep_people().await.unwrap();
        assert_eq!(rows(&f).await, [2, 1, 1, 2]);

        f.clock.advance(Duration::from_secs(11 * 3600));
        f.identity.session(&used.secret).await.unwrap().unwrap();
        f.clock.advance(Duration::from_secs(2 * 3600));
        f.identity.sweep_people().await.unwrap();
        assert_eq!(rows(&f).await, [1, 1, 0, 2], "the idle session and the attempt");
        f.identity.session(&used.secret).await.unwrap().unwrap();
        f.clock.advance(Duration::from_secs(11 * 3600));
        f.identity.sweep_people().await.unwrap();
        assert_eq!(rows(&f).await, [1, 1, 0, 0], "the failures");
        f.clock.advance(Duration::from_secs(29 * 24 * 3600 + 3600));
        f.identity.sweep_people().await.unwrap();
        assert_eq!(rows(&f).await, [0, 0, 0, 0]);
    }
}
