// What every MCP client must be able to do, whichever SDK it uses.
import assert from 'node:assert/strict';

export interface ToolOutcome {
  readonly isError?: boolean | undefined;
  readonly content?: readonly unknown[] | undefined;
  readonly structuredContent?: unknown;
}

/** The part of the client classes of SDK v1 and v2 that the checks use. */
export interface McpClient {
  getInstructions(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[] }>;
  callTool(name: string, args: Readonly<Record<string, unknown>>, onProgress?: () => void): Promise<ToolOutcome>;
  readResource(uri: string): Promise<{ readonly contents: readonly unknown[] }>;
  close(): Promise<void>;
}

const TOOLS = ['search', 'fetch_result', 'keywords', 'ask', 'whois', 'technologies', 'regions', 'track_keywords', 'rank_report'];

export const textOf = ({ content = [] }: ToolOutcome): string => (content[0] as { text?: string } | undefined)?.text ?? '';
const dataOf = ({ structuredContent }: ToolOutcome) => structuredContent as Readonly<Record<string, unknown>>;

/** Uses every part of the protocol. The client belongs to a session with a budget of 2 credits. */
export async function exercise(client: McpClient): Promise<void> {
  assert.match(client.getInstructions() ?? '', /Credits per call with default arguments: search 1, keywords 3/);
  assert.match(client.getInstructions() ?? '', /Only 2 credits can be spent here, which is less than one call of keywords \(3\)/);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS,
  );
  assert.match(tools[0]!.description ?? '', /Costs 1 credit/);

  const found = await client.callTool('search', { keyword: 'red shoes', region: 'DE', top: 3 });
  const { id, cost, budgetLeft, organic, resource, state } = dataOf(found);
  assert.deepEqual([state, cost, budgetLeft, (organic as unknown[]).length], ['ready', 1, 1, 3]);
  const { contents } = await client.readResource(String(resource));
  assert.equal(JSON.parse((contents[0] as { text: string }).text).id, id);

  // Errors of the API arrive with their code, message and solution, not as an error of the client.
  const rejections: [string, Record<string, unknown>, RegExp][] = [
    ['search', { keyword: 'x', region: 'Nowhere at all' }, /^400: Bad input parameter: region is not known\./],
    ['fetch_result', { id: '0'.repeat(24) }, /^404: Object not found\. Check the id\./],
    ['keywords', { keywords: ['tea'] }, /^402: The session’s budget of 2 credits is spent: 1 left, this costs 3\. .*raise its budget/],
    ['track_keywords', { keywords: ['x'] }, /^400: Exactly one of project and domain is required\./],
  ];
  for (const [tool, args, expected] of rejections) {
    const rejected = await client.callTool(tool, args);
    assert.equal(rejected.isError, true);
    assert.match(textOf(rejected), expected);
    assert.equal(dataOf(rejected).cost, 0);
  }

  let reports = 0;
  const slow = await client.callTool('search', { keyword: 'test:slow:3', waitSeconds: 1 }, () => {
    reports += 1;
  });
  assert.equal(dataOf(slow).state, 'waiting');
  assert.ok(reports > 0, 'no progress was reported');
  const later = await client.callTool('fetch_result', { id: dataOf(slow).id, waitSeconds: 40 });
  assert.deepEqual([dataOf(later).state, dataOf(later).cost], ['ready', 0]);
}
