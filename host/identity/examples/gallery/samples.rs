//! Every page in each of its states, with everyday, very long, right-to-left and hostile texts. The unit tests use them too.

use plumbline_identity::pages::{
    Account, App, Consent, Credits, EnvironmentCredits, Frame, Invitation, InvitationGone, Invite, InviteForm,
    KeyEntry, KeyForm, Keys, Message, NewLink, NewSecret, Origin, People, SignIn, html,
};
use plumbline_identity::{ApiKey, Nature, Role, ScopeEntry, Scopes, User};
use plumbline_tenancy::{ClientId, CreditAccount, Environment, LedgerEntry, LedgerKind, TenantId, UserId};

/// A page in one of its states.
pub(crate) struct Sample {
    /// Page, state and kind of texts.
    pub(crate) name: String,
    /// HTML of the page, as sent.
    pub(crate) html: String,
}

/// Texts chosen by users and third parties: names, email addresses, messages.
struct Texts {
    kind: &'static str,
    person: &'static str,
    organization: &'static str,
    email: &'static str,
    app: &'static str,
    app_id: &'static str,
    host: &'static str,
    key: &'static str,
    secret: &'static str,
    next: &'static str,
    error: &'static str,
}

/// Markup that would run a script, close an attribute or load something if it were not escaped.
pub(crate) const HOSTILE: &str = r#""><script>alert(1)</script>'<img src=x onerror=alert(1)>"#;

const EVERYDAY: Texts = Texts {
    kind: "everyday",
    person: "Ada Ames",
    organization: "Hidden Creek Electric",
    email: "ada@hiddencreek.example",
    app: "Site Sync",
    app_id: "https://siteplan.example/client.json",
    host: "siteplan.example",
    key: "Nightly export",
    secret: "plk_pX7m2Qk9VtR4sLw1Zy8Bc3Dn6Fh5Gj0KaPqEuTxYvWzMoNi",
    next: "/oauth/authorize?client_id=oc_1&state=a%2Fb",
    error: "Incorrect email address or password.",
};

const LONG: Texts = Texts {
    kind: "long",
    person: "Maximiliane-Alexandrina Featherstonehaugh-Cholmondeley von und zu Hohenstein-Waldenburg",
    organization: "The United Electrical, Mechanical, Plumbing and Fire Protection Contractors of the Greater Upper Valley",
    email: "maximiliane-alexandrina.featherstonehaugh-cholmondeley@contractors.greater-upper-valley.example",
    app: "DonaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftPlanungswerkzeug",
    app_id: "https://a-very-long-host-name.of-a-very-long-domain.example/clients/production/desktop/client-id-metadata.json",
    host: "a-very-long-host-name.of-a-very-long-domain.example",
    key: "Nightly export of all finished takeoffs of all projects into the enterprise resource planning system of finance",
    secret: "plk_pX7m2Qk9VtR4sLw1Zy8Bc3Dn6Fh5Gj0KaPqEuTxYvWzMoNi",
    next: "/oauth/authorize?client_id=https%3A%2F%2Fa-very-long-host-name.of-a-very-long-domain.example%2Fclient.json",
    error: "Too many failed attempts from this network and for this account. Try again in 2 minutes, or ask the operator of this server for a new password if you forgot yours.",
};

const RIGHT_TO_LEFT: Texts = Texts {
    kind: "rtl",
    person: "نورا الهاشمي",
    organization: "شركة الخليج للكهرباء (فرع 2)",
    email: "نورا@مثال.إختبار",
    app: "\u{202e}תכנית אתר – 現場同期 🏗️",
    app_id: "oc_1K9aX2bY3cZ4dW5eV6fU7g",
    host: "an app on this computer",
    key: "夜間エクスポート № 7",
    secret: "plk_sX7m2Qk9VtR4sLw1Zy8Bc3Dn6Fh5Gj0KaPqEuTxYvWzMoNi",
    next: "/account",
    error: "Enter a name of 1–200 characters, without line breaks.",
};

const MARKUP: Texts = Texts {
    kind: "hostile",
    person: HOSTILE,
    organization: HOSTILE,
    email: HOSTILE,
    app: HOSTILE,
    app_id: HOSTILE,
    host: HOSTILE,
    key: HOSTILE,
    secret: HOSTILE,
    next: HOSTILE,
    error: HOSTILE,
};

const CSRF: &str = "c5rf-t0ken";

/// Returns every page in each of its states.
pub(crate) fn all() -> Vec<Sample> {
    let mut samples = Vec::new();
    for texts in [EVERYDAY, LONG, RIGHT_TO_LEFT, MARKUP] {
        let pages = [entry(&texts), consent(&texts), account(&texts), credits(&texts), keys(&texts), people(&texts)];
        samples.extend(pages.into_iter().flatten().map(|(name, html)| {
            let name = format!("{name}-{}", texts.kind);
            Sample { name, html }
        }));
    }
    samples
}

