// `sextant ask`: sends one prompt, or one page to analyse, to an AI model.
import type { Job, JobEnd } from '../contract/order.ts';
import type { AiService, Mode } from '../contract/vocabulary.ts';
import { readWords, table, UsageProblem } from './arguments.ts';
import { attemptLine, outcomeOf, requestHashOf, statusOf } from './one-off.ts';

export interface AskFields {
  readonly prompt: string;
  /** A page to analyse instead. */
  readonly url: string | null;
  readonly aiService: AiService;
}

export interface AskParts {
  /** The stored form of a request with defaults applied; throws the customer's error. */
  readonly request: (fields: AskFields, mode: Mode) => string;
  readonly collect: (job: Job) => Promise<JobEnd>;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly tell: (text: string) => void;
}

interface Response {
  readonly text: string;
  readonly citations: readonly { readonly position: number; readonly title: string | null; readonly url: string }[];
  readonly score?: number | null;
  readonly summary?: string;
  readonly issues?: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the exit code. */
export async function askCommand(given: readonly string[], parts: AskParts): Promise<number> {
  const words = readWords(given, 'ask');
  const mode: Mode = words.flag('test') ? 'test' : 'live';
  const fields = {
    prompt: words.plain.join(' '),
    url: words.option('url') ?? null,
    aiService: (words.option('service') ?? 'perplexity') as AiService,
  };
  if (fields.prompt === '' && fields.url === null)
    throw new UsageProblem(
      'Usage: sextant ask "What is a sextant?" [--service chatgpt] [--url https://shop.com/] [--test]. Try: sextant help ask',
    );
  const request = parts.request(fields, mode);
  parts.tell(`querying ${fields.aiService} (${mode})…`);
  const end = await parts.collect(requestHashOf('ai', request, mode));
  for (const tried of end.attempts) parts.tell(attemptLine(tried));
  const response = end.outcome === 'done' ? (JSON.parse(end.body) as Response) : null;
  const { error } = outcomeOf(end);
  parts.print(words.json ? JSON.stringify({ error, attempts: end.attempts, response }) : response ? shown(response) : (error ?? ''));
  return statusOf(end);
}

function shown({ text, citations, score, summary, issues }: Response): string {
  const sources = citations.map(({ position, title, url }) => ({ source: `[${position}]`, title: (title ?? '').slice(0, 60), url }));
  // An analysis that could not be parsed has only its text.
  const answer = summary ? `Score ${score ?? 'unknown'}: ${summary}\n\n${table(issues ?? [])}` : text;
  return sources.length === 0 ? answer : `${answer}\n\n${table(sources)}`;
}
