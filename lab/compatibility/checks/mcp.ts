// MCP clients of other projects, over HTTP and over standard input and output.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { callJson } from '../../net.ts';
import { ROOT } from '../../paths.ts';
import type { CompatibilityCheck, Site } from '../check.ts';
import { nodeProgram } from '../nodes.ts';
import { packageVersion, toolVersion } from '../tools.ts';
import { exercise, type McpClient } from './mcp-client.ts';

const run = promisify(execFile);
const V1 = '@modelcontextprotocol/sdk';
const V2 = '@modelcontextprotocol/client';
const INSPECTOR = '@modelcontextprotocol/inspector';
const LANGCHAIN = '@langchain/mcp-adapters';

/** `sextant mcp` with a session budget. */
const command = ({ url, key }: Site) => ({
  command: process.execPath,
  args: [path.join(ROOT, 'dist', 'main.js'), 'mcp', '--url', url, '--budget', '2'],
  env: { PATH: process.env.PATH ?? '', SEXTANT_KEY: key },
});
const headersOf = ({ key }: Site) => ({ 'x-api-key': key, 'sextant-budget': '2' });

/** An equal call of one account is charged once in a minute, so each client gets an account of its own. */
async function withOwnAccount(site: Site): Promise<Site> {
  const { status, text, json } = await callJson(`${site.url}/admin/accounts`, 'POST', site.adminToken, {
    name: 'MCP',
    email: 'mcp@shop.example',
    credits: 100,
  });
  assert.ok(status < 300, `an account for a client: ${status} ${text}`);
  return { ...site, key: json.keys.test };
}