type Pages = Vec<(&'static str, String)>;

fn entry(t: &Texts) -> Pages {
    let sign_in =
        SignIn { csrf: CSRF, next: t.next, email: "", error: None, upstream: Some(t.organization), client_name: None };
    let invitation = Invitation {
        csrf: CSRF,
        secret: t.secret,
        organization: t.organization,
        email: t.email,
        role: Role::Estimator,
        inviter: Some(t.person),
        name: "",
        password_min: 12,
        error: None,
        upstream: Some(t.organization),
    };
    let back = Message { title: t.key, text: t.error, link: Some(("/sign-in", t.app)) };
    vec![
        ("sign-in", html(&SignIn { upstream: None, ..sign_in.clone() })),
        ("sign-in-for-app", html(&SignIn { client_name: Some(t.app), ..sign_in.clone() })),
        ("sign-in-error", html(&SignIn { email: t.email, error: Some(t.error), ..sign_in })),
        ("invitation", html(&invitation)),
        (
            "invitation-error",
            html(&Invitation {
                name: t.person,
                error: Some(t.error),
                inviter: None,
                upstream: None,
                ..invitation.clone()
            }),
        ),
        ("invitation-gone", html(&InvitationGone)),
        ("message", html(&back)),
        (
            "message-untrusted",
            html(&Message {
                title: "This app cannot connect",
                text: "The app's request is not valid: the redirect address is not registered. Contact the \
                       developer of the app.",
                link: None,
            }),
        ),
    ]
}

fn scopes(wanted: impl Fn(&ScopeEntry) -> bool) -> Vec<&'static ScopeEntry> {
    Scopes::built_in()
        .iter()
        .filter(|entry| !entry.planned && entry.nature != Nature::Premium && wanted(entry))
        .collect()
}

fn consent(t: &Texts) -> Pages {
    let full = Consent {
        csrf: CSRF,
        client_name: t.app,
        client_id: t.app_id,
        client_host: t.host,
        origin: Origin::Document,
        organization: t.organization,
        user_email: t.email,
        scopes: scopes(|entry| entry.name != "cad:convert" && entry.name != "exports:create"),
        withheld: scopes(|entry| entry.name == "cad:convert" || entry.name == "exports:create"),
        environment: Environment::Production,
        request: vec![
            ("state".into(), t.secret.into()),
            (t.key.into(), "of the app's own".into()),
            ("decision".into(), "allow".into()),
            ("csrf".into(), "forged".into()),
            ("environment".into(), "production".into()),
        ],
    };
    let few = ["projects:read", "takeoffs:read"];
    let plain = Consent {
        scopes: few.into_iter().filter_map(|name| Scopes::built_in().entry(name)).collect(),
        withheld: Vec::new(),
        origin: Origin::Registered,
        environment: Environment::Sandbox,
        ..full.clone()
    };
    vec![
        ("consent", html(&full)),
        ("consent-plain", html(&plain)),
        ("consent-marked", html(&Consent { scopes: scopes(|e| e.nature != Nature::Plain), ..plain.clone() })),
        ("consent-nothing", html(&Consent { scopes: Vec::new(), ..full })),
    ]
}

fn user(id: &str, t: &Texts, role: Role) -> User {
    User {
        id: UserId::stored(id.to_owned()),
        tenant: TenantId::random(),
        email: t.email.to_owned(),
        name: t.person.to_owned(),
        role,
        created_at: "2026-02-11T08:30:00.000Z".into(),
        disabled_at: None,
    }
}

fn frame<'a>(t: &'a Texts, user: &'a User) -> Frame<'a> {
    Frame { user, organization: t.organization, csrf: CSRF, message: None, error: None }
}

fn account(t: &Texts) -> Pages {
    let (admin, viewer) = (user("usr_1", t, Role::Admin), user("usr_2", t, Role::Viewer));
    let app = App {
        client_id: t.app_id,
        client_name: t.app,
        environment: Environment::Production,
        scopes: vec!["projects:read", "takeoffs:run", "takeoffs:delete", "bim:read"],
        since: "2026-04-02T10:00:00.000Z",
        last_used_at: Some("2026-05-03T14:05:00.000Z"),
    };
    let apps = vec![
        app.clone(),
        App { environment: Environment::Sandbox, client_id: "oc_2", last_used_at: None, since: t.key, ..app },
    ];
    let scopes = Scopes::built_in();
    let full = Account { frame: frame(t, &admin), scopes, has_password: true, password_min: 12, apps };
    let done = Frame { message: Some(t.key), ..full.frame };
    let wrong = Frame { error: Some(t.error), ..full.frame };
    vec![
        ("account", html(&full)),
        (
            "account-empty",
            html(&Account {
                frame: frame(t, &viewer),
                scopes,
                has_password: false,
                apps: Vec::new(),
                password_min: 12,
            }),
        ),
        ("account-message", html(&Account { frame: done, ..full.clone() })),
        ("account-error", html(&Account { frame: wrong, ..full })),
    ]
}

