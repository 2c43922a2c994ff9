//! Each class of statements, with the same rows in both databases.

use plumbline_sql::Value;

use crate::database::{Databases, with_databases};

/// Fills projects, documents, takeoffs and items, with NULLs, negative numbers, other letters and empty texts.
pub(crate) fn fill(databases: &mut Databases) {
    let text = |text: &str| Value::Text(text.into());
    for (id, name, reference) in [
        ("prj_1", "Tower", Some("B")),
        ("prj_2", "annex", None),
        ("prj_3", "Ärger", Some("b")),
        ("prj_4", "", Some("")),
        ("prj_5", "50%_off\\", None),
    ] {
        let reference = reference.map_or(Value::Null, text);
        databases.run(
            "INSERT INTO projects (id, name, reference, metadata, created_at) VALUES (?, ?, ?, '{}', '2026-01-01')",
            &[text(id), text(name), reference],
        );
    }
    databases.run(
        "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at, page_count) \
         VALUES ('doc_1', 'prj_1', 'a.pdf', 'drawing', 'ready', 'k', '{}', 't1', 3), \
                ('doc_2', 'prj_1', 'b.pdf', 'drawing', 'failed', 'k', '{}', 't2', NULL), \
                ('doc_3', 'prj_2', 'c.pdf', 'drawing', 'ready', 'k', '{}', 't2', 7)",
        &[],
    );
    for (number, quantity, change, tag, description) in [
        (1, 1.5, None, Some("EF-1"), "Fan"),
        (2, -2.5, Some(0.5), None, "fan"),
        (3, 0.0, None, Some("ef-1"), "Outlet \"duplex\""),
        (4, 12.25, Some(-3.0), Some(""), "it's a λ"),
        (5, 1_000_000.125, None, None, "x"),
        (6, 3.0, Some(2.5), Some("10"), "Fan"),
        (7, 7.0, None, Some("9"), "  spaced  "),
    ] {
        let page = (number - 1) / 3 + 1;
        let real = |value: Option<f64>| value.map_or(Value::Null, Value::Real);
        databases.run(
            "INSERT INTO items (id, takeoff_id, page_number, position, description, trade, category, item_type, measure_type, \
             extracted_quantity, quantity_override, unit, tag, attributes, evidence, confidence, review_status, source, \
             first_position) VALUES (?, 'tko_1', ?, ?, ?, 'electrical', 'c', 'i', 'count', ?, ?, 'EA', ?, '{}', '[]', 'high', \
             'extracted', 'plan', ?)",
            &[
                text(&format!("itm_{number}")),
                Value::Integer(page),
                Value::Integer(number - 4),
                text(description),
                Value::Real(quantity),
                real(change),
                tag.map_or(Value::Null, text),
                if number % 2 == 0 { Value::Null } else { Value::Integer(number) },
            ],
        );
    }
}

fn check(statements: &[&str]) {
    with_databases(|databases| {
        fill(databases);
        for statement in statements {
            databases.run(statement, &[]);
        }
    });
}

#[test]
fn nulls_come_first_and_texts_sort_by_bytes() {
    check(&[
        "SELECT id, reference FROM projects ORDER BY reference, id",
        "SELECT id, reference FROM projects ORDER BY reference DESC, id DESC",
        "SELECT id FROM projects ORDER BY reference ASC NULLS LAST, id",
        "SELECT id FROM projects ORDER BY reference DESC NULLS FIRST, id",
        "SELECT id, name FROM projects ORDER BY name",
        "SELECT name || 'x' AS n FROM projects ORDER BY n",
        "SELECT id AS name FROM projects ORDER BY name DESC",
        "SELECT id, name FROM projects ORDER BY 2, 1",
        "SELECT id FROM projects ORDER BY reference = 'B', id",
        "SELECT tag FROM items ORDER BY tag, position",
        "SELECT DISTINCT page_number FROM items ORDER BY page_number DESC",
        "SELECT CASE WHEN id = 'prj_1' THEN 'b' ELSE 'C' END AS v, id FROM projects ORDER BY v, id",
        "SELECT id FROM projects UNION SELECT reference FROM projects ORDER BY id",
        "SELECT d.id, p.reference FROM projects p LEFT JOIN documents d ON d.project_id = p.id ORDER BY d.id, p.id",
    ]);
}