async function closing(client: McpClient, work: (client: McpClient) => Promise<void>): Promise<void> {
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: this SDK is installed apart, without types for the lab.
const importTool = (site: Site, file: string): Promise<any> => import(pathToFileURL(site.tool(file)).href);

async function connectV1(site: Site, transport: 'http' | 'stdio'): Promise<McpClient> {
  const { Client: ClientV1 } = await importTool(site, `${V1}/dist/esm/client/index.js`);
  const client = new ClientV1({ name: 'check', version: '1' });
  if (transport === 'http') {
    const { StreamableHTTPClientTransport: Transport } = await importTool(site, `${V1}/dist/esm/client/streamableHttp.js`);
    await client.connect(new Transport(new URL(`${site.url}/mcp`), { requestInit: { headers: headersOf(site) } }));
  } else {
    const { StdioClientTransport: Transport } = await importTool(site, `${V1}/dist/esm/client/stdio.js`);
    await client.connect(new Transport({ ...command(site), stderr: 'pipe' }));
  }
  return {
    getInstructions: () => client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: (name, args, onprogress) => client.callTool({ name, arguments: args }, undefined, onprogress ? { onprogress } : {}),
    readResource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

async function connectV2(site: Site, transport: 'http' | 'stdio'): Promise<McpClient> {
  const client = new Client({ name: 'check', version: '1' }, { versionNegotiation: { mode: transport === 'http' ? 'auto' : 'legacy' } });
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), {
          requestInit: { headers: { ...headersOf(site), 'sextant-session': `check-${Date.now()}` } },
        })
      : new StdioClientTransport({ ...command(site), stderr: 'pipe' }),
  );
  return {
    getInstructions: () => client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: (name, args, onprogress) => client.callTool({ name, arguments: args }, onprogress ? { onprogress } : {}),
    readResource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

/** Runs the Inspector’s command line, which needs a newer Node than the service. */
async function inspect(site: Site, target: readonly string[], rest: readonly string[]): Promise<Record<string, unknown>> {
  const program = site.tool(`${INSPECTOR}/clients/launcher/build/index.js`);
  const { stdout } = await run(nodeProgram(22), [program, '--cli', ...target, ...rest], {
    cwd: site.folder,
    env: { PATH: process.env.PATH ?? '', HOME: site.folder, SEXTANT_KEY: site.key },
    timeout: 120_000,
  }).catch((error: { stdout?: string; message: string }) => {
    // A tool error has a result and another exit code than 0.
    if (error.stdout?.trimStart().startsWith('{')) return { stdout: error.stdout };
    throw error;
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function inspectAll(site: Site, target: readonly string[], more: readonly string[]): Promise<void> {
  const { tools } = (await inspect(site, target, ['--method', 'tools/list', ...more])) as { tools: { name: string }[] };
  assert.equal(tools.length, 9);
  const call = (name: string, ...args: string[]) =>
    inspect(site, target, ['--method', 'tools/call', '--tool-name', name, ...args.flatMap((arg) => ['--tool-arg', arg]), ...more]);
  const found = (await call('search', 'keyword=red shoes', 'top=2')) as { structuredContent: { organic: unknown[]; cost: number } };
  assert.deepEqual([found.structuredContent.organic.length, found.structuredContent.cost], [2, 1]);
  assert.match(JSON.stringify(await call('search', 'keyword=x', 'region=Nowhere at all')), /400: Bad input parameter: region is not known/);
}

/** The adapters turn each tool of MCP into a tool of LangChain. */
async function useLangChain(site: Site): Promise<void> {
  const { MultiServerMCPClient } = await importTool(site, `${LANGCHAIN}/dist/index.js`);
  const [http, stdio] = [await withOwnAccount(site), await withOwnAccount(site)];
  const client = new MultiServerMCPClient({
    mcpServers: {
      http: { transport: 'http', url: `${site.url}/mcp`, headers: { 'x-api-key': http.key } },
      stdio: { transport: 'stdio', ...command(stdio) },
    },
    prefixToolNameWithServerName: true,
  });
  try {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const tools: any[] = await client.getTools();
    for (const server of ['http', 'stdio']) {
      const search = tools.find(({ name }) => name.includes(server) && name.endsWith('search'));
      assert.ok(search, `LangChain has no tool search of ${server}: ${tools.map(({ name }) => name).join(', ')}`);
      assert.match(JSON.stringify(await search.invoke({ keyword: 'red shoes', top: 2 })), /cost 1 credits/);
      await assert.rejects(search.invoke({ keyword: 'x', region: 'Nowhere at all' }), /400: Bad input parameter: region is not known/);
    }
  } finally {
    await client.close();
  }
}

export const MCP_CHECKS: readonly CompatibilityCheck[] = [
  ...(['http', 'stdio'] as const).flatMap((transport): CompatibilityCheck[] => [
    {
      name: `mcp-sdk-v1-${transport}`,
      area: 'Agents',
      tool: `${V1} (npm)`,
      what: `all tools over ${transport}: results, errors with their solution, progress, resources, budget`,
      run: async (site) => {
        await closing(await connectV1(await withOwnAccount(site), transport), exercise);
        return { version: toolVersion(V1) };
      },
    },
    {
      name: `mcp-sdk-v2-${transport}`,
      area: 'Agents',
      tool: `${V2} (npm)`,
      what: `the same over ${transport}`,
      short: true,
      run: async (site) => {
        await closing(await connectV2(await withOwnAccount(site), transport), exercise);
        return { version: packageVersion(V2) };
      },
    },
  ]),
  {
    name: 'mcp-inspector',
    area: 'Agents',
    tool: 'MCP Inspector, command line',
    what: 'tools/list and tools/call over http and stdio, an error with its message',
    run: async (site) => {
      const [http, stdio] = [await withOwnAccount(site), await withOwnAccount(site)];
      await inspectAll(http, [`${http.url}/mcp`], ['--transport', 'http', '--header', `x-api-key: ${http.key}`]);
      const { command: program, args } = command(stdio);
      await inspectAll(stdio, [program, ...args], ['-e', `SEXTANT_KEY=${stdio.key}`]);
      return { version: toolVersion(INSPECTOR), remark: 'needs Node 22.19 or newer' };
    },
  },
  {
    name: 'mcp-langchain',
    area: 'Agents',
    tool: `${LANGCHAIN} (npm)`,
    what: 'tools of LangChain from both transports: a search and an error with its message',
    run: async (site) => {
      await useLangChain(site);
      return { version: toolVersion(LANGCHAIN) };
    },
  },
];
