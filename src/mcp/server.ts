// The MCP server of a backend: tools, and objects as resources.
import { McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { KINDS, type Kind } from '../contract/vocabulary.ts';
import { type Backend, ToolProblem } from './backend.ts';
import { costLines } from './costs.ts';
import { createToolbox, type ToolSettings } from './toolbox.ts';
import { addKeywordAndAiTools, addLookups, addSearches } from './tools.ts';
import { addTrackingTools } from './tracking-tools.ts';

const INSTRUCTIONS = `Sextant: search results, keyword volumes, AI answers, WHOIS, site technologies and rank tracking as data.
Results are short. Use top, sections and fields for more, or read the linked resource for the complete object.
A search result with a quality below 0.7 may be wrong: qualityReasons says why. Search again, or check it before you rely on it.
Every result states its cost. Fetch a waiting result later with fetch_result, free of charge.
Tracked keywords are checked by schedule and charged then: show the user the price per month before you confirm.`;

/** Returns the object. The protocol layer sends the message of an error to the client, so a fault of ours gets a general one. */
async function readable(backend: Backend, kind: Kind, id: string, signal: AbortSignal, { requestId, onFault }: ToolSettings) {
  try {
    return await backend.fetch(kind, id, signal);
  } catch (error) {
    if (error instanceof ToolProblem || signal.aborted) throw error;
    onFault(error, 'resources/read');
    throw new Error(`Internal error.${requestId === null ? '' : ` Request id: ${requestId}.`}`);
  }
}

export function createMcp(backend: Backend, version: string, settings: ToolSettings): McpServer {
  const instructions = [INSTRUCTIONS, ...costLines(settings.costs, settings.budget?.left ?? null)].join('\n');
  const server = new McpServer({ name: 'sextant', title: 'Sextant', version }, { instructions });
  const toolbox = createToolbox(server, backend, settings);
  for (const add of [addSearches, addKeywordAndAiTools, addLookups, addTrackingTools]) add(toolbox);
  server.registerResource(
    'object',
    new ResourceTemplate('sextant://{kind}/{id}', { list: undefined }),
    { title: 'An object', description: 'The complete SERP, keyword or AI object as JSON.', mimeType: 'application/json' },
    async (uri, { kind, id }, context) => {
      const known = KINDS.includes(kind as Kind) && /^[0-9a-f]{24}$/.test(String(id));
      const found = known ? await readable(backend, kind as Kind, String(id), context.mcpReq.signal, settings) : null;
      if (!found) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(found) }] };
    },
  );
  return server;
}