#[test]
fn comparisons_yield_numbers() {
    check(&[
        "SELECT id, name = 'Tower' AS same, name <> 'Tower' AS other, reference IS NULL AS missing FROM projects ORDER BY id",
        "SELECT id, reference IS 'B' AS a, reference IS NOT 'B' AS b, reference = 'B' AS c FROM projects ORDER BY id",
        "SELECT SUM(reference = 'B') AS n, COUNT(reference = 'B') AS m, MAX(name > 'a') AS k FROM projects",
        "SELECT id FROM items WHERE (page_number, position) > (1, -2) ORDER BY id",
        "SELECT id FROM items WHERE (page_number = 1) = (position < -1) ORDER BY id",
        "SELECT id FROM items WHERE page_number - 1 ORDER BY id",
        "SELECT id FROM items WHERE NOT (page_number - 1) AND quantity_override IS NULL ORDER BY id",
        "SELECT id, tag IS DISTINCT FROM 'EF-1' AS a, tag IS NOT DISTINCT FROM NULL AS b FROM items ORDER BY id",
        "SELECT id FROM items WHERE tag BETWEEN '1' AND 'EF-1' ORDER BY id",
        "SELECT id FROM items WHERE position NOT BETWEEN -2 AND 1 ORDER BY id",
        "SELECT id FROM items WHERE position IN (1, 2, -3) ORDER BY id",
        "SELECT id FROM items WHERE tag NOT IN ('EF-1', '10') ORDER BY id",
        "SELECT id FROM items WHERE tag IN () ORDER BY id",
        "SELECT id FROM items WHERE tag NOT IN () ORDER BY id",
        "SELECT id FROM items WHERE page_number = '2' ORDER BY id",
        "SELECT id FROM items WHERE tag = 10 ORDER BY id",
        "SELECT EXISTS (SELECT 1 FROM items WHERE page_number = 9) AS a, NOT EXISTS (SELECT 1 FROM items) AS b",
        "SELECT 1 < 2 < 3 AS a, 3 > 2 > 1 AS b, 1 = 1 < 2 AS c, NOT 1 = 2 AS d, 2 IS 2 AND NULL IS NULL AS e",
        "SELECT id, (quantity_override > 0) IS TRUE AS t, (quantity_override > 0) IS NOT TRUE AS n FROM items ORDER BY id",
        "SELECT TRUE AS t, FALSE AS f, 1 AND NULL AS u, 0 OR NULL AS v, 0 AND NULL AS w",
    ]);
}

#[test]
fn like_ignores_the_case_of_ascii_alone() {
    check(&[
        "SELECT id FROM projects WHERE name LIKE 't%' ORDER BY id",
        "SELECT id FROM projects WHERE name LIKE 'ä%' ORDER BY id",
        "SELECT id FROM projects WHERE name LIKE '%\\' ORDER BY id",
        "SELECT id FROM projects WHERE name LIKE '50!%!_%' ESCAPE '!' ORDER BY id",
        "SELECT id FROM projects WHERE name NOT LIKE '%e%' ORDER BY id",
        "SELECT id FROM projects WHERE reference LIKE 'b' ORDER BY id",
        "SELECT id FROM items WHERE position LIKE '-%' ORDER BY id",
        "SELECT 'ABC' LIKE 'a_c' AS a, NULL LIKE '%' AS b, 'a' LIKE NULL AS c, '' LIKE '' AS d",
    ]);
}

