//! Expressions made at random, on both databases.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::database::{assert_same, with_databases};
use crate::same_results::fill;

fn integer() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("position".to_owned()),
        Just("page_number".to_owned()),
        Just("first_position".to_owned()),
        (-9_i64..10).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let operator = prop_oneof![Just("+"), Just("-"), Just("*"), Just("/"), Just("%")];
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("MAX({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("MIN({a}, {b})")),
            inner.clone().prop_map(|a| format!("ABS({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("COALESCE({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("NULLIF({a}, {b})")),
            (condition_of(text_leaf()), inner.clone(), inner)
                .prop_map(|(c, a, b)| format!("CASE WHEN {c} THEN {a} ELSE {b} END")),
            text().prop_map(|text| format!("LENGTH({text})")),
            (text_leaf(), text_leaf()).prop_map(|(a, b)| format!("INSTR({a}, {b})")),
        ]
    })
}

fn text_leaf() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        Just("tag".to_owned()),
        Just("description".to_owned()),
        Just("''".to_owned()),
        "[a-eA-E%_ \\\\']{0,4}".prop_map(|text| format!("'{}'", text.replace('\'', "''"))),
    ]
}

fn text() -> impl Strategy<Value = String> {
    text_leaf().prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} || {b})")),
            (inner.clone(), -6..7, -4..5).prop_map(|(a, from, length)| format!("SUBSTR({a}, {from}, {length})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("COALESCE({a}, {b})")),
            inner.clone().prop_map(|a| format!("UPPER({a})")),
            inner.clone().prop_map(|a| format!("TRIM({a})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("REPLACE({a}, {b}, {c})")),
        ]
    })
}

fn condition_of(text: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = String> {
    let operator = || prop_oneof![Just("="), Just("<>"), Just("<"), Just(">="), Just("IS"), Just("IS NOT")];
    prop_oneof![
        (text.clone(), operator(), text.clone()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        (text.clone(), text.clone()).prop_map(|(a, b)| format!("{a} LIKE {b}")),
        (text.clone(), text.clone(), text.clone()).prop_map(|(a, b, c)| format!("{a} BETWEEN {b} AND {c}")),
        text.prop_map(|a| format!("{a} IS NULL")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let operator = || prop_oneof![Just("="), Just("<>"), Just("<"), Just("<="), Just("IS"), Just("IS NOT")];
    let leaf = prop_oneof![
        condition_of(text_leaf()),
        (integer(), operator(), integer()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        (integer(), operator(), Just("quantity_override")).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        (integer(), integer(), integer()).prop_map(|(a, b, c)| format!("{a} IN ({b}, {c})")),
        integer(),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} AND {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} OR {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(({a}) = ({b}))")),
            inner.prop_map(|a| format!("(NOT {a})")),
        ]
    })
}

#[test]
fn expressions_have_the_same_values() {
    with_databases(|databases| {
        fill(databases);
        let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
        let statements = (integer(), text(), condition(), any::<bool>()).prop_map(|(number, text, condition, descends)| {
            let order = if descends { " DESC" } else { "" };
            format!(
                "SELECT id, {number} AS n, {text} AS t, ({condition}) AS c FROM items WHERE {condition} OR position > 1 \
                 ORDER BY {text}{order}, {number}, id"
            )
        });
        let done = runner.run(&statements, |sql| {
            let Ok(one) = databases.sqlite(&sql, &[]) else { return Err(TestCaseError::reject("SQLite refuses it")) };
            let statement = match plumbline_dialect::component(&sql) {
                Ok(statement) => statement,
                Err(error) => return Err(TestCaseError::fail(format!("{sql}\n{error}"))),
            };
            match databases.postgres(&statement, &[]) {
                Ok(other) => assert_same(&sql, &statement.sql, &one, &other),
                // SQLite goes on with a REAL.
                Err(error) if error.starts_with("22003") => {}
                Err(error) => return Err(TestCaseError::fail(format!("{sql}\n{}\n{error}", statement.sql))),
            }
            Ok(())
        });
        done.unwrap();
    });
}
