// `sextant ask`: sends one prompt, or one page to analyse, to an AI model.
import type { Job, JobEnd } from '../contract/order.ts';
import type { AiService, Mode } from '../contract/vocabulary.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import { attemptLine, oneOffJob, outcomeOf, statusOf } from './one-off.ts';

export interface PromptFields {
  readonly prompt: string;
  /** A page to analyse instead. */
  readonly url: string | null;
  readonly aiService: AiService;
}

export interface AskCommandParts {
  /** The stored form of a request with defaults applied; throws the customer's error. */
  readonly request: (fields: PromptFields, mode: Mode) => string;
  readonly collect: (job: Job) => Promise<JobEnd>;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
}

interface Response {
  readonly text: string;
  readonly citations: readonly { readonly position: number; readonly title: string | null; readonly url: string }[];
  readonly score?: number | null;
  readonly summary?: string;
  readonly issues?: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the exit code. */
export async function askCommand(argv: readonly string[], parts: AskCommandParts): Promise<number> {
  const args = parseArguments(argv, 'ask');
  const mode: Mode = args.flag('test') ? 'test' : 'live';
  const fields = {
    prompt: args.plain.join(' '),
    url: args.option('url') ?? null,
    aiService: (args.option('service') ?? 'perplexity') as AiService,
  };
  if (fields.prompt === '' && fields.url === null)
    throw new UsageProblem(
      'Usage: sextant ask "What is a sextant?" [--service chatgpt] [--url https://shop.com/] [--test]. Try: sextant help ask',
    );
  const request = parts.request(fields, mode);
  parts.log(`querying ${fields.aiService} (${mode})…`);
  const end = await parts.collect(oneOffJob('ai', request, mode));
  for (const attempt of end.attempts) parts.log(attemptLine(attempt));
  const response = end.outcome === 'done' ? (JSON.parse(end.body) as Response) : null;
  const { error } = outcomeOf(end);
  parts.print(
    args.json ? JSON.stringify({ error, attempts: end.attempts, response }) : response ? formatResponse(response) : (error ?? ''),
  );
  return statusOf(end);
}

function formatResponse({ text, citations, score, summary, issues }: Response): string {
  const sources = citations.map(({ position, title, url }) => ({ source: `[${position}]`, title: (title ?? '').slice(0, 60), url }));
  // An analysis that could not be parsed has only its text.
  const body = summary ? `Score ${score ?? 'unknown'}: ${summary}\n\n${table(issues ?? [])}` : text;
  return sources.length === 0 ? body : `${body}\n\n${table(sources)}`;
}
