//! The methods of the protocol: those of the product, and what the tests expect beyond them.

// The protocol deprecates logging and the old way to subscribe. Clients of older versions still use them.
#![expect(deprecated)]

use std::sync::Arc;

use plumbline_mcp::Agent;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CompletionInfo,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, GetTaskParams, GetTaskResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, Prompt, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Role, ServerCapabilities, ServerConfig,
    SetLevelRequestMethod, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::broadcast;

use crate::operations::{FixtureOperations, HEADER_TOOL, header_schema};
use crate::questions::{Outcome, PROMPT};
use crate::shared::{Change, Shared, is_current};
use crate::{content, tools};

/// Values that complete an argument.
const COMPLETIONS: [&str; 4] = ["paris", "park", "party", "test"];
/// Answers the requests of an HTTP call or of a session.
pub(crate) struct Fixture {
    agent: Agent<FixtureOperations>,
    shared: Arc<Shared>,
}

impl Fixture {
    pub(crate) const fn new(agent: Agent<FixtureOperations>, shared: Arc<Shared>) -> Self {
        Self { agent, shared }
    }
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.agent.get_info();
        info.capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_logging()
            .enable_completions()
            .enable_tasks()
            .build();
        info
    }

    /// Returns the tool whose schema the transport compares with the headers of a call.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let schema = header_schema().as_object().cloned()?;
        (name == HEADER_TOOL).then(|| Tool::new(HEADER_TOOL, HEADER_TOOL, Arc::new(schema)))
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.agent.list_tools(page, context).await?;
        // The product offers no tools whose arguments are headers too.
        for tool in &mut listed.tools {
            if let Some(own) = self.get_tool(&tool.name) {
                *tool = own;
            }
        }
        listed.tools.extend(tools::list());
        Ok(listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match tools::call(&self.shared, &request, &context).await? {
            Some(response) => Ok(response),
            None => self.agent.call_tool(request, context).await,
        }
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.agent.get_task(request, context).await
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut listed = self.agent.list_resources(page, context).await?;
        listed.resources.extend(content::resources());
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut listed = self.agent.list_resource_templates(page, context).await?;
        listed.resource_templates.push(content::template());
        Ok(listed)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match content::of_resource(&request.uri) {
            Some(contents) => Ok(ReadResourceResult::new(vec![contents]).into()),
            None => self.agent.read_resource(request, context).await,
        }
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = self.agent.list_prompts(page, context).await?;
        listed.prompts.extend(content::prompts());
        listed.prompts.push(Prompt::new(PROMPT, Some("A prompt that asks the client."), None));
        Ok(listed)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name == PROMPT {
            let (state, responses) = (request.request_state.as_deref(), request.input_responses.as_ref());
            let client = context.client_capabilities().unwrap_or_default();
            return Ok(match self.shared.questions.ask(PROMPT, state, responses, &client)? {
                Outcome::Ask(question) => question.into(),
                Outcome::Answered(answer) => {
                    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, answer)]).into()
                }
            });
        }
        match content::of_prompt(&request) {
            Some(prompt) => Ok(prompt.into()),
            None => self.agent.get_prompt(request, context).await,
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let values = COMPLETIONS.into_iter().filter(|value| value.starts_with(&request.argument.value));
        let completion = CompletionInfo::with_all_values(values.map(str::to_owned).collect());
        Ok(CompleteResult::new(completion.map_err(|error| ErrorData::internal_error(error, None))?))
    }

    async fn set_level(&self, _: SetLevelRequestParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        if is_current(&context) {
            return Err(ErrorData::method_not_found::<SetLevelRequestMethod>());
        }
        Ok(())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.shared.changes.subscribe();
        loop {
            let change = tokio::select! {
                () = context.cancelled() => return Ok(()),
                change = changes.recv() => change,
            };
            // The sink refuses what the client did not subscribe to.
            match change {
                Ok(Change::Tools) => drop(context.sink().notify_tool_list_changed().await),
                Ok(Change::Prompts) => drop(context.sink().notify_prompt_list_changed().await),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return Ok(()),
            }
        }
    }
}