#[test]
fn arithmetic_is_sqlites() {
    check(&[
        "SELECT id, position / 2 AS a, position % 2 AS b, position / 0 AS c, position % 0 AS d FROM items ORDER BY id",
        "SELECT id, position / 2.0 AS a, extracted_quantity / position AS b, -position AS c FROM items ORDER BY id",
        "SELECT 7 / 2 AS a, -7 / 2 AS b, -7 % 3 AS c, 2147483647 + 1 AS d, 100000 * 100000 AS e, 7.5 % 2 AS f",
        "SELECT 1 + 2 * 3 - 4 AS a, (1 + 2) * 3 AS b, - 3 - -4 AS c, 1 || (2 + 3) AS d, 'a' || (2 * 3) || 'b' AS e",
        "SELECT id, ABS(position) AS a, ABS(quantity_override) AS b, ROUND(extracted_quantity) AS c FROM items ORDER BY id",
        "SELECT ROUND(2.5) AS a, ROUND(-2.5) AS b, ROUND(0.5) AS c, ROUND(12.345, 1) AS d, ROUND(3) AS e, ROUND(1.25, 0) AS f",
        "SELECT MIN(1, 2, 3) AS a, MAX(1, NULL) AS b, MAX(position, 0) AS c, MIN(first_position, 3) AS d FROM items ORDER BY id",
        "SELECT MIN('b', 'C') AS a, MAX(tag, 'A') AS b FROM items ORDER BY id",
        "SELECT -9223372036854775808 AS a, 9223372036854775807 AS b, 1e3 AS c, .5 AS d, x'00ff' AS e",
        "SELECT CAST('12abc' AS INTEGER) AS a, CAST('abc' AS INTEGER) AS b, CAST(' -7' AS INTEGER) AS c, CAST(2.9 AS INTEGER) AS d",
        "SELECT CAST(-2.9 AS INTEGER) AS a, CAST('1.5x' AS REAL) AS b, CAST(3 AS REAL) AS c, CAST(3 AS TEXT) AS d",
        "SELECT CAST(1.5 AS TEXT) AS a, CAST(2.0 AS TEXT) AS b, CAST(NULL AS INTEGER) AS c, CAST(0.1 AS TEXT) AS d",
        "SELECT CAST(x'616263' AS TEXT) AS a, CAST('abc' AS BLOB) AS b, CAST(tag AS INTEGER) AS c FROM items ORDER BY id",
        "SELECT SIGN(position) AS s FROM items ORDER BY id",
    ]);
}

#[test]
fn texts_are_cut_and_joined_as_in_sqlite() {
    let mut statements: Vec<String> = Vec::new();
    for start in -7..=7 {
        statements.push(format!("SELECT SUBSTR(description, {start}) AS s FROM items ORDER BY id"));
        for length in -4..=4 {
            statements.push(format!("SELECT SUBSTR(description, {start}, {length}) AS s FROM items ORDER BY id"));
        }
    }
    statements.extend(
        [
            "SELECT SUBSTR(description, position, page_number - 2) AS s FROM items ORDER BY id",
            "SELECT SUBSTR(12345, 2, 3) AS s, SUBSTR(x'010203', 2) AS b, SUBSTRING('abc', 2, 1) AS c",
            "SELECT LENGTH(description) AS a, OCTET_LENGTH(description) AS b, LENGTH(x'0102') AS c, LENGTH(position) AS d FROM items ORDER BY id",
            "SELECT INSTR(description, 'a') AS a, INSTR(description, '') AS b, INSTR(tag, 'f') AS c FROM items ORDER BY id",
            "SELECT HEX(description) AS a, HEX(tag) AS b, HEX(x'0aff') AS c, HEX(12) AS d FROM items ORDER BY id",
            "SELECT LOWER(name) AS a, UPPER(name) AS b, REPLACE(name, 'e', '**') AS c, REPLACE(name, '', 'x') AS d FROM projects ORDER BY id",
            "SELECT TRIM(description) AS a, LTRIM(description) AS b, RTRIM(description) AS c, TRIM(description, 'Fx ') AS d FROM items ORDER BY id",
            "SELECT description || position AS a, description || tag AS b, extracted_quantity || '' AS c, position || 1 AS d FROM items ORDER BY id",
            "SELECT 'it''s' AS a, 'back\\slash' AS b, 'line\nbreak' AS c, '$1 ?' AS d, 'é' AS e",
            "SELECT IFNULL(tag, 'none') AS a, COALESCE(tag, reference, '-') AS b FROM items LEFT JOIN projects ON 1 = 0 ORDER BY items.id",
            "SELECT NULLIF(tag, '') AS a, IIF(position > 0, 'up', 'down') AS b, NULLIF(position, 1) AS c FROM items ORDER BY id",
        ]
        .map(str::to_owned),
    );
    let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
    check(&statements);
}

