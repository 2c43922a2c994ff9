//! Properties of every page, checked on the parsed HTML.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use askama::Template;
use plumbline_tenancy::Environment;
use scraper::{ElementRef, Html, Selector};

use crate::SignInRefusal;
use crate::pages::{BROKEN, STYLE, html};

#[path = "../../examples/gallery/samples.rs"]
mod samples;

use samples::HOSTILE;

/// Returns every page in each of its states: name, HTML as sent, and parsed HTML.
fn pages() -> Vec<(String, String, Html)> {
    let read = |sample: samples::Sample| {
        let document = Html::parse_document(&sample.html);
        (sample.name, sample.html, document)
    };
    samples::all().into_iter().map(read).collect()
}

fn page(name: &str) -> Html {
    pages().into_iter().find(|page| page.0 == name).unwrap().2
}

fn all<'a>(document: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    let selector = Selector::parse(selector).unwrap();
    document.select(&selector).collect()
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn texts(document: &Html, selector: &str) -> Vec<String> {
    all(document, selector).into_iter().map(text).collect()
}

#[test]
fn every_page_has_a_title_a_main_part_and_headings_in_order() {
    for (name, html, document) in pages() {
        assert!(html.starts_with("<!DOCTYPE html>"), "{name}");
        assert!(document.errors.is_empty(), "{name}: {:?}", document.errors);
        assert_eq!(all(&document, "html[lang=en]").len(), 1, "{name}");
        assert!(texts(&document, "title")[0].ends_with(" – Plumbline"), "{name}");
        assert_eq!((all(&document, "main").len(), all(&document, "h1").len()), (1, 1), "{name}");
        let mut last = 0;
        for heading in all(&document, "h1, h2, h3, h4, h5, h6") {
            let level: u32 = heading.value().name()[1..].parse().unwrap();
            assert!(level <= last + 1, "{name}: h{level} after h{last}");
            assert!(!text(heading).is_empty(), "{name}");
            last = level;
        }
    }
}

#[test]
fn texts_of_others_stay_text() {
    for (name, _, document) in pages().into_iter().filter(|page| page.0.ends_with("-hostile")) {
        assert!(all(&document, "script:not([src='/assets/copy.js']), img").is_empty(), "{name}");
        if name.starts_with("invitation-gone") || name.starts_with("message-untrusted") {
            continue;
        }
        let shown = text(document.root_element()).contains(HOSTILE);
        let kept = all(&document, "input").iter().any(|input| input.attr("value") == Some(HOSTILE));
        assert!(shown || kept, "{name}: the text is gone");
    }
}

/// The content security policy blocks inline code and resources of other sites.
#[test]
fn a11_no_page_has_inline_scripts_styles_or_anything_from_elsewhere() {
    let allowed = |element: &str, attribute: &str, value: &str| match (element, attribute) {
        ("link", "href") => value == "/assets/identity.css",
        ("script", "src") => value == "/assets/copy.js",
        ("a", "href") if value.starts_with("mailto:") => true,
        (_, "href" | "action" | "formaction" | "src") => {
            (value.starts_with('/') && !value.starts_with("//")) || value.starts_with('#')
        }
        (_, name) => name != "style" && name != "srcdoc" && name != "http-equiv" && !name.starts_with("on"),
    };
    for (name, html, document) in pages() {
        let scripts = if name.starts_with("keys-new") || name.starts_with("people-new") { 1 } else { 0 };
        assert_eq!(html.matches("<script").count(), scripts, "{name}");
        assert_eq!(
            all(&document, "head > script[src][defer]:empty").len(),
            scripts,
            "{name}: a script of the page's own"
        );
        assert!(all(&document, "style, img, iframe, object, embed, base, video, audio").is_empty(), "{name}");
        for element in all(&document, "*") {
            for (attribute, value) in element.value().attrs() {
                assert!(allowed(element.value().name(), attribute, value), "{name}: {attribute}={value}");
            }
        }
    }
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import"), "the style sheet loads something");
}

