//! The users of an organization and their management.

use plumbline_tenancy::{Database, Environment, Statement, TenantId, UserId, checked_name};

use super::{Actor, Role, User, email};
use crate::error::IdentityError;
use crate::{Identity, Platform};

/// The condition that the organization has another enabled admin, for use within a statement on `users`.
macro_rules! another_admin {
    () => {
        "EXISTS (SELECT 1 FROM users o WHERE o.tenant_id = users.tenant_id AND o.id <> users.id
                 AND o.role = 'admin' AND o.disabled_at IS NULL)"
    };
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Creates a user, for an operator. Without a password, the user can only sign in with an upstream provider.
    ///
    /// # Errors
    /// Returns an error if the tenant does not exist or is revoked, a value is not valid, or the address belongs to a user.
    pub async fn create_user(
        &self,
        tenant: &TenantId,
        email: &str,
        name: &str,
        role: Role,
        password: Option<&str>,
    ) -> Result<User, IdentityError> {
        let email = email::normalized(email)?;
        let name = checked_name(name)?;
        self.require_tenant(tenant).await?;
        let hash = match password {
            None => None,
            Some(password) => Some(self.new_hash(&email, password).await?),
        };
        let user = self.new_user(tenant, email, name, role);
        self.write_user(&user, vec![user.insert(hash.as_deref()), user.close_invitations()]).await?;
        Ok(user)
    }

    /// Returns the users of an organization ordered by email address, including disabled ones.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` may not manage the organization.
    pub async fn users(&self, actor: Actor<'_>, tenant: &TenantId) -> Result<Vec<User>, IdentityError> {
        actor.check(tenant)?;
        let select = concat!("SELECT ", user_columns!(), " FROM users u WHERE u.tenant_id = ? ORDER BY u.email");
        self.fetch_all(Statement::new(select).bind(tenant.as_str())).await
    }

    /// Returns the user with this id.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn user(&self, id: &UserId) -> Result<Option<User>, IdentityError> {
        let select = concat!("SELECT ", user_columns!(), " FROM users u WHERE u.id = ?");
        self.fetch_optional(Statement::new(select).bind(id)).await
    }

    /// Returns the user with this email address, which is normalized first.
    ///
    /// # Errors
    /// Returns an error if the database fails or the text is not an address.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<User>, IdentityError> {
        let select = concat!("SELECT ", user_columns!(), " FROM users u WHERE u.email = ?");
        self.fetch_optional(Statement::new(select).bind(email::normalized(email)?)).await
    }

    /// Changes the role of a user. With a lower role, the apps they connected must be allowed again, because their access was
    /// granted in the previous role.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` is not an admin, [`IdentityError::NotFound`] if the user does not exist
    /// in their organization, or another error if the user is the last admin.
    pub async fn set_role(&self, actor: Actor<'_>, id: &UserId, role: Role) -> Result<(), IdentityError> {
        let user = self.managed(actor, id).await?;
        let update = Statement::new(concat!(
            "UPDATE users SET role = ? WHERE id = ?
             AND (? = 'admin' OR role <> 'admin' OR disabled_at IS NOT NULL OR ",
            another_admin!(),
            ")"
        ))
        .bind(role.as_str())
        .bind(id)
        .bind(role.as_str());
        let rest = if role < user.role { disconnect_apps(id) } else { Vec::new() };
        self.keeping_an_admin(&user, update, rest).await
    }

    /// Disables a user: sign-in, sessions and the tokens of apps that act for them stop working.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` is not an admin, [`IdentityError::NotFound`] if the user does not exist
    /// in their organization, or another error if the user is the last admin.
    pub async fn disable_user(&self, actor: Actor<'_>, id: &UserId) -> Result<(), IdentityError> {
        let user = self.managed(actor, id).await?;
        let update = Statement::new(concat!(
            "UPDATE users SET disabled_at = COALESCE(disabled_at, ?) WHERE id = ?
             AND (role <> 'admin' OR disabled_at IS NOT NULL OR ",
            another_admin!(),
            ")"
        ))
        .bind(self.clock.text())
        .bind(id);
        let mut rest = disconnect_apps(id);
        rest.push(Statement::new("DELETE FROM sessions WHERE user_id = ?").bind(id));
        self.keeping_an_admin(&user, update, rest).await
    }

    /// Enables a user again.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` is not an admin, or [`IdentityError::NotFound`] if the user does not
    /// exist in their organization.
    pub async fn enable_user(&self, actor: Actor<'_>, id: &UserId) -> Result<(), IdentityError> {
        self.managed(actor, id).await?;
        let update = Statement::new("UPDATE users SET disabled_at = NULL WHERE id = ?").bind(id);
        self.database.write(vec![update]).await?;
        Ok(())
    }

    /// Returns a user whom `actor` may manage.
    async fn managed(&self, actor: Actor<'_>, id: &UserId) -> Result<User, IdentityError> {
        let tenant = actor.tenant()?;
        let user = self.user(id).await?.filter(|user| tenant.is_none_or(|tenant| *tenant == user.tenant));
        user.ok_or_else(|| IdentityError::NotFound(format!("The user `{id}` was not found in this organization.")))
    }

    /// Runs a change that may remove an admin, and its consequences, as one transaction.
    async fn keeping_an_admin(
        &self,
        user: &User,
        update: Statement,
        rest: Vec<Statement>,
    ) -> Result<(), IdentityError> {
        // Changes within one organization are serialized by locking its row. Otherwise, with concurrent transactions, two admins
        // could be removed at once, each transaction still seeing the other admin.
        let lock = Statement::new("UPDATE tenants SET name = name WHERE id = ?").bind(user.tenant.as_str());
        let mut statements = vec![lock, update.expect_rows(1)];
        statements.extend(rest);
        if self.database.write(statements).await? {
            return Ok(());
        }
        Err(IdentityError::Invalid(format!(
            "`{}` is the only admin of the organization. Make another user an admin first.",
            user.email
        )))
    }

    /// Creates a user that is not stored yet.
    pub(super) fn new_user(&self, tenant: &TenantId, email: String, name: &str, role: Role) -> User {
        User {
            id: UserId::random(),
            tenant: tenant.clone(),
            email,
            name: name.to_owned(),
            role,
            created_at: self.clock.text(),
            disabled_at: None,
        }
    }

    /// Runs the transaction that stores a new user. Returns `false` as [`Database::write`] does.
    pub(super) async fn write_user(&self, user: &User, statements: Vec<Statement>) -> Result<bool, IdentityError> {
        self.database.write(statements).await.map_err(|error| match error {
            plumbline_tenancy::DatabaseError::UniqueViolation => email_taken(&user.email),
            other => other.into(),
        })
    }
}

impl User {
    /// Returns the statement that stores a new user.
    pub(super) fn insert(&self, password_hash: Option<&str>) -> Statement {
        Statement::new(
            "INSERT INTO users (id, tenant_id, email, name, role, password_hash, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&self.id)
        .bind(self.tenant.as_str())
        .bind(&self.email)
        .bind(&self.name)
        .bind(self.role.as_str())
        .bind(password_hash)
        .bind(&self.created_at)
    }

    /// Returns the statement that deletes the invitations of a new user, because a user belongs to one organization.
    pub(super) fn close_invitations(&self) -> Statement {
        Statement::new("DELETE FROM invitations WHERE email = ?").bind(&self.email)
    }
}

/// Creates the error for an address that already belongs to a user.
pub(super) fn email_taken(email: &str) -> IdentityError {
    IdentityError::Exists(format!("`{email}` already has an account. Sign in with it, or use another address."))
}

/// Returns the statements that delete every token and code that apps hold for a user.
fn disconnect_apps(id: &UserId) -> Vec<Statement> {
    [
        "DELETE FROM oauth_access_tokens WHERE subject IN (?, ?)",
        "DELETE FROM oauth_refresh_tokens WHERE subject IN (?, ?)",
        "DELETE FROM oauth_codes WHERE subject IN (?, ?)",
    ]
    .into_iter()
    .map(|sql| {
        let subjects = Environment::ALL.into_iter().map(|environment| format!("{id}/{environment}"));
        subjects.fold(Statement::new(sql), Statement::bind)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use plumbline_tenancy::id;

    use super::*;
    use crate::testing::{Fixture, fixture};

    async fn someone(f: &Fixture, email: &str, role: Role) -> User {
        f.identity.create_user(&f.tenant, email, "Ann", role, None).await.unwrap()
    }

    async fn admins(f: &Fixture) -> usize {
        let users = f.identity.users(Actor::Operator, &f.tenant).await.unwrap();
        users.iter().filter(|user| user.role == Role::Admin && user.disabled_at.is_none()).count()
    }

    /// Counts the tokens and codes that apps hold for a user.
    async fn held(f: &Fixture, user: &User) -> usize {
        let mut rows = 0;
        for sql in [
            "SELECT 1 FROM oauth_access_tokens WHERE subject LIKE ?",
            "SELECT 1 FROM oauth_refresh_tokens WHERE subject LIKE ?",
            "SELECT 1 FROM oauth_codes WHERE subject LIKE ?",
        ] {
            rows += f.identity.database.query(Statement::new(sql).bind(format!("{}/%", user.id))).await.unwrap().len();
        }
        rows
    }

    /// Stores an access token, a refresh token and a code in each environment.
    async fn connect_app(f: &Fixture, user: &User) {
        let mut statements = Vec::new();
        for environment in Environment::ALL {
            for sql in [
                "INSERT INTO oauth_access_tokens (secret_hash, client_id, subject, family, record, expires_at)
                 VALUES (?, 'oc_1', ?, '', x'00', '2999')",
                "INSERT INTO oauth_refresh_tokens (secret_hash, client_id, subject, family, state, record, expires_at)
                 VALUES (?, 'oc_1', ?, '', '', x'00', '2999')",
                "INSERT INTO oauth_codes (secret_hash, client_id, subject, state, record, expires_at)
                 VALUES (?, 'oc_1', ?, '', x'00', '2999')",
            ] {
                statements.push(Statement::new(sql).bind(id::random("")).bind(format!("{}/{environment}", user.id)));
            }
        }
        f.identity.database.write(statements).await.unwrap();
    }

    #[tokio::test]
    async fn an_address_is_of_one_user_over_all_organizations() {
        let f = fixture();
        let ann = someone(&f, "Ann@Example.com ", Role::Admin).await;
        assert_eq!(f.identity.user_by_email(" ANN@example.com").await.unwrap().as_ref(), Some(&ann));
        assert_eq!(f.identity.user(&ann.id).await.unwrap().as_ref(), Some(&ann));
        let other = f.identity.database.tenant("Other");
        let again = f.identity.create_user(&other, "ann@example.com", "Ann", Role::Viewer, None).await.unwrap_err();
        assert!(matches!(&again, IdentityError::Exists(words) if words.contains("ann@example.com")), "{again}");
        let nowhere = TenantId::random();
        assert!(f.identity.create_user(&nowhere, "b@example.com", "B", Role::Viewer, None).await.is_err());
    }

    #[tokio::test]
    async fn nobody_manages_people_of_another_organization() {
        let f = fixture();
        let other = f.identity.database.tenant("Other");
        let stranger = f.identity.create_user(&other, "eve@example.com", "Eve", Role::Admin, None).await.unwrap();
        let (ann, bob) =
            (someone(&f, "ann@a.example", Role::Admin).await, someone(&f, "bob@a.example", Role::Viewer).await);
        let actor = Actor::User(&stranger);
        assert!(matches!(f.identity.users(actor, &f.tenant).await, Err(IdentityError::Forbidden(_))));
        assert!(matches!(f.identity.set_role(actor, &bob.id, Role::Admin).await, Err(IdentityError::NotFound(_))));
        assert!(matches!(f.identity.disable_user(actor, &bob.id).await, Err(IdentityError::NotFound(_))));
        assert!(matches!(f.identity.enable_user(actor, &bob.id).await, Err(IdentityError::NotFound(_))));
        assert_eq!(f.identity.user(&bob.id).await.unwrap(), Some(bob.clone()));

        f.identity.set_role(Actor::User(&ann), &bob.id, Role::Estimator).await.unwrap();
        let bob = f.identity.user(&bob.id).await.unwrap().unwrap();
        assert_eq!(bob.role, Role::Estimator);
    }

    #[tokio::test]
    async fn only_an_admin_manages_people() {
        let f = fixture();
        let ann = someone(&f, "ann@a.example", Role::Admin).await;
        let bob = someone(&f, "bob@a.example", Role::Estimator).await;
        let actor = Actor::User(&bob);
        assert!(matches!(f.identity.users(actor, &f.tenant).await, Err(IdentityError::Forbidden(_))));
        for id in [&ann.id, &bob.id] {
            assert!(matches!(f.identity.set_role(actor, id, Role::Admin).await, Err(IdentityError::Forbidden(_))));
            assert!(matches!(f.identity.disable_user(actor, id).await, Err(IdentityError::Forbidden(_))));
            assert!(matches!(f.identity.enable_user(actor, id).await, Err(IdentityError::Forbidden(_))));
        }
        let shut_out = User { disabled_at: Some("2026".into()), ..ann };
        assert!(f.identity.users(Actor::User(&shut_out), &f.tenant).await.is_err());
    }

    #[tokio::test]
    async fn an_organization_keeps_an_admin() {
        let f = fixture();
        let ann = someone(&f, "ann@a.example", Role::Admin).await;
        let bob = someone(&f, "bob@a.example", Role::Admin).await;
        let other = f.identity.database.tenant("Other");
        f.identity.create_user(&other, "eve@example.com", "Eve", Role::Admin, None).await.unwrap();
        f.identity.disable_user(Actor::User(&ann), &bob.id).await.unwrap();
        let refused = f.identity.set_role(Actor::User(&ann), &ann.id, Role::Viewer).await.unwrap_err().to_string();
        assert!(refused.contains("ann@a.example") && refused.contains("another user an admin"), "{refused}");
        assert!(f.identity.disable_user(Actor::Operator, &ann.id).await.is_err(), "not by an operator either");
        f.identity.set_role(Actor::User(&ann), &ann.id, Role::Admin).await.unwrap();
        f.identity.disable_user(Actor::User(&ann), &bob.id).await.unwrap();
        f.identity.set_role(Actor::User(&ann), &bob.id, Role::Viewer).await.unwrap();
        f.identity.set_role(Actor::User(&ann), &bob.id, Role::Admin).await.unwrap();
        assert_eq!(admins(&f).await, 1, "a disabled one does not count");
        f.identity.enable_user(Actor::User(&ann), &bob.id).await.unwrap();
        f.identity.set_role(Actor::User(&bob), &ann.id, Role::Viewer).await.unwrap();
        assert_eq!(admins(&f).await, 1);
    }

    #[tokio::test]
    async fn two_admins_who_take_each_other_away_at_once_leave_one() {
        let f = fixture();
        let ann = someone(&f, "ann@a.example", Role::Admin).await;
        let bob = someone(&f, "bob@a.example", Role::Admin).await;
        let results = futures::join!(
            f.identity.set_role(Actor::User(&ann), &bob.id, Role::Viewer),
            f.identity.disable_user(Actor::User(&bob), &ann.id),
        );
        assert_eq!([results.0.is_ok(), results.1.is_ok()].iter().filter(|done| **done).count(), 1);
        assert_eq!(admins(&f).await, 1);
    }

    #[tokio::test]
    async fn disabling_ends_sessions_and_tokens_of_that_user_only() {
        let f = fixture();
        let ann = someone(&f, "ann@a.example", Role::Admin).await;
        let bob = someone(&f, "bob@a.example", Role::Viewer).await;
        connect_app(&f, &ann).await;
        connect_app(&f, &bob).await;
        let session = f.identity.start_session(&bob.id, None).await.unwrap().unwrap();
        let of_ann = f.identity.start_session(&ann.id, None).await.unwrap().unwrap();
        f.identity.disable_user(Actor::User(&ann), &bob.id).await.unwrap();
        assert_eq!((held(&f, &bob).await, held(&f, &ann).await), (0, 6));
        assert!(f.identity.session(&session.secret).await.unwrap().is_none());
        assert!(f.identity.session(&of_ann.secret).await.unwrap().is_some());
        assert!(f.identity.start_session(&bob.id, None).await.unwrap().is_none());
        f.identity.enable_user(Actor::User(&ann), &bob.id).await.unwrap();
        assert!(f.identity.session(&session.secret).await.unwrap().is_none(), "an old session stays over");
        assert!(f.identity.start_session(&bob.id, None).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_lesser_role_disconnects_apps() {
        let f = fixture();
        let ann = someone(&f, "ann@a.example", Role::Admin).await;
        let bob = someone(&f, "bob@a.example", Role::Viewer).await;
        connect_app(&f, &bob).await;
        f.identity.set_role(Actor::User(&ann), &bob.id, Role::Estimator).await.unwrap();
        assert_eq!(held(&f, &bob).await, 6);
        f.identity.set_role(Actor::User(&ann), &bob.id, Role::Viewer).await.unwrap();
        assert_eq!(held(&f, &bob).await, 0);
    }
}
