// Shared parts of all tools: registration, orders, waiting and errors.
import { type CallToolResult, fromJsonSchema, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { TSchema } from '../contract/schema.ts';
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { type ApiObject, type Backend, type ToolOrder, ToolProblem } from './backend.ts';
import type { ToolCosts } from './costs.ts';
import { choosePriority } from './priority.ts';
import { reportOf, reportWhile } from './progress.ts';
import { type Costs, errorResult, objectResult, type View } from './results.ts';
import { Output } from './schemas.ts';
import { createSession, type SessionBudget, waitFor } from './session.ts';

export interface ToolSettings {
  /** The budget of this session. Null: only the key's budget applies. */
  readonly budget: SessionBudget | null;
  /** Returns false when too many tools wait already. The tool then returns at once. */
  readonly mayWait: () => boolean;
  readonly costs: ToolCosts;
  /** The HTTP request of the call. Errors name it. Null over standard input. */
  readonly requestId: string | null;
  /** Called with an error that is a fault of ours. The client gets none of its details. */
  readonly onFault: (error: unknown, tool: string) => void;
  /** The service is shutting down. */
  readonly ending: () => boolean;
  /** Called with 1 when a wait begins and -1 when it ends. */
  readonly onWait: (change: number) => void;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  /** The tool only reads. Other tools spend credits and query sources. */
  readonly readOnly?: boolean;
}

export interface Toolbox {
  readonly costs: ToolCosts;
  add<Input>(definition: ToolDefinition, work: (input: Input, context: ServerContext) => Promise<CallToolResult>): void;
  /** Without a priority, the order gets the cheapest one that answers in time. */
  order(order: ToolOrder, view: View, waitSeconds: number | undefined, context: ServerContext): Promise<CallToolResult>;
  fetch(kind: Kind, id: string, view: View, waitSeconds: number | undefined, context: ServerContext): Promise<CallToolResult>;
  lookUp(
    kind: Lookup,
    domain: string,
    query: Readonly<Record<string, string>>,
    context: ServerContext,
  ): Promise<{ result: object; costs: Costs }>;
  readonly backend: Backend;
  /** Returns a cost of 0 and the remaining session budget. */
  readonly free: () => Costs;
}

/** Clients of SDK v1 give up after 60 seconds unless they are configured otherwise. */
export const WAIT_SECONDS = 45;
const SPENDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Removes TypeBox's own properties, which the protocol does not accept. */
const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema));

function adder(server: McpServer, left: () => number | null, { requestId, onFault }: ToolSettings): Toolbox['add'] {
  return ({ name, title, description, input, readOnly = false }, work) => {
    const config = {
      title,
      description,
      inputSchema: fromJsonSchema(plain(input)),
      outputSchema: fromJsonSchema(plain(Output)),
      annotations: { title, ...(readOnly ? READ_ONLY : SPENDS) },
    };
    server.registerTool(name, config, async (toolInput, context) => {
      try {
        return await work(toolInput as never, context);
      } catch (error) {
        // An aborted call gets no result. The protocol layer already knows about the abort.
        if (context.mcpReq.signal.aborted) throw error;
        if (!(error instanceof ToolProblem)) onFault(error, name);
        return errorResult(error, left(), { requestId });
      }
    });
  };
}

export function createToolbox(server: McpServer, backend: Backend, settings: ToolSettings): Toolbox {
  const session = createSession(backend, settings.budget);
  const wait = async (kind: Kind, id: string, waitSeconds: number, context: ServerContext) => {
    const { signal } = context.mcpReq;
    const report = reportOf(context);
    const progress = (seconds: number, total: number) => report(seconds, `collecting for ${Math.round(seconds)} s`, total);
    settings.onWait(1);
    try {
      const waitMs = settings.mayWait() ? waitSeconds * 1000 : 0;
      const found = await waitFor(backend, kind, id, { signal, waitMs, ending: settings.ending, progress });
      if (!found) throw new ToolProblem(404, 'Object not found.', 'Check the id. Objects are removed when their retention ends.');
      return found;
    } finally {
      settings.onWait(-1);
    }
  };
  const withPriority = async (order: ToolOrder, waitSeconds: number, signal: AbortSignal): Promise<ToolOrder> => {
    if (order.kind === 'ai' || order.request.priority !== undefined) return order;
    const priority = await choosePriority(backend, order.kind, order.request, waitSeconds, session.left, signal);
    return { kind: order.kind, request: { ...order.request, priority } };
  };
  return {
    costs: settings.costs,
    add: adder(server, () => session.left, settings),
    order: async (given, view, waitSeconds = WAIT_SECONDS, context) => {
      const { signal } = context.mcpReq;
      const order = await withPriority(given, waitSeconds, signal);
      const { id, cost } = await session.pay(order.kind, order.request, signal, () => backend.create(order, signal));
      let found: ApiObject;
      try {
        found = await wait(order.kind, id, waitSeconds, context);
      } catch (error) {
        if (signal.aborted) throw error;
        if (!(error instanceof ToolProblem)) settings.onFault(error, order.kind);
        return errorResult(error, session.left, { requestId: settings.requestId, placed: { kind: order.kind, id, cost } });
      }
      if (found.faulty || (order.kind === 'ai' && found.error)) await session.release(cost);
      return objectResult(order.kind, found, view, { cost, left: session.left });
    },
    fetch: async (kind, id, view, waitSeconds = WAIT_SECONDS, context) =>
      objectResult(kind, await wait(kind, id, waitSeconds, context), view, { cost: 0, left: session.left }),
    lookUp: async (kind, domain, query, context) => {
      const { signal } = context.mcpReq;
      const work = () => reportWhile(context, 'looking up', () => backend.lookUp(kind, domain, query, signal));
      const { result, cost } = await session.pay(kind, { domain }, signal, work);
      return { result, costs: { cost, left: session.left } };
    },
    backend,
    free: () => ({ cost: 0, left: session.left }),
  };
}