#[test]
fn a11_every_form_posts_and_carries_its_token() {
    for (name, _, document) in pages() {
        for form in all(&document, "form") {
            assert_eq!(form.attr("method"), Some("post"), "{name}");
            let token = Selector::parse("input[type=hidden][name=csrf]").unwrap();
            let tokens: Vec<_> = form.select(&token).filter_map(|input| input.attr("value")).collect();
            assert_eq!(tokens, ["c5rf-t0ken"], "{name}: {:?}", form.attr("action"));
        }
    }
}

#[test]
fn every_field_has_a_label_and_every_reference_an_end() {
    for (name, _, document) in pages() {
        let mut ids = HashSet::new();
        for element in all(&document, "[id]") {
            assert!(
                ids.insert(element.attr("id").unwrap()),
                "{name}: two elements have the id {:?}",
                element.attr("id")
            );
        }
        for field in all(&document, "input:not([type=hidden]):not([hidden]), select, textarea") {
            let id = field.attr("id").unwrap_or_else(|| panic!("{name}: a field without an id"));
            let labels = texts(&document, &format!("label[for=\"{id}\"]"));
            assert!(labels.len() == 1 && !labels[0].is_empty(), "{name}: {id} has the labels {labels:?}");
        }
        for group in all(&document, "fieldset") {
            assert!(group.select(&Selector::parse("legend").unwrap()).count() == 1, "{name}: a group without a name");
        }
        for element in all(&document, "[aria-describedby], [aria-labelledby], [for]") {
            let attributes = ["aria-describedby", "aria-labelledby", "for"];
            let ends = attributes.into_iter().filter_map(|attribute| element.attr(attribute));
            for end in ends.flat_map(str::split_whitespace) {
                assert!(ids.contains(end), "{name}: nothing has the id {end}");
            }
        }
    }
}

#[test]
fn passwords_are_named_for_those_who_fill_them_in() {
    for (name, _, document) in pages() {
        for field in all(&document, "input[type=password]") {
            let (kind, new) = (field.attr("autocomplete").unwrap(), field.attr("minlength"));
            match kind {
                "current-password" => assert_eq!(new, None, "{name}"),
                "new-password" => assert_eq!(new, Some("12"), "{name}"),
                other => panic!("{name}: {other}"),
            }
            assert_eq!(field.attr("value"), None, "{name}: a password is never sent back");
        }
    }
}

#[test]
fn an_error_is_announced_and_fields_point_to_it() {
    let wrong: Vec<_> = pages().into_iter().filter(|page| page.0.contains("-error-")).collect();
    assert_eq!(wrong.len(), 5 * 4);
    for (name, _, document) in wrong {
        assert_eq!(all(&document, "[role=alert] #problem").len(), 1, "{name}");
        assert!(!all(&document, "input[aria-describedby~=problem]").is_empty(), "{name}");
        assert!(texts(&document, "title")[0].starts_with("Error: "), "{name}");
    }
    assert!(all(&page("sign-in-everyday"), "[role=alert], [aria-describedby]").is_empty());
}

#[test]
fn where_to_go_on_survives_in_both_ways_to_sign_in() {
    let document = page("sign-in-error-everyday");
    let next = "/oauth/authorize?client_id=oc_1&state=a%2Fb";
    assert_eq!(all(&document, "input[name=next]")[0].attr("value"), Some(next));
    let link = all(&document, "main a")[0].attr("href").unwrap();
    let (_, query) = link.split_once('?').unwrap();
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    assert_eq!(pairs, [("next".to_owned(), next.to_owned())]);
    assert_eq!(all(&document, "input[name=email]")[0].attr("value"), Some("ada@hiddencreek.example"));
    assert!(texts(&page("sign-in-for-app-everyday"), ".lead")[0].ends_with("to continue to Site Sync"));
}

