// The AI answers of one request: of an AI job, of an AI engine, or the AI overview of a result page.
import { number } from '../format.ts';
import { Empty } from '../parts/status.tsx';
import { answersOf } from './answers.ts';
import { CitedAnswer } from './cited-answer.tsx';
import '../style/result-answer.css';

/** Longer prompts are folded. */
const PROMPT_SHOWN_MAX = 280;

export function AiAnswer({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const answers = answersOf(data);
  const prompt = [data.prompt, data.keyword].find((text): text is string => typeof text === 'string' && text !== '');
  return (
    <article class="stacked ai-answer" aria-label="AI answer">
      {prompt && <Prompt text={prompt} />}
      {answers.map((answer) => (
        <CitedAnswer key={answer.path} answer={answer} />
      ))}
      {answers.length === 0 && (
        <Empty title="No AI answer">
          <p>The source showed no AI answer for this query. Try a longer question or another region.</p>
        </Empty>
      )}
    </article>
  );
}

function Prompt({ text }: { readonly text: string }) {
  if (text.length <= PROMPT_SHOWN_MAX) return <p class="prompt">{text}</p>;
  return (
    <details class="prompt">
      <summary>Prompt of {number(text.length)} characters</summary>
      <p>{text}</p>
    </details>
  );
}