#[test]
fn groups_and_windows_are_the_same() {
    check(&[
        "SELECT COUNT(*) AS n, COUNT(tag) AS m, COUNT(DISTINCT description) AS d, SUM(position) AS s, AVG(position) AS a FROM items",
        "SELECT SUM(quantity_override) AS a, TOTAL(quantity_override) AS b, SUM(position) AS c, TOTAL(position) AS d, AVG(position) AS e FROM items WHERE id = 'x'",
        "SELECT page_number, COUNT(*) AS n, MIN(tag) AS a, MAX(description) AS b FROM items GROUP BY page_number ORDER BY page_number",
        "SELECT page_number AS p, SUM(position) AS n FROM items GROUP BY p HAVING COUNT(*) > 1 ORDER BY n DESC, p",
        "SELECT page_number, tag IS NULL AS missing, COUNT(*) AS n FROM items GROUP BY 1, 2 ORDER BY 1, 2",
        "SELECT COALESCE(tag, '-') AS t, COUNT(*) AS n FROM items GROUP BY COALESCE(tag, '-') ORDER BY t",
        "SELECT GROUP_CONCAT(id, ';' ORDER BY position DESC) AS ids FROM items GROUP BY page_number ORDER BY page_number",
        "SELECT COUNT(*) FILTER (WHERE tag IS NULL) AS n, SUM(position) FILTER (WHERE position > 0) AS s FROM items",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY page_number ORDER BY tag, id) AS n, SUM(position) OVER (ORDER BY id) AS s FROM items ORDER BY id",
        "SELECT id, LAG(tag) OVER w AS a, LEAD(position, 2, 0) OVER w AS b, RANK() OVER w AS r FROM items WINDOW w AS (ORDER BY tag, id) ORDER BY id",
        "SELECT id, COUNT(*) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS n, NTILE(3) OVER (ORDER BY id) AS t FROM items ORDER BY id",
        "SELECT id, MIN(position) OVER (PARTITION BY description, tag, unit) AS first FROM items ORDER BY id",
        "SELECT CASE page_number WHEN 1 THEN 'one' WHEN 2 THEN 'two' END AS v, COUNT(*) AS n FROM items GROUP BY v ORDER BY v",
        "SELECT MAX(CASE WHEN tag = 'EF-1' THEN 1 ELSE 0 END) AS any, MIN(tag = '10') AS least FROM items",
        "SELECT AVG(extracted_quantity) AS a, SUM(extracted_quantity) AS s, MIN(extracted_quantity) AS m FROM items",
        "SELECT COUNT() AS n FROM items",
    ]);
}