#[test]
fn consent_says_in_words_what_costs_and_what_deletes() {
    let document = page("consent-everyday");
    let marked = texts(&document, ".marked li");
    assert_eq!(marked.len(), 3, "{marked:?}");
    for line in &marked {
        let badge = if line.starts_with("Delete") { "Permanent" } else { "Uses credits" };
        assert!(line.ends_with(badge), "{line}");
    }
    let plain = texts(&document, "form > .scopes:not(.withheld) li");
    assert!(plain.contains(&"Read projects".to_owned()) && !plain.iter().any(|line| line.starts_with("Delete")));
    assert_eq!(texts(&document, ".withheld li"), ["Create exports", "Convert drawings to CAD"]);
    assert!(all(&page("consent-plain-everyday"), ".marked").is_empty());
}

#[test]
fn consent_names_the_app_the_organization_and_the_way_back() {
    let facts = |document: &Html| texts(document, ".facts").remove(0);
    let document = page("consent-everyday");
    assert_eq!(texts(&document, "h1"), ["Allow Site Sync to access Hidden Creek Electric?"]);
    assert!(facts(&document).contains("redirected to siteplan.example"), "{}", facts(&document));
    assert!(facts(&document).contains("https://siteplan.example/client.json"));
    assert!(!facts(&document).contains("Unverified"));
    let document = page("consent-plain-everyday");
    assert!(facts(&document).contains("Plumbline has not verified its developer"));
}

#[test]
fn a_request_cannot_answer_for_the_user() {
    let document = page("consent-everyday");
    let hidden: Vec<_> =
        all(&document, "main input[type=hidden]").iter().filter_map(|field| field.attr("name")).collect();
    assert_eq!(hidden, ["csrf", "state", "Nightly export"]);
    let answers: Vec<_> = all(&document, "[name=decision]").iter().filter_map(|button| button.attr("value")).collect();
    assert_eq!(answers, ["deny", "allow"], "the return key denies");
    let nothing = page("consent-nothing-everyday");
    assert!(all(&nothing, "[value=allow]").is_empty(), "there is nothing to allow");
}

