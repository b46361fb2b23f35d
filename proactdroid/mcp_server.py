"""The pool as an MCP server (the official SDK): every call with the same consent and the same proof as on the terminal.

Consent is asked of the assistant's user by elicitation; an assistant that cannot ask gets nothing run but what the policy
grants. Both eras of the protocol are served: a request of the server's own (to 2025-11-25), and an answer that asks for
input and is continued (from 2026-07-28).
"""

from __future__ import annotations

import json
import secrets
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from agent.consent import Answer, Consent, Policy, consent_text, decide
from agent.proposal import Proposal
from api_pool import Call, Executor, StepResult
from api_pool.export import mcp_tool
from device import DeviceError
from proactdroid import __version__

_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "run": {"type": "boolean", "title": "Run it on the phone", "description": "Yes runs exactly this call."}
    },
    "required": ["run"],
}
_KEY = "consent"
_PENDING = 100
_Context = ServerRequestContext[Any, Any]


class PoolServer:
    """Answers tools/list and tools/call for one phone; calls run one after the other."""

    def __init__(self, executor: Executor, policy: Policy) -> None:
        self._executor = executor
        self._policy = policy
        self._one = anyio.Lock()
        self._waiting: dict[str, Call] = {}

    async def tools(self, context: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """All functions of the pool."""
        pool = self._executor.pool
        return types.ListToolsResult(tools=[types.Tool.model_validate(mcp_tool(pool, name)) for name in pool.functions])

    async def call(
        self, context: _Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        """Run one function, if the policy or the user says so."""
        call = Call(name=params.name, arguments=params.arguments or {})
        if problems := self._executor.pool.problems(call):
            return _words("; ".join(problems), error=True)
        proposal = Proposal(intent=f"The assistant wants to run {call.name} on the phone.", calls=(call,))
        try:
            consent = await self._decide(proposal, None)
            if consent.grant is None and self._policy is not Policy.NEVER:
                answer = await self._ask(context, params, proposal)
                if isinstance(answer, types.InputRequiredResult):
                    return answer
                consent = await self._decide(proposal, answer)
            if consent.grant is None:
                return _words("nothing was run: the user did not agree, or could not be asked", error=True)
            async with self._one:
                grant = consent.grant
                report = await anyio.to_thread.run_sync(lambda: self._executor.execute([call], grant))
        except DeviceError as error:
            return _words(f"{type(error).__name__}: {error}", error=True)
        return _result(report.steps[0])

    async def _decide(self, proposal: Proposal, answer: Answer | None) -> Consent:
        now = await anyio.to_thread.run_sync(self._executor.session.device.now_ms)
        ask = None if answer is None else (lambda question: answer)
        return decide(proposal, policy=self._policy, pool=self._executor.pool, now_ms=now, ask=ask)

    async def _ask(
        self, context: _Context, params: types.CallToolRequestParams, proposal: Proposal
    ) -> Answer | types.InputRequiredResult:
        text = consent_text(proposal, self._executor.pool)
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return self._ask_by_input(params, proposal, text)
        try:
            result = await context.session.elicit_form(text, _FORM, context.request_id)
        except MCPError:
            return "none"  # this assistant cannot ask its user
        return _answer(result)

    def _ask_by_input(
        self, params: types.CallToolRequestParams, proposal: Proposal, text: str
    ) -> Answer | types.InputRequiredResult:
        """The answer that came with the request, if it belongs to this very call; else the question. A question is
        answered once."""
        given = (params.input_responses or {}).get(_KEY)
        if given is not None and params.request_state is not None:
            asked = self._waiting.pop(params.request_state, None)
            same = asked is not None and asked.canonical() == proposal.calls[0].canonical()
            return _answer(given) if same and isinstance(given, types.ElicitResult) else "none"
        state = secrets.token_urlsafe(24)
        while len(self._waiting) >= _PENDING:
            self._waiting.pop(next(iter(self._waiting)))
        self._waiting[state] = proposal.calls[0]
        form = types.ElicitRequestFormParams(message=text, requested_schema=_FORM)
        question = types.ElicitRequest(params=form)
        return types.InputRequiredResult(input_requests={_KEY: question}, request_state=state)


def _answer(result: types.ElicitResult) -> Answer:
    if result.action == "accept":
        return "accept" if (result.content or {}).get("run") is True else "reject"
    return "reject" if result.action == "decline" else "none"


def _words(text: str, *, error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=error)


def _result(step: StepResult) -> types.CallToolResult:
    document = step.model_dump(mode="json")
    text = types.TextContent(type="text", text=json.dumps(document, ensure_ascii=False))
    bad = step.status not in ("verified", "unverified")
    return types.CallToolResult(content=[text], structured_content=document, is_error=bad)


def make_server(executor: Executor, policy: Policy) -> Server[Any]:
    """The server over one executor, not yet running."""
    served = PoolServer(executor, policy)
    words = "Functions on the user's Android phone. Each result says whether the phone was read back and shows it done."
    return Server(
        "proactdroid", version=__version__, instructions=words, on_list_tools=served.tools, on_call_tool=served.call
    )


def serve(executor: Executor, policy: Policy) -> None:
    """Serve on standard input and output until the client goes away."""

    async def run() -> None:
        server = make_server(executor, policy)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)