#[test]
fn queries_within_queries_are_the_same() {
    check(&[
        "SELECT p.id, (SELECT COUNT(*) FROM documents WHERE project_id = p.id) AS n FROM projects p ORDER BY p.id",
        "SELECT p.id, (SELECT filename FROM documents WHERE project_id = p.id ORDER BY id DESC) AS f FROM projects p ORDER BY id",
        "SELECT id FROM items WHERE (page_number, position) IN (SELECT page_number, MAX(position) FROM items GROUP BY page_number) ORDER BY id",
        "SELECT id FROM projects WHERE id NOT IN (SELECT project_id FROM documents WHERE status = 'ready') ORDER BY id",
        "WITH ready(doc, pages) AS (SELECT id, page_count FROM documents WHERE status = 'ready') SELECT * FROM ready ORDER BY doc",
        "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 5) SELECT v, v * v AS square FROM n ORDER BY v",
        "WITH RECURSIVE up AS (SELECT (SELECT MIN(id) FROM projects) AS id UNION ALL SELECT (SELECT MIN(p.id) FROM projects p WHERE p.id > up.id) FROM up WHERE up.id IS NOT NULL) SELECT id FROM up ORDER BY id",
        "SELECT name, n FROM (SELECT 'a' AS name, 1 AS n UNION ALL SELECT NULL, 2.5 UNION ALL SELECT 'b', NULL) AS t ORDER BY n",
        "SELECT * FROM (SELECT page_number, position FROM items) WHERE position > 0 ORDER BY 1, 2",
        "SELECT * FROM projects ORDER BY id LIMIT 2 OFFSET 1",
        "SELECT id FROM projects ORDER BY id LIMIT -1",
        "SELECT id FROM projects ORDER BY id LIMIT 1, 2",
        "SELECT id FROM projects ORDER BY id LIMIT -1 OFFSET -3",
        "VALUES (1, 'a'), (2, NULL)",
        "SELECT id FROM projects INTERSECT SELECT project_id FROM documents ORDER BY 1",
        "SELECT id FROM projects EXCEPT SELECT project_id FROM documents UNION SELECT 'z' ORDER BY 1",
        "SELECT p.*, d.id AS d FROM projects AS p JOIN documents AS d ON d.project_id = p.id ORDER BY d",
        "SELECT page_number, a.id FROM items a JOIN items b USING (page_number, position) ORDER BY a.id",
        "SELECT a.id AS a, b.id AS b FROM projects a, documents b WHERE b.project_id = a.id ORDER BY a, b",
        "SELECT p.id FROM projects p CROSS JOIN documents d WHERE d.id = 'doc_1' ORDER BY p.id",
        "SELECT position + 1 AS next FROM items WHERE next > 1 ORDER BY next",
        "SELECT COUNT(*) FROM items",
        "SELECT (SELECT MAX(position) FROM items WHERE page_number = 9) AS none, (SELECT COUNT(*) FROM items) AS n",
    ]);
}

#[test]
fn parameters_have_the_types_of_their_places() {
    let text = |text: &str| Value::Text(text.into());
    with_databases(|databases| {
        fill(databases);
        for (sql, parameters) in [
            ("SELECT ? AS a, ?2 AS b, ?2 AS c", vec![Value::Integer(5), text("x")]),
            ("SELECT ? AS a", vec![Value::Real(1.5)]),
            ("SELECT ? AS a", vec![Value::Null]),
            ("SELECT ? AS a", vec![Value::Blob(vec![1, 2])]),
            (
                "SELECT id FROM projects WHERE (?1 IS NULL OR reference = ?1) ORDER BY id LIMIT ?2",
                vec![text("B"), Value::Integer(3)],
            ),
            (
                "SELECT id FROM projects WHERE (?1 IS NULL OR reference = ?1) ORDER BY id LIMIT ?2",
                vec![Value::Null, Value::Integer(-1)],
            ),
            (
                "SELECT id FROM items WHERE ? IS NULL OR position > ? ORDER BY id",
                vec![Value::Integer(3), Value::Integer(0)],
            ),
            ("SELECT COALESCE(?, tag) AS t FROM items ORDER BY id", vec![Value::Null]),
            (
                "SELECT id FROM items WHERE (page_number, position) > (?, ?) ORDER BY id",
                vec![Value::Integer(1), Value::Integer(-2)],
            ),
            ("SELECT id FROM items WHERE tag IN (?, ?) ORDER BY id", vec![text("10"), text("EF-1")]),
            ("SELECT id FROM items WHERE ? IN (SELECT tag FROM items) ORDER BY id", vec![text("10")]),
            ("SELECT id FROM items WHERE tag IS ? ORDER BY id", vec![Value::Null]),
            (
                "SELECT CASE WHEN ? = 1 THEN ? ELSE note END AS n FROM items ORDER BY id",
                vec![Value::Integer(1), text("x")],
            ),
            (
                "SELECT id FROM items WHERE INSTR(description, '/' || ?1 || '/') > 0 OR description LIKE ?1",
                vec![text("fan")],
            ),
            (
                "SELECT position + ? AS p, ? - position AS q FROM items ORDER BY id",
                vec![Value::Integer(3), Value::Integer(9)],
            ),
            ("SELECT extracted_quantity * ? AS p FROM items ORDER BY id", vec![Value::Real(0.5)]),
            (
                "SELECT SUBSTR(description, ?, ?) AS s FROM items ORDER BY id",
                vec![Value::Integer(-3), Value::Integer(2)],
            ),
            ("SELECT MAX(?, ?) AS m", vec![Value::Integer(3), Value::Integer(9)]),
        ] {
            databases.run(sql, &parameters);
        }
    });
}