fn credits(t: &Texts) -> Pages {
    let (admin, viewer) = (user("usr_1", t, Role::Admin), user("usr_2", t, Role::Viewer));
    let entry = |kind, job: &str, micros| LedgerEntry {
        at: "2026-05-03T14:05:00.000Z".into(),
        kind,
        micros,
        job: job.into(),
        note: t.key.into(),
        details: Vec::new(),
    };
    let takeoff = |kind, micros| LedgerEntry {
        details: vec![Some("fire_protection".into()), None, Some(format!("{}.pdf", t.key))],
        ..entry(kind, "tko_1K9aX2bY3cZ4dW5eV6fU7g", micros)
    };
    let export = LedgerEntry {
        details: vec![None, Some("ms_project".into()), Some(format!("{}.pdf", t.key))],
        ..entry(LedgerKind::Charge, "exp_1K9aX2bY3cZ4dW5eV6fU7g", 20_000_000)
    };
    let full = CreditAccount {
        available_micros: 1_234_567_500_000,
        held_micros: 30_000_000,
        consumed_micros: 32_500_000,
        holds: vec![takeoff(LedgerKind::Hold, 30_000_000)],
        entries: vec![
            takeoff(LedgerKind::Hold, 30_000_000),
            export,
            takeoff(LedgerKind::Release, 17_500_000),
            takeoff(LedgerKind::Charge, 12_500_000),
            entry(LedgerKind::Grant, t.key, 1_000_000),
            entry(LedgerKind::Grant, "trial", 200_000_000),
        ],
    };
    let fresh = CreditAccount { available_micros: 1_000_000_000, ..CreditAccount::default() };
    let both = |production, sandbox| {
        vec![
            EnvironmentCredits { environment: Environment::Production, credits: production },
            EnvironmentCredits { environment: Environment::Sandbox, credits: sandbox },
        ]
    };
    let page = Credits { frame: frame(t, &admin), accounts: both(&full, &fresh), support_email: Some(t.email) };
    let empty = Credits { frame: frame(t, &viewer), accounts: both(&fresh, &fresh), support_email: None };
    vec![("credits", html(&page)), ("credits-empty", html(&empty))]
}

fn keys(t: &Texts) -> Pages {
    let admin = user("usr_1", t, Role::Admin);
    let key = ApiKey {
        id: ClientId::stored("pc_1K9aX2bY3cZ4dW5eV6fU7g".into()),
        tenant: admin.tenant.clone(),
        name: t.key.to_owned(),
        environment: Environment::Production,
        scopes: vec!["takeoffs:read".into(), "exports:read".into(), "estimates:generate".into()],
        created_at: "2026-03-01T12:00:00.000Z".into(),
        created_by: Some(admin.id.clone()),
        last_used_at: Some("2026-05-03T14:05:00.000Z".into()),
        revoked_at: None,
    };
    let unused = ApiKey { environment: Environment::Sandbox, last_used_at: None, name: "Test".into(), ..key.clone() };
    let revoked = ApiKey { revoked_at: Some("2026-05-04T07:00:00.000Z".into()), ..key.clone() };
    let entries = vec![
        KeyEntry { key: &key, created_by: Some(t.person) },
        KeyEntry { key: &unused, created_by: None },
        KeyEntry { key: &revoked, created_by: Some(t.person) },
    ];
    let scopes = Scopes::built_in();
    let full = Keys { frame: frame(t, &admin), scopes, keys: entries, form: KeyForm::default(), new_secret: None };
    let new_secret = Some(NewSecret { id: &key.id, name: t.key, secret: t.secret });
    let typed =
        KeyForm { name: t.key, environment: Environment::Sandbox, scopes: vec!["takeoffs:run", "billing:read"] };
    let wrong = Frame { error: Some(t.error), ..full.frame };
    vec![
        ("keys", html(&full)),
        ("keys-empty", html(&Keys { keys: Vec::new(), ..full.clone() })),
        ("keys-new", html(&Keys { new_secret, ..full.clone() })),
        ("keys-error", html(&Keys { frame: wrong, form: typed, ..full })),
    ]
}

fn people(t: &Texts) -> Pages {
    let admin = user("usr_1", t, Role::Admin);
    let others = [
        User { name: "Ben Okafor".into(), ..user("usr_2", &EVERYDAY, Role::Estimator) },
        user("usr_3", t, Role::Viewer),
        User { disabled_at: Some("2026-05-04T07:00:00.000Z".into()), ..user("usr_4", t, Role::Viewer) },
    ];
    let all: Vec<User> = std::iter::once(admin.clone()).chain(others).collect();
    let pending = vec![
        Invite { email: t.email, role: Role::Admin, expires_at: "2026-05-10T07:00:00.000Z" },
        Invite { email: "cleo@hiddencreek.example", role: Role::Viewer, expires_at: t.key },
    ];
    let full = People { frame: frame(t, &admin), people: &all, pending, form: InviteForm::default(), new_link: None };
    let link = format!("https://plumbline.example/invitations/{}", t.secret);
    let wrong = Frame { error: Some(t.error), ..full.frame };
    let typed = InviteForm { email: t.email, role: Role::Admin };
    vec![
        ("people", html(&full)),
        ("people-alone", html(&People { people: &all[..1], pending: Vec::new(), ..full.clone() })),
        ("people-new", html(&People { new_link: Some(NewLink { email: t.email, link: &link }), ..full.clone() })),
        ("people-error", html(&People { frame: wrong, form: typed, ..full })),
    ]
}
