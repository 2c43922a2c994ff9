//! The operations of this component, described.

use plumbline_contract::{IdKind, Page, ProblemCode, Project};
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::{ROUTES, projects};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| Operation::of(ROUTES, name, Area::Projects, Cut::Core, summary);
    let one = |name, summary| operation(name, summary).id("project_id", IdKind::Project);
    vec![
        operation("projects.create", "Create a project")
            .body("ProjectCreate", projects::read)
            .answer(
                Answer::created::<Project>("The new project.")
                    .then("projects.get", "project_id", "/id")
                    .then("projects.update", "project_id", "/id")
                    .then("projects.delete", "project_id", "/id"),
            )
            .idempotent()
            .problem(ProblemCode::ExternalRefConflict),
        operation("projects.list", "List projects, newest first")
            .about("`q` is looked for in name, reference and address, upper and lower case alike for ASCII.")
            .list(projects::read_filter)
            .answer(Answer::ok::<Page<Project>>("A page of projects.")),
        one("projects.get", "Read a project").answer(Answer::ok::<Project>("The project.")).unless_matched(),
        one("projects.update", "Change a project")
            .about("What is left out stays as it is; null clears what may be null.")
            .body("ProjectUpdate", projects::read_change)
            .answer(Answer::ok::<Project>("The project as it is now."))
            .if_matched()
            .problem(ProblemCode::ExternalRefConflict),
        one("projects.delete", "Delete a project and its documents")
            .about(
                "Takeoffs and exports of the documents go with them; credits held for unfinished ones are given back.",
            )
            .answer(Answer::empty(204, "The project is gone.")),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