#[test]
fn writes_change_the_same_rows() {
    let text = |text: &str| Value::Text(text.into());
    with_databases(|databases| {
        fill(databases);
        let used = "INSERT INTO quota_use (name, day, used) VALUES (?, ?, ?) ON CONFLICT (name, day) DO UPDATE SET \
                    used = quota_use.used + excluded.used RETURNING used";
        for (sql, parameters) in [
            (used, vec![text("a"), text("d"), Value::Integer(2)]),
            (used, vec![text("a"), text("d"), Value::Integer(5)]),
            ("INSERT OR IGNORE INTO quota_use (name, day, used) VALUES ('a', 'd', 9), ('b', 'd', 1)", vec![]),
            ("INSERT OR REPLACE INTO quota_use VALUES ('a', 'd', 40), ('c', 'd', 3)", vec![]),
            ("REPLACE INTO quota_use (used, day, name) VALUES (41, 'd', 'a') RETURNING *", vec![]),
            ("INSERT INTO quota_use SELECT id, 'today', 1 FROM projects WHERE TRUE ON CONFLICT DO NOTHING", vec![]),
            (
                "INSERT INTO quota_use (name, day, used) VALUES ('a', 'd', 1) ON CONFLICT (name, day) DO UPDATE SET used = 7 WHERE used < 3",
                vec![],
            ),
            (
                "INSERT INTO quota_use AS q (name, day, used) VALUES ('a', 'd', 1) ON CONFLICT (name, day) DO UPDATE SET used = q.used + 1 RETURNING name || day AS k, used",
                vec![],
            ),
            (
                "UPDATE quota_use SET used = used + 1, day = 'e' WHERE name IN ('a', 'b') RETURNING name, used > 1 AS many",
                vec![],
            ),
            ("UPDATE projects SET reference = ?, updated_at = NULL WHERE id = ?", vec![Value::Null, text("prj_1")]),
            (
                "UPDATE items SET first_position = g.first FROM (SELECT id, MIN(position) OVER (PARTITION BY description) AS first FROM items) AS g WHERE items.id = g.id",
                vec![],
            ),
            (
                "UPDATE items AS i SET note = (SELECT name FROM projects WHERE id = 'prj_2') WHERE i.position > 1",
                vec![],
            ),
            (
                "UPDATE items SET revision = revision + 1, quantity_override = CASE WHEN ? = 1 THEN NULL ELSE quantity_override END WHERE tag IS NOT NULL",
                vec![Value::Integer(1)],
            ),
            (
                "DELETE FROM quota_use WHERE (name, day) IN (SELECT name, day FROM quota_use ORDER BY name LIMIT 1) RETURNING 1",
                vec![],
            ),
            (
                "WITH old AS (SELECT id FROM documents WHERE status = 'failed') DELETE FROM documents WHERE id IN (SELECT id FROM old)",
                vec![],
            ),
            (
                "WITH one(id) AS (SELECT 'prj_9') INSERT INTO projects (id, name, metadata, created_at) SELECT id, 'n', '{}', 't' FROM one",
                vec![],
            ),
            ("DELETE FROM items", vec![]),
        ] {
            databases.run(sql, &parameters);
            for table in ["projects", "documents", "items", "quota_use"] {
                databases.run(&format!("SELECT * FROM {table} ORDER BY 1, 2, 3"), &[]);
            }
        }
    });
}