#[test]
fn one_environment_is_chosen() {
    let checked = |name: &str| {
        let document = page(name);
        let radios = all(&document, "input[name=environment][type=radio]");
        assert_eq!(radios.len(), Environment::ALL.len());
        let checked = radios.iter().filter(|radio| radio.attr("checked").is_some());
        checked.map(|radio| radio.attr("value").unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(checked("consent-everyday"), ["production"]);
    assert_eq!(checked("consent-plain-everyday"), ["sandbox"]);
    assert_eq!(checked("keys-everyday"), ["production"]);
    assert_eq!(checked("keys-error-everyday"), ["sandbox"]);
}

#[test]
fn only_admins_see_the_way_to_keys_and_people() {
    let ways = |name: &str| texts(&page(name), "nav a");
    assert_eq!(ways("account-everyday"), ["Account", "Credits", "API keys", "People"]);
    assert_eq!(ways("account-empty-everyday"), ["Account", "Credits"]);
    for (name, way) in [("account", "Account"), ("credits", "Credits"), ("keys", "API keys"), ("people", "People")] {
        assert_eq!(texts(&page(&format!("{name}-everyday")), "nav a[aria-current=page]"), [way]);
    }
}

#[test]
fn a_new_key_is_offered_what_operations_need_and_keeps_what_was_checked() {
    let document = page("keys-error-everyday");
    let boxes = all(&document, "input[name=scope]");
    let values: Vec<_> = boxes.iter().filter_map(|field| field.attr("value")).collect();
    assert_eq!(
        values,
        crate::Scopes::built_in().offered_to_keys().map(|entry| entry.name.as_str()).collect::<Vec<_>>()
    );
    let checked = boxes.iter().filter(|field| field.attr("checked").is_some());
    let checked: Vec<_> = checked.filter_map(|field| field.attr("value")).collect();
    assert_eq!(checked, ["takeoffs:run", "billing:read"]);
    for absent in ["estimates:read", "billing:write", "cad:convert", "takeoffs:deep"] {
        assert!(!values.contains(&absent), "{absent} is offered");
    }
    assert_eq!(all(&document, "#name")[0].attr("value"), Some("Nightly export"));
}

#[test]
fn a_secret_is_on_the_page_only_when_it_is_new() {
    let secret = "plk_pX7m2Qk9VtR4sLw1Zy8Bc3Dn6Fh5Gj0KaPqEuTxYvWzMoNi";
    assert_eq!(texts(&page("keys-new-everyday"), "textarea[readonly]"), [secret]);
    assert!(texts(&page("keys-new-everyday"), "#secret-hint")[0].contains("cannot view it again"));
    assert!(!page("keys-everyday").html().contains(secret));
    let link = format!("https://plumbline.example/invitations/{secret}");
    assert_eq!(texts(&page("people-new-everyday"), "textarea[readonly]"), [link]);
    assert!(all(&page("people-everyday"), "textarea").is_empty());
}

#[test]
fn what_is_over_cannot_be_ended_again() {
    let document = page("keys-everyday");
    let revocable = all(&document, "form[action='/account/keys/revoke']").len();
    assert_eq!((all(&document, "#list ~ .entries > li").len(), revocable), (3, 2));
    let document = page("people-everyday");
    let fields = all(&document, "form[action='/account/people/disable'] input:not([name=csrf])");
    let values: Vec<_> = fields.iter().filter_map(|field| field.attr("value")).collect();
    let expected = ["usr_2", "yes", "usr_3", "yes", "usr_4", "no"];
    assert_eq!(values, expected, "not oneself; a disabled user can be enabled");
    let chosen = texts(&document, "select option[selected]");
    assert_eq!(chosen, ["Estimator", "Viewer"]);
}

#[test]
fn credits_show_balances_prices_and_the_ledger_in_words() {
    let document = page("credits-everyday");
    assert_eq!(texts(&document, "#production ~ .figures dd"), ["1,234,567.5", "30", "32.5"]);
    assert_eq!(texts(&document, "#sandbox ~ .figures dd"), ["1,000", "0", "0"]);
    let lines = texts(&document, "#production ~ .ledger .line");
    let expected = [
        "Hold for fire protection takeoff 30 credits",
        "Hold for fire protection takeoff 30 credits",
        "Charge for export to Microsoft Project (MSPDI XML) −20 credits",
        "Unused hold released, fire protection takeoff 17.5 credits",
        "Charge for fire protection takeoff −12.5 credits",
        "Credits added +1 credit",
        "Trial credits +200 credits",
    ];
    assert_eq!(lines, expected, "the open hold, then the entries");
    let prices = texts(&document, ".prices tbody tr");
    let text_page = "Takeoff, per vector page takeoff.text_page 0.5";
    assert!(
        prices.contains(&text_page.to_owned()) && prices.contains(&"Document upload document.ingest Free".to_owned())
    );
    assert!(
        !prices.iter().any(|line| line.contains("estimate.generate")),
        "a price of what cannot be used: {prices:?}"
    );
    assert_eq!(all(&document, "a[href='mailto:ada@hiddencreek.example']").len(), 1);
}

/// The script shows the hidden button and writes to the live region. Without the script, users can select the text of the field.
#[test]
fn a_secret_or_link_can_be_copied() {
    for (name, field) in [("keys-new", "secret"), ("people-new", "link")] {
        let document = page(&format!("{name}-everyday"));
        let buttons = all(&document, &format!("button[type=button][data-copies={field}][hidden]"));
        assert_eq!(buttons.len(), 1, "{name}");
        assert_eq!(all(&document, &format!("textarea#{field}[readonly]")).len(), 1, "{name}");
        assert_eq!(texts(&document, ".copy [role=status]"), [""], "{name}");
    }
    for name in ["keys", "people", "account"] {
        assert!(all(&page(&format!("{name}-everyday")), "[data-copies], script").is_empty(), "{name}");
    }
}

/// Phrases that read as translated.
const OLD_PHRASES: &[&str] = &[
    "There is no such thing",
    "did not work",
    "e-mail",
    "is not right",
    "Do not allow",
    "in your name",
    "take this back",
    "Take back",
    "let in",
    "Make the key",
    "What it may do",
    "Where it work",
    "Where it may work",
    "Make a link",
    "not here yet",
    "Shut",
    "shut out",
    "opens nothing",
    "no longer",
    "Whoever",
    "whoever",
    "Withdraw",
    "Look closely",
    "Not there",
    "That is not for you",
    "Not like that",
    "deletes for good",
    "costs credits",
];

#[test]
fn pages_do_not_have_the_old_phrases() {
    for (name, html, document) in pages() {
        let attributes = all(&document, "[aria-label]").into_iter().filter_map(|element| element.attr("aria-label"));
        let read = attributes.fold(text(document.root_element()), |read, label| read + "\n" + label);
        let found: Vec<_> = OLD_PHRASES.iter().filter(|phrase| read.contains(**phrase)).collect();
        assert!(found.is_empty(), "{name}: {found:?} in {html}");
    }
}

/// Returns the files below a folder, without those that contain only tests.
fn files_without_tests(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests")) {
            continue;
        }
        if path.is_dir() {
            found.extend(files_without_tests(&path));
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// Messages and pages without a sample are not part of the samples, so this test searches the source files and templates.
#[test]
fn messages_and_templates_do_not_have_the_old_phrases() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = files_without_tests(&crate_folder.join("src"));
    assert!(sources.len() > 50, "{}", sources.len());
    for (path, source) in sources {
        let code = source.split("mod tests {").next().unwrap_or_default();
        let code: Vec<_> = code.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
        // A backslash at the end of a line continues the literal on the next one.
        let code = code.join("\n").replace("\\\n", "");
        for (_, literals) in code.lines().filter_map(|line| line.split_once('"')) {
            let found: Vec<_> = OLD_PHRASES.iter().filter(|phrase| literals.contains(**phrase)).collect();
            assert!(found.is_empty(), "{}: {found:?} in {literals}", path.display());
        }
    }
    for (path, template) in files_without_tests(&crate_folder.join("templates")) {
        let found: Vec<_> = OLD_PHRASES.iter().filter(|phrase| template.contains(**phrase)).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn pages_use_the_agreed_words() {
    for (name, selector, expected) in [
        ("account", "#apps", "Connected apps"),
        ("account-empty", "#apps", "Connected apps"),
        ("people", "#pending", "Pending invitations"),
        ("people", "details.away summary", "Disable user…, Disable user…"),
        ("people", "details.away button", "Disable user, Disable user"),
        ("people", "form[action='/account/people'] button", "Create invitation"),
        ("people", "form[action='/account/people'] legend", "Role"),
        ("keys", "form[action='/account/keys'] legend", "Environment, Permissions"),
        ("keys", "form[action='/account/keys'] button", "Create key"),
        ("consent", "legend", "Environment"),
        ("consent-plain", "h2", "It will be able to, on your behalf"),
        ("consent-marked", "h2", "It will be able to, on your behalf"),
        ("consent-plain", "form > p.quiet", "You can revoke access at any time on your account page."),
        ("consent", "button[name=decision]", "Deny, Allow"),
        ("sign-in", "form[action='/sign-in'] button", "Sign in"),
        ("invitation", "main form button", "Accept invitation"),
    ] {
        assert_eq!(texts(&page(&format!("{name}-everyday")), selector).join(", "), expected, "{name}: {selector}");
    }
    assert_eq!(SignInRefusal::Wrong.message(), "Incorrect email address or password.");
}

#[test]
fn a_page_that_cannot_be_rendered_says_so() {
    struct Unwritable;
    impl fmt::Display for Unwritable {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    #[derive(Template)]
    #[template(source = "{{ value }}", ext = "html")]
    struct Page {
        value: Unwritable,
    }
    assert_eq!(html(&Page { value: Unwritable }), BROKEN);
}
