//! The operations of this component, described.

use plumbline_contract::{IdKind, Page, ProblemCode, Project};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, projects};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Projects, Cut::Core, summary);
    let one = |name, id, summary| operation(name, id, summary).id("project_id", IdKind::Project);
    vec![
        operation("projects.create", "createProject", "Create a project")
            .about("`external_ref` is your own id for the project. It must be unique among your projects.")
            .body("ProjectCreate", projects::read)
            .example("A project", example("create"))
            .response(
                ResponseSpec::created::<Project>("The new project.")
                    .example(example("project"))
                    .link("projects.get", "project_id", "/id")
                    .link("projects.update", "project_id", "/id")
                    .link("projects.delete", "project_id", "/id"),
            )
            .idempotent()
            .problem(ProblemCode::ExternalRefConflict),
        operation("projects.list", "listProjects", "List projects")
            .about("Newest first. `q` searches name, reference and address. ASCII letters match in either case.")
            .list(projects::read_filter)
            .response(ResponseSpec::ok::<Page<Project>>("A page of projects.").example(example("list"))),
        one("projects.get", "getProject", "Get a project")
            .about("`document_count` is the number of its documents.")
            .response(ResponseSpec::ok::<Project>("The project.").example(example("project")))
            .if_none_match(),
        one("projects.update", "updateProject", "Update a project")
            .about("Fields that you leave out stay as they are. Null clears a field that may be null.")
            .body("ProjectUpdate", projects::read_change)
            .example("A new reference", example("update"))
            .response(ResponseSpec::ok::<Project>("The updated project.").example(example("updated")))
            .if_match()
            .problem(ProblemCode::ExternalRefConflict),
        one("projects.delete", "deleteProject", "Delete a project")
            .about("Also deletes its documents with their takeoffs and exports, and releases the credits they hold.")
            .response(ResponseSpec::empty(204, "The project is deleted.")),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
