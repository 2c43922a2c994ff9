//! The macro that declares a component's operations.

/// Declares a component's operations, and the scopes that they need. Creates the table `ROUTES`, the custom sections
/// `plumbline:routes` and `plumbline:scopes` from which the host reads them, and the component itself.
///
/// An operation that reads the query says so with `query = true`. The others refuse parameters.
///
/// The scopes are a JSON array, in the form that docs/adding-an-endpoint.md describes. A component whose operations
/// need only scopes of other components, or none, leaves them out. So are the tools and prompts that the component offers to
/// agents, in the sections `plumbline:tools` and `plumbline:prompts`.
///
/// ```ignore
/// plumbline_endpoint::endpoint! {
///     scopes = include_str!("scopes.json");
///     tools = include_str!("tools.json");
///     GET "/projects" "projects:read" "projects.list" => list::list, query = true;
///     GET "/clients/me" any "clients.me" => me::get;
///     GET "/usage" "billing:read" "usage.report" => usage::report, query = true, also "text/csv";
/// }
/// ```
#[macro_export]
macro_rules! endpoint {
    (@scope any) => { None };
    (@scope $scope:literal) => { Some($scope) };
    (@flag) => { false };
    (@flag $flag:literal) => { $flag };
    (@scope_json any) => { "null" };
    (@scope_json $scope:literal) => { concat!("\"", $scope, "\"") };
    (@section [$($done:tt)*]) => {
        /// The table as JSON, in the form described by `wit/endpoint@1.0.0`.
        pub const ROUTES_JSON: &str = concat!("[", $($done)* "]");
    };
    // The last entry has no comma after it.
    (@table [$($done:tt)*] $method:ident $path:literal $scope:tt $operation:literal;) => {
        $crate::endpoint! { @section [$($done)*
            "{\"method\":\"", stringify!($method), "\",\"path\":\"", $path, "\",\"scope\":",
            $crate::endpoint!(@scope_json $scope), ",\"operation\":\"", $operation, "\"}",
        ] }
    };
    (@table [$($done:tt)*] $method:ident $path:literal $scope:tt $operation:literal; $($rest:tt)+) => {
        $crate::endpoint! { @table [$($done)*
            "{\"method\":\"", stringify!($method), "\",\"path\":\"", $path, "\",\"scope\":",
            $crate::endpoint!(@scope_json $scope), ",\"operation\":\"", $operation, "\"},",
        ] $($rest)+ }
    };
    // Sections hold bytes, not references.
    (@link $name:tt $text:ident) => {
        #[used]
        #[unsafe(link_section = $name)]
        static SECTION: [u8; super::$text.len()] = {
            let mut bytes = [0; super::$text.len()];
            bytes.copy_from_slice(super::$text.as_bytes());
            bytes
        };
    };
    (scopes = $scopes:expr; $($operations:tt)+) => {
        /// The scopes that this component declares, as JSON, in the form of the section `plumbline:scopes`.
        pub const SCOPES_JSON: &str = $scopes;

        #[cfg(target_family = "wasm")]
        mod scopes_section {
            //! The section from which the host reads the scopes.

            $crate::endpoint! { @link "plumbline:scopes" SCOPES_JSON }
        }

        $crate::endpoint! { $($operations)+ }
    };
    (tools = $tools:expr; $($operations:tt)+) => {
        /// The tools that this component offers to agents, as JSON, in the form of the section `plumbline:tools`.
        pub const TOOLS_JSON: &str = $tools;

        #[cfg(target_family = "wasm")]
        mod tools_section {
            //! The section from which the host reads the tools.

            $crate::endpoint! { @link "plumbline:tools" TOOLS_JSON }
        }

        $crate::endpoint! { $($operations)+ }
    };
    (prompts = $prompts:expr; $($operations:tt)+) => {
        /// The prompts that this component offers to agents, as JSON, in the form of the section `plumbline:prompts`.
        pub const PROMPTS_JSON: &str = $prompts;

        #[cfg(target_family = "wasm")]
        mod prompts_section {
            //! The section from which the host reads the prompts.

            $crate::endpoint! { @link "plumbline:prompts" PROMPTS_JSON }
        }

        $crate::endpoint! { $($operations)+ }
    };
    ($($method:ident $path:literal $scope:tt $operation:literal => $handler:path
        $(, query = $reads_query:literal)? $(, also $media_type:literal)*;)+) => {
        /// Every operation of this component.
        pub const ROUTES: &[$crate::Route] = &[$($crate::Route {
            method: stringify!($method),
            path: $path,
            scope: $crate::endpoint!(@scope $scope),
            operation: $operation,
            other_media_types: &[$($media_type),*],
            reads_query: $crate::endpoint!(@flag $($reads_query)?),
            handler: $handler,
        }),+];

        $crate::endpoint! { @table [] $($method $path $scope $operation;)+ }

        #[cfg(target_family = "wasm")]
        mod component {
            //! The component's interface to the host: the routes section, the HTTP handler and its equivalent as a plain
            //! function.

            use $crate::component::bindings::exports::plumbline::endpoint::calls;

            $crate::endpoint! { @link "plumbline:routes" ROUTES_JSON }

            #[spin_sdk::http_service]
            async fn handle(request: spin_sdk::http::Request) -> $crate::component::Reply {
                $crate::component::serve(super::ROUTES, request).await
            }

            struct Calls;

            impl calls::Guest for Calls {
                fn answer(request: calls::Request) -> calls::Response {
                    $crate::component::serve_call(super::ROUTES, request)
                }
            }

            $crate::component::bindings::export!(Calls with_types_in $crate::component::bindings);
        }
    };
}
